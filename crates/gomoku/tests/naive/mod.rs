//! Renju and gomoku straight from the definitions: a grid of characters, whole rows copied and
//! searched, nothing remembered.

pub(crate) struct Naive {
    pub(crate) rows: usize,
    pub(crate) grid: Vec<Vec<char>>,
}

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Naive {
    pub(crate) fn at(&self, x: i32, y: i32) -> char {
        let inside = |n: i32| (0..self.rows as i32).contains(&n);
        if inside(x) && inside(y) {
            self.grid[y as usize][x as usize]
        } else {
            '#'
        }
    }

    fn with<R>(&mut self, x: i32, y: i32, stone: char, look: impl FnOnce(&mut Self) -> R) -> R {
        self.grid[y as usize][x as usize] = stone;
        let seen = look(self);
        self.grid[y as usize][x as usize] = '.';
        seen
    }

    /// The length of the row of equal stones through a point.
    pub(crate) fn row(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> i32 {
        let stone = self.at(x, y);
        let mut length = 1;
        for sign in [-1, 1] {
            let mut n = 1;
            while self.at(x + sign * n * dx, y + sign * n * dy) == stone {
                n += 1;
            }
            length += n - 1;
        }
        length
    }

    /// The points on which black makes exactly five in this direction, with the stone at x, y in it.
    fn fives(&mut self, x: i32, y: i32, (dx, dy): (i32, i32)) -> Vec<i32> {
        let mut found = Vec::new();
        for n in -5..=5 {
            let (ex, ey) = (x + n * dx, y + n * dy);
            if self.at(ex, ey) != '.' {
                continue;
            }
            let five = self.with(ex, ey, 'x', |board| {
                let through = board.row(x, y, (dx, dy)) == 5;
                // The new stone belongs to the same row only if all between are black.
                let between =
                    (n.min(0)..=n.max(0)).all(|m| board.at(x + m * dx, y + m * dy) == 'x');
                through && between
            });
            if five {
                found.push(n);
            }
        }
        found
    }

    fn makes_five(&mut self, x: i32, y: i32) -> bool {
        self.with(x, y, 'x', |board| {
            STEPS.iter().any(|&step| board.row(x, y, step) == 5)
        })
    }

    /// Whether the stone at x, y stands in a straight four: four in a row, five at both ends.
    fn straight_four(&mut self, x: i32, y: i32, step: (i32, i32)) -> bool {
        if self.row(x, y, step) != 4 {
            return false;
        }
        let fives = self.fives(x, y, step);
        fives.len() == 2 && fives[1] - fives[0] == 5
    }

    /// Why black may not play at an empty point.
    pub(crate) fn forbidden(&mut self, x: i32, y: i32) -> Option<&'static str> {
        if self.makes_five(x, y) {
            return None;
        }
        self.with(x, y, 'x', |board| {
            if STEPS.iter().any(|&step| board.row(x, y, step) > 5) {
                return Some("overline");
            }
            let mut fours = 0;
            for step in STEPS {
                // A straight four is one four with two ends; otherwise each point is a four.
                let fives = board.fives(x, y, step).len();
                fours += if board.straight_four(x, y, step) {
                    1
                } else {
                    fives
                };
            }
            if fours > 1 {
                return Some("44");
            }
            let threes = STEPS.iter().filter(|&&step| board.real_three(x, y, step));
            (threes.count() > 1).then_some("33")
        })
    }

    /// Whether another stone, allowed and making no five, makes a straight four with the one at x, y.
    fn real_three(&mut self, x: i32, y: i32, step: (i32, i32)) -> bool {
        // Already a four: then it is no three.
        if !self.fives(x, y, step).is_empty() {
            return false;
        }
        (-4..=4).any(|n| {
            let (ex, ey) = (x + n * step.0, y + n * step.1);
            if self.at(ex, ey) != '.' {
                return false;
            }
            let four = self.with(ex, ey, 'x', |board| {
                let between =
                    (n.min(0)..=n.max(0)).all(|m| board.at(x + m * step.0, y + m * step.1) == 'x');
                between && board.straight_four(x, y, step)
            });
            four && !self.makes_five(ex, ey) && self.forbidden(ex, ey).is_none()
        })
    }
}
