//! Every row of five points, and how many stones each holds: all that a checker needs to know of fours.

use std::collections::HashSet;

use boyi_game::{Key, Outcome, Position, Side};
use boyi_gomoku::{Content, Direction, Gomoku, Point, Rules};

/// The rows of a board.
pub(super) struct Rows {
    rules: Rules,
    all: Vec<Row>,
    /// The rows that a point lies in, by its index.
    through: Vec<Vec<u16>>,
    /// What lies on each point, by its index.
    stones: Vec<Option<Side>>,
    /// Stones of each side in each row.
    counts: [Vec<u8>; 2],
}

struct Row {
    points: [Point; 5],
    /// The points before and behind it.
    ends: [Option<Point>; 2],
}

impl Rows {
    pub(super) fn new(game: &Gomoku) -> Self {
        let size = game.size();
        let at = |start: Point, (dx, dy): (isize, isize), n: isize| {
            let column = start.column().checked_add_signed(n * dx)?;
            let row = start.row().checked_add_signed(n * dy)?;
            Point::new(column, row).filter(|&point| size.has(point))
        };
        let mut rows = Vec::new();
        let mut through = vec![Vec::new(); Point::COUNT];
        for start in size.all() {
            for direction in Direction::ALL {
                let step = direction.step();
                let points: Vec<Point> = (0..5).filter_map(|n| at(start, step, n)).collect();
                if let Ok(points) = <[Point; 5]>::try_from(points) {
                    for point in points {
                        through[point.index()].push(rows.len() as u16);
                    }
                    let ends = [at(start, step, -1), at(start, step, 5)];
                    rows.push(Row { points, ends });
                }
            }
        }
        let count = rows.len();
        let mut board = Self {
            rules: game.rules(),
            all: rows,
            through,
            stones: vec![None; Point::COUNT],
            counts: [vec![0; count], vec![0; count]],
        };
        for point in size.all() {
            if let Content::Stone(side) = game.at(point) {
                board.put(point, side);
            }
        }
        board
    }

    pub(super) fn put(&mut self, point: Point, side: Side) {
        self.stones[point.index()] = Some(side);
        for &row in &self.through[point.index()] {
            self.counts[side.index()][usize::from(row)] += 1;
        }
    }

    pub(super) fn take(&mut self, point: Point, side: Side) {
        self.stones[point.index()] = None;
        for &row in &self.through[point.index()] {
            self.counts[side.index()][usize::from(row)] -= 1;
        }
    }

    /// The rows that hold so many stones of `side` and nothing else, if filling them makes five.
    fn with(&self, side: Side, stones: u8) -> impl Iterator<Item = &Row> {
        let own = &self.counts[side.index()];
        let other = &self.counts[(!side).index()];
        let exactly = self.rules.wants_exactly_five(side);
        let counts = own.iter().zip(other).enumerate();
        counts
            .filter(move |(_, (own, other))| **own == stones && **other == 0)
            .map(|(index, _)| &self.all[index])
            .filter(move |row| {
                let six = |end: &Point| self.stones[end.index()] == Some(side);
                !(exactly && row.ends.iter().flatten().any(six))
            })
    }

    fn empty<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Point> + 'a {
        let points = row.points.iter().copied();
        points.filter(|point| self.stones[point.index()].is_none())
    }

    /// Where `side` makes five; a point may come twice.
    pub(super) fn fives(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        self.with(side, 4).flat_map(|row| self.empty(row))
    }

    /// Whether the side to move wins by fours alone.
    pub(super) fn wins_by_fours(
        &mut self,
        game: &mut Gomoku,
        side: Side,
        failed: &mut HashSet<Key>,
        left: &mut u32,
    ) -> bool {
        if self.fives(side).next().is_some() {
            return true;
        }
        if *left == 0 || failed.contains(&game.key()) {
            return false;
        }
        *left -= 1;
        let mut stops: Vec<Point> = self.fives(!side).collect();
        stops.sort_unstable();
        stops.dedup();
        let mut fours: Vec<Point> = self
            .with(side, 3)
            .flat_map(|row| self.empty(row))
            .filter(|four| match stops[..] {
                [] => true,
                [stop] => stop == *four,
                _ => false,
            })
            .collect();
        fours.sort_unstable();
        fours.dedup();
        for four in fours {
            let undo = game.make(four);
            self.put(four, side);
            let won = game.outcome().is_none() && self.answer_fails(game, side, failed, left);
            self.take(four, side);
            game.unmake(four, undo);
            if won {
                return true;
            }
        }
        failed.insert(game.key());
        false
    }

    /// Whether a four of `side` cannot be answered so that the attack ends.
    fn answer_fails(
        &mut self,
        game: &mut Gomoku,
        side: Side,
        failed: &mut HashSet<Key>,
        left: &mut u32,
    ) -> bool {
        if self.fives(!side).next().is_some() {
            return false;
        }
        let mut threats: Vec<Point> = self.fives(side).collect();
        threats.sort_unstable();
        threats.dedup();
        match threats[..] {
            [] => false,
            [answer] => {
                let undo = game.make(answer);
                self.put(answer, !side);
                let won = match game.outcome() {
                    Some(Outcome::Win(winner)) => winner == side,
                    Some(Outcome::Draw) => false,
                    None => self.wins_by_fours(game, side, failed, left),
                };
                self.take(answer, !side);
                game.unmake(answer, undo);
                won
            }
            _ => true,
        }
    }
}
