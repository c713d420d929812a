//! The courses' board text: ten lines of nine characters, black's back rank first, `.` for an empty
//! point. Red is to move.

use boyi_game::Side;

use crate::{Piece, ReadError, Setup, Square};

/// Reads a board; blank lines do not matter.
pub fn read(text: &str) -> Result<Setup, ReadError> {
    let mut cells = [None; Square::COUNT];
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| (line.as_ptr() as usize - text.as_ptr() as usize, line));
    for rank in (0..10).rev() {
        let expected = "a line of nine points";
        let (start, line) = lines
            .next()
            .ok_or_else(|| ReadError::unexpected(text, text.len(), expected))?;
        let mut file = 0;
        for (at, c) in line.char_indices() {
            let wrong = |expected| ReadError::unexpected(text, start + at, expected);
            if file == 9 {
                return Err(wrong("the end of the line after nine points"));
            }
            if c != '.' {
                let piece = Piece::from_letter(c)
                    .ok_or_else(|| wrong("a piece of `KABNRCP` or `kabnrcp`, or `.`"))?;
                cells[9 * rank + file] = Some(piece);
            }
            file += 1;
        }
        if file < 9 {
            let end = start + line.len();
            return Err(ReadError::unexpected(text, end, expected));
        }
    }
    if let Some((at, _)) = lines.next() {
        return Err(ReadError::unexpected(text, at, "the end of the board"));
    }
    Ok(Setup {
        cells,
        turn: Side::First,
        quiet: 0,
        number: 1,
    })
}

/// Writes the ten lines. The side to move has no place in them.
pub fn write(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        for cell in &setup.cells[9 * rank..9 * rank + 9] {
            text.push(cell.map_or('.', Piece::letter));
        }
        text.push('\n');
    }
    text
}

/// Reads a FEN or a board text, told apart by the slashes of a FEN.
pub fn read_position(text: &str) -> Result<Setup, ReadError> {
    if text.contains('/') {
        crate::fen::read(text)
    } else {
        read(text)
    }
}
