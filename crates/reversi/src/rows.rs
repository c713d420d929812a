//! Boards of up to 30 x 30: the discs of each side as rows of bits.
//!
//! A fill down the board needs one step a row, whatever the width, so all eight directions cost a
//! few operations for each row.

use boyi_game::Key;

use crate::discs::{Discs, SquareSet, Whose};
use crate::{Layout, Square};

/// Bit `column` of word `row`. Rows the board does not have stay 0.
pub(crate) type RowSet = [u32; Square::MAX_SIDE];

const NONE: RowSet = [0; Square::MAX_SIDE];

/// Discs row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    mine: RowSet,
    theirs: RowSet,
    height: usize,
    width: usize,
    /// Plane `k` holds the cells whose worth has bit `k`.
    worth_planes: Box<[RowSet; 4]>,
}

/// What a turn destroys.
pub struct Undo {
    placed: Option<Square>,
    flips: RowSet,
}

impl Rows {
    fn switch(&mut self) {
        std::mem::swap(&mut self.mine, &mut self.theirs);
    }

    /// What is flipped changes hands; doing it twice undoes it.
    fn turn_over(&mut self, flips: &RowSet) {
        for held in [&mut self.mine, &mut self.theirs] {
            for (row, flipped) in held.iter_mut().zip(flips) {
                *row ^= flipped;
            }
        }
    }

    /// One row full of cells.
    #[inline]
    fn full_row(&self) -> u32 {
        (1 << self.width) - 1
    }
}

impl Discs for Rows {
    type Set = RowSet;
    type Undo = Undo;

    fn empty(layout: &Layout) -> Option<Self> {
        let plane = |k| Self::set(layout.worth_plane(k));
        Some(Self {
            mine: NONE,
            theirs: NONE,
            height: layout.rows(),
            width: layout.cols(),
            worth_planes: Box::new(std::array::from_fn(plane)),
        })
    }

    fn put(&mut self, square: Square, whose: Whose) {
        let held = match whose {
            Whose::Mover => &mut self.mine,
            Whose::Other => &mut self.theirs,
        };
        held[square.row()] |= 1 << square.col();
    }

    fn get(&self, square: Square) -> Option<Whose> {
        if holds(&self.mine, square) {
            Some(Whose::Mover)
        } else if holds(&self.theirs, square) {
            Some(Whose::Other)
        } else {
            None
        }
    }

    fn placements(&self, whose: Whose) -> RowSet {
        let (mine, theirs) = match whose {
            Whose::Mover => (&self.mine, &self.theirs),
            Whose::Other => (&self.theirs, &self.mine),
        };
        let mut reached = NONE;
        for row in 0..self.height {
            reached[row] = reach_sideways(mine[row], theirs[row]);
        }
        reach_along(0..self.height, mine, theirs, &mut reached);
        reach_along((0..self.height).rev(), mine, theirs, &mut reached);
        for row in 0..self.height {
            reached[row] &= self.full_row() & !(mine[row] | theirs[row]);
        }
        reached
    }

    fn flips(&self, square: Square) -> RowSet {
        let mut flipped = NONE;
        // Rows the board does not have hold nothing, and neither do columns beyond its width.
        let has = |set: &RowSet, row: usize, col: u32| set[row] >> col & 1 == 1;
        let on_board = |row: usize, col: u32| row < self.height && col < u32::BITS;
        for (down, right) in DIRECTIONS {
            let step = |row: usize, col: u32| {
                let col = col.wrapping_add_signed(right as i32);
                (row.wrapping_add_signed(down), col)
            };
            let start = step(square.row(), square.col() as u32);
            let (mut row, mut col) = start;
            while on_board(row, col) && has(&self.theirs, row, col) {
                (row, col) = step(row, col);
            }
            if !on_board(row, col) || !has(&self.mine, row, col) {
                continue;
            }
            let end = (row, col);
            (row, col) = start;
            while (row, col) != end {
                flipped[row] |= 1 << col;
                (row, col) = step(row, col);
            }
        }
        flipped
    }

    fn place_flipping(&mut self, square: Square, flips: &RowSet) -> Undo {
        self.turn_over(flips);
        self.mine[square.row()] |= 1 << square.col();
        self.switch();
        Undo {
            placed: Some(square),
            flips: *flips,
        }
    }

    fn pass(&mut self) -> Undo {
        self.switch();
        Undo {
            placed: None,
            flips: NONE,
        }
    }

    fn undo(&mut self, Undo { placed, flips }: Undo) {
        self.switch();
        if let Some(square) = placed {
            self.mine[square.row()] &= !(1 << square.col());
            self.turn_over(&flips);
        }
    }

    fn held(&self, whose: Whose) -> RowSet {
        match whose {
            Whose::Mover => self.mine,
            Whose::Other => self.theirs,
        }
    }

    fn empty_squares(&self) -> RowSet {
        let mut empty = NONE;
        for (row, cells) in empty.iter_mut().enumerate().take(self.height) {
            *cells = self.full_row() & !(self.mine[row] | self.theirs[row]);
        }
        empty
    }

