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

    /// An empty board; `None` where the layout is too large for this kind of storage.
    fn empty(layout: &Layout) -> Option<Self>;

    /// The discs of the side to move and of the other.
    fn sides(&self) -> (&Self::Set, &Self::Set);

    fn sides_mut(&mut self) -> (&mut Self::Set, &mut Self::Set);

    /// All squares of the board.
    fn cells(&self) -> &Self::Set;

    /// Plane `k` holds the cells whose worth has bit `k`, so that a sum is four population counts.
    fn worth_planes(&self) -> &[Self::Set; 4];

    /// Cells at the far end of a run of `theirs` that starts beside a disc of `mine`, empty or not.
    fn reach(&self, mine: &Self::Set, theirs: &Self::Set) -> Self::Set;

    /// What a disc of the side to move on an empty square flips.
    fn flips(&self, square: Square) -> Self::Set;

    /// Discs that can never be flipped because they hang together with a corner: on each of the four
    /// axes one neighbour is the border or another such disc.
    fn stable(&self, whose: Whose) -> Self::Set;

    /// A fingerprint of the discs as the side to move sees them.
    fn key(&self) -> Key;

    /// Puts a disc on an empty square without flipping anything.
    #[inline]
    fn put(&mut self, square: Square, whose: Whose) {
        let (mine, theirs) = self.sides_mut();
        match whose {
            Whose::Mover => mine.add(square),
            Whose::Other => theirs.add(square),
        }
    }

    #[inline]
    fn get(&self, square: Square) -> Option<Whose> {
        let holds = |&whose: &Whose| self.of(whose).has(square);
        [Whose::Mover, Whose::Other].into_iter().find(holds)
    }

    /// Where a disc could be placed so that it flips something.
    #[inline]
    fn placements(&self, whose: Whose) -> Self::Set {
        let (mine, theirs) = self.sides();
        let reached = match whose {
            Whose::Mover => self.reach(mine, theirs),
            Whose::Other => self.reach(theirs, mine),
        };
        reached.and(&self.empty_squares())
    }

    /// Places a disc, turns over what it flips, and hands the turn over.
    #[inline]
    fn place(&mut self, square: Square) -> Sides<Self> {
        let flips = self.flips(square);
        self.place_flipping(square, &flips)
    }

    /// The same where it is known what is flipped.
    #[inline]
    fn place_flipping(&mut self, square: Square, flips: &Self::Set) -> Sides<Self> {
        let before = self.pass();
        let (mine, theirs) = self.sides_mut();
        *mine = mine.xor(flips);
        *theirs = theirs.xor(flips);
        theirs.add(square);
        before
    }

    /// Hands the turn over; returns the discs as they were, which are quicker kept than worked out.
    #[inline]
    fn pass(&mut self) -> Sides<Self> {
        let (mine, theirs) = self.sides_mut();
        let before = (*mine, *theirs);
        (*theirs, *mine) = before;
        before
    }

    #[inline]
    fn undo(&mut self, before: Sides<Self>) {
        let (mine, theirs) = self.sides_mut();
        (*mine, *theirs) = before;
    }

    /// The squares a side holds.
    #[inline]
    fn of(&self, whose: Whose) -> &Self::Set {
        let (mine, theirs) = self.sides();
        match whose {
            Whose::Mover => mine,
            Whose::Other => theirs,
        }
    }

    /// The same, as a set of its own.
    #[inline]
    fn held(&self, whose: Whose) -> Self::Set {
        *self.of(whose)
    }

    /// The squares that nobody holds.
    #[inline]
    fn empty_squares(&self) -> Self::Set {
        let (mine, theirs) = self.sides();
        self.cells().without(mine).without(theirs)
    }

    /// The squares of a list, as a set.
    fn set(squares: impl IntoIterator<Item = Square>) -> Self::Set {
        let mut set = Self::Set::EMPTY;
        squares.into_iter().for_each(|square| set.add(square));
        set
    }

    /// The sum of what the cells of a set are worth.
    #[inline]
    fn worth_of(&self, set: &Self::Set) -> i32 {
        let plane = |(k, plane): (usize, &Self::Set)| set.count_common(plane) << k;
        let planes = self.worth_planes().iter().enumerate();
        planes.map(plane).sum::<u32>() as i32
    }

    /// The sum of what the cells under a side's discs are worth.
    #[inline]
    fn worth(&self, whose: Whose) -> i32 {
        self.worth_of(self.of(whose))
    }

    /// The empty squares beside a side's discs, in any direction.
    #[inline]
    fn beside(&self, whose: Whose) -> Self::Set {
        self.of(whose).around().and(&self.empty_squares())
    }

    /// The discs of a side that have no empty square beside them, in any direction.
    #[inline]
    fn inner(&self, whose: Whose) -> Self::Set {
        self.of(whose).without(&self.empty_squares().around())
    }

    /// The discs of a side on one row, column by column from the lowest bit on.
    #[inline]
    fn row(&self, whose: Whose, row: usize) -> u32 {
        self.of(whose).row(row)
    }

    /// The discs of a side on one column, row by row from the lowest bit on.
    #[inline]
    fn column(&self, whose: Whose, col: usize) -> u32 {
        self.of(whose).column(col)
    }
}

/// The discs of the side to move and of the other.
pub type Sides<D> = (<D as Discs>::Set, <D as Discs>::Set);

pub trait SquareSet: Copy + PartialEq + Debug + Send + Sync {
    const EMPTY: Self;

    fn add(&mut self, square: Square);

    fn has(&self, square: Square) -> bool;

    fn and(&self, other: &Self) -> Self;

    fn without(&self, other: &Self) -> Self;

    fn xor(&self, other: &Self) -> Self;

    fn count(&self) -> u32;

    /// How many are in both sets.
    fn count_common(&self, other: &Self) -> u32;

    fn is_empty(&self) -> bool;

    /// Calls `see` with each square, row by row.
    fn each(&self, see: impl FnMut(Square));

    /// The set and everything beside it, perhaps beyond the border.
    fn around(&self) -> Self;

    /// One row, column by column from the lowest bit on.
    fn row(&self, row: usize) -> u32;

    /// One column, row by row from the lowest bit on.
    fn column(&self, col: usize) -> u32;
}
