//! A board as it is written down: layout, discs, and who moves. Readers make it, writers take it,
//! positions are built from it.

use std::sync::Arc;

use boyi_game::Side;

use crate::{Empties, Layout, Square};

/// Any arrangement of discs on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub layout: Arc<Layout>,
    pub turn: Side,
    /// Row by row, as many as the layout has squares.
    discs: Vec<Option<Side>>,
}

impl Setup {
    /// No disc on the board, the first player to move.
    pub fn empty(layout: Layout) -> Self {
        let discs = vec![None; layout.rows() * layout.cols()];
        Self {
            layout: Arc::new(layout),
            turn: Side::First,
            discs,
        }
    }

    /// The four discs of the start, the first player to move.
    pub fn start(layout: Layout) -> Self {
        let mut setup = Self::empty(layout);
        for (square, side) in setup.layout.starting_discs() {
            setup.set(square, Some(side));
        }
        setup
    }

    /// The same board with another rule for empty cells.
    pub fn with_empties(self, empties: Empties) -> Self {
        let layout = Layout::clone(&self.layout).with_empties(empties);
        Self {
            layout: Arc::new(layout),
            ..self
        }
    }

    pub fn disc(&self, square: Square) -> Option<Side> {
        if self.layout.contains(square) {
            self.discs[self.layout.index(square)]
        } else {
            None
        }
    }

    /// Puts a disc on a square of the board, or takes it away.
    pub fn set(&mut self, square: Square, disc: Option<Side>) {
        let index = self.layout.index(square);
        self.discs[index] = disc;
    }
}
