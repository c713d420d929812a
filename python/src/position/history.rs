//! How a position came about: where the game began, and the moves since.

use std::sync::Arc;

use boyi_engine::{Game as BoyiGame, Setup};
use boyi_game::{Played, Record, Seen, Side, ToAct};
use pyo3::prelude::*;

use super::Position;
use crate::errors::{self, BadPosition, Error};
use crate::game::side;
use crate::play::Play;

/// How the game began.
pub(super) struct Start {
    pub(super) game: &'static dyn BoyiGame,
    pub(super) record: Record,
    pub(super) play: Play,
}

/// What an engine is shown of a position; it owns its moves so that no Python object is needed.
pub(crate) struct Shown {
    game: &'static str,
    rules: String,
    start: String,
    moves: Vec<Played>,
    position: String,
}

impl Shown {
    pub(crate) fn seen(&self) -> Seen<'_> {
        Seen {
            game: self.game,
            rules: &self.rules,
            start: &self.start,
            moves: &self.moves,
            position: self.position.clone(),
        }
    }
}

impl Position {
    /// The position of a setup, after its moves.
    pub(crate) fn begin(game: &'static dyn BoyiGame, setup: &Setup) -> PyResult<Self> {
        let table = game
            .lay(setup)
            .map_err(|error| errors::bad_position(&error))?;
        let mut record = table.record().clone();
        let moves = std::mem::take(&mut record.moves);
        let play = Play::start(&record).map_err(BadPosition::new_err)?;
        let start = Arc::new(Start {
            game,
            record,
            play: play.clone(),
        });
        let begun = Self {
            start,
            play,
            moves: Vec::new(),
        };
        let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
        let played = begun.after(&texts);
        played.map_err(|(number, error)| BadPosition::new_err(format!("move {number}: {error}")))
    }

    pub(crate) fn boyi_game(&self) -> &'static dyn BoyiGame {
        self.start.game
    }

    /// What an engine may know.
    pub(crate) fn shown(&self) -> Shown {
        Shown {
            game: self.start.game.name(),
            rules: self.start.record.rules.clone(),
            start: self.start.record.start.clone(),
            moves: self.played(),
            position: self.play.text(),
        }
    }

    /// A copy that can be played on.
    pub(super) fn again(&self) -> Self {
        Self {
            start: Arc::clone(&self.start),
            play: self.play.clone(),
            moves: self.moves.clone(),
        }
    }

    /// The side that thinks here: the one to move, or the one asked for where both choose at once.
    pub(crate) fn thinker(&self, player: Option<usize>) -> PyResult<Side> {
        let asked = player.map(side).transpose()?;
        match (self.play.to_act(), asked) {
            (ToAct::Nobody, _) => Err(Error::new_err("the game is over")),
            (ToAct::One(turn), None) => Ok(turn),
            (ToAct::One(turn), Some(asked)) if asked == turn => Ok(turn),
            (ToAct::One(turn), Some(_)) => Err(Error::new_err(format!(
                "it is the turn of player {}",
                turn.index()
            ))),
            (ToAct::Both, Some(asked)) => Ok(asked),
            (ToAct::Both, None) => Err(Error::new_err(
                "both choose at once: say player=0 or player=1",
            )),
        }
    }

    /// Every move since the start, with who made it.
    pub(super) fn played(&self) -> Vec<Played> {
        let mut play = self.start.play.clone();
        let mut played = Vec::with_capacity(self.moves.len());
        if play.is_simultaneous() {
            for (index, &code) in self.moves.iter().enumerate() {
                let side = Side::BOTH[index % 2];
                let text = play.move_text(code);
                played.push(Played { side, text });
            }
            return played;
        }
        for &code in &self.moves {
            let ToAct::One(side) = play.to_act() else {
                break;
            };
            let text = play.move_text(code);
            played.push(Played { side, text });
            play.make(code);
        }
        played
    }

    /// The position after these moves; an error names the move by its number.
    pub(super) fn after(&self, texts: &[&str]) -> Result<Self, (usize, boyi_game::MoveError)> {
        let mut play = self.play.clone();
        let mut moves = self.moves.clone();
        if play.is_simultaneous() {
            for (index, pair) in texts.chunks_exact(2).enumerate() {
                let code = |side: Side| {
                    let parsed = play.parse(side, pair[side.index()]);
                    parsed.map_err(|error| (2 * index + side.index() + 1, error))
                };
                let codes = [code(Side::First)?, code(Side::Second)?];
                play.play_round(codes);
                moves.extend(codes);
            }
        } else {
            for (index, text) in texts.iter().enumerate() {
                let wrong = |error| (index + 1, error);
                let ToAct::One(side) = play.to_act() else {
                    return Err(wrong(boyi_game::MoveError::GameOver));
                };
                let code = play.parse(side, text).map_err(wrong)?;
                play.make(code);
                moves.push(code);
            }
        }
        Ok(Self {
            start: Arc::clone(&self.start),
            play,
            moves,
        })
    }

    /// The sides whose legal moves are meant.
    pub(super) fn mover(&self, player: Option<usize>) -> PyResult<Option<Side>> {
        match (self.play.to_act(), player) {
            (_, Some(player)) => side(player).map(Some),
            (ToAct::Both, None) => Err(Error::new_err(
                "both choose at once: say player=0 or player=1",
            )),
            (to_act, None) => Ok(to_act.first()),
        }
    }
}
