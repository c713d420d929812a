//! Looking after a store: a look at all of it, a copy to put away, and bringing the copy back.
//!
//! A backup is always a file of `SQLite`, whatever the store is: it can be opened as it is, and restored
//! into either.

use std::fs;
use std::path::{Path, PathBuf};

use super::schema::TABLES;
use super::sql::{Checked, Database, Mode, Row};
use super::sqlite::{Sqlite, beside, has_left_over, is_in_use, open_for_check};
use super::{Store, StoreError, copy, is_address, now};

/// What is in a store: tables with the number of their rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    pub tables: Vec<(&'static str, u64)>,
    /// It was not closed the last time: its program was killed, or is still at work.
    pub left_over: bool,
}

/// Looks at all of a store; nothing in it is changed. `quick` leaves out whether indexes and references
/// agree with their tables.
pub fn check(place: &str, quick: bool) -> Result<(Checked, Kept), StoreError> {
    if is_address(place) {
        let store = Store::at(place)?;
        return Ok((store.database.check(None)?, rows(&*store.database)?));
    }
    let path = Path::new(place);
    must_exist(path)?;
    let left_over = has_left_over(path);
    let sqlite = open_for_check(path)?;
    let mut checked = sqlite.check(None)?;
    if !quick && checked.damage.is_empty() {
        checked.damage = sqlite.check_closely()?;
    }
    let kept = if checked.damage.is_empty() {
        rows(&sqlite)?
    } else {
        Kept::default()
    };
    Ok((checked, Kept { left_over, ..kept }))
}

fn rows(database: &dyn Database) -> Result<Kept, StoreError> {
    let mut kept = Kept::default();
    database.with(Mode::Snapshot, &mut |ask| {
        kept.tables.clear();
        for table in TABLES {
            let found = ask.query(&format!("SELECT count(*) FROM {}", table.name), &[])?;
            let count: i64 = found.first().map_or(Ok(0), |row: &Row| row.get(0))?;
            kept.tables.push((table.name, count as u64));
        }
        Ok(())
    })?;
    Ok(kept)
}

/// Writes a backup into a new file, whole or not at all; others may go on with the store.
pub fn back_up(place: &str, file: &Path) -> Result<Kept, StoreError> {
    if file.exists() {
        return Err(at(file, "there is a file of this name already"));
    }
    let draft = beside(file, &format!(".draft-{}", std::process::id()));
    let written = write_draft(place, &draft).and_then(|()| {
        let (checked, kept) = check(&draft.display().to_string(), true)?;
        match checked.damage.first() {
            None => Ok(kept),
            Some(damage) => Err(at(&draft, damage)),
        }
    });
    let kept = written.and_then(|kept| {
        fs::rename(&draft, file).map_err(|error| at(file, &error.to_string()))?;
        Ok(kept)
    });
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(beside(&draft, end));
    }
    kept
}

fn write_draft(place: &str, draft: &Path) -> Result<(), StoreError> {
    if is_address(place) {
        let (from, to) = (Store::at(place)?, Store::open(draft)?);
        copy(&from, &to, &mut |_, _| ()).map(drop)
    } else {
        must_exist(Path::new(place))?;
        let (sqlite, _) = Sqlite::open(Path::new(place))?;
        sqlite.copy_into(draft)
    }
}

/// Puts a backup in the place of a store, whole or not at all. A file that was there is moved aside, to
/// the path that comes back; a database must be empty.
pub fn restore(file: &Path, place: &str) -> Result<(Kept, Option<PathBuf>), StoreError> {
    let (checked, kept) = check(&file.display().to_string(), false)?;
    if let Some(damage) = checked.damage.first() {
        return Err(at(file, &format!("the backup itself is damaged: {damage}")));
    }
    if is_address(place) {
        let (from, to) = (Store::open(file)?, Store::at(place)?);
        copy(&from, &to, &mut |_, _| ())?;
        return Ok((kept, None));
    }
    let path = Path::new(place);
    if is_in_use(path) {
        let why = "another program has it open: end that first";
        return Err(at(path, why));
    }
    let draft = beside(path, &format!(".draft-{}", std::process::id()));
    let failed = |error: std::io::Error| at(path, &error.to_string());
    let _ = fs::remove_file(&draft);
    open_for_check(file)?.copy_into(&draft)?;
    let aside = if path.exists() {
        let aside = free_name(path);
        for end in ["-wal", "-shm", ""] {
            let from = beside(path, end);
            if from.exists() {
                fs::rename(from, beside(&aside, end)).map_err(failed)?;
            }
        }
        Some(aside)
    } else {
        None
    };
    fs::rename(&draft, path).map_err(failed)?;
    Ok((kept, aside))
}

/// A name for what was there before.
fn free_name(path: &Path) -> PathBuf {
    let stem = format!(".replaced-{}", now());
    let mut names = (0..).map(|number: u32| match number {
        0 => beside(path, &stem),
        _ => beside(path, &format!("{stem}-{number}")),
    });
    let free = names.find(|name| !name.exists());
    free.expect("names do not end")
}

fn must_exist(path: &Path) -> Result<(), StoreError> {
    if path.is_file() {
        Ok(())
    } else {
        Err(at(path, "there is no such file"))
    }
}

fn at(path: &Path, why: &str) -> StoreError {
    StoreError::Place {
        place: path.display().to_string(),
        why: why.to_owned(),
    }
}
