//! PGN: tags in brackets, then numbered moves with comments in braces and branches in brackets.

use boyi_game::{Outcome, Side, Status};

use super::movetext::{self, Spelling};
use super::{AnnotatedGame, ImportError, Sketch, named_game};
use crate::game::{ExportError, Game, replay};

/// Tags that the writer makes itself.
const OWN: [&str; 6] = ["Game", "Rules", "Result", "Format", "FEN", "SetUp"];

pub(super) fn read(game: &dyn Game, text: &str) -> Result<Sketch, ImportError> {
    let mut sketch = Sketch::default();
    let mut rest = text;
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        let offset = text.len() - inside.len();
        let expected = "a tag such as `[Red \"name\"]`";
        let wrong = || ImportError::unexpected(text, offset, expected);
        let (name, value) = inside.split_once('"').ok_or_else(wrong)?;
        let (value, after) = quoted(value).ok_or_else(wrong)?;
        rest = after.trim_start().strip_prefix(']').ok_or_else(wrong)?;
        match name.trim() {
            "Game" | "Variant" | "GameType" => sketch.game = sketch.game.or(named_game(&value)),
            "Rules" => sketch.rules = Some(value).filter(|name| knows_rules(game, name)),
            "FEN" | "Position" => sketch.start = Some(value),
            name => sketch.tags.push((name.to_owned(), value)),
        }
    }
    movetext::read(Spelling::of(game), rest, &mut sketch)?;
    Ok(sketch)
}

fn knows_rules(game: &dyn Game, name: &str) -> bool {
    game.rules().iter().any(|rules| rules.name == name)
}

/// A value up to its closing quote, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some((value, chars.as_str())),
            '\\' => value.push(chars.next()?),
            c => value.push(c),
        }
    }
}

pub(crate) fn write(game: &AnnotatedGame) -> Result<String, ExportError> {
    let record = game.main_line();
    let table = replay(&record).map_err(|error| ExportError::Record(error.to_string()))?;
    let result = match (game.tag("Result"), table.status()) {
        (Some(result), _) => result,
        (None, Status::Going) => "*",
        (None, Status::Over { outcome, .. }) => match outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        },
    };
    let (title, sides) = match game.game.as_str() {
        "xiangqi" => ("Chinese Chess", ["Red", "Black"]),
        "reversi" => ("Othello", ["Black", "White"]),
        "gomoku" => ("Gomoku", ["Black", "White"]),
        other => (other, ["First", "Second"]),
    };
    let mut text = tag("Game", title);
    let said = |name: &str| OWN.contains(&name) || sides.contains(&name);
    // A question mark is PGN's word for a player whom nobody knows.
    for side in sides {
        text.push_str(&tag(side, game.tag(side).unwrap_or("?")));
    }
    text.push_str(&tag("Result", result));
    for (name, value) in game.tags.iter().filter(|(name, _)| !said(name)) {
        text.push_str(&tag(name, value));
    }
    text.push_str(&tag("Rules", &game.rules));
    if game.game == "xiangqi" {
        text.push_str(&tag("Format", "ICCS"));
    }
    text.push_str(&tag("FEN", &game.start));
    text.push('\n');
    remark(&mut text, &game.comment);
    write_moves(game, &mut text);
    Ok(text + result + "\n")
}

/// What is still to be written, the next last.
enum Todo {
    /// The moves after a move, from a ply on, a number before the first of them or not.
    Line(Option<usize>, usize, bool),
    /// A branch that begins with a move.
    Branch(usize, usize),
    EndBranch,
}

/// Without recursion: branches may be nested deeper than a stack is.
fn write_moves(game: &AnnotatedGame, text: &mut String) {
    let mut todo = vec![Todo::Line(None, 0, true)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Line(from, plies, number_due) => {
                let after = game.after(from);
                let Some((&main, others)) = after.split_first() else {
                    continue;
                };
                write_move(game, main, plies, number_due, text);
                let interrupted = !others.is_empty() || !game.moves[main].comment.is_empty();
                todo.push(Todo::Line(Some(main), plies + 1, interrupted));
                let others = others.iter().rev();
                todo.extend(others.map(|&other| Todo::Branch(other, plies)));
            }
            Todo::Branch(first, plies) => {
                text.push('(');
                write_move(game, first, plies, true, text);
                todo.push(Todo::EndBranch);
                let interrupted = !game.moves[first].comment.is_empty();
                todo.push(Todo::Line(Some(first), plies + 1, interrupted));
            }
            Todo::EndBranch => {
                text.truncate(text.trim_end().len());
                text.push_str(") ");
            }
        }
    }
}

fn write_move(
    game: &AnnotatedGame,
    index: usize,
    plies: usize,
    number_due: bool,
    text: &mut String,
) {
    let mv = &game.moves[index];
    let shift = game.moves.first().map_or(0, |mv| mv.side.index());
    let number = usize::midpoint(plies, shift) + 1;
    match mv.side {
        Side::First => text.push_str(&format!("{number}. ")),
        Side::Second if number_due => text.push_str(&format!("{number}. ... ")),
        Side::Second => {}
    }
    if game.game == "xiangqi" && mv.text.len() == 4 {
        let (from, to) = mv.text.split_at(2);
        text.push_str(&format!("{from}-{to}").to_uppercase());
    } else {
        text.push_str(&mv.text);
    }
    text.push(if mv.side == Side::First { ' ' } else { '\n' });
    remark(text, &mv.comment);
}

/// A comment has no way to say `}`: it is written wide.
fn remark(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        text.push_str(&format!("{{{}}} ", comment.replace('}', "｝")));
    }
}

fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{}\"]\n", value.replace(char::is_control, " "))
}
