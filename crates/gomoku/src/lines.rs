//! The board as bit lines: two bits a point, in four directions.

use boyi_game::Side;

use crate::pattern::{Pattern, Table};
use crate::{Point, Size};

/// What lies on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A stone of this side.
    Stone(Side),
    /// The point is not on the board.
    Outside,
}

/// A direction of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Up,
    /// To the upper right.
    Rising,
    /// To the lower right.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Across, Self::Up, Self::Rising, Self::Falling];

    /// A step in columns and rows.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Self::Across => (1, 0),
            Self::Up => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}

/// Points beyond either end of a line that read as outside: as far as a pattern looks.
const MARGIN: usize = 5;

/// Lines in one direction: as many as there are diagonals on the largest board.
const MOST_LINES: usize = 2 * Size::LARGEST - 1;

/// With its margins a line of the largest board fills a word exactly.
const _: () = assert!(2 * (Size::LARGEST + 2 * MARGIN) == 64);

/// Every line of a board, in every direction, two bits a point: 0 empty, 1 the first side, 2 the
/// second, 3 outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    words: [[u64; MOST_LINES]; 4],
}

/// Where a point lies in the lines of a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    line: usize,
    place: usize,
}

const fn place(point: Point, direction: Direction) -> Place {
    let (column, row) = (point.column(), point.row());
    match direction {
        Direction::Across => Place {
            line: row,
            place: column,
        },
        Direction::Up => Place {
            line: column,
            place: row,
        },
        Direction::Rising => Place {
            line: Size::LARGEST - 1 + row - column,
            place: column,
        },
        Direction::Falling => Place {
            line: row + column,
            place: column,
        },
    }
}

const fn stone_bits(side: Side) -> u64 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

impl Lines {
    /// An empty board.
    pub fn empty(size: Size) -> Self {
        let mut lines = Self {
            words: [[u64::MAX; MOST_LINES]; 4],
        };
        for point in size.all() {
            lines.toggle(point, 3);
        }
        lines
    }

    /// What lies on a point.
    #[inline]
    pub fn at(&self, point: Point) -> Content {
        match self.word(place(point, Direction::Across)) & 3 {
            0 => Content::Empty,
            1 => Content::Stone(Side::First),
            2 => Content::Stone(Side::Second),
            _ => Content::Outside,
        }
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, point: Point, side: Side) {
        debug_assert_eq!(self.at(point), Content::Empty);
        self.toggle(point, stone_bits(side));
    }

    /// Takes a stone away.
    #[inline]
    pub fn take(&mut self, point: Point, side: Side) {
        debug_assert_eq!(self.at(point), Content::Stone(side));
        self.toggle(point, stone_bits(side));
    }

    /// What lies around a point in a direction, as far as the table's patterns reach: the point itself
    /// in the middle, two bits a point, earlier points of the line in lower bits.
    #[inline]
    pub fn window(&self, point: Point, direction: Direction, reach: u32) -> u64 {
        let Place { line, place } = place(point, direction);
        self.words[direction as usize][line] >> (2 * (place + MARGIN - reach as usize))
    }

    /// What a stone of `side` on an empty point would make of its line.
    #[inline]
    pub fn pattern(
        &self,
        table: &Table,
        point: Point,
        direction: Direction,
        side: Side,
    ) -> Pattern {
        let window = self.window(point, direction, table.reach());
        table.pattern(table.key(window), side)
    }

    /// The same for all four directions.
    #[inline]
    pub fn patterns(&self, table: &Table, point: Point, side: Side) -> [Pattern; 4] {
        Direction::ALL.map(|direction| self.pattern(table, point, direction, side))
    }

    /// How many stones of `side` stand in a row through a point, which holds one; and where the row
    /// begins and ends, as steps from the point.
    pub fn run(&self, point: Point, direction: Direction, side: Side) -> (usize, usize) {
        let Place { line, place } = place(point, direction);
        let word = self.words[direction as usize][line];
        let own = |place: usize| word >> (2 * (place + MARGIN)) & 3 == stone_bits(side);
        // The margins are no stones, so a run ends before the word does.
        let after = (1..Size::LARGEST)
            .take_while(|step| own(place + step))
            .count();
        let before = (1..=place).take_while(|step| own(place - step)).count();
        (before, after)
    }

    #[inline]
    fn word(&self, at: Place) -> u64 {
        self.words[Direction::Across as usize][at.line] >> (2 * (at.place + MARGIN))
    }

    #[inline]
    fn toggle(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let Place { line, place } = place(point, direction);
            self.words[direction as usize][line] ^= bits << (2 * (place + MARGIN));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_come_and_go_on_every_board() {
        for rows in Size::SMALLEST..=Size::LARGEST {
            let size = Size::new(rows).expect("a size");
            let empty = Lines::empty(size);
            let mut lines = empty.clone();
            for point in (0..Point::COUNT).filter_map(Point::from_index) {
                if !size.has(point) {
                    assert_eq!(lines.at(point), Content::Outside);
                    continue;
                }
                lines.put(point, Side::Second);
                assert_eq!(lines.at(point), Content::Stone(Side::Second));
            }
            for point in size.all() {
                lines.take(point, Side::Second);
            }
            assert_eq!(lines, empty);
        }
    }

    #[test]
    fn a_run_is_measured_both_ways_and_ends_at_the_edge() {
        let mut lines = Lines::empty(Size::new(5).expect("a size"));
        let at = |column, row| Point::new(column, row).expect("a point");
        for step in 0..5 {
            lines.put(at(step, 4 - step), Side::First);
        }
        assert_eq!(lines.run(at(1, 3), Direction::Falling, Side::First), (1, 3));
        assert_eq!(lines.run(at(1, 3), Direction::Up, Side::First), (0, 0));
    }
}
