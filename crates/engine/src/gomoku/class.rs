//! What a stone on a point does in all four directions together.

use std::sync::OnceLock;

use boyi_game::Side;
use boyi_gomoku::Rules;
use boyi_gomoku::pattern::Pattern;

use super::weights::{self, SITUATIONS};

/// What a stone on an empty point does, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub(crate) enum Class {
    /// Nothing that has to be answered.
    #[default]
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

/// What is known about a code. Eight bytes: they are looked up at every change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meaning {
    /// What the evaluation counts for it when its side is to move.
    pub(crate) moving: i16,
    /// And when it is not.
    pub(crate) waiting: i16,
    /// How promising a move it is.
    pub(crate) promise: i16,
    pub(crate) class: Class,
    /// Whether a quiet stone there prepares an attack.
    pub(crate) prepares: bool,
}

const _: () = assert!(size_of::<Meaning>() == 8);

/// Ways to have four patterns, whatever the directions: 15 kinds, taken four times.
pub(crate) const MIXTURES: usize = 3060;

/// The meanings of all codes.
pub(crate) struct Meanings {
    all: Box<[Meaning]>,
    /// How likely a stone is to be played, for what it does and for what it takes from the other side.
    likely: Box<[[i16; 2]]>,
    /// What the evaluation counts for the move itself, by situation.
    on_the_move: Box<[i16; SITUATIONS]>,
}

impl Meanings {
    /// Made once for those to whom things are forbidden, and once for all others.
    pub(crate) fn of(rules: Rules, side: Side) -> &'static Self {
        static ALL: [OnceLock<Meanings>; 2] = [const { OnceLock::new() }; 2];
        let forbids = rules.forbids(side);
        ALL[usize::from(forbids)].get_or_init(|| Self::make(forbids))
    }

    #[inline]
    pub(crate) fn get(&self, code: Code) -> Meaning {
        self.all[usize::from(code)]
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

    fn make(forbids: bool) -> Self {
        let weights = weights::of(forbids);
        let meaning = |code: usize| {
            let patterns: [Pattern; 4] =
                std::array::from_fn(|direction| pattern_of(code as Code, direction));
            let mixture = mixture(patterns);
            let class = class(patterns, forbids);
            Meaning {
                moving: weights.moving(mixture),
                waiting: weights.waiting(mixture),
                promise: weights::promise(patterns, class),
                class,
                prepares: prepares(patterns),
            }
        };
        let moves = weights::built_in_move_weights();
        let likely = |code: Code| {
            let mixture = usize::from(mixture_of(code));
            [moves[mixture], moves[MIXTURES + mixture]]
        };
        Self {
            all: (0..1 << 16).map(meaning).collect(),
            likely: (0..=Code::MAX).map(likely).collect(),
            on_the_move: Box::new(std::array::from_fn(|situation| {
                weights.on_the_move()[situation]
            })),
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

/// A stone that makes a three with one end closed, or two open twos, prepares an attack: fours and
/// threes will be made of it.
fn prepares(patterns: [Pattern; 4]) -> bool {
    let twos = Pattern::OpenTwo..=Pattern::OpenTwoOften;
    let twos = patterns.iter().filter(|pattern| twos.contains(pattern));
    patterns.contains(&Pattern::Three) || twos.count() > 1
}

/// The patterns of a code without regard to direction, as a number below [`MIXTURES`].
pub(super) fn mixture_of(code: Code) -> u16 {
    mixture(std::array::from_fn(|direction| pattern_of(code, direction)))
}

/// The patterns of a mixture, the weakest first.
pub(super) fn patterns_of(mixture: u16) -> [Pattern; 4] {
    static ALL: OnceLock<Vec<[Pattern; 4]>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all = vec![[Pattern::Dead; 4]; MIXTURES];
        for code in 0..=Code::MAX {
            let mut patterns: [Pattern; 4] =
                std::array::from_fn(|direction| pattern_of(code, direction));
            patterns.sort_unstable();
            all[usize::from(self::mixture(patterns))] = patterns;
        }
        all
    });
    all[usize::from(mixture)]
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
