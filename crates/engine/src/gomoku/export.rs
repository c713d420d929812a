//! Gomoku games in the formats of the game.

use boyi_game::{Record, Shown};
use boyi_gomoku::{board_text, moves, psq};

use super::read_opening;
use crate::annotated::{AnnotatedGame, write_pgn, write_sgf};
use crate::game::{Choice, ExportError, Setup, play_record};

pub(super) const FORMATS: &[Choice] = &[
    Choice::new(
        "position",
        "the position now, on one line: rows from the top, the side to move, the last stone",
    ),
    Choice::new("moves", "the moves in one word, such as h8h9i7"),
    Choice::new("psq", "Gomocup's file of a game"),
    Choice::new("sgf", "the smart game format, with branches and comments"),
    Choice::new("pgn", "the game as PGN, with branches and comments"),
    Choice::new("board", "the course's board text, a line for each row"),
];

pub(super) fn export(record: &Record, format: &str) -> Result<String, ExportError> {
    let start = read_opening(&Setup::at(&record.start, &record.rules))?.start;
    let mut position = start.clone();
    let played = play_record(&mut position, record)?;
    match format {
        "position" => Ok(position.text()),
        "moves" => Ok(moves::write(&played)),
        "psq" if start.stones() > 0 => Err(ExportError::Unfit {
            format: "psq",
            why: "its games begin on an empty board",
        }),
        "psq" => {
            let names = ["first", "second"];
            Ok(psq::write(start.size(), start.rules(), &played, names))
        }
        "sgf" => write_sgf(&AnnotatedGame::from(record)),
        "pgn" => write_pgn(&AnnotatedGame::from(record)),
        "board" => Ok(board_text::write(&position)),
        name => Err(ExportError::format(name, FORMATS)),
    }
}
