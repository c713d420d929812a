//! The threat that a stone on a point makes, its patterns in all four directions taken together.

use std::sync::{Arc, LazyLock, OnceLock};

use boyi_game::Side;
use boyi_gomoku::Rules;
use boyi_gomoku::pattern::Pattern;

use super::weights::{self, PatternWeights, SITUATIONS};
use crate::weights::LearnedWeights;

/// The threat that a stone on an empty point makes, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub(crate) enum Threat {
    /// Nothing that has to be answered.
    #[default]
    Quiet,
    /// Forbidden for certain: an overline or a double-four of black in renju.
    Forbidden,
    Three,
    /// Two open threes or more. In renju it may be forbidden to black.
    DoubleThree,
    Four,
    FourThree,
    /// An open four, or two fours at once.
    OpenFour,
    Five,
}

impl Threat {
    pub(crate) const COUNT: usize = 8;
}

/// A point's four patterns, four bits each, the first direction lowest.
pub(crate) type Code = u16;

/// The pattern in a direction of a code.
#[inline]
pub(crate) fn pattern_of(code: Code, direction: usize) -> Pattern {
    Pattern::from_bits((code >> (4 * direction) & 15) as u8)
}

/// The patterns of a code, by direction.
#[inline]
pub(crate) fn patterns_in(code: Code) -> [Pattern; 4] {
    std::array::from_fn(|direction| pattern_of(code, direction))
}

/// What the patterns of a point mean. One word: they are looked up and copied at every change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(8))]
pub(crate) struct PatternInfo {
    /// What the evaluation counts for it when its side is to move.
    pub(crate) moving: i16,
    /// And when it is not.
    pub(crate) waiting: i16,
    /// Its static score for move ordering.
    pub(crate) ordering_score: i16,
    pub(crate) threat: Threat,
    /// Whether a quiet stone there prepares an attack.
    pub(crate) prepares: bool,
}

const _: () = assert!(size_of::<PatternInfo>() == 8);

/// Ways to have four patterns, whatever the directions: 15 kinds, taken four times.
pub(crate) const MIXTURES: usize = 3060;

/// The meanings of all codes.
pub(crate) struct PatternTable {
    all: Box<[PatternInfo; 1 << 16]>,
    /// How likely a stone is to be played, for what it does and for what it takes from the other side.
    likely: Box<[[i16; 2]]>,
    /// What the evaluation counts for the move itself, by situation.
    on_the_move: Box<[i16; SITUATIONS]>,
}

/// The meanings of all codes by one set of weights: one table for those to whom moves are forbidden and
/// one for all others, each made when it is asked for first.
pub(crate) struct PatternEvaluation {
    weights: PatternWeights,
    tables: [OnceLock<Arc<PatternTable>>; 2],
}

impl PatternEvaluation {
    pub(crate) fn new(weights: PatternWeights) -> Arc<Self> {
        Arc::new(Self {
            weights,
            tables: [const { OnceLock::new() }; 2],
        })
    }

    /// With the weights that are built in.
    pub(crate) fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<PatternEvaluation>> =
            LazyLock::new(|| PatternEvaluation::new(PatternWeights::built_in()));
        BUILT_IN.clone()
    }

    pub(crate) fn table(&self, rules: Rules, side: Side) -> Arc<PatternTable> {
        let forbids = rules.forbids(side);
        let table = &self.tables[usize::from(forbids)];
        let table = table.get_or_init(|| Arc::new(PatternTable::make(&self.weights, forbids)));
        Arc::clone(table)
    }
}

impl PatternTable {
    #[inline]
    pub(crate) fn get(&self, code: Code) -> &PatternInfo {
        &self.all[usize::from(code)]
    }

    /// How likely a stone is to be played that does this, and one that takes this from the other side.
    #[inline]
    pub(crate) fn likely(&self, code: Code) -> [i16; 2] {
        self.likely[usize::from(code)]
    }

