//! Players and their ratings.

use rusqlite::params;

use super::{Store, StoreError};

/// Somebody who has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Of this game.
    pub game: String,
    /// What it goes by.
    pub name: String,
    /// Finished games it took part in.
    pub games: u64,
}

/// What a tournament says about a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Who.
    pub player: String,
    /// Relative to the average of the tournament.
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` where the games do not say.
    pub error: Option<f64>,
    /// How many it played.
    pub games: u64,
    /// Points it won, of so many.
    pub score: f64,
}

impl Store {
    /// Everybody who has played this game, or any.
    pub fn players(&self, game: Option<&str>) -> Result<Vec<Player>, StoreError> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(
            "SELECT p.game, p.name, (SELECT count(*) FROM game g WHERE g.game = p.game
                 AND p.name IN (g.first, g.second) AND g.ended IS NOT NULL)
             FROM player p WHERE ?1 IS NULL OR p.game = ?1 ORDER BY p.game, p.name",
        )?;
        let rows = query.query_map([game], |row| {
            Ok(Player {
                game: row.get(0)?,
                name: row.get(1)?,
                games: row.get::<_, i64>(2)? as u64,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

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
