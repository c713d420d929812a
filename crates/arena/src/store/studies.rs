//! Studies: what somebody thought about a game, beside its record. Front ends say what is in them.

use super::sql::values;
use super::{Store, StoreError};

/// The studies that were not touched for longest are removed where there are more than this.
const MOST_STUDIES: i64 = 2_000;

impl Store {
    /// Keeps a study, in place of the one that went by this name.
    pub fn put_study(&self, id: &str, content: &str) -> Result<(), StoreError> {
        self.change(|change| {
            change.execute(
                "INSERT INTO study (id, number, content)
                 VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM study), ?2)
                 ON CONFLICT (id)
                 DO UPDATE SET number = excluded.number, content = excluded.content",
                values![id, content],
            )?;
            let sql = "DELETE FROM study WHERE number <=
                 (SELECT number FROM study ORDER BY number DESC LIMIT 1 OFFSET ?1)";
            change.execute(sql, values![MOST_STUDIES])?;
            Ok(())
        })
    }

    pub fn study(&self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT content FROM study WHERE id = ?1";
        let rows = self.query(sql, values![id])?;
        rows.first().map(|row| row.get(0)).transpose()
    }

    /// Removes a study; `false` where there is none.
    pub fn remove_study(&self, id: &str) -> Result<bool, StoreError> {
        let removed = self.execute("DELETE FROM study WHERE id = ?1", values![id])?;
        Ok(removed == 1)
    }
}
