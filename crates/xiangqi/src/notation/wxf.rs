//! WXF notation: `C2=5`, `h8+7`, `R+-1` for the front rook, `Pb+1` for the second of many pawns.

use boyi_game::Side;

use super::{Described, Way, Which};
use crate::{Board, Kind, Move};

/// Writes a move, red in upper case and black in lower case; `None` where no piece stands.
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let side = board.at(mv.from)?.side;
    let described = Described::of(board, mv)?;
    let letter = match described.kind {
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        kind => kind.letter(),
    };
    let letter = match side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    };
    let which = match described.which {
        Which::File(file) => char::from(b'0' + file as u8),
        Which::Front => '+',
        Which::Middle => '.',
        Which::Rear => '-',
        Which::Nth(nth) => char::from(b'a' - 1 + nth as u8),
    };
    let way = match described.way {
        Way::Forward => '+',
        Way::Back => '-',
        Way::Level => '=',
    };
    Some(format!("{letter}{which}{way}{}", described.number))
}

/// Reads a move, the place before or after the piece (`+R-1` too), `.` also for `=`. `None` where it
/// is no such text.
pub fn read(text: &str) -> Option<Described> {
    let &[first, second, way, last] = text.trim().as_bytes() else {
        return None;
    };
    let way = match way {
        b'+' => Way::Forward,
        b'-' => Way::Back,
        b'=' | b'.' => Way::Level,
        _ => return None,
    };
    let (letter, place) = if first.is_ascii_alphabetic() {
        (first, second)
    } else {
        (second, first)
    };
    let kind = Kind::from_letter(char::from(letter))?;
    let which = match place {
        b'1'..=b'9' if place == first => Which::Nth(usize::from(place - b'0')),
        b'1'..=b'9' => Which::File(usize::from(place - b'0')),
        b'+' => Which::Front,
        b'.' => Which::Middle,
        b'-' => Which::Rear,
        b'a'..=b'e' if kind == Kind::Pawn => Which::Nth(usize::from(place - b'a') + 1),
        _ => return None,
    };
    let number = last.is_ascii_digit().then(|| usize::from(last - b'0'))?;
    Some(Described {
        kind,
        which,
        way,
        number,
    })
}
