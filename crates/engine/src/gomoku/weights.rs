//! What the evaluation counts for a point, by its four patterns, and how likely a move there is.
//!
//! A point counts differently for the side to move and for the other, because a threat that can be
//! carried out now is not one that can be parried first. The numbers are fitted to games against
//! ourselves by regression once; networks have taken their place.

use boyi_gomoku::pattern::Pattern;

use super::threat::{Code, MIXTURES, Threat, mixture, pattern_of};
use crate::weights::{LearnedWeights, read_i16s, write_i16s};

/// Weights are kept this many times as large as they count, so that small ones are not lost.
pub(super) const SCALE: i32 = 16;

/// The side to move and the other one.
pub(super) const ROLES: usize = 2;

/// Which kinds of threats there are on the board, four of the side to move and five of the other.
pub(super) const SITUATIONS: usize = 1 << 9;

/// Weights of one side under one rule set: the mixtures of both roles, and what the move itself is
/// worth in every situation.
pub(super) const WEIGHTS: usize = ROLES * MIXTURES + SITUATIONS;

/// Weights of moves: what a stone does for its own side, and what it takes from the other.
pub(super) const MOVE_WEIGHTS: usize = ROLES * MIXTURES;

/// What makes a move e times as likely to be played.
pub(super) const MOVE_SCALE: i32 = 32;

/// What is learned: the same for all rule sets, but that what is forbidden counts nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PatternWeights {
    /// [`WEIGHTS`] numbers.
    pub(super) evaluation: Vec<i16>,
    /// [`MOVE_WEIGHTS`] numbers.
    pub(super) moves: Vec<i16>,
}

/// 16-bit numbers, low byte first: the evaluation's, then those of moves.
impl LearnedWeights for PatternWeights {
    const GAME: &'static str = "gomoku";
    const KIND: &'static str = "patterns";

    fn built_in_bytes() -> &'static [u8] {
        crate::files::program_file!("gomoku-patterns")
    }

    fn payload_size() -> usize {
        2 * (WEIGHTS + MOVE_WEIGHTS)
    }

    fn decode(payload: &[u8]) -> Self {
        let (evaluation, moves) = payload.split_at(2 * WEIGHTS);
        Self {
            evaluation: read_i16s(evaluation).collect(),
            moves: read_i16s(moves).collect(),
        }
    }

    fn encode(&self) -> Vec<u8> {
        write_i16s(self.evaluation.iter().chain(&self.moves))
    }
}

impl PatternWeights {
    /// The same, but that what renju forbids its first player counts nothing.
    pub(super) fn without_forbidden(&self) -> Self {
        let mut weights = self.clone();
        for code in 0..=Code::MAX {
            let patterns: [Pattern; 4] =
                std::array::from_fn(|direction| pattern_of(code, direction));
            if super::threat::threat(patterns, true) == Threat::Forbidden {
                let mixture = usize::from(mixture(patterns));
                weights.evaluation[mixture] = 0;
                weights.evaluation[MIXTURES + mixture] = 0;
            }
        }
        weights
    }

    /// What a point counts for the side to move.
    pub(super) fn moving(&self, mixture: u16) -> i16 {
        self.evaluation[usize::from(mixture)]
    }

    /// What a point counts for the other side.
    pub(super) fn waiting(&self, mixture: u16) -> i16 {
        self.evaluation[MIXTURES + usize::from(mixture)]
    }

    /// What the move itself is worth, by situation.
    pub(super) fn on_the_move(&self) -> &[i16] {
        &self.evaluation[ROLES * MIXTURES..]
    }
}

/// Each direction for itself, and more for the threat that they make together.
fn by_hand(patterns: [Pattern; 4], threat: Threat) -> i16 {
    let each: i16 = patterns
        .iter()
        .map(|pattern| match pattern {
            Pattern::Dead | Pattern::Overline => 0,
            Pattern::One => 1,
            Pattern::OpenOne => 2,
            Pattern::Two => 4,
            Pattern::OpenTwo => 7,
            Pattern::OpenTwoTwice => 9,
            Pattern::OpenTwoOften | Pattern::Three => 11,
            Pattern::OpenThree => 22,
            Pattern::OpenThreeTwice => 26,
            Pattern::Four => 24,
            Pattern::DoubleFour | Pattern::OpenFour => 80,
            Pattern::Five => 120,
        })
        .sum();
    let more = match threat {
        Threat::Forbidden => return 0,
        Threat::Quiet => {
            let twos = patterns
                .iter()
                .filter(|pattern| (Pattern::OpenTwo..=Pattern::OpenTwoOften).contains(pattern))
                .count() as i16;
            8 * (twos - 1).max(0)
        }
        Threat::Three | Threat::Four | Threat::Five => 0,
        Threat::DoubleThree => 30,
        Threat::FourThree => 45,
        Threat::OpenFour => 60,
    };
    each + more
}

/// How promising a move is that makes these patterns; only the order counts.
pub(super) fn ordering_score(patterns: [Pattern; 4], threat: Threat) -> i16 {
    let first = match threat {
        Threat::Quiet | Threat::Forbidden => 0,
        Threat::Three => 40,
        Threat::Four => 60,
        Threat::DoubleThree => 150,
        Threat::FourThree => 400,
        Threat::OpenFour => 1000,
        Threat::Five => 4000,
    };
    first + by_hand(patterns, threat)
}