    #[inline]
    pub(crate) fn on_the_move(&self, situation: usize) -> i16 {
        self.on_the_move[situation % SITUATIONS]
    }

    fn make(weights: &PatternWeights, forbids: bool) -> Self {
        let allowed = forbids.then(|| weights.without_forbidden());
        let weights = allowed.as_ref().unwrap_or(weights);
        let meaning = |code: usize| {
            let patterns = patterns_in(code as Code);
            let mixture = mixture(patterns);
            let threat = threat(patterns, forbids);
            PatternInfo {
                moving: weights.moving(mixture),
                waiting: weights.waiting(mixture),
                ordering_score: weights::ordering_score(patterns, threat),
                threat,
                prepares: prepares(patterns),
            }
        };
        let moves = &weights.moves;
        let likely = |code: Code| {
            let mixture = usize::from(mixture_of(code));
            [moves[mixture], moves[MIXTURES + mixture]]
        };
        Self {
            all: (0..1 << 16)
                .map(meaning)
                .collect::<Vec<_>>()
                .try_into()
                .expect("a meaning for each code"),
            likely: (0..=Code::MAX).map(likely).collect(),
            on_the_move: Box::new(std::array::from_fn(|situation| {
                weights.on_the_move()[situation]
            })),
        }
    }
}

pub(super) fn threat(patterns: [Pattern; 4], forbids: bool) -> Threat {
    let has = |pattern| patterns.contains(&pattern);
    let fours: u32 = patterns.iter().map(|pattern| pattern.fours()).sum();
    let threes = patterns
        .iter()
        .filter(|pattern| pattern.is_open_three())
        .count();
    if has(Pattern::Five) {
        Threat::Five
    } else if forbids && (has(Pattern::Overline) || fours > 1) {
        Threat::Forbidden
    } else if has(Pattern::OpenFour) || fours > 1 {
        Threat::OpenFour
    } else if fours == 1 {
        if threes > 0 {
            Threat::FourThree
        } else {
            Threat::Four
        }
    } else {
        match threes {
            0 => Threat::Quiet,
            1 => Threat::Three,
            _ => Threat::DoubleThree,
        }
    }
}

/// A stone that makes a three with one end closed, or two open twos, prepares an attack: fours and
/// threes will be made of it.
fn prepares(patterns: [Pattern; 4]) -> bool {
    let twos = Pattern::OpenTwo..=Pattern::OpenTwoOften;
    let twos = patterns.iter().filter(|pattern| twos.contains(pattern));
    patterns.contains(&Pattern::Three) || twos.count() > 1
}

/// The patterns of a code without regard to direction, as a number below [`MIXTURES`].
pub(super) fn mixture_of(code: Code) -> u16 {
    mixture(patterns_in(code))
}

/// Numbers the ways to have four patterns: the patterns in order, counted as combinations.
pub(super) fn mixture(patterns: [Pattern; 4]) -> u16 {
    let mut sorted = patterns.map(|pattern| pattern as usize);
    sorted.sort_unstable();
    // With repetition allowed, adding its place to each makes a plain combination of it.
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    sorted
        .iter()
        .enumerate()
        .map(|(place, &pattern)| {
            let n = pattern + place;
            if n > place { choose(n, place + 1) } else { 0 }
        })
        .sum::<usize>() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_are_numbered_without_gaps() {
        let mut seen = vec![None; MIXTURES];
        for code in 0..1u32 << 16 {
            let nibbles: [u32; 4] = std::array::from_fn(|place| code >> (4 * place) & 15);
            if nibbles
                .iter()
                .any(|&nibble| nibble as usize >= Pattern::COUNT)
            {
                continue;
            }
            let mut sorted = nibbles;
            sorted.sort_unstable();
            let number = usize::from(mixture(patterns_in(code as Code)));
            assert_eq!(*seen[number].get_or_insert(sorted), sorted);
        }
        assert!(seen.iter().all(Option::is_some));
    }
}
