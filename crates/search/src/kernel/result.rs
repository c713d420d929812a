//! What a search found.

use std::time::Duration;

use super::Value;
use crate::{Counts, Ended};

/// A root move, what follows it and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// From the view of the side to move at the root.
    pub value: Value,
    pub depth: u32,
    /// The principal variation; never empty.
    pub moves: Vec<M>,
}

/// The result of a search, also of one that is still running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The move to play: `None` only where there is none.
    pub best: Option<M>,
    /// Best first: as many as were asked for and there are moves.
    pub lines: Vec<Variation<M>>,
    pub counts: Counts,
    pub elapsed: Duration,
    /// Plies of the longest line that was searched.
    pub selective_depth: usize,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// Why it ended; `None` while it is running.
    pub ended: Option<Ended>,
}

impl<M: Copy> SearchResult<M> {
    /// The same with moves of another type.
    pub fn map<N>(&self, map: impl Fn(M) -> N) -> SearchResult<N> {
        let lines = self.lines.iter().map(|line| Variation {
            value: line.value,
            depth: line.depth,
            moves: line.moves.iter().map(|&mv| map(mv)).collect(),
        });
        SearchResult {
            best: self.best.map(&map),
            lines: lines.collect(),
            counts: self.counts,
            elapsed: self.elapsed,
            selective_depth: self.selective_depth,
            hash_full: self.hash_full,
            ended: self.ended,
        }
    }
}

impl<M> SearchResult<M> {
    /// There is no move.
    pub fn game_over() -> Self {
        Self {
            ended: Some(Ended::GameOver),
            ..Self::empty()
        }
    }

    /// The only thing to do, which needs no search.
    pub fn unsearched(mv: M) -> Self {
        Self {
            best: Some(mv),
            ended: Some(Ended::Certain),
            ..Self::empty()
        }
    }

    /// Nothing found yet.
    pub(super) fn empty() -> Self {
        Self {
            best: None,
            lines: Vec::new(),
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            selective_depth: 0,
            hash_full: 0,
            ended: None,
        }
    }
}
