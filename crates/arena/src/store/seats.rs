//! Which server plays a game of the page: its clock and its engines run in one place at a time.
//!
//! A server holds its games for a while and says again and again that it is still there; the games of one
//! that has fallen silent are free for the others.

use super::sql::values;
use super::{Store, StoreError, now};

impl Store {
    /// Makes this server the one that plays a game, for so many seconds. The name of the other where
    /// another plays it.
    pub fn hold_game(
        &self,
        game: &str,
        node: &str,
        seconds: u64,
    ) -> Result<Option<String>, StoreError> {
        let (until, now) = ((now() + seconds) as i64, now() as i64);
        self.change(|change| {
            let held = change.execute(
                "INSERT INTO seat (game, node, until) VALUES (?1, ?2, ?3)
                 ON CONFLICT (game) DO UPDATE SET node = excluded.node, until = excluded.until
                 WHERE seat.node = excluded.node OR seat.until < ?4",
                values![game, node, until, now],
            )?;
            if held == 1 {
                return Ok(None);
            }
            let sql = "SELECT node FROM seat WHERE game = ?1";
            let rows = change.query(sql, values![game])?;
            rows.first().map(|row| row.get(0)).transpose()
        })
    }

    /// Who plays a game, where that is another server that is still there.
    pub fn held_elsewhere(&self, game: &str, node: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT node FROM seat WHERE game = ?1 AND node <> ?2 AND until >= ?3";
        let rows = self.query(sql, values![game, node, now() as i64])?;
        rows.first().map(|row| row.get(0)).transpose()
    }

    /// Holds all games of this server for so many seconds more.
    pub fn keep_games(&self, node: &str, seconds: u64) -> Result<(), StoreError> {
        let until = (now() + seconds) as i64;
        let sql = "UPDATE seat SET until = ?2 WHERE node = ?1";
        self.execute(sql, values![node, until]).map(drop)
    }

    /// Lets go of all games of this server.
    pub fn release_games(&self, node: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM seat WHERE node = ?1";
        self.execute(sql, values![node]).map(drop)
    }
}
