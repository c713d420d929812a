//! The course's board file: `n m`, then n rows of m cells. A digit from 1 to 9 is an empty cell
//! worth that much; `O` and `o` are the four starting discs, whose cells are worth nothing.

use boyi_game::Side;

use super::read_error::unexpected;
use super::{Problem, ReadError, offset_of};
use crate::{Layout, Square};

/// Reads a board file. Blank lines and blanks at the ends of lines do not matter.
pub fn read(text: &str) -> Result<Layout, ReadError> {
    let mut lines = text
        .lines()
        .map(|line| (offset_of(text, line), line))
        .filter(|(_, line)| !line.trim().is_empty());
    let wrong = |at, expected| unexpected(text, at, expected);
    let first = lines.next();
    let (start, first) = first.ok_or(wrong(text.len(), "the size of the board, such as `8 8`"))?;
    let [rows, cols] = read_size(text, start, first)?;
    // The size is checked before a row is read, so that a wrong first line is not reported as a
    // wrong row.
    let blank = Layout::othello(rows, cols)
        .map_err(|size| ReadError::at(text, start, Problem::Size(size)))?;

    let mut worth = vec![0; rows * cols];
    for row in 0..rows {
        let line = lines.next();
        let (start, line) = line.ok_or(wrong(text.len(), "another row of the board"))?;
        let indent = line.len() - line.trim_start().len();
        let cells = line.trim();
        for (col, (at, cell)) in cells.char_indices().enumerate() {
            let offset = start + indent + at;
            let Some(square) = blank.square(row, col) else {
                break; // reported below, with the length of the whole row
            };
            worth[blank.index(square)] = read_cell(text, offset, &blank, square, cell)?;
        }
        let found = cells.chars().count();
        if found != cols {
            let expected = cols;
            let problem = Problem::RowLength { found, expected };
            return Err(ReadError::at(text, start, problem));
        }
    }
    if let Some((start, _)) = lines.next() {
        return Err(wrong(start, "the end of the board"));
    }
    let worth_of = |square: Square| worth[square.row() * cols + square.col()];
    Layout::weighted(rows, cols, worth_of)
        .map_err(|size| ReadError::at(text, start, Problem::Size(size)))
}

/// The board file of a layout; `None` where the format cannot hold it (a cell outside the middle
/// not worth 1 to 9, or a cell of the middle worth anything).
pub fn write(layout: &Layout) -> Option<String> {
    let mut text = format!("{} {}", layout.rows(), layout.cols());
    for square in layout.squares() {
        if square.col() == 0 {
            text.push('\n');
        }
        text.push(
            match (starting_disc(layout, square), layout.worth(square)) {
                (Some(Side::First), 0) => 'O',
                (Some(Side::Second), 0) => 'o',
                (None, worth @ 1..=9) => char::from(b'0' + worth),
                _ => return None,
            },
        );
    }
    text.push('\n');
    Some(text)
}

fn read_size(text: &str, start: usize, line: &str) -> Result<[usize; 2], ReadError> {
    const EXPECTED: &str = "two numbers, rows and columns";
    let wrong = |at, expected| unexpected(text, at, expected);
    let mut sizes = [0; 2];
    let mut words = line.split_whitespace();
    for size in &mut sizes {
        let end = start + line.trim_end().len();
        let word = words.next().ok_or(wrong(end, EXPECTED))?;
        let number = word.parse();
        *size = number.map_err(|_| wrong(offset_of(text, word), EXPECTED))?;
    }
    match words.next() {
        None => Ok(sizes),
        Some(word) => Err(wrong(offset_of(text, word), "the end of the line")),
    }
}

fn read_cell(
    text: &str,
    offset: usize,
    layout: &Layout,
    square: Square,
    cell: char,
) -> Result<u8, ReadError> {
    let here = starting_disc(layout, square);
    match (cell, here) {
        ('O', Some(Side::First)) | ('o', Some(Side::Second)) => Ok(0),
        ('O' | 'o', _) | ('1'..='9', Some(_)) => Err(ReadError::at(text, offset, Problem::Centre)),
        ('1'..='9', None) => Ok(cell as u8 - b'0'),
        _ => {
            let expected = "a digit from 1 to 9, or `O` or `o` in the middle";
            Err(unexpected(text, offset, expected))
        }
    }
}

fn starting_disc(layout: &Layout, square: Square) -> Option<Side> {
    layout
        .starting_discs()
        .into_iter()
        .find(|&(at, _)| at == square)
        .map(|(_, side)| side)
}
