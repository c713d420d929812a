//! The course's text: `M N T`, then M rows of N numbers.

use std::fmt;

use super::maze::{MAX_CELLS, SupplyMaze, Tile};
use super::read_error::{Ends, ReadError};

impl SupplyMaze {
    /// Reads the course's text. Line ends may be those of any system, and white space before and
    /// after a line does not matter.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, text)| Line {
                number: index + 1,
                text,
            })
            .filter(|line| line.words().next().is_some());
        let header = lines.next().ok_or(ReadError::Empty)?;
        let [rows, cols, food] = header.three_numbers()?;
        let mut tiles = Tiles::default();
        let mut found = 0;
        let mut last = header.number;
        for line in lines {
            if found == rows {
                return Err(line.surplus());
            }
            tiles.read_row(line, cols)?;
            found += 1;
            last = line.number;
        }
        let line = last + 1;
        if found < rows {
            let expected = rows;
            return Err(ReadError::TooFewRows {
                line,
                found,
                expected,
            });
        }
        for (place, what) in [(tiles.start, Ends::Start), (tiles.goal, Ends::Goal)] {
            place.ok_or(ReadError::Missing { what, line })?;
        }
        let maze = Self::new(rows, cols, food, &tiles.read);
        Ok(maze.expect("size, start and goal were checked as they were read"))
    }
}

impl fmt::Display for SupplyMaze {
    /// Writes the course's text, which [`SupplyMaze::read`] reads back.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} {} {}", self.rows(), self.cols(), self.food())?;
        for row in self.tiles() {
            for (index, tile) in row.iter().enumerate() {
                let space = if index > 0 { " " } else { "" };
                write!(out, "{space}{}", tile.number())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn words(self) -> impl Iterator<Item = Word<'a>> {
        self.text.split_ascii_whitespace().map(move |text| Word {
            line: self.number,
            column: text.as_ptr() as usize - self.text.as_ptr() as usize + 1,
            text,
        })
    }

    fn three_numbers(self) -> Result<[u32; 3], ReadError> {
        let words: Vec<Word> = self.words().take(4).collect();
        let &[rows, cols, food] = words.as_slice() else {
            return Err(ReadError::Header {
                line: self.number,
                found: self.words().count(),
            });
        };
        let [rows, cols, food] = [
            rows.number(u32::MAX)?,
            cols.number(u32::MAX)?,
            food.number(u32::MAX)?,
        ];
        if rows == 0 || cols == 0 || u64::from(rows) * u64::from(cols) > MAX_CELLS {
            let line = self.number;
            return Err(ReadError::Size { line, rows, cols });
        }
        Ok([rows, cols, food])
    }

    fn surplus(self) -> ReadError {
        let word = self.words().next().expect("blank lines were left out");
        ReadError::Surplus {
            line: word.line,
            column: word.column,
            found: word.shortened(),
        }
    }
}

impl Word<'_> {
    fn number(self, most: u32) -> Result<u32, ReadError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok();
        let number = number.filter(|&number| digits && number <= most);
        number.ok_or_else(|| ReadError::Number {
            line: self.line,
            column: self.column,
            found: self.shortened(),
            most,
        })
    }

    /// Enough to recognise a word by; rubbish may be a single word of megabytes.
    fn shortened(self) -> String {
        self.text.chars().take(20).collect()
    }
}

/// The tiles read so far. They grow with the text, not with what its first line claims.
#[derive(Default)]
struct Tiles {
    read: Vec<Tile>,
    start: Option<(usize, usize)>,
    goal: Option<(usize, usize)>,
}

impl Tiles {
    fn read_row(&mut self, line: Line, cols: u32) -> Result<(), ReadError> {
        let before = self.read.len();
        for word in line.words() {
            let number = word.number(4)?;
            let tile = Tile::from_number(number as u8).expect("0 to 4 are tiles");
            match tile {
                Tile::Start => note(&mut self.start, Ends::Start, word)?,
                Tile::Goal => note(&mut self.goal, Ends::Goal, word)?,
                Tile::Free | Tile::Wall | Tile::Supply => {}
            }
            self.read.push(tile);
        }
        let found = self.read.len() - before;
        if found == cols as usize {
            Ok(())
        } else {
            Err(ReadError::Ragged {
                line: line.number,
                found,
                expected: cols,
            })
        }
    }
}

