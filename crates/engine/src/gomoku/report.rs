//! The course report's evaluation: rows of stones are found as words in every line, the count of each
//! kind is squared and multiplied by its value.

use std::sync::OnceLock;

use boyi_game::{Position, Score, Side};
use boyi_gomoku::{Content, Direction, Gomoku, Point};
use boyi_search::Evaluate;

use super::rings;

/// Judges as the report's player did, in 64 bits: the report's sums overflowed.
pub(super) struct Report;

/// The kinds of rows, from the best.
const KINDS: usize = 7;

/// What a kind is worth: five, open four, four, open three, closed three, open two, closed two.
const VALUES: [i64; KINDS] = [100_000_000, 40_000_000, 1_000_000, 500_000, 10_000, 500, 10];

/// The report's words: 1 an own stone, 2 one of the other side, 0 an empty point.
const WORDS: [&[&str]; KINDS] = [
    &["11111"],
    &["011110"],
    &["011112", "211110", "10111", "11011", "11101"],
    &["01110", "010110", "011010"],
    &[
        "001112", "211100", "010112", "211010", "011012", "210110", "10011", "11001", "10101",
        "2011102",
    ],
    &["00110", "01100", "01010", "010010"],
    &[
        "000112", "211000", "010012", "210010", "10001", "2010102", "2011002",
    ],
];

/// The longest word.
const LONGEST: usize = 7;

/// Points that the words of a line may begin at are looked up seven points at a time: two bits a point.
const WINDOWS: usize = 1 << (2 * LONGEST);

/// How many words of each kind begin at the first point of a window, eight bits a kind.
type Counts = u64;

impl Evaluate<Gomoku> for Report {
    fn evaluate(&self, position: &Gomoku) -> Score {
        let side = position.turn();
        let [own, other] = [side, !side].map(|side| worth(position, side));
        // The side to move counts double.
        let value = 2 * own - other;
        Score::heuristic(value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    /// An open three.
    fn spread(&self) -> f64 {
        500_000.0
    }

    /// Ring value plus black neighbours, as the report ordered its moves.
    fn promise(&self, position: &mut Gomoku, mv: Point) -> i32 {
        let size = position.size();
        let mut promise = size.ring(mv) as i32;
        for (column, row) in neighbours(mv) {
            let neighbour = Point::new(column, row);
            let black = |point| position.at(point) == Content::Stone(Side::First);
            promise += i32::from(neighbour.is_some_and(black));
        }
        promise
    }
}

fn neighbours(point: Point) -> impl Iterator<Item = (usize, usize)> {
    let (column, row) = (point.column(), point.row());
    let around = |number: usize| number.saturating_sub(1)..=number + 1;
    around(row).flat_map(move |y| around(column).map(move |x| (x, y)))
}

/// What a side has: its rows, kind by kind, and the rings of its stones.
fn worth(position: &Gomoku, side: Side) -> i64 {
    let mut counts = [0i64; KINDS];
    let size = position.size();
    let table = table(side);
    for direction in Direction::ALL {
        for point in size.all() {
            // From the point on: beyond the end of the line all reads as outside.
            let window = position.lines().window(point, direction, 0) as usize % WINDOWS;
            let found = table[window];
            if found != 0 {
                for (kind, count) in counts.iter_mut().enumerate() {
                    *count += (found >> (8 * kind) & 255) as i64;
                }
            }
        }
    }
    let rows: i64 = counts
        .iter()
        .zip(VALUES)
        .map(|(&count, value)| count * count * value)
        .sum();
    rows + i64::from(rings::worth(position, side))
}

/// What begins at the first point of every window.
fn table(side: Side) -> &'static [Counts] {
    static TABLES: [OnceLock<Box<[Counts]>>; 2] = [const { OnceLock::new() }; 2];
    TABLES[side.index()].get_or_init(|| (0..WINDOWS).map(|window| counts(window, side)).collect())
}

fn counts(window: usize, side: Side) -> Counts {
    let text: String = (0..LONGEST)
        .map(|place| match (window >> (2 * place) & 3, side) {
            (0, _) => '0',
            (1, Side::First) | (2, Side::Second) => '1',
            (1 | 2, _) => '2',
            _ => '#',
        })
        .collect();
    WORDS.iter().enumerate().fold(0, |sum, (kind, words)| {
        let begins = words.iter().filter(|word| text.starts_with(*word)).count();
        sum + ((begins as u64) << (8 * kind))
    })
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_gomoku::{Rules, Size};

    use super::*;

    /// The report's way: every line of the board as a text, every word counted at every place.
    fn by_hand(position: &Gomoku, side: Side) -> i64 {
        let rows = position.size().rows() as isize;
        let at = |x: isize, y: isize| {
            let point = Point::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?)?;
            match position.at(point) {
                Content::Empty => Some('0'),
                Content::Stone(owner) => Some(if owner == side { '1' } else { '2' }),
                Content::Outside => None,
            }
        };
        let mut lines = Vec::new();
        for n in -rows..2 * rows {
            lines.push((0..rows).filter_map(|m| at(m, n)).collect::<String>());
            lines.push((0..rows).filter_map(|m| at(n, m)).collect());
            lines.push((0..rows).filter_map(|m| at(m, n + m)).collect());
            lines.push((0..rows).filter_map(|m| at(m, n - m)).collect());
        }
        let mut sum = 0;
        for (kind, words) in WORDS.iter().enumerate() {
            let mut count = 0;
            for line in &lines {
                for start in 0..line.len() {
                    count += words
                        .iter()
                        .filter(|word| line[start..].starts_with(*word))
                        .count();
                }
            }
            sum += (count * count) as i64 * VALUES[kind];
        }
        for point in position.size().all() {
            if position.at(point) == Content::Stone(side) {
                sum += position.size().ring(point) as i64;
            }
        }
        sum
    }

    #[test]
    fn looking_up_finds_what_searching_texts_finds() {
        let mut random = Random::new(8);
        for round in 0..300 {
            let size = Size::new(5 + round % 18).expect("a size");
            let mut stones = Vec::new();
            for point in size.all() {
                match random.below(4) {
                    0 => stones.push((point, Side::First)),
                    1 => stones.push((point, Side::Second)),
                    _ => {}
                }
            }
            let game = Gomoku::with_stones(size, Rules::Freestyle, stones, Side::First, None);
            let game = game.expect("a board");
            for side in Side::BOTH {
                assert_eq!(worth(&game, side), by_hand(&game, side));
            }
        }
    }

    #[test]
    fn the_reports_overflow_does_not_happen() {
        let stones = Size::USUAL.all().map(|point| (point, Side::First));
        let game = Gomoku::with_stones(Size::USUAL, Rules::Freestyle, stones, Side::First, None);
        let game = game.expect("a board");
        assert!(worth(&game, Side::First) > i64::from(i32::MAX));
        assert!(!Report.evaluate(&game).is_decided());
    }
}
