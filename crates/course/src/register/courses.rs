//! Courses.

use boyi_arena::store::StoreError;
use boyi_arena::store::sql::{Row, values};

use super::{Register, RegisterError};
use crate::digest::{hex, random};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    pub id: String,
    pub title: String,
    /// From it hidden cases are drawn; teachers alone may see it.
    pub secret: String,
    pub made: u64,
}

/// What hidden cases are drawn from: nobody can guess it.
pub fn new_secret() -> String {
    hex(&random::<32>())
}

impl Register {
    /// A new course with a secret of its own.
    pub fn make_course(&self, id: &str, title: &str, now: u64) -> Result<Course, RegisterError> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || id.len() > 40 || !id.bytes().all(fits) {
            return Err(RegisterError::CourseName(id.to_owned()));
        }
        let secret = new_secret();
        let sql = "INSERT INTO course (id, title, secret, made) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO NOTHING";
        let made = self
            .store
            .execute(sql, values![id, title, &secret, now as i64])?;
        if made == 0 {
            return Err(RegisterError::CourseExists(id.to_owned()));
        }
        self.course(id)
    }

    pub fn course(&self, id: &str) -> Result<Course, RegisterError> {
        let sql = "SELECT id, title, secret, made FROM course WHERE id = ?1";
        let rows = self.store.query(sql, values![id])?;
        let row = rows
            .first()
            .ok_or_else(|| RegisterError::NoCourse(id.to_owned()))?;
        Ok(course(row)?)
    }

    /// All of them, the latest first.
    pub fn courses(&self) -> Result<Vec<Course>, RegisterError> {
        let sql = "SELECT id, title, secret, made FROM course ORDER BY made DESC, id";
        let rows = self.store.query(sql, &[])?;
        Ok(rows.iter().map(course).collect::<Result<_, _>>()?)
    }
}

fn course(row: &Row) -> Result<Course, StoreError> {
    Ok(Course {
        id: row.get(0)?,
        title: row.get(1)?,
        secret: row.get(2)?,
        made: row.get::<i64>(3)? as u64,
    })
}
