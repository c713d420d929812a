//! Games: added whole when they are finished, or event by event while they are played.

use std::sync::Arc;

use super::sql::{Row, Statements, Value, values};
use super::{Store, StoreError, now};
use crate::{Closing, Event, GameRecord, Header};

/// A game that is finished.
pub struct NewGame<'a> {
    pub id: &'a str,
    pub of: Option<(&'a str, &'a str)>,
    pub record: &'a GameRecord,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its place in the store: later games have higher numbers.
    pub number: i64,
    pub id: String,
    pub of: Option<(String, String)>,
    pub game: String,
    pub rules: String,
    pub first: String,
    pub second: String,
    pub began: u64,
    /// In seconds since 1970; `None` while it goes on.
    pub ended: Option<u64>,
    pub plies: u64,
    pub closing: Option<Closing>,
}

/// Which games to list. What is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter<'a> {
    pub game: Option<&'a str>,
    pub player: Option<&'a str>,
    pub contest: Option<&'a str>,
    pub alone: bool,
    pub finished: Option<bool>,
    /// Only games before this number, for the next page of a list.
    pub before: Option<i64>,
    pub after: Option<i64>,
    /// At most so many; all unless said.
    pub limit: Option<u32>,
}

const COLUMNS: &str = "number, id, contest, job, game, rules, first, second, began, ended, plies, \
                       cause, outcome, reason, points_first, points_second";

impl Store {
    /// Adds a finished game. `false` where it is there already: the same job of the same tournament
    /// counts once, whoever played it and however often.
    pub fn add_game(&self, game: &NewGame) -> Result<bool, StoreError> {
        self.change(|change| insert(change, game))
    }

    /// Adds many finished games in one step; how many of them were new.
    pub fn add_games(&self, games: &[NewGame]) -> Result<u64, StoreError> {
        self.change(|change| {
            let mut new = 0;
            for game in games {
                new += u64::from(insert(change, game)?);
            }
            Ok(new)
        })
    }

    /// Adds an event to the record of a game; the first makes the game. Listeners of
    /// [`Store::live`] hear of it.
    pub fn append(&self, id: &str, event: &Event) -> Result<(), StoreError> {
        self.change(|change| match event {
            Event::Game(header) => {
                let record = GameRecord {
                    header: header.clone(),
                    events: Vec::new(),
                };
                let game = NewGame {
                    id,
                    of: None,
                    record: &record,
                };
                if insert(change, &game)? {
                    return Ok(());
                }
                let (id, why) = (id.to_owned(), "it has begun already");
                Err(StoreError::OutOfPlace { id, why })
            }
            _ => add_line(change, id, event),
        })?;
        self.live().tell(&Arc::from(id), event);
        Ok(())
    }

    /// Replaces the record of a game of no match or tournament, after a move was taken back: one that
    /// was over goes on again. Listeners of [`Store::live`] hear it from the beginning.
    pub fn rewrite(&self, id: &str, record: &GameRecord) -> Result<(), StoreError> {
        let (text, plies) = (record.write(), record.moves().count() as i64);
        self.change(|change| {
            let changed = change.execute(
                "UPDATE game SET record = ?2, plies = ?3 WHERE id = ?1 AND contest IS NULL",
                values![id, &text, plies],
            )?;
            if changed == 0 {
                let (id, why) = (id.to_owned(), "there is no such game outside of contests");
                return Err(StoreError::OutOfPlace { id, why });
            }
            close(change, id, record.closing())
        })?;
        let id = Arc::from(id);
        self.live().tell(&id, &Event::Game(record.header.clone()));
        for event in &record.events {
            self.live().tell(&id, event);
        }
        Ok(())
    }

    /// Removes a game, unless it belongs to a match or tournament.
    pub fn remove_game(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM game WHERE id = ?1 AND contest IS NULL";
        let removed = self.execute(sql, values![id])? == 1;
        if removed {
            self.live().forget(id);
        }
        Ok(removed)
    }

    pub fn game(&self, id: &str) -> Result<Option<(GameSummary, GameRecord)>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, record FROM game WHERE id = ?1");
        let rows = self.query(&sql, values![id])?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let (summary, text) = (summary(row)?, row.get::<String>(16)?);
        let record = GameRecord::read(&text).map_err(|error| StoreError::Record {
            id: id.to_owned(),
            error,
        })?;
        Ok(Some((summary, record)))
    }

    /// Games, the latest first; those after a number the earliest first.
    pub fn games(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        let (sql, values) = listing(filter);
        self.query(&sql, &values)?.iter().map(summary).collect()
    }

    pub fn count_games(&self, filter: &Filter) -> Result<u64, StoreError> {
        let mut conditions = Conditions::default();
        conditions.add_all(filter);
        if let Some(player) = filter.player {
            conditions.add_with("? IN (first, second)", player.into());
        }
        let sql = format!("SELECT count(*) FROM game WHERE {}", conditions.text());
        let rows = self.query(&sql, &conditions.values)?;
        let count: i64 = rows.first().map_or(Ok(0), |row| row.get(0))?;
        Ok(count as u64)
    }
}

