//! Reversi games in the field's formats.

use boyi_game::Record;
use boyi_reversi::formats::ggf::{self, GgfGame};
use boyi_reversi::formats::{board_text, transcript};
use boyi_reversi::{position_text, read_position};

use super::grid;
use crate::annotated::{AnnotatedGame, write_pgn};
use crate::game::{Choice, ExportError, play_record};

pub(super) const FORMATS: &[Choice] = &[
    Choice::new(
        "position",
        "the position now, on one line (OBF on standard boards)",
    ),
    Choice::new("transcript", "the moves in one word, such as f5d6c3"),
    Choice::new("ggf", "the game in the generic game format"),
    Choice::new("pgn", "the game as PGN, with branches and comments"),
    Choice::new("board", "the course's board file, for weighted boards"),
];

pub(super) fn export(record: &Record, format: &str) -> Result<String, ExportError> {
    let start = read_position(&record.start);
    let start = start.map_err(|error| ExportError::Record(error.to_string()))?;
    let mut position = grid(&start);
    let moves = play_record(&mut position, record)?;
    match format {
        "position" => Ok(position_text(&position.setup())),
        "transcript" => Ok(transcript::write(&moves)),
        "ggf" => {
            let game = GgfGame { start, moves };
            let why = "its boards are square and every cell counts 1";
            ggf::write(&game).ok_or(ExportError::Unfit { format: "ggf", why })
        }
        "pgn" => write_pgn(&AnnotatedGame::from(record)),
        "board" => {
            let why = "its cells are worth 1 to 9, and 0 in the middle";
            board_text::write(&start.layout).ok_or(ExportError::Unfit {
                format: "board",
                why,
            })
        }
        name => Err(ExportError::format(name, FORMATS)),
    }
}
