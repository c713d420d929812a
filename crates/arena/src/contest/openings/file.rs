//! Openings of a file: a set, or plain lines.

use std::path::Path;

use boyi_engine::Game;

use super::OpeningsError;
use super::set::OpeningSet;
use crate::Opening;

/// What a file holds.
pub(super) enum Openings {
    Set(OpeningSet),
    Plain(Vec<Opening>),
}

pub(super) fn open(
    game: &dyn Game,
    start: &Opening,
    file: &Path,
) -> Result<Openings, OpeningsError> {
    let path = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| OpeningsError::File {
        path: path.clone(),
        error,
    })?;
    if !OpeningSet::is_one(&text) {
        return plain(game, start, &text, path).map(Openings::Plain);
    }
    let set: OpeningSet = match text.parse() {
        Ok(set) => set,
        Err(error) => return Err(OpeningsError::Set { path, error }),
    };
    if set.header.game != game.name() || set.header.rules != super::set::rules_of(game, start)? {
        let header = set.header;
        return Err(OpeningsError::OtherGame {
            path,
            game: header.game,
            rules: header.rules,
        });
    }
    for line in &set.openings {
        let opening = Opening {
            moves: Some(line.moves.clone()),
            ..start.clone()
        };
        game.lay(&opening.setup(0))
            .map_err(|error| OpeningsError::Line {
                path: path.clone(),
                number: set.header.lines() + line.place,
                error,
            })?;
    }
    if set.openings.len() < 2 {
        return Err(OpeningsError::Empty { path });
    }
    Ok(Openings::Set(set))
}

/// One opening a line, as moves or as a position; what follows # does not matter.
fn plain(
    game: &dyn Game,
    start: &Opening,
    text: &str,
    path: String,
) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let moves = Opening {
            moves: Some(line.to_owned()),
            ..start.clone()
        };
        let position = Opening {
            position: Some(line.to_owned()),
            size: None,
            ..start.clone()
        };
        let opening = match (game.lay(&moves.setup(0)), game.lay(&position.setup(0))) {
            (Ok(_), _) => moves,
            (Err(_), Ok(_)) => position,
            (Err(error), Err(_)) => {
                return Err(OpeningsError::Line {
                    path,
                    number: index + 1,
                    error,
                });
            }
        };
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty { path });
    }
    Ok(openings)
}
