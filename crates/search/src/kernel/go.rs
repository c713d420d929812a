//! What a caller wants of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Allotment, Limits, Stop, TimeControl};

/// One request: from the page, a match, or `go` of any protocol. The clock is passed on as it stands;
/// only the kernel divides it. `M` is a move: text outside the engine, the game's own type inside.
#[derive(Clone, Debug)]
pub struct Go<M = String> {
    pub control: TimeControl,
    /// No more than this for the move, whatever the clock says.
    pub at_most: Option<Duration>,
    /// Time lost between deciding and the clock being stopped; it is kept back.
    pub overhead: Duration,
    /// Plies.
    pub depth: Option<u32>,
    /// Counted over all threads.
    pub nodes: Option<u64>,
    /// How many of the best moves to find (`MultiPV`).
    pub lines: usize,
    /// Search these root moves only (`searchmoves`); `None` means all.
    pub only: Option<Vec<M>>,
    pub stop: Stop,
    pub pondering: Pondering,
}

impl<M> Default for Go<M> {
    fn default() -> Self {
        Self {
            control: TimeControl::Unlimited,
            at_most: None,
            overhead: Duration::ZERO,
            depth: None,
            nodes: None,
            lines: 1,
            only: None,
            stop: Stop::default(),
            pondering: Pondering::default(),
        }
    }
}

impl<M> Go<M> {
    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So much time for this move.
    pub fn time(time: Duration) -> Self {
        Self {
            control: TimeControl::PerMove(time),
            ..Self::default()
        }
    }

    /// Whether nothing but the stop signal ends the search.
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && !self.has_clock()
    }

    /// Whether a clock limits the search.
    pub fn has_clock(&self) -> bool {
        self.at_most.is_some() || self.control != TimeControl::Unlimited
    }

    /// The same request with the root moves in another type.
    pub fn with_moves<N>(&self, only: Option<Vec<N>>) -> Go<N> {
        Go {
            control: self.control,
            at_most: self.at_most,
            overhead: self.overhead,
            depth: self.depth,
            nodes: self.nodes,
            lines: self.lines,
            only,
            stop: self.stop.clone(),
            pondering: self.pondering.clone(),
        }
    }

    /// The limits of this search. `expected_moves` is how many moves of the side to move the clock is
    /// divided among where the time control does not say.
    pub fn limits(&self, expected_moves: u32) -> Limits {
        let clock = self.control.allot(self.overhead, expected_moves);
        let own = self.at_most.map(Allotment::fixed);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: match (clock, own) {
                (Some(clock), Some(own)) => Some(clock.tightened(own)),
                (clock, own) => clock.or(own),
            },
        }
    }
}

/// Thinking in the opponent's time: while it lasts, the clock does not count. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Pondering(Arc<AtomicBool>);

impl Pondering {
    /// The opponent's move is awaited.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The expected move was played (`ponderhit`): the clock counts now.
    pub fn end(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the opponent's move is awaited.
    pub fn lasts(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_players_own_time_tightens_the_clock() {
        let go: Go = Go {
            at_most: Some(Duration::from_secs(2)),
            ..Go::time(Duration::from_secs(9))
        };
        let time = go.limits(30).time.expect("a limit");
        assert_eq!(
            (time.soft, time.hard),
            (Duration::from_secs(2), Duration::from_secs(2))
        );
        assert!(!go.is_unlimited() && Go::<String>::default().is_unlimited());
    }
}
