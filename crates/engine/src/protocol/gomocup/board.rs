//! The board as the manager tells it: stones of ours and of theirs, counted from the top left.

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Point, Rules, Size};

/// Stones in the order of play, as far as that is known.
pub(super) struct Board {
    size: Size,
    stones: Vec<(Point, Side)>,
    /// Our colour, once it is known.
    me: Option<Side>,
}

impl Board {
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            stones: Vec::new(),
            me: None,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn stones(&self) -> usize {
        self.stones.len()
    }

    /// The lines of `BOARD`: `x,y,field` with 1 for our stones, 2 for theirs; 3 marks what is no stone.
    ///
    /// Only in renju is the order that of play. Elsewhere any order and any numbers must do: then we
    /// are black where we have no fewer stones, and it is our turn whatever the numbers say.
    pub(super) fn read(size: Size, rules: Rules, lines: &[String]) -> Result<Self, String> {
        let mut stones: Vec<(Point, bool)> = Vec::new();
        for line in lines {
            let numbers: Vec<&str> = line.split(',').map(str::trim).collect();
            let [x, y, field] = numbers[..] else {
                return Err(format!("`{line}` is not x,y,field"));
            };
            let point = point(size, x, y).ok_or_else(|| format!("`{line}` is not on the board"))?;
            match field {
                "1" => stones.push((point, true)),
                "2" => stones.push((point, false)),
                "3" => {}
                _ => return Err(format!("`{field}` is no field: 1, 2 or 3")),
            }
        }
        for (index, (point, _)) in stones.iter().enumerate() {
            if stones[..index].iter().any(|(other, _)| other == point) {
                return Err("two stones on one point".to_owned());
            }
        }
        let ours = stones.iter().filter(|(_, ours)| *ours).count();
        let we_are_black = match stones.first() {
            Some(&(_, first_is_ours)) if rules == Rules::Renju => first_is_ours,
            _ => 2 * ours >= stones.len(),
        };
        let me = if we_are_black {
            Side::First
        } else {
            Side::Second
        };
        let colour = |ours: bool| if ours { me } else { !me };
        Ok(Self {
            size,
            stones: stones
                .into_iter()
                .map(|(point, ours)| (point, colour(ours)))
                .collect(),
            me: Some(me),
        })
    }

    /// The lines of `SWAP2BOARD`: stones in turn, black first, whoever laid them.
    pub(super) fn in_turn(size: Size, lines: &[String]) -> Result<Self, String> {
        let mut board = Self::new(size);
        for line in lines {
            let stone = (board.free(line)?, board.to_move());
            board.stones.push(stone);
        }
        Ok(board)
    }

    /// A stone of theirs.
    pub(super) fn theirs(&mut self, text: &str) -> Result<(), String> {
        let side = match self.me {
            Some(me) => !me,
            None => self.to_move(),
        };
        let point = self.free(text)?;
        self.stones.push((point, side));
        self.me = Some(!side);
        Ok(())
    }

    /// A stone of ours that we were told to play.
    pub(super) fn ours(&mut self, text: &str) -> Result<Point, String> {
        let point = self.free(text)?;
        self.answered(point);
        Ok(point)
    }

    /// A stone of ours.
    pub(super) fn answered(&mut self, point: Point) {
        let side = self.me.unwrap_or_else(|| self.to_move());
        self.stones.push((point, side));
        self.me = Some(side);
    }

    pub(super) fn take_back(&mut self, text: &str) -> Result<(), String> {
        let (x, y) = text.split_once(',').unwrap_or_default();
        let taken = point(self.size, x, y).ok_or("no such point")?;
        let before = self.stones.len();
        self.stones.retain(|&(point, _)| point != taken);
        if self.stones.len() == before {
            return Err("no stone stands there".to_owned());
        }
        Ok(())
    }

    /// The position with us to move; `None` where the game is over.
    pub(super) fn position(&self, rules: Rules) -> Option<Gomoku> {
        let me = self.me.unwrap_or_else(|| self.to_move());
        let last = self.stones.last().filter(|&&(_, side)| side != me);
        let position = Gomoku::with_stones(
            self.size,
            rules,
            self.stones.iter().copied(),
            me,
            last.map(|&(point, _)| point),
        )?;
        position.outcome().is_none().then_some(position)
    }

    /// A point as the manager writes it.
    pub(super) fn text(&self, point: Point) -> String {
        let y = self.size.rows() - 1 - point.row();
        format!("{},{y}", point.column())
    }

    /// Three stones for the other player to choose from, none of them far from an edge: so neither
    /// side is much better off. Different boards begin differently.
    pub(super) fn lay_three(&mut self) -> Vec<Point> {
        const STEPS: [[(usize, usize); 3]; 4] = [
            [(1, 4), (3, 3), (2, 6)],
            [(0, 3), (4, 2), (3, 5)],
            [(2, 0), (3, 4), (5, 1)],
            [(0, 5), (2, 2), (4, 4)],
        ];
        let last = self.size.rows() - 1;
        let which = STEPS[last % STEPS.len()];
        let points: Vec<Point> = which
            .iter()
            .filter_map(|&(column, row)| Point::new(column.min(last), row.min(last)))
            .collect();
        let sides = Side::BOTH.into_iter().cycle();
        self.stones.extend(points.iter().copied().zip(sides));
        points
    }

    /// The side whose turn it is by the number of stones.
    fn to_move(&self) -> Side {
        let black = self.stones.iter().filter(|(_, side)| *side == Side::First);
        if 2 * black.count() > self.stones.len() {
            Side::Second
        } else {
            Side::First
        }
    }

    fn free(&self, text: &str) -> Result<Point, String> {
        let mut numbers = text.split(',');
        let x = numbers.next().unwrap_or_default();
        let y = numbers.next().unwrap_or_default();
        let point = point(self.size, x, y).ok_or_else(|| format!("`{text}` is no point"))?;
        if self.stones.iter().any(|&(other, _)| other == point) {
            return Err("the point is taken".to_owned());
        }
        Ok(point)
    }
}

fn point(size: Size, x: &str, y: &str) -> Option<Point> {
    let x: usize = x.trim().parse().ok()?;
    let y: usize = y.trim().parse().ok()?;
    let row = (size.rows() - 1).checked_sub(y)?;
    Point::new(x, row).filter(|&point| size.has(point))
}
