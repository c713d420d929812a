//! Othello positions as the field exchanges them (OBF): 64 characters from a1 to h8, the side to
//! move, and optionally the scores of moves: `---… X; F5:+2; D6:+0;`. Files as they are published have more
//! in them, which is left out: comments, moves without a score, and `--:-127;` where nothing is known.

use boyi_game::Side;

use super::ReadError;
use super::read_error::unexpected;
use crate::{Empties, Layout, Move, Setup, Square};

/// A position, with what is known about its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    pub setup: Setup,
    /// Moves with their scores from the view of the side to move, best first.
    pub scores: Vec<(Move, i32)>,
}

/// A score that says that none is known.
const UNKNOWN_SCORE: i32 = -127;

/// Reads one line. `X`, `x`, `*` are discs of the first player, `O`, `o` of the second, `-` and `.`
/// are empty; what follows a `%` or `#` is a comment.
pub fn read(text: &str) -> Result<Scored, ReadError> {
    let text = text.split(['%', '#']).next().unwrap_or_default();
    let wrong = |at, expected| unexpected(text, at, expected);
    let start = text.len() - text.trim_start().len();
    let layout = Layout::othello(8, 8).expect("8 x 8 is a board");
    let mut setup = Setup::empty(layout);
    let mut rest = text[start..].char_indices();
    for square in setup.layout.squares() {
        let (at, c) = rest.next().unwrap_or((text.len() - start, '\0'));
        let expected = "one of `X`, `O`, `-` for each of 64 squares";
        setup.set(square, disc(c).ok_or(wrong(start + at, expected))?);
    }
    let mut parts = split(text, start + rest.offset());
    let (at, turn) = parts.next().unwrap_or((text.len(), ""));
    setup.turn = side(turn).ok_or(wrong(at, "the side to move, `X` or `O`"))?;
    let expected = "a move and its score, such as `F5:+2`";
    let scores = parts.map(|(at, part)| score(part).ok_or(wrong(at, expected)));
    let scores = scores.filter_map(Result::transpose);
    let scores = scores.collect::<Result<_, _>>()?;
    Ok(Scored { setup, scores })
}

/// Reads a file of such lines; empty lines and lines beginning with `%` or `#` are left out.
pub fn read_all(text: &str) -> Result<Vec<Scored>, ReadError> {
    let is_entry = |line: &&str| !line.trim().is_empty() && !line.starts_with(['%', '#']);
    text.lines()
        .enumerate()
        .filter(|(_, line)| is_entry(line))
        .map(|(number, line)| {
            read(line).map_err(|error| ReadError {
                line: number + 1,
                ..error
            })
        })
        .collect()
}

/// The position in this format; `None` unless the board is a standard one.
pub fn write(setup: &Setup) -> Option<String> {
    let layout = &setup.layout;
    let standard = layout.is_unit() && (layout.rows(), layout.cols()) == (8, 8);
    if !standard || layout.empties() != Empties::ToWinner {
        return None;
    }
    Some(format!("{} {}", cells(setup), side_letter(setup.turn)))
}

pub(super) fn cells(setup: &Setup) -> String {
    let letter = |square| setup.disc(square).map_or('-', side_letter);
    setup.layout.squares().map(letter).collect()
}

pub(super) fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

#[expect(clippy::option_option, reason = "a disc, an empty cell, or neither")]
pub(super) fn disc(c: char) -> Option<Option<Side>> {
    match c {
        '-' | '.' => Some(None),
        'X' | 'x' | '*' => Some(Some(Side::First)),
        'O' | 'o' => Some(Some(Side::Second)),
        _ => None,
    }
}

pub(super) fn side(text: &str) -> Option<Side> {
    let mut chars = text.chars();
    let side = disc(chars.next()?)??;
    chars.next().is_none().then_some(side)
}

/// The parts between semicolons after byte `from`, trimmed, with where they begin; an empty last
/// part is left out.
fn split(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    let parts = text[from..].split(';').map(move |part| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        (start, part.trim())
    });
    parts.filter(move |&(start, part)| !part.is_empty() || start < text.trim_end().len() - 1)
}

/// A move with its score; `Some(None)` where a line says that it has none.
#[expect(clippy::option_option, reason = "a score, none, or something else")]
fn score(part: &str) -> Option<Option<(Move, i32)>> {
    let (mv, score) = part.split_once(':').unwrap_or((part, ""));
    let mv = match mv.trim() {
        "PS" | "ps" | "--" => Move::Pass,
        square => Move::Place(Square::parse(square).filter(|s| s.row() < 8 && s.col() < 8)?),
    };
    if score.trim().is_empty() {
        return Some(None);
    }
    let score: i32 = score.trim().parse().ok()?;
    let known = (-64..=64).contains(&score).then_some((mv, score));
    (known.is_some() || score == UNKNOWN_SCORE).then_some(known)
}
