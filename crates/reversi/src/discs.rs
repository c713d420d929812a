//! What a board must be able to do with discs. The rules are written once on top of it; a machine
//! word serves boards of up to 8 x 8, an array of rows everything up to 30 x 30.

use std::fmt::Debug;

use boyi_game::{Key, Side};

use crate::{Layout, Square};

/// Discs of both sides, stored one way or another. Knows lines, not turns.
pub trait Discs: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A set of squares.
    type Set: SquareSet;

    /// An empty board; `None` where the layout is too large for this kind of storage.
    fn empty(layout: &Layout) -> Option<Self>;

    /// Puts a disc on an empty square without flipping anything.
    fn put(&mut self, square: Square, side: Side);

    /// The disc on a square.
    fn get(&self, square: Square) -> Option<Side>;

    /// Where `side` could place a disc so that it flips something.
    fn placements(&self, side: Side) -> Self::Set;

    /// What a disc of `side` on an empty square flips.
    fn flips(&self, side: Side, square: Square) -> Self::Set;

    /// Places a disc and turns `flips` over.
    fn place(&mut self, side: Side, square: Square, flips: &Self::Set);

    /// Undoes [`Discs::place`].
    fn lift(&mut self, side: Side, square: Square, flips: &Self::Set);

    /// The squares `side` holds.
    fn held(&self, side: Side) -> Self::Set;

    /// The squares of a list, as a set.
    fn set(squares: impl IntoIterator<Item = Square>) -> Self::Set;

    /// The sum of what the cells under the discs of `side` are worth.
    fn worth(&self, side: Side) -> i32;

    /// Discs of `side` that can never be flipped because they hang together with a corner: on each
    /// of the four axes one neighbour is the border or another such disc.
    fn stable(&self, side: Side) -> Self::Set;

    /// A fingerprint of the discs alone.
    fn key(&self) -> Key;
}

/// A set of squares.
pub trait SquareSet: Clone + PartialEq + Debug + Send + Sync {
    /// How many there are.
    fn count(&self) -> u32;

    /// How many are in both sets.
    fn count_common(&self, other: &Self) -> u32;

    /// Whether there is none.
    fn is_empty(&self) -> bool;

    /// Calls `see` with each square, row by row.
    fn each(&self, see: impl FnMut(Square));
}
