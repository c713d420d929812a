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
    cells: RowSet,
    height: usize,
    worth_planes: Box<[RowSet; 4]>,
}

impl Rows {
    /// One row full of cells.
    #[inline]
    fn full_row(&self) -> u32 {
        self.cells[0]
    }
}

impl Discs for Rows {
    type Set = RowSet;

    fn empty(layout: &Layout) -> Option<Self> {
        let plane = |k| Self::set(layout.worth_plane(k));
        Some(Self {
            mine: NONE,
            theirs: NONE,
            cells: Self::set(layout.squares()),
            height: layout.rows(),
            worth_planes: Box::new(std::array::from_fn(plane)),
        })
    }

    fn sides(&self) -> (&RowSet, &RowSet) {
        (&self.mine, &self.theirs)
    }

    fn sides_mut(&mut self) -> (&mut RowSet, &mut RowSet) {
        (&mut self.mine, &mut self.theirs)
    }

    fn cells(&self) -> &RowSet {
        &self.cells
    }

    fn worth_planes(&self) -> &[RowSet; 4] {
        &self.worth_planes
    }

    fn reach(&self, mine: &RowSet, theirs: &RowSet) -> RowSet {
        let mut reached = NONE;
        for row in 0..self.height {
            reached[row] = reach_sideways(mine[row], theirs[row]);
        }
        reach_along(0..self.height, mine, theirs, &mut reached);
        reach_along((0..self.height).rev(), mine, theirs, &mut reached);
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

    fn stable(&self, whose: Whose) -> RowSet {
        let discs = self.of(whose);
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

    fn key(&self) -> Key {
        (0..self.height).fold(Key::default(), |key, row| {
            let both = (u64::from(self.mine[row]) << 32) | u64::from(self.theirs[row]);
            key ^ Key(Key::mixed(both).0.rotate_left(2 * row as u32))
        })
    }
}

impl SquareSet for RowSet {
    const EMPTY: Self = NONE;

    fn add(&mut self, square: Square) {
        self[square.row()] |= 1 << square.col();
    }

    fn has(&self, square: Square) -> bool {
        self[square.row()] >> square.col() & 1 == 1
    }

    fn and(&self, other: &Self) -> Self {
        std::array::from_fn(|row| self[row] & other[row])
    }

    fn without(&self, other: &Self) -> Self {
        std::array::from_fn(|row| self[row] & !other[row])
    }

    fn xor(&self, other: &Self) -> Self {
        std::array::from_fn(|row| self[row] ^ other[row])
    }

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

    fn around(&self) -> Self {
        let wide = self.map(|row| row | row << 1 | row >> 1);
        let line = |row: Option<usize>| row.and_then(|row| wide.get(row)).copied().unwrap_or(0);
        std::array::from_fn(|row| line(row.checked_sub(1)) | wide[row] | line(Some(row + 1)))
    }

    fn row(&self, row: usize) -> u32 {
        self[row]
    }

    fn column(&self, col: usize) -> u32 {
        let bits = self.iter().enumerate();
        bits.map(|(row, cells)| (cells >> col & 1) << row).sum()
    }
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
