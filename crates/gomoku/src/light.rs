//! Gomoku with stones alone: rows of bits, no lines in four directions and no pattern tables. For playing very many
//! games at once, where nobody asks for forbidden points.

use boyi_game::{Key, Outcome, Position, Side};

use crate::{Direction, Point, Rules, Size};

/// A game of freestyle or standard gomoku.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LightGomoku {
    /// For each side a word a row, from the bottom; bit `column` is set where a stone lies.
    stones: [[u32; Size::LARGEST]; 2],
    size: Size,
    rules: Rules,
    turn: Side,
    count: u16,
    outcome: Option<Outcome>,
}

impl LightGomoku {
    /// An empty board; `None` for renju, whose forbidden points need more than stones.
    pub fn start(size: Size, rules: Rules) -> Option<Self> {
        (rules != Rules::Renju).then_some(Self {
            stones: [[0; Size::LARGEST]; 2],
            size,
            rules,
            turn: Side::First,
            count: 0,
            outcome: None,
        })
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones of a side in a row, counted from the bottom: a bit a column.
    #[inline]
    pub fn row(&self, side: Side, row: usize) -> u32 {
        self.stones[side.index()][row]
    }

    /// The points of a row on which nothing lies, a bit a column.
    #[inline]
    pub fn empty_in_row(&self, row: usize) -> u32 {
        let all = (1u32 << self.size.rows()) - 1;
        all & !(self.stones[0][row] | self.stones[1][row])
    }

    #[inline]
    fn has(&self, point: Point) -> bool {
        self.empty_in_row(point.row()) >> point.column() & 1 == 0
    }

    /// How many stones of `side` lie side by side from the point on, itself not counted.
    #[inline]
    fn run(&self, side: Side, point: Point, (columns, rows): (isize, isize)) -> usize {
        let stones = &self.stones[side.index()];
        let (mut column, mut row) = (point.column() as isize, point.row() as isize);
        let mut length = 0;
        // No row of stones is longer than the board; six are as good as five or spoil it.
        while length < 5 {
            column += columns;
            row += rows;
            let line = usize::try_from(row).ok().and_then(|row| stones.get(row));
            let there = line.is_some_and(|line| column >= 0 && line >> column & 1 == 1);
            if !there {
                break;
            }
            length += 1;
        }
        length
    }

    /// Whether the stone just put there makes five.
    #[inline]
    fn has_five_at(&self, point: Point, side: Side) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (columns, rows) = direction.step();
            let length = 1
                + self.run(side, point, (columns, rows))
                + self.run(side, point, (-columns, -rows));
            length == 5 || length > 5 && !self.rules.wants_exactly_five(side)
        })
    }
}

impl Position for LightGomoku {
    type Move = Point;
    type Undo = ();

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    /// Computed anew: those who play many games without searching never ask.
    fn key(&self) -> Key {
        let mut key = Key::mixed(self.size.rows() as u64 ^ (self.turn.index() as u64) << 32);
        for (side, rows) in self.stones.iter().enumerate() {
            for (row, &stones) in rows.iter().enumerate() {
                let place = (side * Size::LARGEST + row + 1) as u64;
                key ^= Key::mixed(place << 32 | u64::from(stones));
            }
        }
        key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.outcome.is_none() {
            moves.extend(self.size.all().filter(|&point| !self.has(point)));
        }
    }

    #[inline]
    fn make(&mut self, point: Point) {
        let side = self.turn;
        self.stones[side.index()][point.row()] |= 1 << point.column();
        self.count += 1;
        self.turn = !side;
        self.outcome = if self.has_five_at(point, side) {
            Some(Outcome::Win(side))
        } else if usize::from(self.count) == self.size.points() {
            Some(Outcome::Draw)
        } else {
            None
        };
    }

    fn unmake(&mut self, point: Point, (): ()) {
        self.turn = !self.turn;
        self.stones[self.turn.index()][point.row()] &= !(1 << point.column());
        self.count -= 1;
        self.outcome = None;
    }

    fn is_legal(&self, point: Point) -> bool {
        self.outcome.is_none() && self.size.has(point) && !self.has(point)
    }

    fn count_moves(&self) -> usize {
        match self.outcome {
            Some(_) => 0,
            None => self.size.points() - usize::from(self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;
    use crate::Gomoku;

    /// Both play the same random games and agree after every move.
    #[test]
    fn stones_alone_play_like_the_whole_game() {
        let mut random = Random::new(5);
        for game in 0..600 {
            let rules = [Rules::Freestyle, Rules::Standard][game % 2];
            let size = Size::new(5 + game % 18).expect("a size");
            let mut light = LightGomoku::start(size, rules).expect("no renju");
            let mut whole = Gomoku::start(size, rules);
            loop {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                light.legal_moves(&mut left);
                whole.legal_moves(&mut right);
                assert_eq!(left, right);
                assert_eq!(light.outcome(), whole.outcome());
                assert_eq!(light.turn(), whole.turn());
                let Some(&point) = random.choose(&left) else {
                    break;
                };
                light.make(point);
                whole.make(point);
            }
        }
        assert_eq!(LightGomoku::start(Size::USUAL, Rules::Renju), None);
    }

    /// Random games hardly ever make rows; these are made of them.
    #[test]
    fn six_in_a_row_wins_freestyle_alone() {
        let point = |column: char, row: u8| {
            let text = format!("{column}{row}");
            Point::read(&text).expect("a point").0
        };
        for direction in ["abcdef", "fedcba"] {
            for (rules, over) in [(Rules::Freestyle, true), (Rules::Standard, false)] {
                let mut light = LightGomoku::start(Size::USUAL, rules).expect("no renju");
                let names: Vec<char> = direction.chars().collect();
                // Five with a gap, then the gap: six in a row.
                for (turn, &column) in [0, 1, 2, 4, 5, 3].iter().enumerate() {
                    light.make(point(names[column], 1));
                    assert_eq!(light.outcome().is_some(), turn == 5 && over);
                    if turn < 5 {
                        light.make(point(names[column], 9));
                        // White's six of the same shape is one move late.
                        assert_eq!(light.outcome(), None);
                    }
                }
            }
        }
    }

    #[test]
    fn the_laws_hold() {
        let mut random = Random::new(9);
        let start = LightGomoku::start(Size::new(6).expect("a size"), Rules::Standard);
        let start = start.expect("no renju");
        for _ in 0..40 {
            let choices: Vec<u8> = (0..36).map(|_| random.bits() as u8).collect();
            boyi_game::laws::position(&start, &choices);
        }
    }
}
