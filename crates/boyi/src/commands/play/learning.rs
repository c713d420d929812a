//! Learning from a game that the computer did not win.

use anyhow::Result;
use boyi_engine::Player;
use boyi_engine::experience::{Experience, post_mortem};
use boyi_engine::{Engine, Game, PlayerSpec};
use boyi_game::{Side, Status};
use serde_json::json;

use super::{Args, Match};
use crate::commands::experience::told;
use crate::interrupt;
use crate::output::Output;

/// A player with the experience that was asked for, if any was.
pub(super) fn with_experience(
    args: &Args,
    game: &dyn Game,
    player: Box<dyn Engine>,
) -> Result<Box<dyn Engine>> {
    Ok(match &args.experience {
        Some(file) => {
            let experience = Experience::open(game.name(), file)?;
            Box::new(Player::new(player).with_experience(experience))
        }
        None => player,
    })
}

impl Match<'_> {
    /// Looks for the mistake of every computer player that did not win, and writes it down.
    pub(super) fn learn(&self, out: &mut Output) -> Result<()> {
        let (Some(file), Status::Over { outcome, .. }) =
            (&self.args.experience, self.table.status())
        else {
            return Ok(());
        };
        let orders = boyi_engine::Go {
            stop: interrupt::stops()?,
            ..self.orders.clone()
        };
        for side in Side::BOTH {
            let Some(player) = &self.players[side] else {
                continue;
            };
            if outcome.winner() == Some(side) {
                continue;
            }
            out.progress(out.language.pick("looking for the mistake", "正在复盘"));
            let spec: PlayerSpec = player.name().parse()?;
            let mut player = self.game.player(&spec)?;
            let record = self.table.record();
            let found = post_mortem(self.game, record, side, &mut *player, &orders)?;
            out.progress_done();
            let Some(lesson) = found else {
                continue;
            };
            // Read again: somebody else may have learned meanwhile.
            let mut experience = Experience::open(self.game.name(), file)?;
            experience.add(lesson.clone());
            experience.save()?;
            if out.json {
                out.object(&json!({
                    "event": "lesson", "side": side.name(), "mistake": lesson.mistake,
                    "refutation": lesson.refutation, "better": lesson.better,
                }))?;
            } else {
                let learned = out.language.pick("Learned", "教训");
                out.line(format!("\n{learned}: {}", told(&lesson, out)))?;
            }
        }
        Ok(())
    }
}
