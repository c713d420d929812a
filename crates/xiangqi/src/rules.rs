//! Rule sets, by name. They differ in what they make of a repeated position.

use std::fmt;
use std::str::FromStr;

/// What a repeated position is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// Asian Xiangqi Federation: perpetual check loses, perpetual chase loses.
    #[default]
    Axf,
    /// World Xiangqi Federation: the same two offences. Where the diagrams of both manuals can be
    /// decided by one reading, ours is that one; no case is known to us in which they differ.
    Wxf,
    /// Perpetual check loses, all else is a draw.
    Simple,
    /// As engines play at the board: like `axf`, but judged when a position comes back the first
    /// time, so that nobody has to go round twice.
    Computer,
}

impl Rules {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Axf, Self::Wxf, Self::Simple, Self::Computer];

    /// The name it goes by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axf => "axf",
            Self::Wxf => "wxf",
            Self::Simple => "simple",
            Self::Computer => "computer",
        }
    }

    /// How often a position must have stood on the board before it is judged.
    pub const fn occurrences(self) -> usize {
        match self {
            Self::Computer => 2,
            _ => 3,
        }
    }

    /// Whether perpetual chase is an offence.
    pub const fn forbids_chasing(self) -> bool {
        !matches!(self, Self::Simple)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        let found = Self::ALL.into_iter().find(|rules| rules.name() == name);
        found.ok_or(UnknownRules)
    }
}

/// There is no such rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule sets are axf, wxf, simple and computer")
    }
}

impl std::error::Error for UnknownRules {}
