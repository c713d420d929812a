//! Matches and tournaments.

use super::sql::{Row, values};
use super::{Store, StoreError, now};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub id: String,
    /// `match`, `tournament` or `sprt`.
    pub kind: String,
    pub game: String,
    /// What was asked for, as JSON: all that is needed to go on with it.
    pub plan: String,
    pub state: ContestState,
    /// When it was made, in seconds since 1970.
    pub made: u64,
}

/// Whether there is more to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestState {
    Open,
    Done,
}

impl ContestState {
    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
        }
    }
}

impl Store {
    /// Begins a match or tournament, or replaces the plan of one that has begun: its games stay.
    pub fn put_contest(
        &self,
        id: &str,
        kind: &str,
        game: &str,
        plan: &str,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO contest (id, kind, game, plan, made) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET plan = excluded.plan",
            values![id, kind, game, plan, now() as i64],
        )?;
        Ok(())
    }

    pub fn set_contest_state(&self, id: &str, state: ContestState) -> Result<(), StoreError> {
        let sql = "UPDATE contest SET state = ?2 WHERE id = ?1";
        self.execute(sql, values![id, state.name()])?;
        Ok(())
    }

    pub fn contest(&self, id: &str) -> Result<Option<Contest>, StoreError> {
        let sql = "SELECT id, kind, game, plan, state, made FROM contest WHERE id = ?1";
        let rows = self.query(sql, values![id])?;
        rows.first().map(contest).transpose()
    }

    /// All of them, the latest first.
    pub fn contests(&self) -> Result<Vec<Contest>, StoreError> {
        let sql = "SELECT id, kind, game, plan, state, made FROM contest ORDER BY made DESC, id";
        self.query(sql, &[])?.iter().map(contest).collect()
    }
}

fn contest(row: &Row) -> Result<Contest, StoreError> {
    let state: String = row.get(4)?;
    Ok(Contest {
        id: row.get(0)?,
        kind: row.get(1)?,
        game: row.get(2)?,
        plan: row.get(3)?,
        state: if state == "done" {
            ContestState::Done
        } else {
            ContestState::Open
        },
        made: row.get::<i64>(5)? as u64,
    })
}
