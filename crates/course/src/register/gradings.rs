//! The queue of gradings. A worker takes the next one for a while; who falls silent loses it to another.
//! The first report counts, so nothing is graded twice, and a crash costs no more than what was in hand.

use std::collections::HashMap;

use boyi_arena::store::StoreError;
use boyi_arena::store::sql::{Row, values};

use super::submissions::Submission;
use super::{Register, RegisterError};
use crate::Report;

/// Where a grading stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GradingState {
    Open,
    Taken,
    Done,
}

impl GradingState {
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Taken => "taken",
            Self::Done => "done",
        }
    }

    fn by_name(name: &str) -> Option<Self> {
        let all = [Self::Open, Self::Taken, Self::Done];
        all.into_iter().find(|state| state.name() == name)
    }
}

/// One grading of one submission.
#[derive(Clone, PartialEq, Debug)]
pub struct Grading {
    pub number: i64,
    pub submission: i64,
    pub state: GradingState,
    pub asked: u64,
    /// Who has it in hand, or graded it.
    pub worker: Option<String>,
    /// How often it was taken.
    pub attempt: u32,
    pub finished: Option<u64>,
    pub points: Option<f64>,
}

/// How far a submission is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Of its newest grading.
    pub state: GradingState,
    /// How many gradings are taken before it.
    pub before: u32,
    /// What the newest that is done came to.
    pub points: Option<f64>,
}

/// A grading in the hands of a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    pub number: i64,
    pub attempt: u32,
    pub submission: Submission,
}

