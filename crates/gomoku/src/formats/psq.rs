//! Gomocup's psq: a head line, then `x,y,milliseconds` for each move, counted from 1 at the top left.

use super::{ReadError, Start};
use crate::{Gomoku, Point, Rules, Size};

/// Reads a game. Whatever follows the moves (names, the result, the rule) is only asked for the rule.
pub fn read(text: &str, rules: Option<Rules>) -> Result<Start, ReadError> {
    let mut lines = text
        .lines()
        .map(|line| (line.as_ptr() as usize - text.as_ptr() as usize, line.trim()))
        .filter(|(_, line)| !line.is_empty());
    let head = "a head such as `Piskvorky 15x15, 11:11, 0`";
    let (at, first) = lines
        .next()
        .ok_or_else(|| ReadError::unexpected(text, text.len(), head))?;
    let sizes = first
        .strip_prefix("Piskvorky ")
        .and_then(|rest| rest.split(',').next())
        .and_then(|sizes| sizes.trim().split_once('x'))
        .and_then(|(width, height)| {
            Some((width.parse::<usize>().ok()?, height.parse::<usize>().ok()?))
        });
    let (width, height) = sizes.ok_or_else(|| ReadError::unexpected(text, at, head))?;
    if width != height {
        return Err(ReadError::unexpected(text, at, "a square board"));
    }
    let size = Size::new(width)?;
    let mut moves = Vec::new();
    let mut said = None;
    let mut in_moves = true;
    for (at, line) in lines {
        let numbers: Vec<Option<usize>> = line
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect();
        match numbers[..] {
            [Some(x), Some(y), Some(_)] if in_moves => {
                let point = x
                    .checked_sub(1)
                    .zip(size.rows().checked_sub(y))
                    .and_then(|(column, row)| Point::new(column, row))
                    .filter(|&point| size.has(point));
                let expected = "a point of the board, counted from 1 at the top left";
                moves.push(point.ok_or_else(|| ReadError::unexpected(text, at, expected))?);
            }
            _ => {
                in_moves = false;
                said = said.or_else(|| line.to_ascii_lowercase().parse().ok());
            }
        }
    }
    let rules = rules.or(said).unwrap_or(Rules::Freestyle);
    Start::played(Gomoku::start(size, rules), moves)
}

/// Writes a game from an empty board.
pub fn write(size: Size, rules: Rules, moves: &[Point], names: [&str; 2]) -> String {
    let mut text = format!("Piskvorky {size}, 11:11, 0\n");
    for point in moves {
        let (x, y) = (point.column() + 1, size.rows() - point.row());
        text.push_str(&format!("{x},{y},0\n"));
    }
    let rule = match rules {
        Rules::Freestyle => "Freestyle",
        Rules::Standard => "Standard",
        Rules::Renju => "Renju",
    };
    text + &format!("{}\n{}\n-1\n{rule}\n", names[0], names[1])
}
