//! The rules of connect four on boards of up to seven columns and rows.

mod player;

use boyi_game::{Key, Random};

pub(crate) use player::play;

/// A board of seven columns at most; each has a bit more than rows, so that lines end at its top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    mine: u64,
    theirs: u64,
}

impl Board {
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        let (mine, theirs) = (0, 0);
        Self {
            columns,
            rows,
            mine,
            theirs,
        }
    }

    pub(crate) fn random(columns: u32, rows: u32, plies: u64, random: &mut Random) -> Self {
        let mut board = Self::new(columns, rows);
        for _ in 0..plies {
            let moves = board.moves();
            if let Some(&column) = random.choose(&moves) {
                board = board.after(column);
            }
        }
        board
    }

    /// The columns with room, the middle first; none where the last move has won.
    pub(crate) fn moves(&self) -> Vec<u32> {
        let open =
            |&column: &u32| (self.mine | self.theirs) >> (column * 8 + self.rows - 1) & 1 == 0;
        let mut moves: Vec<u32> = (0..self.columns).filter(open).collect();
        moves.sort_by_key(|&column| (2 * column + 1).abs_diff(self.columns));
        if self.is_lost() { Vec::new() } else { moves }
    }

    pub(crate) fn after(&self, column: u32) -> Self {
        let taken = self.mine | self.theirs;
        let cell = (taken + (1 << (8 * column))) & !taken & (0xFF << (8 * column));
        Self {
            mine: self.theirs,
            theirs: self.mine | cell,
            ..*self
        }
    }

    pub(crate) fn is_lost(&self) -> bool {
        [1, 7, 8, 9].iter().any(|step| {
            let pairs = self.theirs & self.theirs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    pub(crate) fn key(&self) -> Key {
        Key(Key::mixed(self.mine).0 ^ Key::mixed(!self.theirs).0)
    }
}
