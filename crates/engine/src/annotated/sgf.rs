//! Games made of properties: SGF, whose branches are brackets, and GGF, as Othello servers write it.

use boyi_game::Side;
use boyi_gomoku::{Point, Size, position_line, sgf};

use super::{AnnotatedGame, ImportError, Sketch, named_game};
use crate::game::{ExportError, Setup};
use crate::gomoku::read_opening;

/// What the root of a game says.
#[derive(Default)]
struct Root {
    size: Option<usize>,
    stones: Vec<(String, Side)>,
    to_play: Option<Side>,
    board: Option<String>,
}

/// `game` decides how points without a game's name are understood.
pub(super) fn read(game: &'static str, text: &str) -> Result<Sketch, ImportError> {
    let mut sketch = Sketch::default();
    let mut root = Root::default();
    let mut at: Option<usize> = None;
    let mut open: Vec<Option<usize>> = Vec::new();
    // Counts and names may stand before the game.
    let begin = text.find('(').unwrap_or(0);
    let mut chars = text[begin..]
        .char_indices()
        .map(|(offset, c)| (begin + offset, c))
        .peekable();
    let mut name = String::new();
    while let Some((offset, c)) = chars.next() {
        match c {
            '(' => open.push(at),
            ')' => {
                at = open.pop().unwrap_or_default();
                if open.is_empty() {
                    break;
                }
            }
            ';' => name.clear(),
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some((_, ']')) => break,
                        Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => value.push(c),
                        None => return Err(ImportError::unexpected(text, text.len(), "`]`")),
                    }
                }
                if name.is_empty() {
                    return Err(ImportError::unexpected(
                        text,
                        offset,
                        "the name of a property",
                    ));
                }
                if sketch.moves.len() >= super::MAX_MOVES {
                    return Err(ImportError::TooLong);
                }
                at = property(&name, &value, at, &mut sketch, &mut root);
                while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                // Another `[` now is another value of the same property.
                if chars.peek().is_none_or(|&(_, c)| c != '[') {
                    name.clear();
                }
            }
            _ if c.is_ascii_uppercase() => name.push(c),
            _ if c.is_ascii_lowercase() || c.is_whitespace() => {}
            _ => {
                return Err(ImportError::unexpected(
                    text,
                    offset,
                    "a property, `;`, `(` or `)`",
                ));
            }
        }
    }
    if !open.is_empty() {
        return Err(ImportError::unexpected(text, text.len(), "`)`"));
    }
    let game = sketch.game.unwrap_or(game);
    let size = root.size.unwrap_or(if game == "gomoku" {
        Size::USUAL.rows()
    } else {
        8
    });
    for mv in &mut sketch.moves {
        mv.word = square(&mv.word, game, size);
    }
    sketch.start = match (game, root.board) {
        ("reversi", board) => board,
        ("gomoku", _) => gomoku_start(&sketch, &root.stones, root.to_play, size),
        _ => None,
    };
    Ok(sketch)
}

/// Takes a property in and says after which move the next one stands.
fn property(
    name: &str,
    value: &str,
    at: Option<usize>,
    sketch: &mut Sketch,
    root: &mut Root,
) -> Option<usize> {
    let trimmed = value.trim();
    match name {
        "B" | "W" => {
            let side = if name == "B" {
                Side::First
            } else {
                Side::Second
            };
            // What the player thought of it and how long that took stand behind it in GGF.
            let word = trimmed.split('/').next().unwrap_or_default();
            return Some(sketch.push(at, Some(side), word));
        }
        "C" => sketch.remark(at, value),
        "GM" => {
            sketch.game = match trimmed {
                "4" => Some("gomoku"),
                "2" => Some("reversi"),
                "7" => Some("xiangqi"),
                other => named_game(other),
            }
        }
        "SZ" | "TY" => root.size = trimmed.parse().ok().or(root.size),
        "BO" => {
            // `8 ---- … *` becomes a position line.
            let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
            let cells: String = trimmed[digits..].replace('*', "X");
            let cells: String = cells.split_whitespace().collect();
            if let Some((turn, before)) = cells.char_indices().next_back() {
                let size = &trimmed[..digits];
                root.board = Some(format!("{size}x{size} {} {before}", &cells[..turn]));
            }
        }
        "RU" => {
            let rules = trimmed.to_ascii_lowercase();
            let known = ["freestyle", "standard", "renju"];
            let named = known.iter().find(|name| rules.contains(**name));
            sketch.rules = named.map(|name| (*name).to_owned());
        }
        "AB" => root.stones.push((trimmed.to_owned(), Side::First)),
        "AW" => root.stones.push((trimmed.to_owned(), Side::Second)),
        "PL" => {
            let white = matches!(trimmed, "W" | "w" | "2");
            root.to_play = Some(if white { Side::Second } else { Side::First });
        }
        "PB" | "PW" | "EV" | "RE" | "DT" => {
            let tag = match name {
                "PB" => "Black",
                "PW" => "White",
                "EV" => "Event",
                "DT" => "Date",
                _ => "Result",
            };
            let value = match (tag, trimmed.get(..2)) {
                ("Result", Some("B+")) => "1-0",
                ("Result", Some("W+")) => "0-1",
                ("Result", _) if trimmed == "0" => "1/2-1/2",
                ("Result", _) => return at,
                _ => trimmed,
            };
            sketch.tags.push((tag.to_owned(), value.to_owned()));
        }
        _ => {}
    }
    at
}

