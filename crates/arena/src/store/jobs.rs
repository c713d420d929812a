//! The games of a tournament that are still to be played, and whether somebody has taken them.
//!
//! A job goes by a key that says what is to be played, so that a job that was played is known again
//! when the tournament is asked for once more, with more players say.

use rusqlite::{Row, params};

use super::games::{NewGame, insert};
use super::{Store, StoreError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredJob {
    /// What it goes by in its match or tournament.
    pub key: String,
    /// What is to be played, as JSON.
    pub spec: String,
    /// How often it was taken, this time included.
    pub attempt: u32,
}

impl Store {
    /// Makes these the jobs that are open, in this order, but for those that were finished before.
    /// For the one process that hands out the jobs of this tournament: jobs that somebody took and
    /// never finished are open again, others that were open are dropped.
    pub fn put_jobs<'a>(
        &self,
        contest: &str,
        jobs: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let sql = "DELETE FROM job WHERE contest = ? AND state <> 'done'";
        change.execute(sql, [contest])?;
        let sql = "INSERT INTO job (contest, key, number, spec) SELECT ?1, ?2, ?3, ?4
             WHERE NOT EXISTS (SELECT 1 FROM game WHERE contest = ?1 AND job = ?2)
             ON CONFLICT (contest, key) DO UPDATE SET state = 'open', number = excluded.number";
        for (number, (key, spec)) in jobs.into_iter().enumerate() {
            let mut insert = change.prepare_cached(sql)?;
            insert.execute(params![contest, key, number as i64, spec])?;
        }
        change.commit()?;
        Ok(())
    }

    /// The next open jobs, in order, at most so many.
    pub fn take_jobs(&self, contest: &str, most: u32) -> Result<Vec<StoredJob>, StoreError> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(
            "UPDATE job SET state = 'taken', attempt = attempt + 1
             WHERE contest = ?1 AND key IN (SELECT key FROM job
                 WHERE contest = ?1 AND state = 'open' ORDER BY number LIMIT ?2)
             RETURNING key, spec, attempt, number",
        )?;
        let rows = query.query_map(params![contest, most], |row| {
            Ok((row.get::<_, i64>(3)?, job(row)?))
        })?;
        // What changed comes back in any order.
        let mut taken = rows.collect::<Result<Vec<_>, _>>()?;
        taken.sort_unstable_by_key(|&(number, _)| number);
        Ok(taken.into_iter().map(|(_, job)| job).collect())
    }

    /// Gives a job back that was not finished.
    pub fn give_back_job(&self, contest: &str, key: &str) -> Result<(), StoreError> {
        self.lock().execute(
            "UPDATE job SET state = 'open' WHERE contest = ? AND key = ? AND state = 'taken'",
            params![contest, key],
        )?;
        Ok(())
    }

    /// Adds the game of a job and closes the job, in one step. `false` where it was finished before:
    /// the first result counts.
    pub fn finish_job(&self, game: &NewGame) -> Result<bool, StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let new = insert(&change, game)?;
        if let Some((contest, key)) = game.of {
            let sql = "UPDATE job SET state = 'done' WHERE contest = ? AND key = ?";
            change.prepare_cached(sql)?.execute(params![contest, key])?;
        }
        change.commit()?;
        Ok(new)
    }
}

fn job(row: &Row) -> rusqlite::Result<StoredJob> {
    Ok(StoredJob {
        key: row.get(0)?,
        spec: row.get(1)?,
        attempt: row.get(2)?,
    })
}
