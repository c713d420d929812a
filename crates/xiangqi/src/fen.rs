//! FEN as the field writes it, and the dialects of others: `h` and `e` for horse and elephant, `r`
//! or `red` for the side `w`, fields left out at the end.

use boyi_game::Side;

use crate::{Piece, ReadError, Setup, Square};

pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads a FEN. Whether such a position can be reached is not asked here: [`Setup::board`] does.
pub fn read(text: &str) -> Result<Setup, ReadError> {
    let mut words = text
        .split_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word));
    let (start, ranks) = words.next().ok_or_else(|| {
        ReadError::unexpected(text, text.len(), "ten ranks such as `rnbakabnr/9/…`")
    })?;
    let cells = read_ranks(text, start, ranks)?;
    let turn = match words.next() {
        None => Side::First,
        Some((at, word)) => read_side(word).ok_or_else(|| {
            ReadError::unexpected(text, at, "the side to move, `w` (or `r`) or `b`,")
        })?,
    };
    // Castling and en passant, which xiangqi has not; many leave the dashes out.
    let mut rest = words.skip_while(|(_, word)| *word == "-");
    let mut number = |expected| match rest.next() {
        None => Ok(None),
        Some((at, word)) => match word.parse::<u32>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(ReadError::unexpected(text, at, expected)),
        },
    };
    let quiet = number("the number of plies since the last capture")?;
    let moves = number("the number of the move")?;
    if let Some((at, _)) = rest.next() {
        return Err(ReadError::unexpected(text, at, "the end of the FEN"));
    }
    Ok(Setup {
        cells,
        turn,
        // Larger clocks change nothing: the game is a draw long before.
        quiet: quiet.unwrap_or(0).min(9999),
        number: moves.unwrap_or(1).clamp(1, 99_999),
    })
}

pub fn write(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let mut empty = 0;
        for cell in &setup.cells[9 * rank..9 * rank + 9] {
            match cell {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let side = match setup.turn {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!("{text} {side} - - {} {}", setup.quiet, setup.number)
}

fn read_side(word: &str) -> Option<Side> {
    match word {
        "w" | "W" | "r" | "R" | "red" => Some(Side::First),
        "b" | "B" | "black" => Some(Side::Second),
        _ => None,
    }
}

fn read_ranks(
    text: &str,
    start: usize,
    ranks: &str,
) -> Result<[Option<Piece>; Square::COUNT], ReadError> {
    let mut cells = [None; Square::COUNT];
    let (mut file, mut rank) = (0, 9);
    for (at, c) in ranks.char_indices() {
        let wrong = |expected| ReadError::unexpected(text, start + at, expected);
        match c {
            '/' if file < 9 => return Err(wrong("another piece or number of this rank")),
            '/' if rank == 0 => return Err(wrong("the end of the ten ranks")),
            '/' => (file, rank) = (0, rank - 1),
            _ if file >= 9 => return Err(wrong("the `/` after nine points")),
            '1'..='9' => {
                file += c as usize - '0' as usize;
                if file > 9 {
                    return Err(wrong("a number that fits nine points"));
                }
            }
            _ => {
                let piece = Piece::from_letter(c)
                    .ok_or_else(|| wrong("a piece of `KABNRCP` or `kabnrcp`, a number or `/`"))?;
                cells[9 * rank + file] = Some(piece);
                file += 1;
            }
        }
    }
    if rank > 0 || file < 9 {
        let end = start + ranks.len();
        return Err(ReadError::unexpected(text, end, "another rank of the ten"));
    }
    Ok(cells)
}
