//! What a search found and what it cost.

use std::time::Duration;

use boyi_game::Score;

/// The same counts for every algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub nodes: u64,
    /// Positions judged without looking further: evaluated, or finished games.
    pub leaves: u64,
    /// Cuts by which move made them: the first, the second, …; the last entry holds all later ones.
    pub cuts: [u64; 8],
    pub table_probes: u64,
    pub table_hits: u64,
    /// Positions the table settled without a search.
    pub table_cuts: u64,
    /// Positions searched again because a window was too narrow.
    pub researches: u64,
}

impl Counts {
    #[inline]
    pub(crate) fn note_cut(&mut self, index: usize) {
        self.cuts[index.min(self.cuts.len() - 1)] += 1;
    }

    /// The counts of two threads together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            cuts: std::array::from_fn(|index| self.cuts[index] + other.cuts[index]),
            table_probes: self.table_probes + other.table_probes,
            table_hits: self.table_hits + other.table_hits,
            table_cuts: self.table_cuts + other.table_cuts,
            researches: self.researches + other.researches,
        }
    }

    /// Nodes a second; 0 where no time was measured.
    pub fn nodes_per_second(&self, elapsed: Duration) -> f64 {
        let seconds = elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.nodes as f64 / seconds
        } else {
            0.0
        }
    }

    /// All cuts.
    pub fn all_cuts(&self) -> u64 {
        self.cuts.iter().sum()
    }

    /// The share of cuts made by the first move, between 0 and 1: how good the move ordering is.
    pub fn first_move_cuts(&self) -> Option<f64> {
        let all = self.all_cuts();
        (all > 0).then(|| self.cuts[0] as f64 / all as f64)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The depth asked for was searched.
    Depth,
    Nodes,
    /// As many games as asked for were sampled.
    Playouts,
    Time,
    Stopped,
    /// The result is certain; searching deeper cannot change it.
    Certain,
    /// There was no move: the game is over.
    GameOver,
}

impl Ended {
    /// The word for it in replies.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Playouts => "playouts",
            Self::Time => "time",
            Self::Stopped => "stopped",
            Self::Certain => "certain",
            Self::GameOver => "game_over",
        }
    }
}

/// One completed depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    pub depth: u32,
    /// The value at this depth, from the view of the side to move.
    pub value: Score,
    /// What both sides are expected to play.
    pub line: Vec<M>,
    /// Nodes this depth took, those of earlier depths not counted.
    pub nodes: u64,
    pub elapsed: Duration,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The move to play: `None` only where there is none.
    pub best: Option<M>,
    /// The value of the deepest completed depth, `None` where not even depth 1 was completed.
    pub value: Option<Score>,
    /// What both sides are expected to play, beginning with the best move.
    pub line: Vec<M>,
    pub depth: u32,
    /// All counts, of all depths together.
    pub counts: Counts,
    pub elapsed: Duration,
    pub iterations: Vec<Iteration<M>>,
    pub ended: Ended,
}

impl<M: Copy> Report<M> {
    /// The last completed depth counts; where there is none, any legal move.
    pub(crate) fn of(
        iterations: Vec<Iteration<M>>,
        fallback: Option<M>,
        counts: Counts,
        elapsed: Duration,
        ended: Ended,
    ) -> Self {
        let last = iterations.last();
        let line = last.map(|last| last.line.clone()).unwrap_or_default();
        Self {
            best: line.first().copied().or(fallback),
            value: last.map(|last| last.value),
            line,
            depth: last.map_or(0, |last| last.depth),
            counts,
            elapsed,
            iterations,
            ended,
        }
    }
}

impl<M> Report<M> {
    /// The effective branching factor of the last completed depth: a uniform tree in which every
    /// position has this many moves has as many nodes.
    pub fn branching_factor(&self) -> Option<f64> {
        let last = self.iterations.last()?;
        Some(branching_factor(last.nodes, last.depth))
    }
}

/// The `b` with 1 + b + b^2 + … + b^depth = nodes.
fn branching_factor(nodes: u64, depth: u32) -> f64 {
    // Beyond some depth the sum no longer depends on it.
    let size = |b: f64| (0..depth.min(1000)).fold(1.0, |sum, _| sum * b + 1.0);
    let (mut low, mut high) = (0.0, (nodes as f64).max(1.0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if size(middle) < nodes as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_of_a_uniform_tree_is_its_number_of_moves() {
        // 1 + 3 + 9 + 27 + 81
        assert!((branching_factor(121, 4) - 3.0).abs() < 1e-9);
        assert!((branching_factor(5, 4) - 1.0).abs() < 1e-9);
        assert!(branching_factor(1, 4).abs() < 1e-9);
    }
}