impl Register {
    /// The next grading, for so many seconds; of all courses, or of one. Those whose worker has fallen
    /// silent come again.
    pub fn take_grading(
        &self,
        course: Option<&str>,
        worker: &str,
        seconds: u64,
        now: u64,
    ) -> Result<Option<Taken>, RegisterError> {
        let sql =
            "UPDATE grading SET state = 'taken', worker = ?1, until = ?2, attempt = attempt + 1
             WHERE number = (SELECT g.number FROM grading g
                     JOIN submission s ON s.number = g.submission
                     WHERE (g.state = 'open' OR (g.state = 'taken' AND g.until < ?3))
                         AND (?4 = '' OR s.course = ?4)
                     ORDER BY g.number LIMIT 1)
                 AND (state = 'open' OR (state = 'taken' AND until < ?3))
             RETURNING number, attempt, submission";
        let (until, now, course) = ((now + seconds) as i64, now as i64, course.unwrap_or(""));
        // Whoever has nothing to do asks often, and writes nothing.
        let waiting = "SELECT 1 FROM grading g JOIN submission s ON s.number = g.submission
             WHERE (g.state = 'open' OR (g.state = 'taken' AND g.until < ?1))
                 AND (?2 = '' OR s.course = ?2) LIMIT 1";
        if self.store.query(waiting, values![now, course])?.is_empty() {
            return Ok(None);
        }
        let rows = self
            .store
            .change(|change| change.query(sql, values![worker, until, now, course]))?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(Taken {
            number: row.get(0)?,
            attempt: row.get::<i64>(1)? as u32,
            submission: self.submission(row.get(2)?)?,
        }))
    }

    /// Whether anything is left to grade, in hand or not.
    pub fn is_graded(&self, course: Option<&str>) -> Result<bool, RegisterError> {
        let sql = "SELECT 1 FROM grading g JOIN submission s ON s.number = g.submission
             WHERE g.state <> 'done' AND (?1 = '' OR s.course = ?1) LIMIT 1";
        let rows = self.store.query(sql, values![course.unwrap_or("")])?;
        Ok(rows.is_empty())
    }

    /// Keeps a grading in hand for so many more seconds; `false` where it is lost.
    pub fn hold_grading(
        &self,
        taken: &Taken,
        seconds: u64,
        now: u64,
    ) -> Result<bool, RegisterError> {
        let sql = "UPDATE grading SET until = ?3
             WHERE number = ?1 AND attempt = ?2 AND state = 'taken'";
        let until = (now + seconds) as i64;
        let values = values![taken.number, taken.attempt, until];
        Ok(self.store.execute(sql, values)? == 1)
    }

    /// Gives a grading back unfinished.
    pub fn give_back_grading(&self, taken: &Taken) -> Result<(), RegisterError> {
        let sql = "UPDATE grading SET state = 'open', worker = NULL
             WHERE number = ?1 AND attempt = ?2 AND state = 'taken'";
        self.store
            .execute(sql, values![taken.number, taken.attempt])?;
        Ok(())
    }

    /// Gives back all that a worker has in hand, because it ends; how much that was.
    pub fn give_back_all(&self, worker: &str) -> Result<u64, RegisterError> {
        let sql = "UPDATE grading SET state = 'open', worker = NULL
             WHERE worker = ?1 AND state = 'taken'";
        Ok(self.store.execute(sql, values![worker])?)
    }

    /// Keeps a report. `false` where the grading was finished before or is in other hands: then nothing
    /// changes.
    pub fn finish_grading(
        &self,
        taken: &Taken,
        report: &Report,
        now: u64,
    ) -> Result<bool, RegisterError> {
        let text = serde_json::to_string(report).expect("reports are plain data");
        let sql = "UPDATE grading SET state = 'done', finished = ?3, points = ?4, report = ?5
             WHERE number = ?1 AND attempt = ?2 AND state = 'taken'";
        let values = values![taken.number, taken.attempt, now as i64, report.points, text];
        Ok(self.store.execute(sql, values)? == 1)
    }

    /// Asks for another grading of a submission, unless one is waiting already. The old report counts until
    /// the new one is there.
    pub fn regrade(&self, submission: i64, now: u64) -> Result<bool, RegisterError> {
        self.submission(submission)?;
        let sql =
            "INSERT INTO grading (submission, asked) SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT)
             WHERE NOT EXISTS (SELECT 1 FROM grading WHERE submission = ?1 AND state <> 'done')";
        Ok(self.store.execute(sql, values![submission, now as i64])? == 1)
    }

    /// The gradings of a course: the queue, and what is done.
    pub fn gradings(&self, course: &str) -> Result<Vec<Grading>, RegisterError> {
        let sql =
            "SELECT g.number, g.submission, g.state, g.asked, g.worker, g.attempt, g.finished,
                 g.points FROM grading g JOIN submission s ON s.number = g.submission
             WHERE s.course = ?1 ORDER BY g.number";
        let rows = self.store.query(sql, values![course])?;
        Ok(rows.iter().map(grading).collect::<Result<_, _>>()?)
    }

    /// How far a submission is.
    pub fn progress(&self, submission: i64) -> Result<Progress, RegisterError> {
        let sql = "SELECT number, state, points FROM grading WHERE submission = ?1 ORDER BY number";
        let rows = self.store.query(sql, values![submission])?;
        let newest = rows.last().ok_or(RegisterError::NoSubmission(submission))?;
        let (number, state): (i64, String) = (newest.get(0)?, newest.get(1)?);
        let mut points = None;
        for row in &rows {
            points = row.get::<Option<f64>>(2)?.or(points);
        }
        let state = known(&state)?;
        let before = match state {
            GradingState::Done => 0,
            _ => {
                let sql = "SELECT COUNT(*) FROM grading WHERE state <> 'done' AND number < ?1";
                let rows = self.store.query(sql, values![number])?;
                rows.first().map_or(Ok(0), |row| row.get::<i64>(0))? as u32
            }
        };
        Ok(Progress {
            state,
            before,
            points,
        })
    }

    /// How many alarms the newest reports of a course's submissions carry, where they carry any.
    pub fn alarms(&self, course: &str) -> Result<HashMap<i64, usize>, RegisterError> {
        let sql = "SELECT g.submission, g.report FROM grading g
             JOIN submission s ON s.number = g.submission
             WHERE s.course = ?1 AND g.state = 'done' AND g.report LIKE '%\"alarms\"%'
                 AND g.number = (SELECT MAX(n.number) FROM grading n
                     WHERE n.submission = g.submission AND n.state = 'done')";
        let rows = self.store.query(sql, values![course])?;
        let mut alarms = HashMap::new();
        for row in &rows {
            let text: String = row.get(1)?;
            let report: Option<Report> = serde_json::from_str(&text).ok();
            let count = report.map_or(0, |report| report.alarms.len());
            if count > 0 {
                alarms.insert(row.get(0)?, count);
            }
        }
        Ok(alarms)
    }

    /// What the newest gradings of a course came to, by submission.
    pub(super) fn points(&self, course: &str) -> Result<HashMap<i64, f64>, RegisterError> {
        let sql = "SELECT g.submission, g.points FROM grading g
             JOIN submission s ON s.number = g.submission
             WHERE s.course = ?1 AND g.state = 'done' ORDER BY g.number";
        let rows = self.store.query(sql, values![course])?;
        let mut points = HashMap::new();
        for row in &rows {
            if let Some(earned) = row.get::<Option<f64>>(1)? {
                points.insert(row.get(0)?, earned);
            }
        }
        Ok(points)
    }

    /// The newest report of a submission.
    pub fn report(&self, submission: i64) -> Result<Option<Report>, RegisterError> {
        let sql = "SELECT report FROM grading WHERE submission = ?1 AND state = 'done'
             ORDER BY number DESC LIMIT 1";
        let rows = self.store.query(sql, values![submission])?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let text: String = row.get(0)?;
        let report = serde_json::from_str(&text).map_err(|error| RegisterError::Corrupt {
            what: format!("the report of submission {submission}"),
            why: error.to_string(),
        })?;
        Ok(Some(report))
    }
}

fn known(state: &str) -> Result<GradingState, StoreError> {
    let corrupt = || StoreError::Corrupt(format!("`{state}` is no state of a grading"));
    GradingState::by_name(state).ok_or_else(corrupt)
}

fn grading(row: &Row) -> Result<Grading, StoreError> {
    let state: String = row.get(2)?;
    Ok(Grading {
        number: row.get(0)?,
        submission: row.get(1)?,
        state: known(&state)?,
        asked: row.get::<i64>(3)? as u64,
        worker: row.get(4)?,
        attempt: row.get::<i64>(5)? as u32,
        finished: row.get::<Option<i64>>(6)?.map(|time| time as u64),
        points: row.get(7)?,
    })
}
