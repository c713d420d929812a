//! Games as bare moves: `f5d6c3d3c4`, the field's shortest format. Forced passes are usually left
//! out; they are put back on reading.

use boyi_game::Position;

use super::read_error::unexpected;
use super::{Problem, ReadError};
use crate::discs::Discs;
use crate::{Move, Reversi, Square};

/// Reads the moves of a game from `start`. Blanks and commas may stand between moves, passes may be
/// left out or written `pass`, `pa`, `ps` or `--`.
pub fn read<D: Discs>(start: &Reversi<D>, text: &str) -> Result<Vec<Move>, ReadError> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(|c: char| c.is_whitespace() || c == ',') {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let (mv, length) = next_move(rest).ok_or(unexpected(text, at, "a move such as `f5`"))?;
        if mv != Move::Pass && position.is_legal(Move::Pass) {
            position.make(Move::Pass);
            moves.push(Move::Pass);
        }
        if !position.is_legal(mv) {
            let why = format!("{mv} cannot be played here");
            return Err(ReadError::at(text, at, Problem::Move(why)));
        }
        position.make(mv);
        moves.push(mv);
        at += length;
    }
    Ok(moves)
}

/// The game as one word, passes left out.
pub fn write(moves: &[Move]) -> String {
    moves
        .iter()
        .filter_map(|mv| mv.square())
        .map(|square| square.to_string())
        .collect()
}

/// The move at the beginning of `text`, and how many bytes it takes.
fn next_move(text: &str) -> Option<(Move, usize)> {
    // Longest first: `pass` begins like `pa`. No square begins with these letters and goes on with
    // another letter.
    for pass in ["pass", "pa", "ps", "--"] {
        if text
            .get(..pass.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(pass))
        {
            return Some((Move::Pass, pass.len()));
        }
    }
    let (letters, digits) = boyi_game::letters_and_digits(text);
    let square = Square::parse(text.get(..letters + digits)?)?;
    Some((Move::Place(square), letters + digits))
}
