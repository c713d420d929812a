//! A position on one line: rows from the top with `x` for black, `o` for white and numbers for empty
//! points, then who moves, then the last stone or `-`: `15/15/.../7x7/... o h8`.

use boyi_game::{Position, Side};

use super::ReadError;
use super::moves::{build, turn_after};
use crate::{Content, Gomoku, Point, Rules, Size};

/// Reads a position. The side to move and the last stone may be left out; then the side with fewer
/// stones moves, black where they are equal.
pub fn read(text: &str, rules: Rules) -> Result<Gomoku, ReadError> {
    let trimmed = text.trim();
    let wrong = |part: &str, expected| ReadError::at_part(text, part, expected);
    let (board, rest) = trimmed
        .split_once(char::is_whitespace)
        .unwrap_or((trimmed, &trimmed[trimmed.len()..]));
    let rows: Vec<&str> = board.split('/').collect();
    let size = Size::new(rows.len())?;
    let mut stones = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        read_row(row, size, size.rows() - 1 - index, &wrong, &mut stones)?;
    }
    let mut words = rest.split_whitespace();
    let turn = match words.next() {
        None => turn_after(&stones),
        Some("x" | "X" | "b") => Side::First,
        Some("o" | "O" | "w") => Side::Second,
        Some(word) => return Err(wrong(word, "`x` or `o`, the side to move,")),
    };
    let last = match words.next() {
        None | Some("-") => None,
        Some(word) => match Point::read(word) {
            Some((point, "")) => Some(point),
            _ => return Err(wrong(word, "the last stone or `-`")),
        },
    };
    if let Some(word) = words.next() {
        return Err(wrong(word, "the end of the position"));
    }
    build(size, rules, &stones, turn, last)
}

fn read_row(
    row: &str,
    size: Size,
    height: usize,
    wrong: &dyn Fn(&str, &'static str) -> ReadError,
    stones: &mut Vec<(Point, Side)>,
) -> Result<(), ReadError> {
    let mut column = 0usize;
    let mut left = row;
    while let Some(c) = left.chars().next() {
        let digits = left.bytes().take_while(u8::is_ascii_digit).count();
        let side = match c.to_ascii_lowercase() {
            'x' => Some(Side::First),
            'o' => Some(Side::Second),
            _ if digits > 0 => None,
            _ => return Err(wrong(left, "`x`, `o` or a number of empty points")),
        };
        let count = match side {
            Some(side) => {
                let point = Point::new(column, height).filter(|&point| size.has(point));
                let point = point.ok_or_else(|| wrong(left, "the end of the row"))?;
                stones.push((point, side));
                1
            }
            None => left[..digits].parse().unwrap_or(usize::MAX),
        };
        column = column.saturating_add(count);
        if column > size.rows() {
            return Err(wrong(left, "the end of the row"));
        }
        left = &left[digits.max(1)..];
    }
    if column < size.rows() {
        return Err(wrong(left, "as many points as there are rows"));
    }
    Ok(())
}

/// Writes a position.
pub fn write(game: &Gomoku) -> String {
    let size = game.size();
    let rows = (0..size.rows()).rev().map(|row| {
        (0..size.rows()).map(move |column| {
            let point = Point::new(column, row).expect("on the board");
            match game.at(point) {
                Content::Stone(side) => Some(side),
                Content::Empty | Content::Outside => None,
            }
        })
    });
    let last = game
        .last()
        .map_or("-".to_owned(), |point| point.to_string());
    format!("{} {} {last}", write_rows(rows), letter(game.turn()))
}

/// Writes the rows of a board, the top one first, with the stones of each from the left.
pub fn write_rows<R: IntoIterator<Item = Option<Side>>>(
    rows: impl IntoIterator<Item = R>,
) -> String {
    let row = |stones: R| {
        let mut text = String::new();
        let mut empty = 0;
        for stone in stones.into_iter().map(Some).chain([None]) {
            if stone == Some(None) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.extend(stone.flatten().map(letter));
        }
        text
    };
    let rows: Vec<String> = rows.into_iter().map(row).collect();
    rows.join("/")
}

/// How a side's stones and its turn are written.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
