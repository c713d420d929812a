//! Xiangqi games in the field's formats.

use boyi_game::{Outcome, Position, Record, Shown, Side};
use boyi_xiangqi::notation::chinese::{self, Script};
use boyi_xiangqi::notation::wxf;
use boyi_xiangqi::{Board, Move, board_text};

use super::read_opening;
use crate::game::{Choice, ExportError, Setup, play_record};

pub(super) const FORMATS: &[Choice] = &[
    Choice::new("position", "the position now, as a FEN"),
    Choice::new("moves", "the moves in coordinates, such as h2e2 h9g7"),
    Choice::new("chinese", "the moves in Chinese notation, such as 炮二平五"),
    Choice::new("traditional", "the same in traditional characters"),
    Choice::new(
        "wxf",
        "the moves as the world federation writes them, such as C2=5",
    ),
    Choice::new(
        "pgn",
        "the game as PGN, with its start as FEN and moves such as H2-E2",
    ),
    Choice::new("board", "the course's board text, ten lines of nine points"),
];

pub(super) fn export(record: &Record, format: &str) -> Result<String, ExportError> {
    let start = read_opening(&Setup::at(&record.start, &record.rules))?.start;
    let mut position = start.clone();
    let moves = play_record(&mut position, record)?;
    let in_words = |write: &dyn Fn(&Board, Move) -> Option<String>| {
        let mut board = start.board().clone();
        let mut texts = Vec::new();
        for &mv in &moves {
            texts.extend(write(&board, mv));
            board.make(mv);
        }
        Ok(texts.join(" "))
    };
    match format {
        "position" => Ok(position.text()),
        "moves" => in_words(&|_, mv| Some(mv.to_string())),
        "chinese" => in_words(&|board, mv| chinese::write(board, mv, Script::Simplified)),
        "traditional" => in_words(&|board, mv| chinese::write(board, mv, Script::Traditional)),
        "wxf" => in_words(&wxf::write),
        "pgn" => Ok(pgn(&record.start, start.turn(), &moves, position.outcome())),
        "board" => Ok(board_text::write(&position.setup())),
        name => Err(ExportError::format(name, FORMATS)),
    }
}

/// PGN as programs for xiangqi read it: moves in coordinates (ICCS), the start as a FEN. Nobody here
/// knows the players; a question mark is PGN's word for that.
fn pgn(start: &str, turn: Side, moves: &[Move], outcome: Option<Outcome>) -> String {
    let result = match outcome {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    };
    let mut text = format!(
        "[Game \"Chinese Chess\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n\
         [Format \"ICCS\"]\n[FEN \"{start}\"]\n\n"
    );
    let mut side = turn;
    let mut number = 1;
    for (index, mv) in moves.iter().enumerate() {
        if side == Side::First {
            text.push_str(&format!("{number}. "));
        } else if index == 0 {
            text.push_str(&format!("{number}. ... "));
        }
        let mv = mv.to_string().to_uppercase();
        let (from, to) = mv.split_at(mv.len() / 2);
        text.push_str(&format!("{from}-{to}"));
        text.push(if side == Side::First { ' ' } else { '\n' });
        number += usize::from(side == Side::Second);
        side = !side;
    }
    text + result + "\n"
}
