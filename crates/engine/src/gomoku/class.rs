//! What a stone on a point does in all four directions together.

use std::sync::OnceLock;

use boyi_game::Side;
use boyi_gomoku::Rules;
use boyi_gomoku::pattern::Pattern;

use super::weights;

/// What a stone on an empty point does, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Class {
    /// Nothing that has to be answered.
    Quiet,
    /// Forbidden for certain: an overline or a double-four of black in renju.
    Forbidden,
    /// An open three.
    Three,
    /// Two of them or more. In renju black must be asked whether it may.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours at once.
    OpenFour,
    /// Five.
    Five,
}

impl Class {
    /// How many there are.
    pub(crate) const COUNT: usize = 8;
}

/// A point's four patterns, four bits each, the first direction lowest.
pub(crate) type Code = u16;

/// The pattern in a direction of a code.
#[inline]
pub(crate) fn pattern_of(code: Code, direction: usize) -> Pattern {
    Pattern::from_bits((code >> (4 * direction) & 15) as u8)
}

/// What is known about a code.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    /// What the evaluation counts for it when its side is to move.
    pub(crate) moving: i16,
    /// And when it is not.
    pub(crate) waiting: i16,
    /// How promising a move it is.
    pub(crate) promise: i16,
    /// Its four patterns without regard to direction, as a number below [`MIXTURES`].
    pub(crate) mixture: u16,
    pub(crate) class: Class,
}

/// Ways to have four patterns, whatever the directions: 15 kinds, taken four times.
pub(crate) const MIXTURES: usize = 3060;

/// The meanings of all codes for one side under one rule set.
pub(crate) struct Meanings {
    all: Box<[Meaning]>,
    /// What the evaluation counts for the move itself.
    pub(crate) on_the_move: i16,
}

impl Meanings {
    /// Made once.
    pub(crate) fn of(rules: Rules, side: Side) -> &'static Self {
        static ALL: [OnceLock<Meanings>; 6] = [const { OnceLock::new() }; 6];
        let index = 2 * rules as usize + side.index();
        ALL[index].get_or_init(|| Self::make(rules, side))
    }

    #[inline]
    pub(crate) fn get(&self, code: Code) -> Meaning {
        self.all[usize::from(code)]
    }

    fn make(rules: Rules, side: Side) -> Self {
        let weights = weights::of(rules, side);
        let meaning = |code: usize| {
            let patterns: [Pattern; 4] =
                std::array::from_fn(|direction| pattern_of(code as Code, direction));
            let mixture = mixture(patterns);
            let class = class(patterns, rules.forbids(side));
            Meaning {
                moving: weights.moving(mixture),
                waiting: weights.waiting(mixture),
                promise: weights::promise(patterns, class),
                mixture,
                class,
            }
        };
        Self {
            all: (0..1 << 16).map(meaning).collect(),
            on_the_move: weights.on_the_move(),
        }
    }
}

pub(super) fn class(patterns: [Pattern; 4], forbids: bool) -> Class {
    let has = |pattern| patterns.contains(&pattern);
    let fours: u32 = patterns.iter().map(|pattern| pattern.fours()).sum();
    let threes = patterns
        .iter()
        .filter(|pattern| pattern.is_open_three())
        .count();
    if has(Pattern::Five) {
        Class::Five
    } else if forbids && (has(Pattern::Overline) || fours > 1) {
        Class::Forbidden
    } else if has(Pattern::OpenFour) || fours > 1 {
        Class::OpenFour
    } else if fours == 1 {
        if threes > 0 {
            Class::FourThree
        } else {
            Class::Four
        }
    } else {
        match threes {
            0 => Class::Quiet,
            1 => Class::Three,
            _ => Class::DoubleThree,
        }
    }
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
            let patterns = std::array::from_fn(|place| pattern_of(code as Code, place));
            let number = usize::from(mixture(patterns));
            assert_eq!(*seen[number].get_or_insert(sorted), sorted);
        }
        assert!(seen.iter().all(Option::is_some));
    }
}
