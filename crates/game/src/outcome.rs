//! How a game ended by its rules.

use std::cmp::Ordering;

use crate::Side;

/// What the rules decided. What a referee decides, and which program failed, are other types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Win(Side),
    Draw,
}

impl Outcome {
    /// The outcome of a game in which the higher number of points wins.
    pub fn by_points(first: i32, second: i32) -> Self {
        match first.cmp(&second) {
            Ordering::Greater => Self::Win(Side::First),
            Ordering::Less => Self::Win(Side::Second),
            Ordering::Equal => Self::Draw,
        }
    }

    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}