/// A point in two letters as the game writes it; anything else as it is.
fn square(word: &str, game: &str, size: usize) -> String {
    match word.as_bytes() {
        &[x @ b'a'..=b'z', y @ b'a'..=b'z'] if word != "pa" => {
            let y = usize::from(y - b'a');
            let row = if game == "gomoku" {
                size.checked_sub(y)
            } else {
                Some(y + 1)
            };
            row.map_or(word.to_owned(), |row| format!("{}{row}", char::from(x)))
        }
        _ => word.to_owned(),
    }
}

/// The board that stones were set up on; none where it is empty and of the usual size.
fn gomoku_start(
    sketch: &Sketch,
    stones: &[(String, Side)],
    to_play: Option<Side>,
    size: usize,
) -> Option<String> {
    if stones.is_empty() && size == Size::USUAL.rows() {
        return None;
    }
    // A board that cannot be is refused by whoever reads the position.
    let size = size.min(64);
    let mut rows = vec![vec![None; size]; size];
    for (word, side) in stones {
        if let Some((point, "")) = Point::read(&square(word, "gomoku", size))
            && let Some(cell) = size
                .checked_sub(point.row() + 1)
                .and_then(|row| rows.get_mut(row)?.get_mut(point.column()))
        {
            *cell = Some(*side);
        }
    }
    let count = |side| stones.iter().filter(|(_, owner)| *owner == side).count();
    let fewer = if count(Side::First) > count(Side::Second) {
        Side::Second
    } else {
        Side::First
    };
    let begins = sketch.moves.first().and_then(|mv| mv.side);
    let turn = begins.or(to_play).unwrap_or(fewer);
    let rows = position_line::write_rows(rows);
    Some(format!("{rows} {}", position_line::letter(turn)))
}

/// Gomoku as SGF, with its branches and comments.
pub(crate) fn write(game: &AnnotatedGame) -> Result<String, ExportError> {
    let start = read_opening(&Setup::at(&game.start, &game.rules))?.start;
    let size = start.size();
    let turn = boyi_game::Position::turn(&start);
    let head = sgf::write(&start, &[], turn);
    let mut text = head.trim_end().trim_end_matches(')').to_owned();
    for (name, tag) in [("PB", "Black"), ("PW", "White"), ("EV", "Event")] {
        if let Some(value) = game.tag(tag) {
            text.push_str(&format!("{name}[{}]", escaped(value)));
        }
    }
    match game.tag("Result") {
        Some("1-0") => text.push_str("RE[B+]"),
        Some("0-1") => text.push_str("RE[W+]"),
        Some("1/2-1/2") => text.push_str("RE[0]"),
        _ => {}
    }
    comment(&mut text, &game.comment);
    write_moves(game, size, &mut text);
    Ok(text + ")\n")
}

/// What is still to be written, the next last.
enum Todo {
    /// The moves after a move.
    Line(Option<usize>),
    /// A branch that begins with a move.
    Branch(usize),
    EndBranch,
}

/// Without recursion: branches may be nested deeper than a stack is.
fn write_moves(game: &AnnotatedGame, size: Size, text: &mut String) {
    let mut todo = vec![Todo::Line(None)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Line(from) => match game.after(from)[..] {
                [only] => {
                    node(game, only, size, text);
                    todo.push(Todo::Line(Some(only)));
                }
                ref several => todo.extend(several.iter().rev().map(|&first| Todo::Branch(first))),
            },
            Todo::Branch(first) => {
                text.push('(');
                node(game, first, size, text);
                todo.extend([Todo::EndBranch, Todo::Line(Some(first))]);
            }
            Todo::EndBranch => text.push(')'),
        }
    }
}

fn node(game: &AnnotatedGame, index: usize, size: Size, text: &mut String) {
    let mv = &game.moves[index];
    let point = Point::read(&mv.text).map(|(point, _)| {
        let y = size.rows() - 1 - point.row();
        [point.column(), y].map(|number| char::from(b'a' + number as u8))
    });
    let point: String = point.into_iter().flatten().collect();
    text.push_str(&format!(";{}[{point}]", ["B", "W"][mv.side.index()]));
    comment(text, &mv.comment);
}

fn comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        text.push_str(&format!("C[{}]", escaped(comment)));
    }
}

/// As the value of a property, in which a bracket would end it.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
