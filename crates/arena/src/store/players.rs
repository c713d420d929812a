//! Players and their ratings.

use rusqlite::params;

use super::{Store, StoreError};

/// What a tournament says about a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    pub player: String,
    /// Relative to the average of the tournament.
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` where the games do not say.
    pub error: Option<f64>,
    pub games: u64,
    pub score: f64,
}

impl Store {
    /// Replaces the ratings of a match or tournament.
    pub fn set_ratings(&self, contest: &str, ratings: &[Rating]) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute("DELETE FROM rating WHERE contest = ?", [contest])?;
        for rating in ratings {
            change.execute(
                "INSERT INTO rating (contest, player, elo, error, games, score)
                 VALUES (?, ?, ?, ?, ?, ?)",
                params![
                    contest,
                    rating.player,
                    rating.elo,
                    rating.error,
                    rating.games as i64,
                    rating.score
                ],
            )?;
        }
        change.commit()?;
        Ok(())
    }

    /// The ratings of a match or tournament, the best first.
    pub fn ratings(&self, contest: &str) -> Result<Vec<Rating>, StoreError> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(
            "SELECT player, elo, error, games, score FROM rating WHERE contest = ?
             ORDER BY elo DESC, player",
        )?;
        let rows = query.query_map([contest], |row| {
            Ok(Rating {
                player: row.get(0)?,
                elo: row.get(1)?,
                error: row.get(2)?,
                games: row.get::<_, i64>(3)? as u64,
                score: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
