//! How a match or tournament got where it stands: the standings after every so many games.

use std::collections::HashMap;

use super::plan::ContestPlan;
use super::schedule;
use super::standings::{Score, Scored, Standings};
use crate::store::{Filter, Store, StoreError};

/// The standings after the first game, the last, and so many in between, in the order in which the
/// games were finished.
pub fn history(
    store: &Store,
    plan: &ContestPlan,
    moments: usize,
) -> Result<Vec<Standings>, StoreError> {
    let games = store.games(&Filter {
        contest: Some(&plan.name),
        finished: Some(true),
        // Numbers begin at 1; asking for what is new gives the earliest first.
        after: Some(0),
        ..Filter::default()
    })?;
    let scored: Vec<(String, Score)> = games
        .into_iter()
        .filter_map(|game| Some((game.of?.1, Score::of(game.closing.as_ref()?)?)))
        .collect();
    let all: HashMap<String, Score> = scored.iter().cloned().collect();
    let rounds = schedule::rounds(plan, &all);
    let known: HashMap<String, Scored> =
        schedule::played(plan, &rounds, &all).into_iter().collect();
    let games: Vec<Scored> = scored
        .iter()
        .filter_map(|(key, _)| known.get(key).copied())
        .collect();
    let step = games.len().div_ceil(moments.max(1)).max(1);
    let moments = (1..=games.len()).filter(|&count| count % step == 0 || count == games.len());
    Ok(moments
        .map(|count| Standings::of(plan, &games[..count]))
        .collect())
}
