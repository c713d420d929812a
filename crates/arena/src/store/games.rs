//! Games: added whole when they are finished, or event by event while they are played.

use std::sync::Arc;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

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
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let new = insert(&change, game)?;
        change.commit()?;
        Ok(new)
    }

    /// Adds an event to the record of a game; the first makes the game. Listeners of
    /// [`Store::live`] hear of it.
    pub fn append(&self, id: &str, event: &Event) -> Result<(), StoreError> {
        {
            let mut connection = self.lock();
            let change = connection.transaction()?;
            match event {
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
                    if !insert(&change, &game)? {
                        let id = id.to_owned();
                        let why = "it has begun already";
                        return Err(StoreError::OutOfPlace { id, why });
                    }
                }
                _ => add_line(&change, id, event)?,
            }
            change.commit()?;
        }
        self.live().tell(&Arc::from(id), event);
        Ok(())
    }

    /// Replaces the record of a game of no match or tournament, after a move was taken back: one that
    /// was over goes on again. Listeners of [`Store::live`] hear it from the beginning.
    pub fn rewrite(&self, id: &str, record: &GameRecord) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let changed = change.execute(
            "UPDATE game SET record = ?2, plies = ?3 WHERE id = ?1 AND contest IS NULL",
            params![id, record.write(), record.moves().count() as i64],
        )?;
        if changed == 0 {
            let (id, why) = (id.to_owned(), "there is no such game outside of contests");
            return Err(StoreError::OutOfPlace { id, why });
        }
        close(&change, id, record.closing())?;
        change.commit()?;
        drop(connection);
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
        let removed = self.lock().execute(sql, [id])? == 1;
        if removed {
            self.live().forget(id);
        }
        Ok(removed)
    }

    pub fn game(&self, id: &str) -> Result<Option<(GameSummary, GameRecord)>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, record FROM game WHERE id = ?1");
        let found = self
            .lock()
            .prepare_cached(&sql)?
            .query_row([id], |row| Ok((summary(row)?, row.get::<_, String>(16)?)))
            .optional()?;
        let Some((summary, text)) = found else {
            return Ok(None);
        };
        let record = GameRecord::read(&text).map_err(|error| StoreError::Record {
            id: id.to_owned(),
            error,
        })?;
        Ok(Some((summary, record)))
    }

    /// Games, the latest first; those after a number the earliest first.
    pub fn games(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        let (tests, values) = conditions(filter);
        let order = if filter.after.is_some() {
            "ASC"
        } else {
            "DESC"
        };
        let limit = filter.limit.map_or(-1, i64::from);
        let sql = format!(
            "SELECT {COLUMNS} FROM game WHERE {tests} ORDER BY number {order} LIMIT {limit}"
        );
        let connection = self.lock();
        let mut query = connection.prepare_cached(&sql)?;
        let rows = query.query_map(params_from_iter(values), summary)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub fn count_games(&self, filter: &Filter) -> Result<u64, StoreError> {
        let (tests, values) = conditions(filter);
        let sql = format!("SELECT count(*) FROM game WHERE {tests}");
        let count: i64 = self
            .lock()
            .query_row(&sql, params_from_iter(values), |row| row.get(0))?;
        Ok(count as u64)
    }
}

fn conditions(filter: &Filter) -> (String, Vec<Value>) {
    let mut tests = vec!["1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    for (test, value) in [
        ("game = ?", filter.game),
        ("contest = ?", filter.contest),
        ("? IN (first, second)", filter.player),
    ] {
        if let Some(value) = value {
            tests.push(test.to_owned());
            values.push(value.to_owned().into());
        }
    }
    for (test, value) in [("number < ?", filter.before), ("number > ?", filter.after)] {
        if let Some(value) = value {
            tests.push(test.to_owned());
            values.push(value.into());
        }
    }
    if filter.alone {
        tests.push("contest IS NULL".to_owned());
    }
    if let Some(finished) = filter.finished {
        let test = if finished {
            "ended IS NOT NULL"
        } else {
            "ended IS NULL"
        };
        tests.push(test.to_owned());
    }
    (tests.join(" AND "), values)
}

/// Writes a game and its players; `false` where it is there already.
pub(super) fn insert(change: &Connection, game: &NewGame) -> Result<bool, StoreError> {
    let Header {
        game: kind,
        rules,
        first,
        second,
        began,
        ..
    } = &game.record.header;
    let closing = game.record.closing();
    let inserted = change
        .prepare_cached(
            "INSERT OR IGNORE INTO game (id, contest, job, game, rules, first, second, began, plies, \
             record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
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
        ])?;
    if inserted == 1 && closing.is_some() {
        close(change, game.id, closing)?;
    }
    for name in [first, second] {
        change
            .prepare_cached("INSERT OR IGNORE INTO player (game, name, added) VALUES (?, ?, ?)")?
            .execute(params![kind, name, now() as i64])?;
    }
    Ok(inserted == 1)
}

/// Both languages in one column, the English first.
fn reason(closing: &Closing) -> String {
    format!("{}\n{}", closing.reason, closing.reason_zh)
}

/// Writes how a game ended, or that it goes on.
fn close(change: &Connection, id: &str, closing: Option<&Closing>) -> rusqlite::Result<usize> {
    let points = closing.and_then(|closing| closing.points);
    change.execute(
        "UPDATE game SET ended = ?2, cause = ?3, outcome = ?4, reason = ?5, points_first = ?6, \
         points_second = ?7 WHERE id = ?1",
        params![
            id,
            closing.map(|_| now() as i64),
            closing.map(|closing| &closing.cause),
            closing.and_then(|closing| closing.outcome.as_ref()),
            closing.map(reason),
            points.map(|points| points[0]),
            points.map(|points| points[1]),
        ],
    )
}

fn add_line(change: &Connection, id: &str, event: &Event) -> Result<(), StoreError> {
    let line = event.line() + "\n";
    let plies = i64::from(matches!(event, Event::Move(_)));
    let added = change
        .prepare_cached(
            "UPDATE game SET record = record || ?2, plies = plies + ?3
             WHERE id = ?1 AND ended IS NULL",
        )?
        .execute(params![id, line, plies])?;
    if added == 0 {
        let (id, why) = (id.to_owned(), "it is not going on");
        return Err(StoreError::OutOfPlace { id, why });
    }
    if let Event::End(closing) = event {
        close(change, id, Some(closing))?;
    }
    Ok(())
}

fn summary(row: &Row) -> rusqlite::Result<GameSummary> {
    let of: (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
    let cause: Option<String> = row.get(11)?;
    let points: (Option<i32>, Option<i32>) = (row.get(14)?, row.get(15)?);
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
                    .map(|(first, second)| [first, second]),
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
        began: row.get::<_, i64>(8)? as u64,
        ended: row.get::<_, Option<i64>>(9)?.map(|time| time as u64),
        plies: row.get::<_, i64>(10)? as u64,
        closing,
    })
}
