//! Old games with new scores: every scored position is searched again.

use boyi_arena::self_play::think;
use boyi_engine::{Engine, EngineError, Go};
use boyi_game::Score;
use boyi_search::Stop;

use super::file::{GameWriter, ScoredGame};
use super::play::{PlayError, Settings};
use crate::numbered::in_order;

/// Appends games to a file with the scores that the player of the settings gives their positions now,
/// beginning with the first game that the file does not hold yet; `watch` is shown how many it holds.
pub fn relabel(
    settings: &Settings,
    games: &[ScoredGame],
    writer: &mut GameWriter,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<(), PlayError> {
    in_order(
        writer.games()..games.len(),
        settings.threads,
        || !stop.is_stopped(),
        || Ok(settings.game.player(&settings.player)?),
        |player, number| rescored(settings, &games[number], player.as_mut()),
        &mut |game| {
            writer.append(&game)?;
            watch(writer.games());
            Ok(())
        },
    )
}

fn rescored(
    settings: &Settings,
    scored: &ScoredGame,
    player: &mut dyn Engine,
) -> Result<ScoredGame, PlayError> {
    let mut table = settings.game.lay(&settings.setup())?;
    player.prepare(&table.seen())?;
    let mut scored = scored.clone();
    for mv in &mut scored.moves {
        let Some(side) = table.to_act().first() else {
            break;
        };
        if mv.score.is_some() {
            let thought = think(player, table.as_ref(), side, &Go::default())?;
            let score = thought.lines.first().map(|line| line.score);
            mv.score = score.filter(|score| !score.is_decided()).map(Score::value);
        }
        table.play(side, &mv.text).map_err(EngineError::from)?;
    }
    Ok(scored)
}
