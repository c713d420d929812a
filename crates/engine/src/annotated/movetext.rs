//! Moves as people type them: numbered or not, with blanks or without, comments in braces, branches in
//! brackets, marks such as `!?`, the result at the end.

use super::{ImportError, Sketch};
use crate::game::Game;

/// Words that are a result and no move.
const RESULTS: &[&str] = &[
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
    "*",
    "红胜",
    "黑胜",
    "白胜",
    "和棋",
    "和局",
    "红先胜",
    "红先负",
    "红先和",
    "先胜",
    "先负",
    "先和",
];
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// How the moves of a game are written when nothing stands between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    /// `f5d6`: a point a move.
    Points,
    /// `h2e2h9g7`, `H2-E2`: two points a move.
    PointPairs,
    /// Numbers alone, however they are parted.
    Numbers,
}

impl Spelling {
    pub(super) fn of(game: &dyn Game) -> Self {
        match game.name() {
            "xiangqi" => Self::PointPairs,
            "garlic" => Self::Numbers,
            _ => Self::Points,
        }
    }
}

/// The words of the main line: what a list of moves says without numbers, comments, branches and result.
pub(crate) fn main_line(game: &dyn Game, text: &str) -> Result<Vec<String>, ImportError> {
    let mut sketch = Sketch::default();
    read(Spelling::of(game), text, &mut sketch)?;
    let mut at = None;
    let mut words = Vec::new();
    for (index, mv) in sketch.moves.into_iter().enumerate() {
        if mv.parent == at {
            words.push(mv.word);
            at = Some(index);
        }
    }
    Ok(words)
}

/// Adds the moves of a text to a sketch.
pub(super) fn read(spelling: Spelling, text: &str, sketch: &mut Sketch) -> Result<(), ImportError> {
    // Where the text has got to, and where it goes on after each open branch.
    let mut at: Option<usize> = None;
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",，、。．…".contains(c));
        let offset = text.len() - rest.len();
        let wrong = |expected| ImportError::unexpected(text, offset, expected);
        let Some(c) = rest.chars().next() else { break };
        match c {
            '{' | '（' => {
                let close = if c == '{' { '}' } else { '）' };
                let inside = &rest[c.len_utf8()..];
                let end = inside.find(close).ok_or_else(|| {
                    ImportError::unexpected(text, text.len(), "the end of a comment")
                })?;
                // A brace inside a comment is written wide, see the writer.
                sketch.remark(at, &inside[..end].replace('｝', "}"));
                rest = &inside[end + close.len_utf8()..];
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                sketch.remark(at, &rest[1..end]);
                rest = &rest[end..];
            }
            '(' => {
                let last = at.ok_or_else(|| wrong("a move before its branch"))?;
                open.push(at);
                at = sketch.moves[last].parent;
                rest = &rest[1..];
            }
            ')' => {
                at = open.pop().ok_or_else(|| wrong("a move"))?;
                rest = &rest[1..];
            }
            '[' => break,
            _ => {
                let ends = |c: char| c.is_whitespace() || ",，、。(){};（）".contains(c);
                let end = rest.find(ends).unwrap_or(rest.len());
                // A lone mark such as `}` would never be consumed.
                let end = end.max(c.len_utf8());
                for word in moves_in(spelling, &rest[..end]) {
                    if sketch.moves.len() >= super::MAX_MOVES {
                        return Err(ImportError::TooLong);
                    }
                    at = Some(sketch.push(at, None, word));
                }
                rest = &rest[end..];
            }
        }
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(ImportError::unexpected(text, text.len(), "`)`"))
    }
}

