//! The queue of gradings. A worker takes the next one for a while; who falls silent loses it to another.
//! The first report counts, so nothing is graded twice, and a crash costs no more than what was in hand.

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

fn grading(row: &Row) -> Result<Grading, StoreError> {
    let state: String = row.get(2)?;
    Ok(Grading {
        number: row.get(0)?,
        submission: row.get(1)?,
        state: GradingState::by_name(&state)
            .ok_or_else(|| StoreError::Corrupt(format!("`{state}` is no state of a grading")))?,
        asked: row.get::<i64>(3)? as u64,
        worker: row.get(4)?,
        attempt: row.get::<i64>(5)? as u32,
        finished: row.get::<Option<i64>>(6)?.map(|time| time as u64),
        points: row.get(7)?,
    })
}
