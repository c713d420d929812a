//! What was handed in: every version of everybody, with its hash and time.

use boyi_arena::store::StoreError;
use boyi_arena::store::sql::{Row, values};
use serde::Serialize;

use super::{Register, RegisterError};
use crate::{Date, Files};

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Submission {
    pub number: i64,
    pub course: String,
    pub assignment: String,
    pub person: String,
    /// Counted from 1 for each person and assignment.
    pub version: u32,
    /// When it was handed in, in seconds since 1970.
    pub received: u64,
    /// SHA-256 of its files.
    pub hash: String,
}

/// What somebody may still hand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    pub used: u32,
    /// `None` where there is no limit.
    pub left: Option<u32>,
    /// Until when, in seconds since 1970, extensions included; late ones come after it.
    pub due: Option<u64>,
}

/// Why nothing was taken in.
#[derive(Debug, thiserror::Error)]
pub enum HandInError {
    #[error(transparent)]
    Register(#[from] RegisterError),
    #[error("`{assignment}` opens at {}", Date(*opens))]
    NotOpen { assignment: String, opens: u64 },
    #[error("`{assignment}` was due at {}", Date(*due))]
    TooLate { assignment: String, due: u64 },
    #[error("all {0} attempts are used")]
    NoAttempts(u32),
    #[error("at most {per_hour} submissions an hour: the next one may come in {wait} seconds")]
    TooOften { per_hour: u32, wait: u64 },
    #[error("this is version {0} again, byte for byte")]
    Same(u32),
}

impl From<StoreError> for HandInError {
    fn from(error: StoreError) -> Self {
        Self::Register(error.into())
    }
}

impl HandInError {
    /// For people who read Chinese.
    pub fn in_chinese(&self) -> String {
        match self {
            Self::Register(error) => error.to_string(),
            Self::NotOpen { opens, .. } => format!("作业从 {} 开始", Date(*opens)),
            Self::TooLate { due, .. } => format!("已截止：{}", Date(*due)),
            Self::NoAttempts(attempts) => format!("{attempts} 次提交机会已用完"),
            Self::TooOften { per_hour, wait } => {
                format!("每小时最多提交 {per_hour} 次：{wait} 秒后可再次提交")
            }
            Self::Same(version) => format!("与第 {version} 版完全相同"),
        }
    }
}

const HOUR: u64 = 3600;

impl Register {
    /// Keeps a submission and asks for its grading; both happen or neither.
    pub fn hand_in(
        &self,
        course: &str,
        assignment: &str,
        person: &str,
        files: &Files,
        now: u64,
    ) -> Result<Submission, HandInError> {
        let asked = self.assignment(course, assignment)?;
        self.person(course, person)?;
        let name = || assignment.to_owned();
        if let Some(opens) = asked.opens.filter(|opens| now < opens.0) {
            return Err(HandInError::NotOpen {
                assignment: name(),
                opens: opens.0,
            });
        }
        let extension = self.extension(course, assignment, person)?;
        if asked.worth(now, extension).is_none() {
            let due = extension.or(asked.due.map(|date| date.0)).unwrap_or(now);
            return Err(HandInError::TooLate {
                assignment: name(),
                due,
            });
        }
        let (hash, content) = (files.hash(), files.to_json());
        // Whether it is taken in is decided where nobody can hand in a second one in between.
        let mut refused = None;
        let number = self.store.change(|change| {
            refused = None;
            let sql = "SELECT version, received, hash FROM submission
                 WHERE course = ?1 AND assignment = ?2 AND person = ?3 ORDER BY version DESC";
            let rows = change.query(sql, values![course, assignment, person])?;
            let mut earlier = Vec::new();
            for row in &rows {
                let (version, received): (i64, i64) = (row.get(0)?, row.get(1)?);
                earlier.push((version as u32, received as u64, row.get::<String>(2)?));
            }
            let within_hour: Vec<u64> = earlier
                .iter()
                .map(|&(_, received, _)| received)
                .filter(|received| received + HOUR > now)
                .collect();
            refused = match (asked.attempts, asked.per_hour, earlier.first()) {
                (_, _, Some((version, _, same))) if *same == hash => {
                    Some(HandInError::Same(*version))
                }
                (Some(attempts), _, _) if earlier.len() >= attempts as usize => {
                    Some(HandInError::NoAttempts(attempts))
                }
                (_, Some(per_hour), _) if within_hour.len() >= per_hour as usize => {
                    let oldest = within_hour.get(per_hour.saturating_sub(1) as usize);
                    let wait = oldest.map_or(HOUR, |oldest| oldest + HOUR - now);
                    Some(HandInError::TooOften { per_hour, wait })
                }
                _ => None,
            };
            if refused.is_some() {
                return Ok(0);
            }
            let version = earlier.first().map_or(1, |(version, ..)| version + 1);
            let sql = "INSERT INTO submission
                 (course, assignment, person, version, received, hash, files)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING number";
            let now = now as i64;
            let values = values![course, assignment, person, version, now, &hash, &content];
            let rows = change.query(sql, values)?;
            let number: i64 = rows.first().map_or(Ok(0), |row| row.get(0))?;
            let sql = "INSERT INTO grading (submission, asked) VALUES (?1, ?2)";
            change.execute(sql, values![number, now])?;
            Ok(number)
        })?;
        match refused {
            Some(why) => Err(why),
            None => Ok(self.submission(number)?),
        }
    }

