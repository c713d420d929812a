//! The scores that still matter at a node.

use std::ops::Neg;

use boyi_game::Score;

/// Scores at most `alpha` are no better than what the side to move has already; scores of at least
/// `beta` are more than its opponent will allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move is sure of.
    pub alpha: Score,
    /// What its opponent is sure to hold it to.
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Self = Self {
        alpha: Score::MIN,
        beta: Score::MAX,
    };

    /// Asks only whether the score is above `alpha`.
    #[inline]
    pub const fn just_above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.up(),
        }
    }

    /// The same window with everything up to `score` ruled out.
    #[inline]
    pub fn raised(self, score: Score) -> Self {
        Self {
            alpha: self.alpha.max(score),
            ..self
        }
    }

    /// Strictly between the two bounds.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl Neg for Window {
    type Output = Self;

    /// The window as the opponent sees it.
    #[inline]
    fn neg(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
