//! Texts that people paste or keep in files: our own records, and everything [`AnnotatedGame`] reads.

use boyi_engine::{AnnotatedGame, Game, ImportError, SetupError, games};
use boyi_game::{Outcome, Played, Record, Side};

use crate::record::outcome_name;
use crate::{Closing, Control, Event, GameRecord, Header, MoveEvent};

/// Reads a text as this game.
pub fn import(game: &dyn Game, text: &str) -> Result<AnnotatedGame, ImportError> {
    if !is_record(text) {
        return AnnotatedGame::read(game, text);
    }
    let wrong = |why: String| ImportError::Position(SetupError::Position(why));
    let record = GameRecord::read(text).map_err(|error| wrong(error.to_string()))?;
    if record.header.game != game.name() {
        return Err(ImportError::OtherGame(record.header.game));
    }
    record.replay().map_err(|error| wrong(error.to_string()))?;
    Ok(record.annotated())
}

/// Whether a text is one of our records rather than a game that begins with a comment in braces.
pub fn is_record(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// The games that a text can be read as.
pub fn fitting_games(text: &str) -> Vec<&'static dyn Game> {
    let fits = |game: &&'static dyn Game| import(*game, text).is_ok();
    games().iter().copied().filter(fits).collect()
}

impl GameRecord {
    /// The game with what else is known of it.
    pub fn annotated(&self) -> AnnotatedGame {
        let header = &self.header;
        let result = self.closing().and_then(Closing::result);
        let result = result.map_or("*", |outcome| match outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        });
        let [first, second] = side_tags(&header.game);
        let mut tags = vec![
            ("Event", "boyi"),
            (first, header.first.as_str()),
            (second, header.second.as_str()),
            ("Result", result),
            ("TimeControl", header.control.as_str()),
        ];
        if let Some(closing) = self.closing() {
            tags.push(("Termination", &closing.reason));
        }
        let tag = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        AnnotatedGame {
            tags: tags.into_iter().map(tag).collect(),
            ..AnnotatedGame::from(&self.game())
        }
    }

    /// The main line of a game that was read, as a record.
    pub fn of(game: &AnnotatedGame) -> Self {
        let line: Record = game.main_line();
        let [first, second] = side_tags(&game.game);
        let name = |tag: &str| game.tag(tag).unwrap_or("?").to_owned();
        let header = Header::new(&line, name(first), name(second), Control::default());
        let mv = |(index, played): (usize, &Played)| Event::Move(MoveEvent::new(index + 1, played));
        let mut events: Vec<Event> = line.moves.iter().enumerate().map(mv).collect();
        let outcome = match game.tag("Result") {
            Some("1-0") => Some(Outcome::Win(Side::First)),
            Some("0-1") => Some(Outcome::Win(Side::Second)),
            Some("1/2-1/2") => Some(Outcome::Draw),
            _ => None,
        };
        events.extend(outcome.map(|outcome| {
            Event::End(Closing {
                cause: "rules".to_owned(),
                outcome: Some(outcome_name(outcome).to_owned()),
                reason: "as the text says".to_owned(),
                reason_zh: "棋谱所记结果".to_owned(),
                points: None,
            })
        }));
        Self { header, events }
    }
}

/// What PGN calls the two players of a game.
fn side_tags(game: &str) -> [&'static str; 2] {
    match game {
        "xiangqi" => ["Red", "Black"],
        _ => ["Black", "White"],
    }
}
