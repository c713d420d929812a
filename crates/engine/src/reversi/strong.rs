//! The strongest player: the fast engine on standard boards, the general one on all others.

use boyi_game::{Seen, Side};
use boyi_reversi::{Bitboard, Empties, Grid, Setup, read_position};

use super::fast::Fast;
use super::general::General;
use crate::engine::{Engine, EngineError, Orders, Thought};
use crate::spec::{PlayerSpec, SpecError};

/// What it is called.
pub(super) const NAME: &str = "strong";

/// A player that is set up when it sees which board it plays on.
pub(super) struct Strong {
    spec: PlayerSpec,
    current: Option<(String, Box<dyn Engine>)>,
}

impl Strong {
    /// Takes depth=, nodes=, time=, threads=, hash= and seed=.
    pub(super) fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let known = PlayerSpec {
            evaluation: None,
            quiescence: false,
            deepen: None,
            ..spec.clone()
        };
        if *spec != known {
            return Err(SpecError::Value {
                spec: spec.to_string(),
                value: spec.to_string(),
                expected: "a player with depth=, nodes=, time=, threads=, hash= or seed= only",
            });
        }
        Ok(Self {
            spec: spec.clone(),
            current: None,
        })
    }

    fn engine_for(&self, start: &str) -> Result<Box<dyn Engine>, EngineError> {
        let setup = read_position(start).map_err(|error| EngineError::Record(error.to_string()))?;
        Ok(match Bitboard::new(&setup) {
            Some(board) if is_standard(&setup) => Box::new(Fast::new(&self.spec, board)?),
            Some(board) => Box::new(General::new(&self.spec, board)?),
            None => {
                let board = Grid::new(&setup).expect("the grid holds every board");
                Box::new(General::new(&self.spec, board)?)
            }
        })
    }
}

/// Whether a board is the one of Othello tournaments.
fn is_standard(setup: &Setup) -> bool {
    let layout = &setup.layout;
    (layout.rows(), layout.cols()) == (8, 8)
        && layout.is_unit()
        && layout.empties() == Empties::ToWinner
}

impl Engine for Strong {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        match &mut self.current {
            Some((start, engine)) if *start == game.start => engine.prepare(game),
            _ => {
                let engine = self.engine_for(game.start)?;
                self.current = Some((game.start.to_owned(), engine));
                Ok(())
            }
        }
    }

    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        orders: &Orders,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        if self
            .current
            .as_ref()
            .is_none_or(|(start, _)| start != game.start)
        {
            self.prepare(game)?;
        }
        let Some((_, engine)) = &mut self.current else {
            unreachable!("prepared just above")
        };
        engine.think(game, side, orders, watch)
    }
}
