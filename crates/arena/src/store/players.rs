//! How players were rated when a match or tournament ended.

use super::sql::values;
use super::{Store, StoreError};
use crate::contest::Row;

impl Store {
    /// Keeps the ratings of a contest; earlier ones go.
    pub fn set_ratings(&self, contest: &str, rows: &[Row]) -> Result<(), StoreError> {
        let sql = "INSERT INTO rating (contest, player, elo, error, games, score)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        self.change(|change| {
            change.execute("DELETE FROM rating WHERE contest = ?1", values![contest])?;
            for row in rows {
                let games = row.games() as i64;
                let values = values![contest, &row.name, row.elo, row.error, games, row.score];
                change.execute(sql, values)?;
            }
            Ok(())
        })
    }
}
