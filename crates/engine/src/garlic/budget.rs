//! How long a thought may take, and what comes of it.

use boyi_search::Instant;
use std::time::Duration;

use boyi_game::Score;
use boyi_garlic::Cell;
use boyi_search::{Ended, Stop};

use crate::engine::Line;
use crate::spec::PlayerSpec;
use boyi_search::EXPECTED_MOVES;
use boyi_search::kernel::Go;

/// How much of the time for a move is thought: a thread that has to wait for its turn on a busy machine
/// must still answer in time.
const THINKING_SHARE: f64 = 0.4;
/// The same for a player that was told how long to think.
const MAX_SHARE: f64 = 0.75;
/// How much of the time for a move goes into plans, where there are any.
const PLANNING_SHARE: f64 = 0.2;
/// For when nobody asks for more: four rounds ahead in most positions.
const DEFAULT_TIME: Duration = Duration::from_millis(5);

/// How far a search may go.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    deadline: Option<Instant>,
    /// The same for what is worth more time than usual.
    latest: Option<Instant>,
    stop: Stop,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

impl Budget {
    /// What the player was told to take, within what everybody has to keep to.
    pub(super) fn new(began: Instant, spec: &PlayerSpec, go: &Go) -> Self {
        let limits = spec.tighten(go);
        let most = go.limits(EXPECTED_MOVES).time.map(|time| time.hard);
        let counted = limits.nodes.is_some() || limits.depth.is_some();
        let time = match (spec.time, most) {
            (Some(own), Some(most)) => Some(own.min(most.mul_f64(MAX_SHARE))),
            (Some(own), None) => Some(own),
            (None, Some(most)) if counted => Some(most.mul_f64(THINKING_SHARE)),
            (None, Some(most)) => Some(most.mul_f64(THINKING_SHARE).min(DEFAULT_TIME)),
            (None, None) if counted => None,
            (None, None) => Some(DEFAULT_TIME),
        };
        Self {
            deadline: time.map(|time| began + time),
            latest: most
                .filter(|_| spec.time.is_none())
                .map(|most| began + most.mul_f64(PLANNING_SHARE)),
            stop: go.stop.clone(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
        }
    }

    /// For what is worth more time than usual, within what everybody has to keep to.
    pub(super) fn extended(&self) -> Self {
        Self {
            deadline: self.latest.or(self.deadline),
            ..self.clone()
        }
    }

    /// Without an eye on the clock, for tests.
    #[cfg(test)]
    pub(super) fn unlimited(self) -> Self {
        Self {
            deadline: None,
            latest: None,
            ..self
        }
    }

    /// What is left for a search after something else was tried: at least what is usual.
    pub(super) fn renewed(&self) -> Self {
        let least = Instant::now() + DEFAULT_TIME;
        Self {
            deadline: self.deadline.map(|deadline| deadline.max(least)),
            ..self.clone()
        }
    }

    /// Why a search ended that ran out of something after so many nodes.
    pub(super) fn ended(&self, nodes: u64) -> Ended {
        if self.stop.is_stopped() {
            Ended::Stopped
        } else if nodes >= self.nodes {
            Ended::Nodes
        } else {
            Ended::Time
        }
    }

    /// Whether the time is up, or somebody says so.
    pub(super) fn is_spent(&self) -> bool {
        self.stop.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a search found.
pub(super) struct SearchResult {
    pub(super) best: Cell,
    /// What the garlic may expect to make more than the other.
    pub(super) value: Option<f32>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) ended: Ended,
}

impl SearchResult {
    /// For those who want to know why: the value in points, where there is one.
    pub(super) fn line(&self, best: &str) -> Vec<Line> {
        let line = |value: f32| Line {
            score: Score::heuristic(value as i32),
            depth: self.depth,
            moves: vec![best.to_owned()],
        };
        self.value.map(line).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(spec: &str, began: Instant) -> Budget {
        let orders = Go::time(Duration::from_millis(100));
        Budget::new(began, &spec.parse().expect("a player"), &orders)
    }

    #[test]
    fn plans_take_longer_than_usual_and_a_time_that_was_asked_for_holds() {
        let began = Instant::now();
        let after = |millis| Some(began + Duration::from_millis(millis));
        let usual = budget("strong", began);
        assert_eq!(usual.deadline, Some(began + DEFAULT_TIME));
        assert_eq!(usual.extended().deadline, after(20));
        assert!(usual.renewed().deadline >= usual.deadline);
        let asked = budget("strong:time=50ms", began);
        assert_eq!(asked.extended().deadline, after(50));
    }
}
