//! The board as bit lines: two bits a point, in four directions.

use boyi_game::Side;

use crate::pattern::{Pattern, Table};
use crate::{Point, Size};

/// What lies on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Empty,
    Stone(Side),
    /// The point is not on the board.
    Outside,
}

/// A direction of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    Across,
    Up,
    Rising,
    Falling,
}

impl Direction {
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

    /// The point so many steps from another; `None` beyond the largest board.
    pub fn from_point(self, point: Point, steps: isize) -> Option<Point> {
        let (column, row) = self.step();
        let column = point.column().checked_add_signed(steps * column)?;
        let row = point.row().checked_add_signed(steps * row)?;
        Point::new(column, row)
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

/// Where a point lies in the lines of a direction. Whoever asks often keeps the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    line: u8,
    place: u8,
}

impl Place {
    /// The place of a point.
    pub const fn of(point: Point, direction: Direction) -> Self {
        let (column, row) = (point.column(), point.row());
        let (line, place) = match direction {
            Direction::Across => (row, column),
            Direction::Up => (column, row),
            Direction::Rising => (Size::LARGEST - 1 + row - column, column),
            Direction::Falling => (row + column, column),
        };
        Self {
            line: line as u8,
            place: place as u8,
        }
    }

    /// How far the bits of the place are shifted.
    #[inline]
    const fn shift(self) -> usize {
        2 * (self.place as usize + MARGIN)
    }
}

const fn stone_bits(side: Side) -> u64 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

impl Lines {
    pub fn empty(size: Size) -> Self {
        let mut lines = Self {
            words: [[u64::MAX; MOST_LINES]; 4],
        };
        for point in size.all() {
            lines.toggle(point, 3);
        }
        lines
    }

    /// Every empty point, row by row from the bottom left.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        let rows = &self.words[Direction::Across as usize][..Size::LARGEST];
        rows.iter().enumerate().flat_map(|(row, &word)| {
            // One bit for each point neither of whose bits is set; the margins are outside.
            let mut empty = !(word | word >> 1) & (u64::MAX / 3);
            std::iter::from_fn(move || {
                let place = (empty != 0).then(|| empty.trailing_zeros() as usize / 2)?;
                empty &= empty - 1;
                Point::new(place - MARGIN, row)
            })
        })
    }

    #[inline]
    pub fn at(&self, point: Point) -> Content {
        let place = Place::of(point, Direction::Across);
        match self.window_at(place, Direction::Across, 0) & 3 {
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

    #[inline]
    pub fn take(&mut self, point: Point, side: Side) {
        debug_assert_eq!(self.at(point), Content::Stone(side));
        self.toggle(point, stone_bits(side));
    }

    /// What lies around a point in a direction, as far as the table's patterns reach: the point itself
    /// in the middle, two bits a point, earlier points of the line in lower bits.
    #[inline]
    pub fn window(&self, point: Point, direction: Direction, reach: u32) -> u64 {
        self.window_at(Place::of(point, direction), direction, reach)
    }

    /// The same for somebody who knows the place.
    #[inline]
    pub fn window_at(&self, place: Place, direction: Direction, reach: u32) -> u64 {
        let word = self.words[direction as usize][usize::from(place.line)];
        word >> (place.shift() - 2 * reach as usize)
    }

    /// Puts a stone down or takes it away, for somebody who knows the places of its point.
    #[inline]
    pub fn toggle_at(&mut self, places: &[Place; 4], side: Side) {
        for (words, place) in self.words.iter_mut().zip(places) {
            words[usize::from(place.line)] ^= stone_bits(side) << place.shift();
        }
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
        let at = Place::of(point, direction);
        let word = self.words[direction as usize][usize::from(at.line)];
        let place = usize::from(at.place);
        let own = |place: usize| word >> (2 * (place + MARGIN)) & 3 == stone_bits(side);
        // The margins are no stones, so a run ends before the word does.
        let after = (1..Size::LARGEST)
            .take_while(|step| own(place + step))
            .count();
        let before = (1..=place).take_while(|step| own(place - step)).count();
        (before, after)
    }

    #[inline]
    fn toggle(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let at = Place::of(point, direction);
            self.words[direction as usize][usize::from(at.line)] ^= bits << at.shift();
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
