//! Every row of five points, and how many stones each holds: all that a checker needs for a VCF.

use std::collections::{BTreeSet, HashSet};

use boyi_game::{Key, Outcome, Position, Side};
use boyi_gomoku::{Content, Direction, Gomoku, Point, Rules};

pub(super) struct Rows {
    rules: Rules,
    all: Vec<Row>,
    /// The rows that a point lies in, by its index.
    through: Vec<Vec<u16>>,
    /// What lies on each point, by its index.
    stones: Vec<Option<Side>>,
    /// Stones of each side in each row.
    counts: [Vec<u8>; 2],
    /// The rows with three and with four stones of a side and none of the other, by their numbers.
    threes: [BTreeSet<u16>; 2],
    fours: [BTreeSet<u16>; 2],
    /// The fours that won last time, in order: they are tried first, because they mostly win again.
    hint: Vec<Point>,
}

struct Row {
    points: [Point; 5],
    /// The points before and behind it.
    ends: [Option<Point>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Points([u64; Point::COUNT.div_ceil(64)]);

impl Points {
    pub(super) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    pub(super) fn add_all(&mut self, others: &Self) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other;
        }
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        let points = (0..Point::COUNT).filter_map(Point::from_index);
        points.filter(move |&point| self.has(point))
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Self {
        let mut set = Self::default();
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

/// A VCF search under way.
struct Search {
    side: Side,
    failed: HashSet<Key>,
    left: u32,
    line: Vec<Point>,
}

impl Rows {
    pub(super) fn new(game: &Gomoku) -> Self {
        let size = game.size();
        let at = |start: Point, direction: Direction, steps: isize| {
            let point = direction.from_point(start, steps);
            point.filter(|&point| size.has(point))
        };
        let mut rows = Vec::new();
        let mut through = vec![Vec::new(); Point::COUNT];
        for start in size.all() {
            for direction in Direction::ALL {
                let points = (0..5).filter_map(|steps| at(start, direction, steps));
                let points: Vec<Point> = points.collect();
                if let Ok(points) = <[Point; 5]>::try_from(points) {
                    for point in points {
                        through[point.index()].push(rows.len() as u16);
                    }
                    let ends = [at(start, direction, -1), at(start, direction, 5)];
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
            threes: Default::default(),
            fours: Default::default(),
            hint: Vec::new(),
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
        self.count(point, side, 1);
    }

    pub(super) fn take(&mut self, point: Point, side: Side) {
        self.stones[point.index()] = None;
        self.count(point, side, u8::MAX);
    }

    /// Adds `more` to the stones of a side in every row through a point.
    fn count(&mut self, point: Point, side: Side, more: u8) {
        for &row in &self.through[point.index()] {
            let number = usize::from(row);
            let count = &mut self.counts[side.index()][number];
            *count = count.wrapping_add(more);
            for side in Side::BOTH {
                let own = self.counts[side.index()][number];
                let other = self.counts[(!side).index()][number];
                let kinds = [(&mut self.threes, 3), (&mut self.fours, 4)];
                for (rows, stones) in kinds {
                    if own == stones && other == 0 {
                        rows[side.index()].insert(row);
                    } else {
                        rows[side.index()].remove(&row);
                    }
                }
            }
        }
    }

    /// Those of the rows that make five when they are filled.
    fn that_count<'a>(
        &'a self,
        side: Side,
        rows: &'a BTreeSet<u16>,
    ) -> impl Iterator<Item = &'a Row> {
        let exactly = self.rules.wants_exactly_five(side);
        rows.iter()
            .map(|&row| &self.all[usize::from(row)])
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
        let rows = &self.fours[side.index()];
        self.that_count(side, rows).flat_map(|row| self.empty(row))
    }

    /// The empty points of the rows in which a side has so many stones and the other none.
    pub(super) fn open_with(&self, side: Side, stones: u8) -> Points {
        let (own, other) = (&self.counts[side.index()], &self.counts[(!side).index()]);
        let counts = own.iter().zip(other).zip(&self.all);
        let open = counts.filter(|&((&own, &other), _)| own == stones && other == 0);
        open.flat_map(|(_, row)| self.empty(row)).collect()
    }

    /// The winner's moves of the last VCF, in order.
    pub(super) fn last_vcf(&self) -> &[Point] {
        &self.hint
    }

    /// Whether the side to move has a VCF, searching `left` positions at most.
    pub(super) fn wins_by_vcf(&mut self, game: &mut Gomoku, side: Side, left: u32) -> bool {
        let mut search = Search {
            side,
            failed: HashSet::new(),
            left,
            line: Vec::new(),
        };
        let won = self.attack(game, &mut search);
        if won {
            self.hint = search.line;
        }
        won
    }

    fn attack(&mut self, game: &mut Gomoku, search: &mut Search) -> bool {
        let side = search.side;
        if self.fives(side).next().is_some() {
            return true;
        }
        if search.left == 0 || search.failed.contains(&game.key()) {
            return false;
        }
        search.left -= 1;
        let stops = without_repeats(self.fives(!side));
        let fours = self
            .that_count(side, &self.threes[side.index()])
            .flat_map(|row| self.empty(row));
        let mut fours = without_repeats(fours.filter(|four| match stops[..] {
            [] => true,
            [stop] => stop == *four,
            _ => false,
        }));
        let hint = self.hint.get(search.line.len());
        if let Some(place) = fours.iter().position(|four| Some(four) == hint) {
            fours[..=place].rotate_right(1);
        }
        for four in fours {
            let undo = game.make(four);
            self.put(four, side);
            search.line.push(four);
            let won = game.outcome().is_none() && self.answer_fails(game, search);
            self.take(four, side);
            game.unmake(four, undo);
            if won {
                return true;
            }
            search.line.pop();
        }
        search.failed.insert(game.key());
        false
    }

    /// Whether a four cannot be answered so that the attack ends.
    fn answer_fails(&mut self, game: &mut Gomoku, search: &mut Search) -> bool {
        let side = search.side;
        if self.fives(!side).next().is_some() {
            return false;
        }
        match without_repeats(self.fives(side))[..] {
            [] => false,
            [answer] => {
                let undo = game.make(answer);
                self.put(answer, !side);
                let won = match game.outcome() {
                    Some(Outcome::Win(winner)) => winner == side,
                    Some(Outcome::Draw) => false,
                    None => self.attack(game, search),
                };
                self.take(answer, !side);
                game.unmake(answer, undo);
                won
            }
            _ => true,
        }
    }
}

fn without_repeats(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.collect();
    points.sort_unstable();
    points.dedup();
    points
}
