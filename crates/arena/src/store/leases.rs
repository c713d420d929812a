//! Who hands out the games of a contest: one process at a time.

use super::sql::values;
use super::{Store, StoreError, now};

impl Store {
    /// Makes this the holder of a contest for so many seconds, or keeps it for so many more. `false` where
    /// another holds it, unless that one's time is over or it is `gone`.
    pub fn hold_contest(
        &self,
        contest: &str,
        holder: &str,
        seconds: u64,
        gone: Option<&str>,
    ) -> Result<bool, StoreError> {
        let (until, now) = ((now() + seconds) as i64, now() as i64);
        let sql = "INSERT INTO lease (contest, holder, until) VALUES (?1, ?2, ?3)
             ON CONFLICT (contest) DO UPDATE SET holder = excluded.holder, until = excluded.until
             WHERE lease.holder = excluded.holder OR lease.until < ?4 OR lease.holder = ?5";
        let gone = gone.unwrap_or_default();
        let held = self.execute(sql, values![contest, holder, until, now, gone])?;
        Ok(held == 1)
    }

    /// Who holds a contest, if its time is not over.
    pub fn contest_holder(&self, contest: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT holder FROM lease WHERE contest = ?1 AND until >= ?2";
        let rows = self.query(sql, values![contest, now() as i64])?;
        rows.first().map(|row| row.get(0)).transpose()
    }

    /// Lets go of a contest.
    pub fn release_contest(&self, contest: &str, holder: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM lease WHERE contest = ?1 AND holder = ?2";
        self.execute(sql, values![contest, holder])?;
        Ok(())
    }
}
