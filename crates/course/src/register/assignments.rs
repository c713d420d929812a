//! What was handed out, and who has more time for it.

use boyi_arena::store::StoreError;
use boyi_arena::store::sql::{Row, values};

use super::{Register, RegisterError};
use crate::{Assignment, Files};

impl Register {
    /// Puts an assignment up, or a newer version of one.
    pub fn hand_out(&self, course: &str, assignment: &Assignment) -> Result<(), RegisterError> {
        self.course(course)?;
        let files = assignment.files.to_json();
        let sql = "INSERT INTO assignment (course, name, number, files)
             SELECT ?1, ?2, 1 + COALESCE(MAX(number), 0), ?3 FROM assignment WHERE course = ?1
             ON CONFLICT (course, name) DO UPDATE SET files = excluded.files";
        self.store
            .execute(sql, values![course, &assignment.name, files])?;
        Ok(())
    }

    pub fn assignment(&self, course: &str, name: &str) -> Result<Assignment, RegisterError> {
        let sql = "SELECT files FROM assignment WHERE course = ?1 AND name = ?2";
        let rows = self.store.query(sql, values![course, name])?;
        let row = rows.first().ok_or_else(|| RegisterError::NoAssignment {
            course: course.to_owned(),
            name: name.to_owned(),
        })?;
        let files: String = row.get(0)?;
        Ok(Assignment::new(Files::from_json(&files)?)?)
    }

    /// All of them, in the order in which they were handed out.
    pub fn assignments(&self, course: &str) -> Result<Vec<Assignment>, RegisterError> {
        let sql = "SELECT files FROM assignment WHERE course = ?1 ORDER BY number";
        let rows = self.store.query(sql, values![course])?;
        rows.iter()
            .map(|row| {
                let files: String = row.get(0)?;
                Ok(Assignment::new(Files::from_json(&files)?)?)
            })
            .collect()
    }

    /// Gives one person until this moment, or takes that back.
    pub fn extend(
        &self,
        course: &str,
        assignment: &str,
        person: &str,
        due: Option<u64>,
    ) -> Result<(), RegisterError> {
        self.assignment(course, assignment)?;
        self.person(course, person)?;
        match due {
            Some(due) => {
                let sql = "INSERT INTO extension (course, assignment, person, due)
                     VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (course, assignment, person) DO UPDATE SET due = excluded.due";
                let values = values![course, assignment, person, due as i64];
                self.store.execute(sql, values)?;
            }
            None => {
                let sql = "DELETE FROM extension
                     WHERE course = ?1 AND assignment = ?2 AND person = ?3";
                self.store
                    .execute(sql, values![course, assignment, person])?;
            }
        }
        Ok(())
    }

    /// Everybody's extensions: assignment, person, and until when.
    pub fn extensions(&self, course: &str) -> Result<Vec<(String, String, u64)>, RegisterError> {
        let sql = "SELECT assignment, person, due FROM extension WHERE course = ?1";
        let rows = self.store.query(sql, values![course])?;
        let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get::<i64>(2)? as u64));
        Ok(rows.iter().map(read).collect::<Result<_, StoreError>>()?)
    }

    /// Until when this person has time, where that is not what the assignment says.
    pub fn extension(
        &self,
        course: &str,
        assignment: &str,
        person: &str,
    ) -> Result<Option<u64>, RegisterError> {
        let sql = "SELECT due FROM extension WHERE course = ?1 AND assignment = ?2 AND person = ?3";
        let rows = self.store.query(sql, values![course, assignment, person])?;
        let due: Option<i64> = rows.first().map(|row| row.get(0)).transpose()?;
        Ok(due.map(|due| due as u64))
    }
}
