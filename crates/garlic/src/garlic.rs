//! Who collects stars, and where it may want to go.

use boyi_game::GameMove;

use crate::terrain::Cell;

/// How a garlic is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    Gone,
    Normal,
    /// It eats destroyers and normal garlics for this many rounds more; never 0.
    Strong(u8),
}

impl Status {
    /// Rounds of strength that a super star gives.
    pub const FULL_STRENGTH: u8 = 20;

    /// As bots are told: -1 gone, 0 normal, else the rounds of strength left.
    pub const fn number(self) -> i8 {
        match self {
            Self::Gone => -1,
            Self::Normal => 0,
            Self::Strong(rounds) => rounds as i8,
        }
    }

    pub(crate) const fn of_number(number: i8) -> Self {
        match number {
            ..=-1 => Self::Gone,
            0 => Self::Normal,
            rounds => Self::Strong(rounds as u8),
        }
    }
}

/// One of the two who collect stars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Garlic {
    /// Where it is, or was last.
    pub cell: Cell,
    pub status: Status,
    pub score: i32,
}

impl Garlic {
    /// Whether it eats whom it meets.
    #[inline]
    pub fn is_strong(&self) -> bool {
        matches!(self.status, Status::Strong(_))
    }

    #[inline]
    pub fn is_there(&self) -> bool {
        self.status != Status::Gone
    }

    pub(crate) fn leave(&mut self, price: i32) {
        self.score -= price;
        self.status = Status::Gone;
    }
}

/// Where a garlic wants to go: any cell, since the rules say what becomes of an illegal one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A cell of the map, its own to stay.
    Cell(Cell),
    /// Beyond the edge of the map.
    Outside,
}

impl GameMove for Target {
    const CODES: usize = Cell::COUNT + 1;

    fn code(self) -> u16 {
        match self {
            Self::Cell(cell) => cell.0,
            Self::Outside => Cell::COUNT as u16,
        }
    }

    fn from_code(code: u16) -> Option<Self> {
        match usize::from(code) {
            ..Cell::COUNT => Some(Self::Cell(Cell(code))),
            Cell::COUNT => Some(Self::Outside),
            _ => None,
        }
    }
}
