//! Othello on boards of up to 8 x 8: two words of discs and one of legal placements.

use boyi_game::{Outcome, Position, Random, Side};
use boyi_reversi::Bitboard;
use boyi_reversi::discs::Discs;
use boyi_reversi::lines::{flips, placements};

use super::{Environment, Step, as_bytes, spread, spread_row};
use crate::memory::Truth;

#[derive(Clone)]
pub(crate) struct OthelloEnvironment {
    mine: u64,
    theirs: u64,
    legal: u64,
    cells: u64,
    turn: Side,
    rows: u8,
    cols: u8,
}

impl OthelloEnvironment {
    pub(crate) fn new(position: &Bitboard) -> Self {
        let (mine, theirs) = position.discs().both();
        let cells = *position.discs().cells();
        Self {
            mine,
            theirs,
            legal: placements(mine, theirs, cells & !(mine | theirs)),
            cells,
            turn: position.turn(),
            rows: position.layout().rows() as u8,
            cols: position.layout().cols() as u8,
        }
    }

    fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    fn cols(&self) -> usize {
        usize::from(self.cols)
    }

    fn pass(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The bits of the board as bytes, row by row.
    #[inline]
    fn write(&self, bits: u64, bytes: &mut [u8]) {
        if self.cells == u64::MAX {
            for (bytes, row) in bytes
                .as_chunks_mut::<8>()
                .0
                .iter_mut()
                .zip(bits.to_le_bytes())
            {
                *bytes = spread(row);
            }
        } else {
            for (row, bytes) in bytes.chunks_exact_mut(self.cols()).enumerate() {
                spread_row((bits >> (8 * row)) as u32 & 0xFF, bytes);
            }
        }
    }
}

impl Environment for OthelloEnvironment {
    fn shape(&self) -> [usize; 3] {
        [2, self.rows(), self.cols()]
    }

    fn actions(&self) -> usize {
        self.pass() + 1
    }

    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn observe(&self, side: Side, planes: &mut [u8]) {
        let (own, other) = if side == self.turn {
            (self.mine, self.theirs)
        } else {
            (self.theirs, self.mine)
        };
        let (first, second) = planes.split_at_mut(self.pass());
        self.write(own, first);
        self.write(other, second);
    }

    #[inline]
    fn mask(&mut self, _side: Side, mask: &mut [Truth]) {
        let pass = self.pass();
        let bytes = as_bytes(mask);
        self.write(self.legal, &mut bytes[..pass]);
        bytes[pass] = u8::from(self.legal == 0);
    }

    #[inline]
    fn step(&mut self, actions: &[i32], _chance: &mut Random) -> Step {
        let action = actions[0] as usize;
        let (mut mine, mut theirs) = (self.mine, self.theirs);
        if action < self.pass() {
            let at = match self.cols {
                8 => action,
                cols => action / usize::from(cols) * 8 + action % usize::from(cols),
            };
            let turned = flips(at as u32, mine, theirs);
            mine |= turned | 1 << at;
            theirs &= !turned;
        }
        (self.mine, self.theirs) = (theirs, mine);
        self.turn = !self.turn;
        let empty = self.cells & !(mine | theirs);
        self.legal = placements(self.mine, self.theirs, empty);
        if self.legal != 0 || placements(self.theirs, self.mine, empty) != 0 {
            return Step::ON;
        }
        let discs = |bits: u64| bits.count_ones() as i32;
        let (own, other) = (discs(self.mine), discs(self.theirs));
        Step::over(match self.turn {
            Side::First => Outcome::by_points(own, other),
            Side::Second => Outcome::by_points(other, own),
        })
    }

    #[inline]
    fn sample(&self, _side: Side, _mask: &[Truth], random: &mut Random) -> i32 {
        if self.legal == 0 {
            return self.pass() as i32;
        }
        let mut left = self.legal;
        for _ in 0..random.below(u64::from(left.count_ones())) {
            left &= left - 1;
        }
        let at = left.trailing_zeros() as i32;
        at / 8 * i32::from(self.cols) + at % 8
    }
}
