//! What was played next in the games that began like this one, and how those games ended.

use boyi_game::{Outcome, Side};

use super::sql::values;
use super::{Store, StoreError};
use crate::GameRecord;

/// A move and the games in which it was played here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    pub mv: String,
    /// Games that the first player won, that were drawn, that the second player won.
    pub results: [u64; 3],
}

impl Continuation {
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// How many of the latest games are looked through: enough for an opinion, and done in a moment.
const LATEST: u32 = 1_000;

impl Store {
    /// The moves played after these in finished games from the same start, the most frequent first.
    pub fn continuations(
        &self,
        game: &str,
        rules: &str,
        start: &str,
        moves: &[&str],
    ) -> Result<Vec<Continuation>, StoreError> {
        let sql = "SELECT record FROM game WHERE game = ?1 AND rules = ?2 AND outcome IS NOT NULL \
                   AND plies > ?3 ORDER BY number DESC LIMIT ?4";
        let plies = moves.len() as i64;
        let rows = self.query(sql, values![game, rules, plies, LATEST])?;
        let records: Result<Vec<String>, StoreError> = rows.iter().map(|row| row.get(0)).collect();
        let records = records?;
        let mut found: Vec<Continuation> = Vec::new();
        // A record that cannot be read says nothing here; whoever opens it is told why.
        for record in records
            .iter()
            .filter_map(|text| GameRecord::read(text).ok())
        {
            let Some(outcome) = record.closing().and_then(crate::Closing::result) else {
                continue;
            };
            let mut played = record.moves().map(|mv| mv.text.as_str());
            let same =
                record.header.start == start && moves.iter().all(|&mv| played.next() == Some(mv));
            let Some(next) = played.next().filter(|_| same) else {
                continue;
            };
            let result = match outcome {
                Outcome::Win(Side::First) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Side::Second) => 2,
            };
            let known = found.iter().position(|known| known.mv == next);
            let index = known.unwrap_or_else(|| {
                found.push(Continuation {
                    mv: next.to_owned(),
                    results: [0; 3],
                });
                found.len() - 1
            });
            found[index].results[result] += 1;
        }
        found.sort_by_key(|known| std::cmp::Reverse(known.games()));
        Ok(found)
    }
}
