//! Xiangqi games in the field's formats.

use boyi_game::{Position, Record, Shown};
use boyi_xiangqi::notation::chinese::{self, Script};
use boyi_xiangqi::notation::wxf;
use boyi_xiangqi::{Board, Move, board_text};

use super::Opening;
use crate::game::{Choice, ExportError, Setup};

pub(super) const FORMATS: &[Choice] = &[
    Choice {
        name: "position",
        about: "the position now, as a FEN",
    },
    Choice {
        name: "moves",
        about: "the moves in coordinates, such as h2e2 h9g7",
    },
    Choice {
        name: "chinese",
        about: "the moves in Chinese notation, such as 炮二平五",
    },
    Choice {
        name: "traditional",
        about: "the same in traditional characters",
    },
    Choice {
        name: "wxf",
        about: "the moves as the world federation writes them, such as C2=5",
    },
    Choice {
        name: "board",
        about: "the course's board text, ten lines of nine points",
    },
];

pub(super) fn export(record: &Record, format: &str) -> Result<String, ExportError> {
    let setup = Setup {
        position: Some(record.start.clone()),
        rules: Some(record.rules.clone()),
        ..Setup::default()
    };
    let wrong = |error: &dyn std::fmt::Display| ExportError::Record(error.to_string());
    let start = Opening::read(&setup).map_err(|error| wrong(&error))?.start;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for played in &record.moves {
        let mv = position.parse_move(played.side, &played.text);
        let mv = mv.map_err(|error| wrong(&error))?;
        position.make(mv);
        moves.push(mv);
    }
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
        "board" => Ok(board_text::write(&position.setup())),
        name => Err(ExportError::Format {
            name: name.to_owned(),
            known: FORMATS
                .iter()
                .map(|choice| choice.name)
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}
