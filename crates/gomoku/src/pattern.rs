//! What a stone would make of a line: five, four, open three and so on, by definition and by table.
//!
//! Everything follows from what a five is. A four is what one more stone makes a five of, an open
//! four what two different stones do from both ends, an open three what one more stone makes an open
//! four of, and so on down to a lone stone. Only fives through the point itself count, so a pattern
//! is what *this* stone does, not what stands on the line anyway.

use std::sync::OnceLock;

use boyi_game::Side;

use crate::Rules;

/// What a stone on an empty point makes of one line through it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Pattern {
    Dead,
    /// Six or more where exactly five are wanted.
    Overline,
    /// Four more stones could make five.
    One,
    /// A move makes an open two of it.
    OpenOne,
    /// Three more stones could make five.
    Two,
    /// A move makes an open three of it, in one way.
    OpenTwo,
    OpenTwoTwice,
    OpenTwoOften,
    /// A move makes a four of it, but no open four.
    Three,
    /// A move makes an open four of it, in one way.
    OpenThree,
    OpenThreeTwice,
    /// One move makes five of it.
    Four,
    /// Two different moves make five of it, which are not the two ends of four in a row.
    DoubleFour,
    /// Four in a row, and a stone at either end makes five.
    OpenFour,
    Five,
}

impl Pattern {
    /// How many there are; all fit four bits.
    pub const COUNT: usize = 15;

    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::Overline,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::OpenTwoTwice,
        Self::OpenTwoOften,
        Self::Three,
        Self::OpenThree,
        Self::OpenThreeTwice,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
    ];

    /// The pattern of a number below 15; tables keep them in four bits.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self::ALL[if (bits as usize) < Self::COUNT {
            bits as usize
        } else {
            0
        }]
    }

    /// A move makes an open four of it.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeTwice)
    }

    /// How many different fours it is.
    #[inline]
    pub const fn fours(self) -> u32 {
        match self {
            Self::Four | Self::OpenFour => 1,
            Self::DoubleFour => 2,
            _ => 0,
        }
    }
}

/// The patterns of every line for one rule set: what lies around an empty point, to what a stone of
/// either side makes of it.
pub struct Table {
    reach: u32,
    /// By [`Table::key`]; the first side's pattern in the low half, the second's in the high.
    patterns: Box<[u8]>,
}

impl Table {
    /// The table of a rule set, made once.
    pub fn of(rules: Rules) -> &'static Self {
        static TABLES: [OnceLock<Table>; 3] = [const { OnceLock::new() }; 3];
        TABLES[rules as usize].get_or_init(|| Self::make(rules))
    }

    /// How far from a point a stone can matter to it: 4 points, or 5 where six in a row are no five.
    #[inline]
    pub const fn reach(&self) -> u32 {
        self.reach
    }

    /// The key of a point: what lies up to [`Table::reach`] points before and behind it, two bits
    /// each. `window` holds two bits for each of those points, the point itself among them.
    #[inline]
    pub const fn key(&self, window: u64) -> usize {
        let bits = 2 * self.reach;
        let half = (1u64 << bits) - 1;
        ((window & half) | (window >> 2 & (half << bits))) as usize
    }

    /// The patterns of a key as stored: the first side's in the low four bits, the second's above.
    #[inline]
    pub fn both(&self, key: usize) -> u8 {
        self.patterns[key]
    }

    /// The pattern that a stone of `side` makes.
    #[inline]
    pub fn pattern(&self, key: usize, side: Side) -> Pattern {
        let both = self.both(key);
        Pattern::from_bits(match side {
            Side::First => both & 15,
            Side::Second => both >> 4,
        })
    }

    fn make(rules: Rules) -> Self {
        let reach = match rules {
            Rules::Freestyle => 4,
            Rules::Standard | Rules::Renju => 5,
        };
        let shapes = Side::BOTH.map(|side| Shapes::new(reach, rules, side).all());
        // A stone of the other side and the world beyond the edge are the same to a side.
        let digit = |cell: usize, side: Side| match (cell, side) {
            (0, _) => 0,
            (1, Side::First) | (2, Side::Second) => 1,
            _ => 2,
        };
        let cells = 2 * reach;
        let mut patterns = vec![0; 1 << (2 * cells)].into_boxed_slice();
        let index = |key: usize, side: Side| {
            (0..cells)
                .rev()
                .fold(0, |sum, cell| 3 * sum + digit(key >> (2 * cell) & 3, side))
        };
        // Half a key at a time: three to the power of the reach is the weight of the upper half.
        let half = 1 << cells;
        let weight = 3usize.pow(reach);
        let halves: Vec<[usize; 2]> = (0..half)
            .map(|key| Side::BOTH.map(|side| index(key, side)))
            .collect();
        for (key, both) in patterns.iter_mut().enumerate() {
            let [low, high] = [halves[key % half], halves[key / half]];
            let [first, second] = Side::BOTH
                .map(|side| shapes[side.index()][high[side.index()] * weight + low[side.index()]]);
            *both = first as u8 | (second as u8) << 4;
        }
        Self { reach, patterns }
    }
}

