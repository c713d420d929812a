//! What is known of a contest's games, kept up with the store: a view of it costs what is new, not all
//! that was played, and everybody who watches shares it.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use boyi_arena::store::{Filter, GameSummary, Store, StoreError};

use super::view::{CrossCell, GameEntry};
use crate::text::SideName;

/// Finished games that are shown with a contest.
const MAX_RECENT: usize = 30;
/// Games read at a time.
const PAGE: u32 = 5_000;
/// Of the time that passes, at most this part goes into working something out anew.
const MAX_SHARE: u32 = 20;

/// A contest's finished games, added up.
#[derive(Default)]
pub(super) struct Kept {
    /// The number of the last game that is in here.
    last: i64,
    /// Results by who was first and who was second, from the view of the first.
    results: HashMap<(String, String), CrossCell>,
    /// The latest first.
    recent: VecDeque<GameEntry>,
}

impl Kept {
    /// Reads what is new.
    pub(super) fn catch_up(&mut self, store: &Store, contest: &str) -> Result<(), StoreError> {
        loop {
            let games = store.games(&Filter {
                contest: Some(contest),
                finished: Some(true),
                after: Some(self.last),
                limit: Some(PAGE),
                ..Filter::default()
            })?;
            for game in &games {
                self.add(game);
            }
            if games.len() < PAGE as usize {
                return Ok(());
            }
        }
    }

    fn add(&mut self, game: &GameSummary) {
        self.last = self.last.max(game.number);
        let entry = GameEntry::of(game);
        if entry.first != entry.second && entry.cause != "stopped" {
            let players = (entry.first.clone(), entry.second.clone());
            let cell = self.results.entry(players).or_default();
            match entry.winner {
                None => cell.drawn += 1,
                Some(SideName::First) => cell.won += 1,
                Some(SideName::Second) => cell.lost += 1,
            }
        }
        self.recent.push_front(entry);
        self.recent.truncate(MAX_RECENT);
    }

    /// Changes when a game is added.
    pub(super) fn version(&self) -> i64 {
        self.last
    }

    pub(super) fn recent(&self) -> Vec<GameEntry> {
        self.recent.iter().cloned().collect()
    }

    /// Results of each of these players against each other one.
    pub(super) fn cross(&self, names: &[&str]) -> Vec<Vec<Option<CrossCell>>> {
        let mut cross = vec![vec![None::<CrossCell>; names.len()]; names.len()];
        let place: HashMap<&str, usize> = names.iter().copied().zip(0..).collect();
        for ((first, second), result) in &self.results {
            let players = (place.get(first.as_str()), place.get(second.as_str()));
            let (Some(&first), Some(&second)) = players else {
                continue;
            };
            let cell = cross[first][second].get_or_insert_default();
            cell.won += result.won;
            cell.drawn += result.drawn;
            cell.lost += result.lost;
            let other = cross[second][first].get_or_insert_default();
            other.won += result.lost;
            other.drawn += result.drawn;
            other.lost += result.won;
        }
        cross
    }
}

/// Something that takes long to work out from all games.
pub(super) struct Cached<T> {
    version: i64,
    plan: String,
    made: Instant,
    took: Duration,
    value: T,
}

impl<T: Clone> Cached<T> {
    /// What is in the cache, or what `make` makes of it: anew when games were added, but not so often that
    /// the server does nothing else.
    pub(super) fn get<E>(
        cache: &mut Option<Self>,
        version: i64,
        plan: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(cached) = cache
            && cached.plan == plan
            && (cached.version == version || cached.made.elapsed() < MAX_SHARE * cached.took)
        {
            return Ok(cached.value.clone());
        }
        let began = Instant::now();
        let value = make()?;
        *cache = Some(Self {
            version,
            plan: plan.to_owned(),
            took: began.elapsed(),
            made: Instant::now(),
            value: value.clone(),
        });
        Ok(value)
    }
}
