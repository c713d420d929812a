//! The record of a game: one JSON object a line, only ever appended to. Whatever shows, replays or
//! learns from a game reads this.

use boyi_engine::{ReplayError, replay};
use boyi_game::{Outcome, Played, Record, Score, Side, Table};
use boyi_search::since_1970;
use serde::{Deserialize, Serialize};

use crate::{Control, Ending, Fault};

/// The version of the format that is written. Fields may be added; their meaning does not change.
pub(crate) const VERSION: u32 = 1;

/// One line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The first line: what is played, by whom, from where.
    Game(Header),
    Move(MoveEvent),
    /// A player failed. In a game of rounds the game may go on.
    Fault {
        #[serde(with = "side_name")]
        side: Side,
        fault: Fault,
    },
    Log {
        #[serde(with = "side_name")]
        side: Side,
        text: String,
    },
    End(Closing),
}

/// What is played, by whom, from where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub version: u32,
    pub game: String,
    pub rules: String,
    pub start: String,
    /// The seed of the game's luck and of its players', below 2^53 so that every reader of JSON can
    /// hold it.
    pub seed: u64,
    pub first: String,
    pub second: String,
    pub control: String,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// Who may play, in a game of two people who each have a seat of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Box<Seats>>,
}

/// What opens the seats of a game between two browsers. Only digests of what must be known are written
/// down, so a record can be shown to anybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seats {
    pub first: SeatLock,
    pub second: SeatLock,
    /// The game that the two began after this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// SHA-256 in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLock {
    /// Of the word in the link that whoever opens it first takes the seat with.
    pub invitation: String,
    /// Of the key of whoever has taken it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl Header {
    pub fn new(game: &Record, first: String, second: String, control: Control) -> Self {
        Self {
            version: VERSION,
            game: game.game.clone(),
            rules: game.rules.clone(),
            start: game.start.clone(),
            seed: game.seed,
            first,
            second,
            control: control.to_string(),
            began: since_1970().as_secs(),
            seats: None,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveEvent {
    /// Counted from 1, moves of the opening included.
    pub ply: usize,
    #[serde(with = "side_name")]
    pub side: Side,
    #[serde(rename = "move")]
    pub text: String,
    /// Part of the opening, not chosen by a player.
    #[serde(default, skip_serializing_if = "is_false")]
    pub opening: bool,
    /// Made by the rules for a player that handed in none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// What the player thinks of the position before the move, from its own view.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "score_value")]
    pub score: Option<Score>,
    /// Plies to the end it sees, negative when it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_in: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveEvent {
    /// A move nothing else is known about.
    pub fn new(ply: usize, played: &Played) -> Self {
        Self {
            ply,
            side: played.side,
            text: played.text.clone(),
            opening: false,
            idle: false,
            seconds: None,
            clock: None,
            score: None,
            end_in: None,
            depth: None,
            nodes: None,
        }
    }

    /// What the player thinks of the position, and the end it sees.
    pub fn set_score(&mut self, score: Option<Score>) {
        self.score = score;
        self.end_in = score.and_then(|score| {
            let plies = i64::from(score.plies_to_end()?);
            Some(if score > Score::EVEN { plies } else { -plies })
        });
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Closing {
    /// `rules`, `referee`, `fault` or `stopped`.
    pub cause: String,
    /// `first`, `second` or `draw`; nothing for a game that does not count.
    pub outcome: Option<String>,
    pub reason: String,
    pub reason_zh: String,
    /// Of the first and the second player, in games that count points.
    pub points: Option<[i32; 2]>,
}

impl Closing {
    pub fn of(ending: &Ending, points: Option<[i32; 2]>) -> Self {
        let words = ending.words();
        Self {
            cause: ending.cause().to_owned(),
            outcome: ending.outcome().map(|outcome| outcome_name(outcome).into()),
            reason: words.english,
            reason_zh: words.chinese,
            points,
        }
    }

    /// Who won; `None` if the game does not count.
    pub fn result(&self) -> Option<Outcome> {
        match self.outcome.as_deref() {
            Some("first") => Some(Outcome::Win(Side::First)),
            Some("second") => Some(Outcome::Win(Side::Second)),
            Some("draw") => Some(Outcome::Draw),
            _ => None,
        }
    }
}

/// `first`, `second` or `draw`.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    }
}

impl Event {
    /// As a line of a record, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("events are plain data")
    }
}

/// A record that was read: whole, or as far as it got.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    pub header: Header,
    pub events: Vec<Event>,
}

impl GameRecord {
    /// Puts events together again; the first must be the header.
    pub fn new(events: impl IntoIterator<Item = Event>) -> Result<Self, RecordError> {
        let mut events = events.into_iter();
        match events.next() {
            Some(Event::Game(header)) => Ok(Self {
                header,
                events: events.collect(),
            }),
            _ => Err(RecordError::NoHeader),
        }
    }

    /// Reads lines of JSON. A last line that was cut off in the middle of being written is dropped:
    /// that is what a record looks like after the power went.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let mut events = Vec::new();
        let mut lines = text.split_inclusive('\n').enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str(line) {
                Ok(event) => events.push(event),
                Err(_) if lines.peek().is_none() && !line.ends_with('\n') => break,
                Err(error) => {
                    return Err(RecordError::Line {
                        number: index + 1,
                        why: error.to_string(),
                    });
                }
            }
        }
        Self::new(events)
    }

    pub fn write(&self) -> String {
        let mut text = Event::Game(self.header.clone()).line().into_bytes();
        for event in &self.events {
            text.push(b'\n');
            serde_json::to_writer(&mut text, event).expect("events are plain data");
        }
        text.push(b'\n');
        String::from_utf8(text).expect("JSON is text")
    }

    /// Its moves, those of the opening included.
    pub fn moves(&self) -> impl Iterator<Item = &MoveEvent> {
        self.events.iter().filter_map(|event| match event {
            Event::Move(mv) => Some(mv),
            _ => None,
        })
    }

    pub fn closing(&self) -> Option<&Closing> {
        self.events.iter().rev().find_map(|event| match event {
            Event::End(closing) => Some(closing),
            _ => None,
        })
    }

    /// What a table can be laid with again, and what the field's formats are written from.
    pub fn game(&self) -> Record {
        Record {
            game: self.header.game.clone(),
            rules: self.header.rules.clone(),
            start: self.header.start.clone(),
            seed: self.header.seed,
            moves: self
                .moves()
                .map(|mv| Played {
                    side: mv.side,
                    text: mv.text.clone(),
                })
                .collect(),
        }
    }

    /// The table as it was after the last move.
    pub fn replay(&self) -> Result<Box<dyn Table>, ReplayError> {
        replay(&self.game())
    }
}