/// The moves of a word, without the number before and the marks behind them.
fn moves_in(spelling: Spelling, word: &str) -> Vec<String> {
    let word: String = word.chars().map(narrow).collect();
    if RESULTS.contains(&word.as_str()) || word.starts_with('$') {
        return Vec::new();
    }
    if spelling == Spelling::Numbers {
        return vec![word];
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let after = &word[digits..];
    let word = match after.trim_start_matches(['.', ':', '…', '．']) {
        // A number by itself, or with its stop.
        "" if digits > 0 || word.starts_with(['.', '…']) => return Vec::new(),
        rest if digits > 0 && rest.len() < after.len() => rest,
        _ => &word,
    };
    let word = word.trim_end_matches(['!', '?', '#', '‼', '⁇', '！', '？']);
    if word.is_empty() {
        return Vec::new();
    }
    split(spelling, word).unwrap_or_else(|| vec![word.to_owned()])
}

/// Several moves that stand together; `None` where the word is not made of moves.
fn split(spelling: Spelling, word: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = word.chars().collect();
    if letters.iter().any(|c| *c > '\u{2e7f}') {
        // Chinese notation has four characters a move.
        let moves = letters.chunks(4).map(|four| four.iter().collect());
        return letters.len().is_multiple_of(4).then(|| moves.collect());
    }
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let pass = PASSES.iter().find(|pass| {
            let head = rest.get(..pass.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(pass))
        });
        let length = match (pass, spelling) {
            (Some(pass), _) => pass.len(),
            (None, Spelling::PointPairs) => {
                let from = point(rest)?;
                let dash = usize::from(rest[from..].starts_with('-'));
                from + dash + point(&rest[from + dash..])?
            }
            (None, _) => point(rest)?,
        };
        moves.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    Some(moves)
}

/// How long the point at the beginning of a text is: letters, then one or two digits.
fn point(text: &str) -> Option<usize> {
    let (letters, digits) = boyi_game::letters_and_digits(text);
    (letters == 1 && (1..=2).contains(&digits)).then_some(letters + digits)
}

/// Wide letters, digits and signs as narrow ones.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(spelling: Spelling, text: &str) -> Vec<String> {
        let mut sketch = Sketch::default();
        read(spelling, text, &mut sketch).expect("moves");
        sketch.moves.into_iter().map(|mv| mv.word).collect()
    }

    #[test]
    fn numbers_marks_comments_and_results_are_no_moves() {
        let points = |text| words(Spelling::Points, text);
        assert_eq!(points("1. f5 d6 2. c3"), ["f5", "d6", "c3"]);
        assert_eq!(
            points("1.f5!? d6?? {why}\n2... c3 $4 1-0"),
            ["f5", "d6", "c3"]
        );
        assert_eq!(points("f5d6PAc3"), ["f5", "d6", "PA", "c3"]);
        assert_eq!(points("1 h8 i9 2 h10,j11"), ["h8", "i9", "h10", "j11"]);
        let pairs = |text| words(Spelling::PointPairs, text);
        assert_eq!(pairs("1. C2=5 H8+7 2. H2+3"), ["C2=5", "H8+7", "H2+3"]);
        assert_eq!(pairs("１．炮二平五　马８进７"), ["炮二平五", "马8进7"]);
        assert_eq!(pairs("1、炮二平五马8进7 红胜"), ["炮二平五", "马8进7"]);
        assert_eq!(pairs("H2-E2 h9g7h0g2"), ["H2-E2", "h9g7", "h0g2"]);
    }

    #[test]
    fn a_branch_stands_beside_the_move_before_it() {
        let mut sketch = Sketch::default();
        let text = "{start} 1. f5 {a} d6 (1... f6 {b} 2. e6 (2. c4)) 2. c3";
        read(Spelling::Points, text, &mut sketch).expect("moves");
        let tree: Vec<(Option<usize>, &str, &str)> = sketch
            .moves
            .iter()
            .map(|mv| (mv.parent, mv.word.as_str(), mv.comment.as_str()))
            .collect();
        assert_eq!(
            tree,
            [
                (None, "f5", "a"),
                (Some(0), "d6", ""),
                (Some(0), "f6", "b"),
                (Some(2), "e6", ""),
                (Some(2), "c4", ""),
                (Some(1), "c3", ""),
            ]
        );
        assert_eq!(sketch.comment, "start");
        for text in ["(f5)", "f5 (d6", "f5 d6)", "f5 {d6"] {
            let read = read(Spelling::Points, text, &mut Sketch::default());
            assert!(read.is_err(), "{text}");
        }
    }
}
