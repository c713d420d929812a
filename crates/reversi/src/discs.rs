//! What a board must be able to do with discs. The rules are written once on top of it; a machine
//! word serves boards of up to 8 x 8, a wide register those of up to 16 x 16, an array of rows
//! everything up to 30 x 30.

use std::fmt::Debug;

use boyi_game::Key;

use crate::{Layout, Square};

/// Whose discs: those of the side to move, or the other side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    Mover,
    Other,
}

/// Discs of both sides, stored one way or another. Knows lines and whose turn it is, not who has
/// which colour: seen from the side to move, both colours play alike.
pub trait Discs: Clone + PartialEq + Debug + Send + Sync + 'static {
    type Set: SquareSet;

    /// What a turn destroys.
    type Undo: Send;

    /// An empty board; `None` where the layout is too large for this kind of storage.
    fn empty(layout: &Layout) -> Option<Self>;

    /// Puts a disc on an empty square without flipping anything.
    fn put(&mut self, square: Square, whose: Whose);

    fn get(&self, square: Square) -> Option<Whose>;

    /// Where a disc could be placed so that it flips something.
    fn placements(&self, whose: Whose) -> Self::Set;

    /// What a disc of the side to move on an empty square flips.
    fn flips(&self, square: Square) -> Self::Set;

    /// Places a disc, turns over what it flips, and hands the turn over.
    #[inline]
    fn place(&mut self, square: Square) -> Self::Undo {
        let flips = self.flips(square);
        self.place_flipping(square, &flips)
    }

    /// The same where it is known what is flipped.
    fn place_flipping(&mut self, square: Square, flips: &Self::Set) -> Self::Undo;

    fn pass(&mut self) -> Self::Undo;

    fn undo(&mut self, undo: Self::Undo);

    /// The squares a side holds.
    fn held(&self, whose: Whose) -> Self::Set;

    /// The squares that nobody holds.
    fn empty_squares(&self) -> Self::Set;

    /// The squares of a list, as a set.
    fn set(squares: impl IntoIterator<Item = Square>) -> Self::Set;

    /// The sum of what the cells of a set are worth.
    fn worth_of(&self, set: &Self::Set) -> i32;

    /// The sum of what the cells under a side's discs are worth.
    #[inline]
    fn worth(&self, whose: Whose) -> i32 {
        self.worth_of(&self.held(whose))
    }

    /// Discs that can never be flipped because they hang together with a corner: on each of the four
    /// axes one neighbour is the border or another such disc.
    fn stable(&self, whose: Whose) -> Self::Set;

    /// The empty squares beside a side's discs, in any direction.
    fn beside(&self, whose: Whose) -> Self::Set;

    /// The discs of a side that have no empty square beside them, in any direction.
    fn inner(&self, whose: Whose) -> Self::Set;

    /// The discs of a side on one row, column by column from the lowest bit on.
    fn row(&self, whose: Whose, row: usize) -> u32;

    /// The discs of a side on one column, row by row from the lowest bit on.
    fn column(&self, whose: Whose, col: usize) -> u32;

    /// A fingerprint of the discs as the side to move sees them.
    fn key(&self) -> Key;
}

pub trait SquareSet: Clone + PartialEq + Debug + Send + Sync {
    fn count(&self) -> u32;

    /// How many are in both sets.
    fn count_common(&self, other: &Self) -> u32;

    fn is_empty(&self) -> bool;

    /// Calls `see` with each square, row by row.
    fn each(&self, see: impl FnMut(Square));
}