/// Works patterns out from the definition, remembering what it found.
struct Shapes {
    cells: u32,
    exactly_five: bool,
    /// Whether two fours in one line are as good as an open four: not where they are forbidden.
    double_four_wins: bool,
    known: Vec<Option<Pattern>>,
}

/// One line around a point in the middle, which holds an own stone: bits for own stones and for
/// empty points; the rest is blocked.
#[derive(Clone, Copy)]
struct Shape {
    own: u32,
    empty: u32,
}

impl Shapes {
    fn new(reach: u32, rules: Rules, side: Side) -> Self {
        let cells = 2 * reach + 1;
        Self {
            cells,
            exactly_five: rules.wants_exactly_five(side),
            double_four_wins: !rules.forbids(side),
            known: vec![None; 1 << (2 * cells)],
        }
    }

    /// The patterns of all shapes: digit `n` in base three says what lies at point `n`, the one in the
    /// middle left out: 0 nothing, 1 an own stone, 2 something else.
    fn all(mut self) -> Vec<Pattern> {
        let middle = self.cells / 2;
        let others = self.cells - 1;
        (0..3usize.pow(others))
            .map(|mut code| {
                let mut shape = Shape {
                    own: 1 << middle,
                    empty: 0,
                };
                for place in (0..self.cells).filter(|&place| place != middle) {
                    match code % 3 {
                        0 => shape.empty |= 1 << place,
                        1 => shape.own |= 1 << place,
                        _ => {}
                    }
                    code /= 3;
                }
                self.pattern(shape)
            })
            .collect()
    }

    fn pattern(&mut self, shape: Shape) -> Pattern {
        let index = (shape.own << self.cells | shape.empty) as usize;
        if let Some(known) = self.known[index] {
            return known;
        }
        let pattern = self.work_out(shape);
        self.known[index] = Some(pattern);
        pattern
    }

    fn work_out(&mut self, shape: Shape) -> Pattern {
        match self.run(shape.own) {
            6.. if self.exactly_five => return Pattern::Overline,
            5.. => return Pattern::Five,
            _ => {}
        }
        let places = (0..self.cells).filter(|place| shape.empty >> place & 1 == 1);
        let next: Vec<(u32, Pattern)> = places
            .map(|place| {
                let after = Shape {
                    own: shape.own | 1 << place,
                    empty: shape.empty & !(1 << place),
                };
                (place, self.pattern(after))
            })
            .collect();
        let count = |wanted: &[Pattern]| {
            let those = next.iter().filter(|(_, pattern)| wanted.contains(pattern));
            those.count()
        };
        let fives: Vec<u32> = next
            .iter()
            .filter(|(_, pattern)| *pattern == Pattern::Five)
            .map(|&(place, _)| place)
            .collect();
        if fives.len() > 1 {
            let straight = |pair: &[u32]| {
                pair[1] - pair[0] == 5 && shape.own >> (pair[0] + 1) & 0b1111 == 0b1111
            };
            return if fives.windows(2).any(straight) {
                Pattern::OpenFour
            } else {
                Pattern::DoubleFour
            };
        }
        if fives.len() == 1 {
            return Pattern::Four;
        }
        let open = if self.double_four_wins {
            count(&[Pattern::OpenFour, Pattern::DoubleFour])
        } else {
            count(&[Pattern::OpenFour])
        };
        match open {
            0 => {}
            1 => return Pattern::OpenThree,
            _ => return Pattern::OpenThreeTwice,
        }
        if count(&[Pattern::Four, Pattern::DoubleFour]) > 0 {
            return Pattern::Three;
        }
        match count(&[Pattern::OpenThree, Pattern::OpenThreeTwice]) {
            0 => {}
            1 => return Pattern::OpenTwo,
            2 => return Pattern::OpenTwoTwice,
            _ => return Pattern::OpenTwoOften,
        }
        if count(&[Pattern::Three]) > 0 {
            return Pattern::Two;
        }
        let twos = [
            Pattern::OpenTwo,
            Pattern::OpenTwoTwice,
            Pattern::OpenTwoOften,
        ];
        if count(&twos) > 0 {
            Pattern::OpenOne
        } else if count(&[Pattern::Two]) > 0 {
            Pattern::One
        } else {
            Pattern::Dead
        }
    }

