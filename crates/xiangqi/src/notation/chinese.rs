//! Chinese notation: 炮二平五, 前马退六, 三兵进一; simplified and traditional.

use boyi_game::Side;

use super::{Described, Way, Which};
use crate::{Board, Kind, Move};

/// Which characters to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// 车马炮.
    Simplified,
    /// 車馬炮.
    Traditional,
}

const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a move; `None` where no piece stands.
pub fn write(board: &Board, mv: Move, script: Script) -> Option<String> {
    let side = board.at(mv.from)?.side;
    let described = Described::of(board, mv)?;
    let number = |number: usize| match side {
        Side::First => NUMBERS[number - 1],
        Side::Second => char::from(b'0' + number as u8),
    };
    let kind = described.kind.chinese(side);
    let which = match described.which {
        Which::File(file) => number(file),
        Which::Front => '前',
        Which::Middle => '中',
        Which::Rear => '后',
        Which::Nth(nth) => NUMBERS[nth - 1],
    };
    let way = match described.way {
        Way::Forward => '进',
        Way::Back => '退',
        Way::Level => '平',
    };
    let (first, second) = match described.which {
        Which::File(_) => (kind, which),
        _ => (which, kind),
    };
    let text = [first, second, way, number(described.number)];
    Some(match script {
        Script::Simplified => text.iter().collect(),
        Script::Traditional => text.map(|c| traditional(c, side)).iter().collect(),
    })
}

/// Reads a move in either script, with Chinese, Arabic or wide numbers. It need not be legal
/// anywhere; `None` where it is no such text.
pub fn read(text: &str) -> Option<Described> {
    let text: Vec<char> = text.trim().chars().collect();
    let &[first, second, way, last] = text.as_slice() else {
        return None;
    };
    let way = match way {
        '进' | '進' => Way::Forward,
        '退' => Way::Back,
        '平' => Way::Level,
        _ => return None,
    };
    let (kind, which) = match (kind(first), kind(second)) {
        (Some(kind), None) => (kind, place(second).or(number(second).map(Which::File))?),
        (None, Some(kind)) => (kind, place(first).or(number(first).map(Which::Nth))?),
        _ => return None,
    };
    Some(Described {
        kind,
        which,
        way,
        number: number(last)?,
    })
}

fn place(c: char) -> Option<Which> {
    match c {
        '前' => Some(Which::Front),
        '中' => Some(Which::Middle),
        '后' | '後' => Some(Which::Rear),
        _ => None,
    }
}

fn number(c: char) -> Option<usize> {
    let wide = |c: char| u32::from(c).checked_sub(u32::from('０'));
    let digit = c.to_digit(10).or(wide(c)).map(|digit| digit as usize);
    let written = NUMBERS.iter().position(|&number| number == c);
    written
        .map(|index| index + 1)
        .or(digit)
        .filter(|number| (1..=9).contains(number))
}

fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Kind::General,
        '仕' | '士' => Kind::Advisor,
        '相' | '象' => Kind::Elephant,
        '马' | '馬' | '傌' => Kind::Horse,
        '车' | '車' | '俥' => Kind::Rook,
        '炮' | '砲' | '包' => Kind::Cannon,
        '兵' | '卒' => Kind::Pawn,
        _ => return None,
    })
}

fn traditional(c: char, side: Side) -> char {
    match c {
        '帅' => '帥',
        '将' => '將',
        '马' => '馬',
        '车' => '車',
        '炮' if side == Side::Second => '砲',
        '进' => '進',
        '后' => '後',
        c => c,
    }
}
