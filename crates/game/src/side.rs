//! The two players, and tables with one entry for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players: black in Othello and gomoku, red in xiangqi is [`Side::First`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player who moves first from the usual start.
    First,
    Second,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, as records and replies have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One `T` for each side. `scores[Side::First]` compiles, `scores[0]` does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSide<T>([T; 2]);

impl<T> PerSide<T> {
    /// The first player's entry, then the second player's.
    pub const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }

    /// The entry of `side`, then the other side's.
    pub fn seen_by(side: Side, own: T, other: T) -> Self {
        match side {
            Side::First => Self([own, other]),
            Side::Second => Self([other, own]),
        }
    }

    /// Applies `change` to both entries.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PerSide<U> {
        PerSide(self.0.map(change))
    }

    /// Both sides with their entries.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