    /// What somebody may still hand in.
    pub fn allowed(
        &self,
        course: &str,
        assignment: &str,
        person: &str,
    ) -> Result<Allowed, RegisterError> {
        let asked = self.assignment(course, assignment)?;
        let used = self
            .submissions(course, Some(assignment), Some(person))?
            .len() as u32;
        let extension = self.extension(course, assignment, person)?;
        Ok(Allowed {
            used,
            left: asked.attempts.map(|attempts| attempts.saturating_sub(used)),
            due: extension.or(asked.due.map(|date| date.0)),
        })
    }

    /// For how many seconds more nothing is taken in from somebody, because so much came within an hour.
    pub fn wait(
        &self,
        course: &str,
        assignment: &str,
        person: &str,
        now: u64,
    ) -> Result<Option<u64>, RegisterError> {
        let Some(per_hour) = self.assignment(course, assignment)?.per_hour else {
            return Ok(None);
        };
        let mut received: Vec<u64> = self
            .submissions(course, Some(assignment), Some(person))?
            .iter()
            .map(|submission| submission.received)
            .collect();
        received.sort_by_key(|&time| std::cmp::Reverse(time));
        let oldest = received.get(per_hour.saturating_sub(1) as usize);
        Ok(oldest
            .and_then(|oldest| (oldest + HOUR).checked_sub(now))
            .filter(|&wait| wait > 0))
    }

    pub fn submission(&self, number: i64) -> Result<Submission, RegisterError> {
        let sql = format!("{SELECT} WHERE number = ?1");
        let rows = self.store.query(&sql, values![number])?;
        let row = rows.first().ok_or(RegisterError::NoSubmission(number))?;
        Ok(submission(row)?)
    }

    /// The files of a submission.
    pub fn files(&self, number: i64) -> Result<Files, RegisterError> {
        let sql = "SELECT files FROM submission WHERE number = ?1";
        let rows = self.store.query(sql, values![number])?;
        let row = rows.first().ok_or(RegisterError::NoSubmission(number))?;
        let files: String = row.get(0)?;
        Ok(Files::from_json(&files)?)
    }

    /// Submissions to a course, in the order in which they came.
    pub fn submissions(
        &self,
        course: &str,
        assignment: Option<&str>,
        person: Option<&str>,
    ) -> Result<Vec<Submission>, RegisterError> {
        let sql = format!(
            "{SELECT} WHERE course = ?1 AND (?2 = '' OR assignment = ?2) AND (?3 = '' OR person = ?3)
             ORDER BY number"
        );
        let (assignment, person) = (assignment.unwrap_or(""), person.unwrap_or(""));
        let rows = self
            .store
            .query(&sql, values![course, assignment, person])?;
        Ok(rows.iter().map(submission).collect::<Result<_, _>>()?)
    }
}

const SELECT: &str =
    "SELECT number, course, assignment, person, version, received, hash FROM submission";

fn submission(row: &Row) -> Result<Submission, StoreError> {
    Ok(Submission {
        number: row.get(0)?,
        course: row.get(1)?,
        assignment: row.get(2)?,
        person: row.get(3)?,
        version: row.get::<i64>(4)? as u32,
        received: row.get::<i64>(5)? as u64,
        hash: row.get(6)?,
    })
}
