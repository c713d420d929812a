//! A look for damage in a file, bounded in time.

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use crate::store::StoreError;
use crate::store::sql::Checked;

/// How many steps of the database pass between two looks at the clock: a fraction of a millisecond.
const STEPS: i32 = 1000;

/// More of what is wrong than this helps nobody.
const MAX_SAID: u32 = 20;

/// `quick_check`: every page and every row is read once, indexes are not held against their tables.
pub(super) fn look_for(
    connection: &mut Connection,
    limit: Option<Duration>,
) -> Result<Checked, StoreError> {
    let began = Instant::now();
    if let Some(limit) = limit {
        let late = move || began.elapsed() > limit;
        connection.progress_handler(STEPS, Some(late))?;
    }
    let found = said(connection, "quick_check");
    connection.progress_handler(0, None::<fn() -> bool>)?;
    let mut checked = Checked::default();
    match found {
        Ok(said) => {
            checked.complete = true;
            checked.damage = said.into_iter().filter(|line| line != "ok").collect();
        }
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {}
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                checked.complete = true;
                checked.damage = vec![error.to_string()];
            }
            _ => return Err(error.into()),
        },
    }
    Ok(checked)
}

/// Indexes and references, held against their tables.
pub(super) fn look_closely(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut damage = said(connection, "integrity_check")?;
    damage.retain(|line| line != "ok");
    let mut query = connection.prepare("PRAGMA foreign_key_check")?;
    let lost = query.query_map([], |row| {
        let (table, row): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
        let row = row.map_or_else(String::new, |row| format!(", row {row}"));
        Ok(format!("`{table}`{row} refers to what is not there"))
    })?;
    for line in lost.take(MAX_SAID as usize) {
        damage.push(line?);
    }
    Ok(damage)
}

fn said(connection: &Connection, check: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare(&format!("PRAGMA {check}({MAX_SAID})"))?;
    let rows = query.query_map([], |row| row.get(0))?;
    rows.collect()
}
