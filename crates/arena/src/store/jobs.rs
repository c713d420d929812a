//! The games of a tournament that are still to be played, and whether somebody has taken them.
//!
//! A job goes by a key that says what is to be played, so that a job that was played is known again
//! when the tournament is asked for once more, with more players say.

use super::games::{NewGame, insert};
use super::sql::{Row, values};
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

/// One job more, unless its game was played.
const ADD: &str = "INSERT INTO job (contest, key, number, spec)
     SELECT ?1, ?2, CAST(?3 AS BIGINT), ?4
     WHERE NOT EXISTS (SELECT 1 FROM game WHERE contest = ?1 AND job = ?2)
     ON CONFLICT (contest, key) DO UPDATE SET state = 'open'";

impl Store {
    /// Makes these the jobs that are open, in this order, but for those that were finished before.
    /// For the one process that hands out the jobs of this tournament: jobs that somebody took and
    /// never finished are open again, all others are dropped.
    pub fn put_jobs<'a>(
        &self,
        contest: &str,
        jobs: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<(), StoreError> {
        let jobs: Vec<_> = jobs.into_iter().collect();
        self.change(|change| {
            change.execute("DELETE FROM job WHERE contest = ?1", values![contest])?;
            for (number, (key, spec)) in jobs.iter().enumerate() {
                change.execute(ADD, values![contest, *key, number as i64, spec])?;
            }
            Ok(())
        })
    }

    /// Adds jobs to those that are open, after them.
    pub fn add_jobs<'a>(
        &self,
        contest: &str,
        jobs: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<(), StoreError> {
        let jobs: Vec<_> = jobs.into_iter().collect();
        let last = "SELECT COALESCE(MAX(number), -1) FROM job WHERE contest = ?1";
        self.change(|change| {
            let rows = change.query(last, values![contest])?;
            let last: i64 = rows.first().map_or(Ok(-1), |row| row.get(0))?;
            for ((key, spec), number) in jobs.iter().zip(last + 1..) {
                change.execute(ADD, values![contest, *key, number, spec])?;
            }
            Ok(())
        })
    }

    /// The next open jobs, in order, at most so many.
    pub fn take_jobs(&self, contest: &str, most: u32) -> Result<Vec<StoredJob>, StoreError> {
        let sql = "UPDATE job SET state = 'taken', attempt = attempt + 1
             WHERE contest = ?1 AND state = 'open' AND key IN (SELECT key FROM job
                 WHERE contest = ?1 AND state = 'open' ORDER BY number LIMIT ?2)
             RETURNING key, spec, attempt, number";
        let rows = self.change(|change| change.query(sql, values![contest, most]))?;
        let numbered = |row: &Row| Ok((row.get::<i64>(3)?, job(row)?));
        // What changed comes back in any order.
        let mut taken: Vec<_> = rows
            .iter()
            .map(numbered)
            .collect::<Result<_, StoreError>>()?;
        taken.sort_unstable_by_key(|&(number, _)| number);
        Ok(taken.into_iter().map(|(_, job)| job).collect())
    }

    /// Gives a job back that was not finished.
    pub fn give_back_job(&self, contest: &str, key: &str) -> Result<(), StoreError> {
        self.execute(
            "UPDATE job SET state = 'open' WHERE contest = ?1 AND key = ?2 AND state = 'taken'",
            values![contest, key],
        )?;
        Ok(())
    }

    /// Gives back many at once.
    pub fn give_back_jobs(&self, contest: &str, keys: &[String]) -> Result<(), StoreError> {
        let sql =
            "UPDATE job SET state = 'open' WHERE contest = ?1 AND key = ?2 AND state = 'taken'";
        self.change(|change| {
            for key in keys {
                change.execute(sql, values![contest, key])?;
            }
            Ok(())
        })
    }

    /// Opens a job again whose result did not count, perhaps for certain others.
    pub fn reopen_job(&self, contest: &str, key: &str, spec: &str) -> Result<(), StoreError> {
        self.execute(
            "UPDATE job SET state = 'open', spec = ?3 WHERE contest = ?1 AND key = ?2",
            values![contest, key, spec],
        )?;
        Ok(())
    }

    /// Adds the game of a job and removes the job, in one step: what is to be played takes more room than
    /// what was. `false` where it was finished before: the first result counts.
    pub fn finish_job(&self, game: &NewGame) -> Result<bool, StoreError> {
        self.change(|change| {
            let new = insert(change, game)?;
            if let Some((contest, key)) = game.of {
                let sql = "DELETE FROM job WHERE contest = ?1 AND key = ?2";
                change.execute(sql, values![contest, key])?;
            }
            Ok(new)
        })
    }
}

fn job(row: &Row) -> Result<StoredJob, StoreError> {
    Ok(StoredJob {
        key: row.get(0)?,
        spec: row.get(1)?,
        attempt: row.get::<i64>(2)? as u32,
    })
}