/// The statement that lists games. Each list is read from an index that has its order, no further than its
/// limit; the games of a player are the first of those begun and of those answered.
pub(super) fn listing(filter: &Filter) -> (String, Vec<Value>) {
    let order = if filter.after.is_some() {
        "ASC"
    } else {
        "DESC"
    };
    let limit = match filter.limit {
        None => String::new(),
        Some(limit) => format!(" LIMIT {limit}"),
    };
    let mut conditions = Conditions::default();
    let page = match filter.player {
        None => {
            conditions.add_all(filter);
            conditions.text()
        }
        Some(player) => {
            let mut of_side = |side: &str| {
                conditions.tests.clear();
                conditions.add_with(&format!("{side} = ?"), player.into());
                conditions.add_all(filter);
                let tests = conditions.text();
                format!(
                    "SELECT number FROM (SELECT number FROM game WHERE {tests} \
                     ORDER BY number {order}{limit}) AS of_{side}"
                )
            };
            let both = [of_side("first"), of_side("second")].join(" UNION ");
            format!("number IN ({both})")
        }
    };
    let sql = format!("SELECT {COLUMNS} FROM game WHERE {page} ORDER BY number {order}{limit}");
    (sql, conditions.values)
}

/// What must be true of a game, with the values of it.
#[derive(Default)]
struct Conditions {
    tests: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// `?` in a test stands for its value.
    fn add_with(&mut self, test: &str, value: Value) {
        self.values.push(value);
        let place = format!("?{}", self.values.len());
        self.tests.push(test.replace('?', &place));
    }

    /// Everything but the player.
    fn add_all(&mut self, filter: &Filter) {
        for (test, value) in [("game = ?", filter.game), ("contest = ?", filter.contest)] {
            if let Some(value) = value {
                self.add_with(test, value.into());
            }
        }
        for (test, value) in [("number < ?", filter.before), ("number > ?", filter.after)] {
            if let Some(value) = value {
                self.add_with(test, value.into());
            }
        }
        if filter.alone {
            self.tests.push("contest IS NULL".to_owned());
        }
        match filter.finished {
            None => {}
            Some(true) => self.tests.push("ended IS NOT NULL".to_owned()),
            Some(false) => self.tests.push("ended IS NULL".to_owned()),
        }
    }

    fn text(&self) -> String {
        if self.tests.is_empty() {
            "TRUE".to_owned()
        } else {
            self.tests.join(" AND ")
        }
    }
}

/// Writes a game and its players; `false` where it is there already.
pub(super) fn insert(change: &mut dyn Statements, game: &NewGame) -> Result<bool, StoreError> {
    let Header {
        game: kind,
        rules,
        first,
        second,
        began,
        ..
    } = &game.record.header;
    let closing = game.record.closing();
    let inserted = change.execute(
        "INSERT INTO game (id, contest, job, game, rules, first, second, began, plies, record) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
        values![
            game.id,
            game.of.map(|(contest, _)| contest),
            game.of.map(|(_, job)| job),
            kind,
            rules,
            first,
            second,
            *began as i64,
            game.record.moves().count() as i64,
            game.record.write(),
        ],
    )?;
    if inserted == 1 && closing.is_some() {
        close(change, game.id, closing)?;
    }
    // In one order whoever begins, or two programs would wait for each other.
    let (low, high) = (first.min(second), first.max(second));
    for name in [low, high] {
        change.execute(
            "INSERT INTO player (game, name, added) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            values![kind, name, now() as i64],
        )?;
    }
    Ok(inserted == 1)
}

/// Both languages in one column, the English first.
fn reason(closing: &Closing) -> String {
    format!("{}\n{}", closing.reason, closing.reason_zh)
}

/// Writes how a game ended, or that it goes on.
fn close(
    change: &mut dyn Statements,
    id: &str,
    closing: Option<&Closing>,
) -> Result<(), StoreError> {
    let points = closing.and_then(|closing| closing.points);
    change.execute(
        "UPDATE game SET ended = ?2, cause = ?3, outcome = ?4, reason = ?5, points_first = ?6, \
         points_second = ?7 WHERE id = ?1",
        values![
            id,
            closing.map(|_| now() as i64),
            closing.map(|closing| &closing.cause),
            closing.and_then(|closing| closing.outcome.as_ref()),
            closing.map(reason),
            points.map(|points| points[0]),
            points.map(|points| points[1]),
        ],
    )?;
    Ok(())
}

fn add_line(change: &mut dyn Statements, id: &str, event: &Event) -> Result<(), StoreError> {
    let line = event.line() + "\n";
    let plies = i64::from(matches!(event, Event::Move(_)));
    let added = change.execute(
        "UPDATE game SET record = record || ?2, plies = plies + ?3
         WHERE id = ?1 AND ended IS NULL",
        values![id, line, plies],
    )?;
    if added == 0 {
        let (id, why) = (id.to_owned(), "it is not going on");
        return Err(StoreError::OutOfPlace { id, why });
    }
    if let Event::End(closing) = event {
        close(change, id, Some(closing))?;
    }
    Ok(())
}

fn summary(row: &Row) -> Result<GameSummary, StoreError> {
    let of: (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
    let cause: Option<String> = row.get(11)?;
    let points: (Option<i64>, Option<i64>) = (row.get(14)?, row.get(15)?);
    let closing = match cause {
        None => None,
        Some(cause) => {
            let words: String = row.get(13)?;
            let (reason, reason_zh) = words.split_once('\n').unwrap_or((&words, &words));
            Some(Closing {
                cause,
                outcome: row.get(12)?,
                reason: reason.to_owned(),
                reason_zh: reason_zh.to_owned(),
                points: points
                    .0
                    .zip(points.1)
                    .map(|(first, second)| [first as i32, second as i32]),
            })
        }
    };
    Ok(GameSummary {
        number: row.get(0)?,
        id: row.get(1)?,
        of: of.0.zip(of.1),
        game: row.get(4)?,
        rules: row.get(5)?,
        first: row.get(6)?,
        second: row.get(7)?,
        began: row.get::<i64>(8)? as u64,
        ended: row.get::<Option<i64>>(9)?.map(|time| time as u64),
        plies: row.get::<i64>(10)? as u64,
        closing,
    })
}