    /// How many own stones stand in a row through the middle.
    fn run(&self, own: u32) -> u32 {
        let middle = self.cells / 2;
        (own >> middle).trailing_ones() + (own << (31 - middle)).leading_ones() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of a stone at `*`; own stones `x`, the other side's `o`, `#` beyond the edge.
    fn pattern(rules: Rules, side: Side, line: &str) -> Pattern {
        let table = Table::of(rules);
        let place = line.find('*').expect("a stone is played") as isize;
        let reach = table.reach() as isize;
        let mut window = 0;
        for (bit, at) in (place - reach..=place + reach).enumerate() {
            let cell = usize::try_from(at)
                .ok()
                .and_then(|at| line.as_bytes().get(at));
            let (own, other) = match side {
                Side::First => (1, 2),
                Side::Second => (2, 1),
            };
            window |= match cell {
                Some(b'x') => own,
                Some(b'o') => other,
                Some(b'.' | b'*') => 0,
                _ => 3u64,
            } << (2 * bit);
        }
        table.pattern(table.key(window), side)
    }

    #[test]
    fn stones_make_what_people_call_it() {
        for rules in Rules::ALL {
            for side in Side::BOTH {
                for (line, expected) in [
                    ("....xx*xx....", Pattern::Five),
                    ("....*xxx.....", Pattern::OpenFour),
                    ("...oxxx*.....", Pattern::Four),
                    ("...xxx.*.....", Pattern::Four),
                    ("...x.xxx*x...", Pattern::Five),
                    ("..o.x*x......", Pattern::OpenThree),
                    ("....x*x.o....", Pattern::OpenThree),
                    ("..oxx*.......", Pattern::Three),
                    ("....xx*......", Pattern::OpenThreeTwice),
                    ("....x.*x.....", Pattern::OpenThree),
                    (".....x*......", Pattern::OpenTwoOften),
                    ("o.xx*.o......", Pattern::Three),
                    ("oxx*o........", Pattern::Dead),
                    ("####*........", Pattern::One),
                ] {
                    assert_eq!(
                        pattern(rules, side, line),
                        expected,
                        "{rules} {side} {line}"
                    );
                }
            }
        }
    }

    #[test]
    fn six_in_a_row_are_five_to_some() {
        let six = "...xxx*xx....";
        assert_eq!(pattern(Rules::Freestyle, Side::First, six), Pattern::Five);
        assert_eq!(
            pattern(Rules::Standard, Side::First, six),
            Pattern::Overline
        );
        assert_eq!(pattern(Rules::Renju, Side::First, six), Pattern::Overline);
        assert_eq!(pattern(Rules::Renju, Side::Second, six), Pattern::Five);
        // Four in a row with a stone two points away: filling the gap makes six.
        let nearly_open = "....xx*x.x...";
        assert_eq!(
            pattern(Rules::Freestyle, Side::First, nearly_open),
            Pattern::OpenFour
        );
        assert_eq!(
            pattern(Rules::Renju, Side::First, nearly_open),
            Pattern::Four
        );
    }

    #[test]
    fn two_fours_in_a_line_are_told_from_an_open_four() {
        for line in ["...x.x*x.x...", "..xx.*x.xx...", "..xxx.*.xxx.."] {
            for rules in Rules::ALL {
                assert_eq!(
                    pattern(rules, Side::First, line),
                    Pattern::DoubleFour,
                    "{line}"
                );
            }
        }
    }
}
