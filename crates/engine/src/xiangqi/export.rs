//! Xiangqi games in the field's formats.

use boyi_game::{Position, Record, Shown};
use boyi_xiangqi::notation::chinese::{self, Script};
use boyi_xiangqi::notation::coordinates::{self, Ranks};
use boyi_xiangqi::notation::wxf;
use boyi_xiangqi::{Board, Move, board_text, read_position};

use super::read_opening;
use crate::annotated::{AnnotatedGame, write_pgn};
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
        "the game as PGN, with branches and comments, its start as FEN and moves such as H2-E2",
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
        "pgn" => write_pgn(&AnnotatedGame::from(record)),
        "board" => Ok(board_text::write(&position.setup())),
        name => Err(ExportError::format(name, FORMATS)),
    }
}

/// The legal moves of a position in Chinese or in WXF, if the word is.
pub(super) fn spelled_like(word: &str, position: &str, legal: &[String]) -> Option<Vec<String>> {
    let is_chinese = word.chars().any(|c| c > '\u{2e7f}');
    if !is_chinese && wxf::read(word).is_none() {
        return None;
    }
    let board = read_position(position).ok()?.board().ok()?;
    let spelled = |text: &String| {
        let mv = coordinates::read(text, Ranks::FromZero)?;
        if is_chinese {
            chinese::write(&board, mv, Script::Simplified)
        } else {
            wxf::write(&board, mv)
        }
    };
    legal.iter().map(spelled).collect()
}
