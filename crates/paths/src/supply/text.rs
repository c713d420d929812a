//! The course's text: `M N T`, then M rows of N numbers.

use std::fmt;

use super::maze::{MAX_CELLS, SupplyMaze, Tile};
use crate::TextError;

impl SupplyMaze {
    /// Reads the course's text. Line ends may be those of any system, and white space before and
    /// after a line does not matter.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..)
            .zip(text.lines())
            .map(|(number, text)| NumberedLine { number, text })
            .filter(|line| line.words().next().is_some());
        let header = lines.next().ok_or_else(|| {
            let message = "the text is empty; it should start with rows, columns and food";
            TextError::on(1, message)
        })?;
        let [rows, cols, food] = header.three_numbers()?;
        let mut tiles = Tiles::default();
        let mut found = 0;
        let mut last = header.number;
        for line in lines {
            if found == rows {
                let word = line.words().next().expect("blank lines were left out");
                return Err(word.error(&format!("`{}` after the last row", word.shortened())));
            }
            tiles.read_row(line, cols)?;
            found += 1;
            last = line.number;
        }
        let end = |message| Err(TextError::on(last + 1, message));
        if found < rows {
            return end(format!(
                "the text ends after {found} rows; the first line says {rows}"
            ));
        }
        for (place, name) in [(tiles.start, START), (tiles.goal, GOAL)] {
            if place.is_none() {
                return end(format!("the maze ends without a {name}"));
            }
        }
        Ok(Self::new(rows, cols, food, &tiles.read))
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

const START: &str = "start (3)";
const GOAL: &str = "goal (4)";

#[derive(Clone, Copy)]
struct NumberedLine<'a> {
    number: usize,
    text: &'a str,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> NumberedLine<'a> {
    fn words(self) -> impl Iterator<Item = Word<'a>> {
        self.text.split_ascii_whitespace().map(move |text| Word {
            line: self.number,
            column: text.as_ptr() as usize - self.text.as_ptr() as usize + 1,
            text,
        })
    }

    fn three_numbers(self) -> Result<[u32; 3], TextError> {
        let found = self.words().count();
        if found != 3 {
            return Err(self.error(&format!(
                "{found} numbers; the first line holds three: rows, columns and food"
            )));
        }
        let mut numbers = [0; 3];
        for (number, word) in numbers.iter_mut().zip(self.words()) {
            *number = word.number(u32::MAX)?;
        }
        let [rows, cols, _] = numbers;
        if rows == 0 || cols == 0 || u64::from(rows) * u64::from(cols) > MAX_CELLS {
            return Err(self.error(&format!(
                "{rows} x {cols} cells; between 1 and {MAX_CELLS} cells are possible"
            )));
        }
        Ok(numbers)
    }

    fn error(self, message: &str) -> TextError {
        TextError::on(self.number, message)
    }
}

impl Word<'_> {
    fn number(self, most: u32) -> Result<u32, TextError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok();
        let number = number.filter(|&number| digits && number <= most);
        number.ok_or_else(|| {
            let found = self.shortened();
            self.error(&format!("`{found}` is not a number from 0 to {most}"))
        })
    }

    /// Enough to recognise a word by; rubbish may be a single word of megabytes.
    fn shortened(self) -> String {
        self.text.chars().take(20).collect()
    }

    fn error(self, message: &str) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

/// The tiles read so far. They grow with the text, not with what its first line claims.
#[derive(Default)]
struct Tiles<'a> {
    read: Vec<Tile>,
    start: Option<Word<'a>>,
    goal: Option<Word<'a>>,
}

impl<'a> Tiles<'a> {
    fn read_row(&mut self, line: NumberedLine<'a>, cols: u32) -> Result<(), TextError> {
        let before = self.read.len();
        for word in line.words() {
            let number = word.number(4)?;
            let tile = Tile::from_number(number as u8).expect("0 to 4 are tiles");
            match tile {
                Tile::Start => note(&mut self.start, START, word)?,
                Tile::Goal => note(&mut self.goal, GOAL, word)?,
                Tile::Free | Tile::Wall | Tile::Supply => {}
            }
            self.read.push(tile);
        }
        let found = self.read.len() - before;
        if found != cols as usize {
            return Err(line.error(&format!(
                "{found} cells in this row; the first line says {cols}"
            )));
        }
        Ok(())
    }
}

fn note<'a>(place: &mut Option<Word<'a>>, name: &str, word: Word<'a>) -> Result<(), TextError> {
    let Some(Word { line, column, .. }) = place.replace(word) else {
        return Ok(());
    };
    Err(word.error(&format!(
        "a second {name}; the first is on line {line}, column {column}"
    )))
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
