//! Xiangqi as slowly and plainly as it can be written: letters on a grid.

/// `grid[row][column]` from the top left, `.` for empty.
pub(crate) struct Naive {
    grid: [[char; 9]; 10],
    red_to_move: bool,
}

impl Naive {
    pub(crate) fn new(fen: &str) -> Self {
        let mut grid = [['.'; 9]; 10];
        let mut words = fen.split(' ');
        let ranks = words.next().expect("ranks").split('/');
        for (row, rank) in ranks.enumerate() {
            let mut col = 0;
            for c in rank.chars() {
                if let Some(gap) = c.to_digit(10) {
                    col += gap as usize;
                } else {
                    grid[row][col] = c;
                    col += 1;
                }
            }
        }
        let red_to_move = words.next() == Some("w");
        Self { grid, red_to_move }
    }

    /// All legal moves such as `h2e2`, sorted.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (from, to) in self.steps(self.red_to_move) {
            let mut next = Self {
                grid: self.grid,
                red_to_move: !self.red_to_move,
            };
            next.grid[to.0][to.1] = next.grid[from.0][from.1];
            next.grid[from.0][from.1] = '.';
            if !next.general_can_be_taken(self.red_to_move) {
                let name = |(row, col): (usize, usize)| {
                    format!("{}{}", char::from(b'a' + col as u8), 9 - row)
                };
                found.push(name(from) + &name(to));
            }
        }
        found.sort();
        found
    }

    fn general_can_be_taken(&self, red: bool) -> bool {
        let general = if red { 'K' } else { 'k' };
        let taken = |&(_, to): &(Point, Point)| self.grid[to.0][to.1] == general;
        self.steps(!red).iter().any(taken)
    }

    fn steps(&self, red: bool) -> Vec<(Point, Point)> {
        let mut steps = Vec::new();
        for row in 0..10 {
            for col in 0..9 {
                let c = self.grid[row][col];
                if c == '.' || c.is_ascii_uppercase() != red {
                    continue;
                }
                for to_row in 0..10 {
                    for to_col in 0..9 {
                        let target = self.grid[to_row][to_col];
                        let own = target != '.' && target.is_ascii_uppercase() == red;
                        if !own && self.goes(c, (row, col), (to_row, to_col)) {
                            steps.push(((row, col), (to_row, to_col)));
                        }
                    }
                }
            }
        }
        steps
    }

    fn goes(&self, c: char, from: Point, to: Point) -> bool {
        let red = c.is_ascii_uppercase();
        let rows = to.0.abs_diff(from.0);
        let cols = to.1.abs_diff(from.1);
        let target = self.grid[to.0][to.1];
        let half = |row: usize| if red { row >= 5 } else { row <= 4 };
        let palace =
            |(row, col): Point| (3..=5).contains(&col) && if red { row >= 7 } else { row <= 2 };
        let at = |row: usize, col: usize| self.grid[row][col];
        match c.to_ascii_lowercase() {
            'k' => {
                let flies = target.eq_ignore_ascii_case(&'k') && cols == 0;
                (rows + cols == 1 && palace(to)) || (flies && self.between(from, to) == 0)
            }
            'a' => rows == 1 && cols == 1 && palace(to),
            'b' => {
                let eye = (usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1));
                rows == 2 && cols == 2 && half(to.0) && at(eye.0, eye.1) == '.'
            }
            'n' if rows == 2 && cols == 1 => at(usize::midpoint(from.0, to.0), from.1) == '.',
            'n' if rows == 1 && cols == 2 => at(from.0, usize::midpoint(from.1, to.1)) == '.',
            'r' => (rows == 0) != (cols == 0) && self.between(from, to) == 0,
            'c' => {
                let screens = usize::from(target != '.');
                (rows == 0) != (cols == 0) && self.between(from, to) == screens
            }
            'p' => {
                let ahead = if red {
                    from.0 == to.0 + 1
                } else {
                    to.0 == from.0 + 1
                };
                (ahead && cols == 0) || (rows == 0 && cols == 1 && !half(from.0))
            }
            _ => false,
        }
    }

    fn between(&self, from: Point, to: Point) -> usize {
        let inside = |x: usize, a: usize, b: usize| a.min(b) < x && x < a.max(b);
        let mut count = 0;
        for row in 0..10 {
            for col in 0..9 {
                let on_way = (from.0 == to.0 && row == from.0 && inside(col, from.1, to.1))
                    || (from.1 == to.1 && col == from.1 && inside(row, from.0, to.0));
                count += usize::from(on_way && self.grid[row][col] != '.');
            }
        }
        count
    }
}

type Point = (usize, usize);