    fn set(squares: impl IntoIterator<Item = Square>) -> RowSet {
        let mut set = NONE;
        for square in squares {
            set[square.row()] |= 1 << square.col();
        }
        set
    }

    fn worth_of(&self, set: &Self::Set) -> i32 {
        let plane = |(k, plane): (usize, &RowSet)| {
            let bits = |row: usize| (set[row] & plane[row]).count_ones();
            (0..self.height).map(bits).sum::<u32>() << k
        };
        self.worth_planes.iter().enumerate().map(plane).sum::<u32>() as i32
    }

    fn stable(&self, whose: Whose) -> RowSet {
        let discs = self.held(whose);
        let border = !self.full_row();
        let mut stable = NONE;
        loop {
            // Beyond the border counts as support: rows outside are all ones, and so are the bits
            // beside a row once everything is moved up by one to make room on its left.
            let firm = |row: Option<usize>| match row.filter(|&row| row < self.height) {
                Some(row) => u64::from(stable[row] | border) << 1 | 1,
                None => u64::MAX,
            };
            let mut next = NONE;
            for row in 0..self.height {
                let (above, here, below) = (
                    firm(row.checked_sub(1)),
                    firm(Some(row)),
                    firm(Some(row + 1)),
                );
                let horizontal = here << 1 | here >> 1;
                let vertical = above | below;
                let falling = above << 1 | below >> 1;
                let rising = above >> 1 | below << 1;
                let held = (horizontal & vertical & falling & rising) >> 1;
                next[row] = discs[row] & held as u32;
            }
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }

    fn beside(&self, whose: Whose) -> RowSet {
        let (around, empty) = (around(&self.held(whose)), self.empty_squares());
        std::array::from_fn(|row| around[row] & empty[row])
    }

    fn inner(&self, whose: Whose) -> RowSet {
        let (held, near_empty) = (self.held(whose), around(&self.empty_squares()));
        std::array::from_fn(|row| held[row] & !near_empty[row])
    }

    fn row(&self, whose: Whose, row: usize) -> u32 {
        match whose {
            Whose::Mover => self.mine[row],
            Whose::Other => self.theirs[row],
        }
    }

    fn column(&self, whose: Whose, col: usize) -> u32 {
        let bit = |row: usize| (self.row(whose, row) >> col & 1) << row;
        (0..self.height).map(bit).sum()
    }

    fn key(&self) -> Key {
        (0..self.height).fold(Key::default(), |key, row| {
            let both = (u64::from(self.mine[row]) << 32) | u64::from(self.theirs[row]);
            key ^ Key(Key::mixed(both).0.rotate_left(2 * row as u32))
        })
    }
}

/// A set and everything beside it, also beyond the border.
fn around(set: &RowSet) -> RowSet {
    let wide = set.map(|row| row | row << 1 | row >> 1);
    let line = |row: Option<usize>| row.and_then(|row| wide.get(row)).copied().unwrap_or(0);
    std::array::from_fn(|row| line(row.checked_sub(1)) | wide[row] | line(Some(row + 1)))
}

impl SquareSet for RowSet {
    fn count(&self) -> u32 {
        self.iter().map(|row| row.count_ones()).sum()
    }

    fn count_common(&self, other: &Self) -> u32 {
        self.iter()
            .zip(other)
            .map(|(a, b)| (a & b).count_ones())
            .sum()
    }

    fn is_empty(&self) -> bool {
        self.iter().all(|&row| row == 0)
    }

    fn each(&self, mut see: impl FnMut(Square)) {
        for (row, &cells) in self.iter().enumerate() {
            let mut left = cells;
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                see(Square::new(row, col).expect("sets hold squares of the board only"));
            }
        }
    }
}

#[inline]
fn holds(set: &RowSet, square: Square) -> bool {
    set[square.row()] >> square.col() & 1 == 1
}

const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// Cells at the far end of a run of `theirs` that starts beside a disc of `mine`, in one row.
#[inline]
fn reach_sideways(mine: u32, theirs: u32) -> u32 {
    // To the right: adding the first disc of a run carries through the run to the cell behind it.
    let first = mine << 1 & theirs;
    let right = (theirs + first) & !theirs;
    // To the left carries do not run, so the fill doubles its step: 1, 1, 2, 4, 8, 16.
    let mut run = mine >> 1 & theirs;
    let mut between = theirs;
    for step in [1, 2, 4, 8, 16] {
        run |= run >> step & between;
        between &= between >> step;
    }
    right | run >> 1
}

/// The same for the three directions that lead from each row of `order` to the next.
#[inline]
fn reach_along(
    order: impl Iterator<Item = usize>,
    mine: &RowSet,
    theirs: &RowSet,
    reached: &mut RowSet,
) {
    let (mut straight, mut leftward, mut rightward, mut before) = (0, 0, 0, 0);
    for row in order {
        reached[row] |= straight | leftward >> 1 | rightward << 1;
        straight = theirs[row] & (before | straight);
        leftward = theirs[row] & (before | leftward) >> 1;
        rightward = theirs[row] & (before | rightward) << 1;
        before = mine[row];
    }
}
