//! The rule sets.

use boyi_game::Side;

boyi_game::named! {
    /// What wins, and what black may not do.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Rules: "the rule sets are freestyle, standard and renju" {
        /// Five or more in a row win.
        Freestyle = "freestyle",
        /// Exactly five in a row win.
        Standard = "standard",
        /// Black wins with exactly five and may make no overline, double-four or double-three; white
        /// wins with five or more.
        Renju = "renju",
    }
}

impl Rules {
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
