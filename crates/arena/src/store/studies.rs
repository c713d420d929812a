//! Studies: what somebody thought about a game, beside its record. Front ends say what is in them.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

/// The studies that were not touched for longest are removed where there are more than this.
const MOST_STUDIES: i64 = 2_000;

impl Store {
    /// Keeps a study, in place of the one that went by this name.
    pub fn put_study(&self, id: &str, content: &str) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute(
            "INSERT INTO study (id, number, content)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM study), ?2)
             ON CONFLICT (id) DO UPDATE SET number = excluded.number, content = excluded.content",
            params![id, content],
        )?;
        let sql = "DELETE FROM study WHERE number <=
             (SELECT number FROM study ORDER BY number DESC LIMIT 1 OFFSET ?)";
        change.execute(sql, [MOST_STUDIES])?;
        change.commit()?;
        Ok(())
    }

    pub fn study(&self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT content FROM study WHERE id = ?";
        let connection = self.lock();
        let found = connection.query_row(sql, [id], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// Removes a study; `false` where there is none.
    pub fn remove_study(&self, id: &str) -> Result<bool, StoreError> {
        let removed = self
            .lock()
            .execute("DELETE FROM study WHERE id = ?", [id])?;
        Ok(removed == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_word_counts_and_the_oldest_study_makes_room() {
        let store = Store::in_memory().expect("memory");
        store.put_study("a", "first").expect("room");
        store.put_study("b", "other").expect("room");
        store.put_study("a", "second").expect("room");
        let found = |id| store.study(id).expect("no error");
        assert_eq!(found("a").as_deref(), Some("second"));
        for number in 1..MOST_STUDIES {
            store.put_study(&number.to_string(), "").expect("room");
        }
        assert_eq!((found("b"), found("a").as_deref()), (None, Some("second")));
        assert!(store.remove_study("a").expect("no error"));
        assert!(!store.remove_study("a").expect("no error"));
    }
}
