//! Coordinates: `h2e2` as UCCI and ICCS count (`H2-E2` too), or `h3e3` as Fairy-Stockfish does.

use crate::{Move, Square};

/// Where ranks begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// 0 to 9.
    #[default]
    FromZero,
    /// 1 to 10.
    FromOne,
}

/// Reads two points, with a dash between them or not; `None` where it is no such text.
pub fn read(text: &str, ranks: Ranks) -> Option<Move> {
    let (from, rest) = point(text.trim(), ranks)?;
    let (to, rest) = point(rest.strip_prefix('-').unwrap_or(rest), ranks)?;
    rest.is_empty().then_some(Move { from, to })
}

pub fn write(mv: Move, ranks: Ranks) -> String {
    let first = match ranks {
        Ranks::FromZero => 0,
        Ranks::FromOne => 1,
    };
    let point = |square: Square| {
        let file = char::from(b'a' + square.file() as u8);
        format!("{file}{}", square.rank() + first)
    };
    format!("{}{}", point(mv.from), point(mv.to))
}

/// The point at the beginning of `text`, and what follows it.
fn point(text: &str, ranks: Ranks) -> Option<(Square, &str)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let file = usize::from(letter.checked_sub(b'a')?);
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).take(2).count();
    let rank: usize = rest.get(..digits)?.parse().ok()?;
    let rank = match ranks {
        Ranks::FromZero if digits == 1 => rank,
        Ranks::FromOne => rank.checked_sub(1)?,
        Ranks::FromZero => return None,
    };
    Some((Square::new(file, rank)?, &rest[digits..]))
}
