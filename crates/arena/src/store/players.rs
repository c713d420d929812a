//! How players were rated when a match or tournament ended.

use rusqlite::params;

use super::{Store, StoreError};
use crate::contest::Row;

impl Store {
    /// Keeps the ratings of a contest; earlier ones go.
    pub fn set_ratings(&self, contest: &str, rows: &[Row]) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute("DELETE FROM rating WHERE contest = ?", [contest])?;
        let sql = "INSERT INTO rating (contest, player, elo, error, games, score)
             VALUES (?, ?, ?, ?, ?, ?)";
        for row in rows {
            let games = row.games() as i64;
            let values = params![contest, row.name, row.elo, row.error, games, row.score];
            change.execute(sql, values)?;
        }
        change.commit()?;
        Ok(())
    }
}
