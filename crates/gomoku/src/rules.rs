//! The rule sets.

use std::fmt;
use std::str::FromStr;

use boyi_game::Side;

/// What wins, and what black may not do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black wins with exactly five and may make no overline, double-four or double-three; white
    /// wins with five or more.
    Renju,
}

impl Rules {
    /// All of them, the usual one first.
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::Standard, Self::Renju];

    /// The name it goes by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
        }
    }

    /// Whether six in a row are no win for this side.
    #[inline]
    pub const fn wants_exactly_five(self, side: Side) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard => true,
            Self::Renju => matches!(side, Side::First),
        }
    }

    /// Whether some points may be forbidden to this side.
    #[inline]
    pub const fn forbids(self, side: Side) -> bool {
        matches!((self, side), (Self::Renju, Side::First))
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
        f.write_str("the rule sets are freestyle, standard and renju")
    }
}

impl std::error::Error for UnknownRules {}
