//! The strongest player: the fast engine on standard boards, the general one on all others.

use boyi_game::{Seen, Side};
use boyi_reversi::{Bitboard, Empties, Grid, Layout, Setup, WideBoard, Words};
use boyi_search::Stop;

use super::fast::Fast;
use super::general::General;
use super::start_of;
use crate::engine::{Engine, EngineError, Thought};
use crate::fitted::Fitted;
use crate::spec::{PlayerSpec, SpecError};
use boyi_search::kernel::Go;

/// What it is called.
pub(super) const NAME: &str = "strong";

/// Takes depth=, nodes=, time=, threads=, hash= and seed=.
pub(super) fn player(spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
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
    Ok(Box::new(Fitted::new(spec.to_string(), move |game| {
        engine_for(game, &known)
    })))
}

fn engine_for(game: &Seen, spec: &PlayerSpec) -> Result<Box<dyn Engine>, EngineError> {
    let setup = start_of(game)?;
    Ok(match Bitboard::new(&setup) {
        Some(board) if is_standard(&setup) => Box::new(Fast::new(spec, board)?),
        Some(board) if is_nearly_standard(&setup.layout) => Box::new(Hybrid {
            fast: Fast::new(spec, board.clone())?,
            empties: board
                .layout()
                .squares()
                .filter(|&at| board.disc(at).is_none())
                .count(),
            general: General::new(spec, board)?,
        }),
        Some(board) => Box::new(General::new(spec, board)?),
        None => match WideBoard::new(&setup) {
            Some(board) => Box::new(General::new(spec, board)?),
            None => {
                let board = Grid::new(&setup).expect("the grid holds every board");
                Box::new(General::new(spec, board)?)
            }
        },
    })
}

/// Whether a board is the one of Othello tournaments.
fn is_standard(setup: &Setup) -> bool {
    let layout = &setup.layout;
    (layout.rows(), layout.cols()) == (8, 8)
        && layout.is_unit()
        && layout.empties() == Empties::ToWinner
}

/// Whether a board of 8 x 8 differs from the standard one only in its middle, where courses count
/// nothing, and in who gets the empties.
fn is_nearly_standard(layout: &Layout) -> bool {
    let middle = layout.starting_discs().map(|(square, _)| square);
    let mut others = layout
        .squares()
        .filter(|square| !middle.contains(square))
        .map(|square| layout.worth(square));
    let first = others.next();
    (layout.rows(), layout.cols()) == (8, 8)
        && first.is_some_and(|first| first > 0 && others.all(|worth| worth == first))
}

/// Empties from which the general engine counts the exact points.
const COUNTED: usize = 14;

/// A player of nearly standard boards: the fast engine knows the middle game, the general one counts
/// the points at the end.
struct Hybrid {
    fast: Fast,
    general: General<Words>,
    /// At the start of the game.
    empties: usize,
}

impl Engine for Hybrid {
    fn name(&self) -> String {
        self.fast.name()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.fast.prepare(game)?;
        self.general.prepare(game)
    }

    fn think(
        &mut self,
        game: &Seen,
        side: Side,
        go: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        if self.empties(game) > COUNTED {
            self.fast.think(game, side, go, watch)
        } else {
            self.general.think(game, side, go, watch)
        }
    }

    /// With whichever will be asked after the other side's move.
    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        if self.empties(game).saturating_sub(1) > COUNTED {
            self.fast.ponder(game, stop)
        } else {
            self.general.ponder(game, stop)
        }
    }
}

impl Hybrid {
    /// What is left empty in a game.
    fn empties(&self, game: &Seen) -> usize {
        let placed = game.moves.iter().filter(|mv| mv.text != "pass").count();
        self.empties.saturating_sub(placed)
    }
}