/// Why a text is no record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    #[error("a record begins with a line that says which game it is")]
    NoHeader,
    #[error("line {number}: {why}")]
    Line {
        /// Counted from 1.
        number: usize,
        why: String,
    },
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Sides in JSON: `first`, `second`.
pub(crate) mod side_name {
    use boyi_game::Side;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde calls"
    )]
    pub(crate) fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(side)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Side, D::Error> {
        match String::deserialize(from)?.as_str() {
            "first" => Ok(Side::First),
            "second" => Ok(Side::Second),
            other => Err(serde::de::Error::custom(format!(
                "`{other}` is neither first nor second"
            ))),
        }
    }
}

/// Scores in JSON: their bare number.
mod score_value {
    use boyi_game::Score;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    // Whether it is small enough to be copied depends on the machine: nothing to expect.
    #[allow(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde calls"
    )]
    pub(super) fn serialize<S: Serializer>(
        score: &Option<Score>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        score.map(Score::value).serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Score>, D::Error> {
        let value = Option::<i64>::deserialize(from)?;
        let clamped = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Ok(value.map(|value| Score::from_value(clamped(value))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> GameRecord {
        let start = "---------------------------OX------XO--------------------------- X";
        let game = Record {
            game: "reversi".into(),
            rules: "winner".into(),
            start: start.into(),
            seed: 7,
            moves: Vec::new(),
        };
        let control = Control::nodes(100);
        let mv = |ply, side, text: &str| {
            let played = Played {
                side,
                text: text.into(),
            };
            let mut event = MoveEvent::new(ply, &played);
            event.set_score(Some(Score::heuristic(-35)));
            event.seconds = Some(0.25);
            Event::Move(event)
        };
        GameRecord {
            header: Header::new(&game, "pvs".into(), "random".into(), control),
            events: vec![mv(1, Side::First, "f5"), mv(2, Side::Second, "d6")],
        }
    }

    #[test]
    fn a_record_reads_back_and_plays_again() {
        let record = record();
        let again = GameRecord::read(&record.write()).expect("what we wrote");
        assert_eq!(again, record);
        let table = again.replay().expect("legal moves");
        assert_eq!(table.record().moves.len(), 2);
    }

    #[test]
    fn a_line_that_was_cut_off_is_dropped_and_a_wrong_one_is_named() {
        let text = record().write();
        let cut = GameRecord::read(&text[..text.len() - 9]).expect("as far as it got");
        assert_eq!(cut.events.len(), 1);
        let wrong = text.replacen("\"side\":\"first\"", "\"side\":\"third\"", 1);
        let error = GameRecord::read(&wrong).expect_err("no such side");
        assert!(
            error
                .to_string()
                .starts_with("line 2: `third` is neither first nor second"),
            "{error}"
        );
        assert_eq!(GameRecord::read(""), Err(RecordError::NoHeader));
    }
}
