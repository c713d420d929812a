//! Maps that change while a walker is on the way: what changes when, as data and as text.

use std::fmt;

use crate::TextError;
use crate::generate::Stream;
use crate::maze::{Cell, Maze};

/// A cell becomes free or a wall once the walker has made so many steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellChange {
    pub after: u32,
    pub cell: Cell,
    pub free: bool,
}

/// Changes in the order in which they happen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes(Vec<CellChange>);

impl Changes {
    /// None at all.
    pub const NONE: &'static Self = &Self(Vec::new());

    /// In the order of their times; those of one time keep theirs.
    pub fn new(mut changes: Vec<CellChange>) -> Self {
        changes.sort_by_key(|change| change.after);
        Self(changes)
    }

    /// Reads a change a line, `STEPS wall ROW,COL` or `STEPS free ROW,COL`; empty lines and what
    /// follows a `#` say nothing. Cells must lie inside the maze.
    pub fn read(text: &str, maze: &Maze) -> Result<Self, TextError> {
        let mut changes = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let wrong = |message: String| TextError::on(index + 1, message);
            let (after, what, cell) = match words[..] {
                [] => continue,
                [after, what, cell] => (after, what, cell),
                _ => {
                    return Err(wrong(
                        "expected steps, wall or free, and row,column".to_owned(),
                    ));
                }
            };
            let after = after.parse();
            let after =
                after.map_err(|_| wrong(format!("`{}` is no number of steps", words[0])))?;
            let free = match what {
                "free" => true,
                "wall" => false,
                _ => return Err(wrong(format!("`{what}` is neither wall nor free"))),
            };
            let numbers = cell.split_once(',');
            let cell = numbers
                .and_then(|(row, col)| Some(Cell::new(row.parse().ok()?, col.parse().ok()?)));
            let cell = cell.ok_or_else(|| wrong(format!("`{}` is not row,column", words[2])))?;
            if !maze.grid().holds(cell) {
                let (rows, cols) = (maze.grid().rows(), maze.grid().cols());
                let message = format!("`{}` lies outside the {rows}x{cols} maze", words[2]);
                return Err(wrong(message));
            }
            changes.push(CellChange { after, cell, free });
        }
        Ok(Self::new(changes))
    }

    /// So many changes of random cells, each to what it was not, at random times of a walk of this
    /// many steps. Entry and exit stay free, and so do cells that touch the border of the maze.
    pub fn random(maze: &Maze, count: u32, steps: u32, seed: u64) -> Self {
        let mut stream = Stream::new(seed);
        let grid = maze.grid();
        let (rows, cols) = (grid.rows(), grid.cols());
        if rows < 3 || cols < 3 {
            return Self::default();
        }
        let mut times: Vec<u32> = (0..count).map(|_| stream.below(steps.max(1))).collect();
        times.sort_unstable();
        let mut now = grid.clone();
        let mut changes = Vec::new();
        for after in times {
            let cell = Cell::new(1 + stream.below(rows - 2), 1 + stream.below(cols - 2));
            if cell == maze.entry() || cell == maze.exit() {
                continue;
            }
            let free = !now.is_free(cell);
            now.set_free(cell, free);
            changes.push(CellChange { after, cell, free });
        }
        Self(changes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, the earliest first.
    pub fn list(&self) -> &[CellChange] {
        &self.0
    }

    /// Those that happen at the same time, time by time.
    pub fn batches(&self) -> impl Iterator<Item = &[CellChange]> {
        self.0.chunk_by(|one, other| one.after == other.after)
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for CellChange { after, cell, free } in &self.0 {
            let what = if *free { "free" } else { "wall" };
            writeln!(out, "{after} {what} {},{}", cell.row, cell.col)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze;

    fn maze() -> Maze {
        Maze::new(
            maze::read("1111\n0000\n1010\n1111\n").expect("a maze"),
            None,
            None,
        )
        .expect("ends")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let maze = maze();
        let text = "# a door\n7 wall 1,2\n\n3 free 2,1  # opens\n3 free 2,2\n";
        let changes = Changes::read(text, &maze).expect("changes");
        assert_eq!(changes.to_string(), "3 free 2,1\n3 free 2,2\n7 wall 1,2\n");
        assert_eq!(
            Changes::read(&changes.to_string(), &maze),
            Ok(changes.clone())
        );
        let batches: Vec<usize> = changes.batches().map(<[_]>::len).collect();
        assert_eq!(batches, [2, 1]);
    }

    #[test]
    fn errors_say_where() {
        for (text, message) in [
            (
                "3 free",
                "line 1: expected steps, wall or free, and row,column",
            ),
            ("\nx wall 1,1", "line 2: `x` is no number of steps"),
            ("3 door 1,1", "line 1: `door` is neither wall nor free"),
            ("3 wall 1;1", "line 1: `1;1` is not row,column"),
            ("3 wall 9,1", "line 1: `9,1` lies outside the 4x4 maze"),
        ] {
            let error = Changes::read(text, &maze()).expect_err("no changes");
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn random_changes_leave_the_ends_alone() {
        let maze = maze();
        let changes = Changes::random(&maze, 50, 10, 3);
        assert_eq!(changes, Changes::random(&maze, 50, 10, 3));
        let ends = [maze.entry(), maze.exit()];
        assert!(
            changes
                .list()
                .iter()
                .all(|change| change.after < 10 && !ends.contains(&change.cell))
        );
        assert!(!changes.is_empty());
    }
}
