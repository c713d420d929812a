//! Search scores.

use std::fmt;
use std::ops::Neg;

/// A search score, always from the view of the side to move.
///
/// Heuristic scores lie in the middle; above them the wins, the sooner the higher; below them the
/// losses, the sooner the lower. There is no "no score" value: use `Option<Score>`.
///
/// 32 bits rather than the 16 most engines use: the gomoku report's evaluation counts to hundreds
/// of millions, and squeezing it would change the order of moves it was written to produce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

const _: () = assert!(size_of::<Score>() == 4);

impl Score {
    /// More plies than any game is searched deep.
    const MAX_PLIES: i32 = 10_000;
    const WIN: i32 = 1_000_000_000;

    /// The worst there is: lost already. Every score of a position with moves is above it.
    pub const MIN: Self = Self(-Self::WIN);
    /// The best there is: won already.
    pub const MAX: Self = Self(Self::WIN);
    /// Neither side is better.
    pub const EVEN: Self = Self(0);

    /// Heuristic scores are clamped below the win band, so a big evaluation never reads as a win.
    #[inline]
    pub const fn heuristic(value: i32) -> Self {
        let limit = Self::WIN - Self::MAX_PLIES - 1;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// The side to move wins after that many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// The side to move is lost after that many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A proven win or loss rather than a heuristic score.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::WIN - Self::MAX_PLIES
    }

    /// Plies to the proven end, `None` for a heuristic score.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decided() {
            Some((Self::WIN - self.0.abs()) as u32)
        } else {
            None
        }
    }

    /// The next higher score.
    #[inline]
    pub const fn up(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score.
    #[inline]
    pub const fn down(self) -> Self {
        Self(self.0 - 1)
    }

    /// The same score counted from a node `ply` plies below the root, for a table whose entries
    /// are shared between different depths.
    #[inline]
    pub const fn from_node(self, ply: u32) -> Self {
        self.shifted(ply as i32)
    }

    /// Undoes [`Score::from_node`].
    #[inline]
    pub const fn from_root(self, ply: u32) -> Self {
        self.shifted(-(ply as i32))
    }

    #[inline]
    const fn shifted(self, plies: i32) -> Self {
        if !self.is_decided() {
            self
        } else if self.0 > 0 {
            Self(self.0 + plies)
        } else {
            Self(self.0 - plies)
        }
    }

    /// For tables that keep scores as plain integers; anything beyond the extremes is clamped.
    pub const fn from_value(value: i32) -> Self {
        if value > Self::WIN {
            Self::MAX
        } else if value < -Self::WIN {
            Self::MIN
        } else {
            Self(value)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+35`, `-120`, `win in 5`, `loss in 4` (plies).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => f.pad(&format!("win in {plies}")),
            Some(plies) => f.pad(&format!("loss in {plies}")),
            None => f.pad(&format!("{:+}", self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_better_and_a_later_loss_is_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }

    #[test]
    fn no_evaluation_reads_as_a_win() {
        assert!(!Score::heuristic(i32::MAX).is_decided());
        assert!(!Score::heuristic(i32::MIN).is_decided());
        assert!(Score::win_in(9_999) > Score::heuristic(i32::MAX));
        assert!(Score::loss_in(9_999) < Score::heuristic(i32::MIN));
    }

    #[test]
    fn a_win_seen_from_a_node_is_nearer_than_from_the_root() {
        assert_eq!(Score::win_in(7).from_node(5), Score::win_in(2));
        assert_eq!(Score::loss_in(7).from_node(5), Score::loss_in(2));
        assert_eq!(Score::heuristic(35).from_node(5), Score::heuristic(35));
        assert_eq!(Score::win_in(7).from_node(5).from_root(5), Score::win_in(7));
    }

    #[test]
    fn scores_print_as_people_say_them() {
        assert_eq!(Score::heuristic(35).to_string(), "+35");
        assert_eq!(Score::EVEN.to_string(), "+0");
        assert_eq!(Score::win_in(5).to_string(), "win in 5");
        assert_eq!(format!("{:>10}", Score::loss_in(4)), " loss in 4");
    }
}
