//! One line for a position on any board: size, cells, side to move, then, where it is not a plain
//! board, the worth of each cell in hexadecimal and who gets the empties:
//! `4x4 -----OX--XO----- X 9999900990099999 ignored`.

use super::obf::{cells, disc, side, side_letter};
use super::read_error::unexpected;
use super::{Problem, ReadError, offset_of};
use crate::{Empties, Layout, Setup};

/// Whether a word is a size such as `6x6`.
pub(super) fn is_size(word: &str) -> bool {
    size(word).is_some()
}

pub fn read(text: &str) -> Result<Setup, ReadError> {
    const SIZE: &str = "a size such as `6x6`";
    const SIDE: &str = "the side to move, `X` or `O`";
    let wrong = |at, expected| unexpected(text, at, expected);
    let mut words = words(text);
    let mut word = |expected| words.next().ok_or(wrong(text.len(), expected));

    let (at, sizes) = word(SIZE)?;
    let (rows, cols) = size(sizes).ok_or(wrong(at, SIZE))?;
    let plain =
        Layout::othello(rows, cols).map_err(|size| ReadError::at(text, at, Problem::Size(size)))?;
    let cells = plain.rows() * plain.cols();

    let (at, discs) = word("the cells of the board")?;
    let discs = each_cell(
        text,
        at,
        discs,
        cells,
        "`X`, `O` or `-` for each cell",
        disc,
    )?;
    let (at, turn) = word(SIDE)?;
    let turn = side(turn).ok_or(wrong(at, SIDE))?;

    let mut layout = plain.clone();
    let mut next = words.next();
    if let Some((at, worth)) = next
        && empties(worth).is_none()
    {
        let digit = |c: char| c.to_digit(16).map(|digit| digit as u8);
        let expected = "a hexadecimal digit for each cell";
        let worth = each_cell(text, at, worth, cells, expected, digit)?;
        layout = Layout::weighted(rows, cols, |square| worth[plain.index(square)])
            .expect("the size was checked above");
        next = words.next();
    }
    if let Some((at, word)) = next {
        let rule = empties(word).ok_or(wrong(at, "`winner` or `ignored`"))?;
        layout = layout.with_empties(rule);
    }
    if let Some((at, _)) = words.next() {
        return Err(wrong(at, "the end of the line"));
    }

    let mut setup = Setup::empty(layout);
    setup.turn = turn;
    for square in plain.squares() {
        setup.set(square, discs[plain.index(square)]);
    }
    Ok(setup)
}

/// Writes such a line; what goes without saying is left out.
pub fn write(setup: &Setup) -> String {
    let layout = &setup.layout;
    let (rows, cols) = (layout.rows(), layout.cols());
    let mut line = format!("{rows}x{cols} {} {}", cells(setup), side_letter(setup.turn));
    let mut usual = Layout::othello(rows, cols).expect("the layout has this size");
    if !layout.is_unit() {
        line.push(' ');
        let digit = |square| char::from_digit(u32::from(layout.worth(square)), 16);
        line.extend(layout.squares().filter_map(digit));
        usual = usual.with_empties(Empties::Ignored);
    }
    if layout.empties() != usual.empties() {
        line.push_str(match layout.empties() {
            Empties::ToWinner => " winner",
            Empties::Ignored => " ignored",
        });
    }
    line
}

fn empties(word: &str) -> Option<Empties> {
    match word {
        "winner" => Some(Empties::ToWinner),
        "ignored" => Some(Empties::Ignored),
        _ => None,
    }
}

fn size(word: &str) -> Option<(usize, usize)> {
    let (rows, cols) = word.split_once('x')?;
    Some((rows.parse().ok()?, cols.parse().ok()?))
}

/// Words with where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(|word| (offset_of(text, word), word))
}

/// Reads a word with one character for each of `cells` cells.
fn each_cell<T>(
    text: &str,
    start: usize,
    word: &str,
    cells: usize,
    expected: &'static str,
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, ReadError> {
    let mut found = Vec::with_capacity(cells);
    for (at, c) in word.char_indices() {
        let wrong = |expected| unexpected(text, start + at, expected);
        if found.len() == cells {
            return Err(wrong("the end of the cells"));
        }
        found.push(read(c).ok_or(wrong(expected))?);
    }
    if found.len() < cells {
        let end = start + word.len();
        return Err(ReadError::at(text, end, Problem::Ends { expected }));
    }
    Ok(found)
}
