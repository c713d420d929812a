//! Visits: who has entered with a code may come back with a token, for a while.

use boyi_arena::store::sql::values;

use super::people::{Person, code_hash, person};
use super::{Register, RegisterError};
use crate::digest::{digest, hex, random};

/// A token is forgotten when it was not used for so long: a term.
const VISIT: u64 = 200 * 86_400;

/// What is kept of a token.
fn token_hash(token: &str) -> String {
    hex(&digest(&[b"token", token.as_bytes()]))
}

impl Register {
    /// Exchanges a one-time code for the token of a visit. The code is worth nothing afterwards.
    /// `None` where it is nobody's.
    pub fn enter(
        &self,
        course: &str,
        code: &str,
        now: u64,
    ) -> Result<Option<(Person, String)>, RegisterError> {
        let hash = code_hash(course, code);
        let token = hex(&random::<32>());
        let until = (now + VISIT) as i64;
        let entered = self.store.change(|change| {
            let sql = "UPDATE person SET code = NULL WHERE course = ?1 AND code = ?2
                 RETURNING id, name, email, alias, role, code";
            let rows = change.query(sql, values![course, &hash])?;
            let Some(entered) = rows.first().map(person).transpose()? else {
                return Ok(None);
            };
            let sql = "INSERT INTO visit (token, course, person, until) VALUES (?1, ?2, ?3, ?4)";
            change.execute(sql, values![token_hash(&token), course, &entered.id, until])?;
            let sql = "DELETE FROM visit WHERE until < ?1";
            change.execute(sql, values![now as i64])?;
            Ok(Some(entered))
        })?;
        Ok(entered.map(|person| (person, token)))
    }

    /// Whose token this is, with the course.
    pub fn visitor(
        &self,
        token: &str,
        now: u64,
    ) -> Result<Option<(String, Person)>, RegisterError> {
        let sql = "SELECT p.id, p.name, p.email, p.alias, p.role, p.code, p.course
             FROM visit v JOIN person p ON p.course = v.course AND p.id = v.person
             WHERE v.token = ?1 AND v.until >= ?2";
        let rows = self
            .store
            .query(sql, values![token_hash(token), now as i64])?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        Ok(Some((row.get(6)?, person(row)?)))
    }

    /// Ends a visit.
    pub fn leave(&self, token: &str) -> Result<(), RegisterError> {
        let sql = "DELETE FROM visit WHERE token = ?1";
        self.store.execute(sql, values![token_hash(token)])?;
        Ok(())
    }
}
