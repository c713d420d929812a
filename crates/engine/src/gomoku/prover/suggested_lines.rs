//! Lines of play that somebody thinks worth trying: whoever knows an opening can help a search along.

use std::collections::HashMap;
use std::fmt;

use boyi_game::Position;
use boyi_gomoku::{Gomoku, ReadError, moves};

use super::super::board::Board;
use super::super::layout::Cell;

/// Which move to try first in positions of some lines of play. Nothing is believed: a proof needs no
/// less of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SuggestedLines(HashMap<u64, Cell>);

/// Why lines of play cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuggestedLinesError {
    /// Counted from 1.
    pub line: usize,
    pub why: ReadError,
}

impl fmt::Display for SuggestedLinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            // It names the line by itself.
            ReadError::Unexpected(_) => self.why.fmt(f),
            why => write!(f, "line {}: {why}", self.line),
        }
    }
}

impl std::error::Error for SuggestedLinesError {}

impl SuggestedLines {
    /// Reads lines such as `h8h9i9j10i7`, from the first move of the game `start` on; blank lines and
    /// what comes after a `#` do not count. Where two lines part, the later one is tried.
    pub fn read(text: &str, start: &Gomoku) -> Result<Self, SuggestedLinesError> {
        let mut lines = Self::default();
        for (index, line) in text.lines().enumerate() {
            let (line, _) = line.split_once('#').unwrap_or((line, ""));
            lines.add(line, start).map_err(|mut why| {
                let number = index + 1;
                if let ReadError::Unexpected(unexpected) = &mut why {
                    unexpected.line = number;
                }
                SuggestedLinesError { line: number, why }
            })?;
        }
        Ok(lines)
    }

    fn add(&mut self, line: &str, start: &Gomoku) -> Result<(), ReadError> {
        let mut game = start.clone();
        let mut board = Board::of(start);
        for (index, point) in moves::read(line, start.size())?.into_iter().enumerate() {
            if !game.is_legal(point) {
                let number = index + 1;
                return Err(ReadError::Illegal { number, point });
            }
            let cell = board.layout().cell(point);
            self.0.insert(board.key().0, cell);
            game.make(point);
            board.make(cell);
        }
        Ok(())
    }

    /// The move to try first.
    pub(super) fn suggested(&self, board: &Board) -> Option<Cell> {
        self.0.get(&board.key().0).copied()
    }
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Rules, Size};

    use super::*;

    #[test]
    fn a_line_says_what_to_try_in_all_its_positions_however_they_came_about() {
        let start = Gomoku::start(Size::USUAL, Rules::Freestyle);
        let text = "# Kagetsu\nh8h9i9j10i7  # the hardest answer\n\n";
        let lines = SuggestedLines::read(text, &start).expect("a line");
        let mut board = Board::of(&start);
        let cells = moves::read("i9j10h8h9i7", Size::USUAL).expect("moves");
        let cells: Vec<Cell> = cells.iter().map(|&p| board.layout().cell(p)).collect();
        assert_eq!(lines.suggested(&board), Some(cells[2]));
        for &cell in &cells[..4] {
            board.make(cell);
        }
        assert_eq!(lines.suggested(&board), Some(cells[4]));
        board.make(cells[4]);
        assert_eq!(lines.suggested(&board), None);
    }

    #[test]
    fn lines_that_cannot_be_played_are_explained() {
        let start = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for (text, wrong) in [
            ("h8h9\nh8h8", "line 2: move 2, h8, cannot be played"),
            (
                "h8a1i8a2j8a3k8a4l8a5",
                "line 1: move 10, a5, cannot be played",
            ),
            ("h8\nh8z", "line 2, column 3: found `z`"),
            ("p1", "line 1: p1 is not on the board"),
        ] {
            let error = SuggestedLines::read(text, &start)
                .expect_err("no line")
                .to_string();
            assert!(error.starts_with(wrong), "{error}");
        }
    }
}