fn note(place: &mut Option<(usize, usize)>, what: Ends, word: Word) -> Result<(), ReadError> {
    let (line, column) = (word.line, word.column);
    match place.replace((line, column)) {
        None => Ok(()),
        Some((first_line, first_column)) => Err(ReadError::Twice {
            what,
            line,
            column,
            first_line,
            first_column,
        }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_maze_reads_with_any_line_ends_and_writes_back() {
        let text = "2 3 7\n3 0 2\n1 1 4\n";
        let maze = SupplyMaze::read(text).expect("a maze");
        assert_eq!((maze.rows(), maze.cols(), maze.food()), (2, 3, 7));
        assert_eq!(maze.to_string(), text);
        let loose = "\u{feff}\r\n 2\t3 7 \r\n\r\n3 0  2 \r\n1 1 4";
        assert_eq!(SupplyMaze::read(loose), Ok(maze));
    }

    #[test]
    fn errors_say_where() {
        let cases = [
            ("", "line 1: the text is empty"),
            ("\n2 2\n", "line 2: 2 numbers"),
            ("2 2 3 4\n", "line 1: 4 numbers"),
            (
                "2 x 3\n",
                "line 1, column 3: `x` is not a number from 0 to 4294967295",
            ),
            ("2 2 -1\n", "line 1, column 5: `-1`"),
            ("2 2 +1\n", "line 1, column 5: `+1`"),
            ("2 2 99999999999\n", "line 1, column 5: `99999999999`"),
            ("0 2 3\n", "line 1: 0 x 2 cells"),
            (
                "4000000000 4000000000 3\n",
                "line 1: 4000000000 x 4000000000 cells",
            ),
            (
                "1 2 3\n3\t 7\n",
                "line 2, column 4: `7` is not a number from 0 to 4",
            ),
            ("1 2 3\n3 ä\n", "line 2, column 3: `ä`"),
            (
                "2 2 3\n3 4\n0\n",
                "line 3: 1 cells in this row; the first line says 2",
            ),
            ("1 2 3\n3 4 0\n", "line 2: 3 cells in this row"),
            ("2 2 3\n3 4\n", "line 3: the text ends after 1 rows"),
            (
                "1 2 3\n3 4\n\n 0 0\n",
                "line 4, column 2: `0` after the last row",
            ),
            (
                "1 3 3\n3 4 3\n",
                "line 2, column 5: a second start (3); the first is on line 2, column 1",
            ),
            ("1 3 3\n4 4 3\n", "line 2, column 3: a second goal (4)"),
            ("1 2 3\n3 0\n", "line 3: the maze ends without a goal (4)"),
            ("1 2 3\n0 4\n", "line 3: the maze ends without a start (3)"),
        ];
        for (text, expected) in cases {
            let error = SupplyMaze::read(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    /// What the course's text is made of, and what it is not.
    fn rubbish() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            6 => "[0-4]",
            4 => Just(" ".to_owned()),
            2 => Just("\n".to_owned()),
            1 => Just("\r\n".to_owned()),
            1 => "[0-9]{1,12}",
            1 => "\\PC{1,3}",
        ];
        proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rubbish_is_an_error_or_a_maze_that_reads_back(text in rubbish()) {
            if let Ok(maze) = SupplyMaze::read(&text) {
                prop_assert_eq!(SupplyMaze::read(&maze.to_string()), Ok(maze));
            }
        }

        #[test]
        fn rubbish_after_a_good_header_is_no_panic(body in rubbish(), rows in 1..4u32, cols in 1..4u32) {
            if let Ok(maze) = SupplyMaze::read(&format!("{rows} {cols} 2\n{body}")) {
                prop_assert_eq!(maze.tiles().flatten().count() as u32, rows * cols);
            }
        }
    }
}
