//! The course's board text: a line for each row from the top, `0` for an empty point, `1` for black,
//! `2` for white, with or without blanks; `.`, `x` and `o` are understood as well.

use boyi_game::Side;

use super::ReadError;
use super::moves::{build, stones, turn_after};
use crate::{Gomoku, Point, Rules, Size};

/// Reads a board; blank lines do not matter. The side with fewer stones moves, black where they are
/// equal.
pub fn read(text: &str, rules: Rules) -> Result<Gomoku, ReadError> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let size = Size::new(lines.len())?;
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let mut column = 0;
        for (at, c) in line.char_indices() {
            let wrong = |expected| ReadError::unexpected(text, start + at, expected);
            let side = match c {
                _ if c.is_whitespace() || c == ',' => continue,
                '0' | '.' | '-' | '+' => None,
                '1' | 'x' | 'X' | '*' => Some(Side::First),
                '2' | 'o' | 'O' => Some(Side::Second),
                _ => return Err(wrong("`0`, `1` or `2` (or `.`, `x` or `o`)")),
            };
            if column == size.rows() {
                return Err(wrong("the end of the line: a board is a square"));
            }
            let point = Point::new(column, size.rows() - 1 - index).expect("on the board");
            all.extend(side.map(|side| (point, side)));
            column += 1;
        }
        if column < size.rows() {
            let end = start + line.len();
            let expected = "another point: a board is a square";
            return Err(ReadError::unexpected(text, end, expected));
        }
    }
    build(size, rules, &all, turn_after(&all), None)
}

/// Writes a board as numbers with blanks between them.
pub fn write(game: &Gomoku) -> String {
    let rows = game.size().rows();
    let mut cells = vec![vec!["0"; rows]; rows];
    for (point, side) in stones(game) {
        cells[rows - 1 - point.row()][point.column()] = match side {
            Side::First => "1",
            Side::Second => "2",
        };
    }
    cells.iter().map(|row| row.join(" ") + "\n").collect()
}
