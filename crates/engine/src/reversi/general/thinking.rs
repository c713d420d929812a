//! Deeper and deeper under the limits of one move, exact at the end.

use boyi_search::Instant;

use boyi_reversi::discs::{Discs, SquareSet};
use boyi_reversi::{Layout, Move, Square};
use boyi_search::kernel::{Aspiration, Searcher, Stopped, Value, Variation};
use boyi_search::{Counts, Ended};

use super::pace::Pace;
use super::root::{Looked, Root};
use super::search::{INFINITY, RootLook, Searching};
use super::solving::{Effort, Ending, LOOK_FIRST};

/// The share of what is left of the clock that solving the end is likely to stay within.
const SHARE_FOR_END: f64 = 0.6;

/// Empties up to which the end is solved when nobody set a limit, or only a depth that reaches it.
const SOLVED_AT_LEISURE: u32 = 16;

/// One move to be thought about.
pub(super) struct Thinking<'a, D: Discs> {
    pub(super) layout: &'a Layout,
    pub(super) searching: Searching<'a, D>,
    pub(super) root: Root<D>,
    pub(super) ending: Option<&'a Ending>,
    pub(super) pace: &'a mut Pace,
    /// How many lines were asked for.
    lines: usize,
    deepest: u32,
    /// Whether the ending was half solved before, in the other side's time.
    half_solved: bool,
    /// The root's value is exact: nothing is left to search.
    settled: bool,
    /// The line of the last search.
    last: Option<(usize, Looked)>,
}

impl<'a, D: Discs> Thinking<'a, D> {
    pub(super) fn new(
        layout: &'a Layout,
        searching: Searching<'a, D>,
        mut root: Root<D>,
        ending: Option<&'a Ending>,
        pace: &'a mut Pace,
        lines: usize,
    ) -> Self {
        let depth = searching.budget.limits().depth;
        let lines = lines.clamp(1, root.squares.len());
        // That a move is good enough is no answer to how good it is.
        if lines > 1 || depth.is_some() {
            root.sure = None;
        }
        let half_solved = ending.is_some_and(|ending| ending.knows(&root.discs));
        let deepest = depth.map_or(root.empties, |depth| depth.min(root.empties));
        Self {
            layout,
            searching,
            root,
            ending,
            pace,
            lines,
            deepest,
            half_solved,
            settled: false,
            last: None,
        }
    }

    /// The end of the game is in sight: solves it if that is likely to be done in time, and returns the
    /// depth to search next.
    fn after(&mut self, depth: u32) -> u32 {
        let empties = self.root.empties;
        let may_solve = self.deepest == empties && depth >= LOOK_FIRST.min(empties);
        let solve = may_solve && self.worth_solving(empties);
        let effort = if solve { Effort::All } else { Effort::Half };
        if self.lines == 1
            && (solve || may_solve && self.half_solved)
            && let Some(ending) = self.ending
        {
            self.half_solved = false;
            let (searching, root) = (&mut self.searching, &mut self.root);
            self.settled =
                ending.solve(searching, root, effort, self.pace) && root.looked.is_some();
        }
        if self.settled || solve && depth < self.deepest {
            self.deepest
        } else {
            depth + 1
        }
    }

    /// Whether the end is likely to be solved within the limits.
    fn worth_solving(&self, empties: u32) -> bool {
        let budget = self.searching.budget;
        let in_time = budget
            .time_left()
            .map(|left| self.pace.time(empties) < left.mul_f64(SHARE_FOR_END));
        let in_nodes = budget.limits().nodes.map(|most| {
            let left = most.saturating_sub(self.searching.nodes) as f64;
            self.pace.positions(empties) < left * SHARE_FOR_END
        });
        match (in_time, in_nodes) {
            (None, None) => empties <= SOLVED_AT_LEISURE,
            (time, nodes) => time.unwrap_or(true) && nodes.unwrap_or(true),
        }
    }

    /// A move with what the table expects after it.
    fn variation(&self, first: Square, looked: Looked) -> Variation<Move> {
        let mut discs = self.root.discs.clone();
        discs.place(first);
        let mut moves = vec![Move::Place(first)];
        while moves.len() < looked.depth as usize {
            let entry = self.searching.table.get(discs.key());
            let best = entry.and_then(|entry| entry.best::<Move>());
            let Some(square) = best.and_then(Move::square) else {
                break;
            };
            if !self.layout.contains(square)
                || discs.get(square).is_some()
                || discs.flips(square).is_empty()
            {
                break;
            }
            discs.place(square);
            moves.push(Move::Place(square));
        }
        Variation {
            value: looked.value,
            depth: looked.depth,
            moves,
        }
    }
}

impl<D: Discs> Searcher for Thinking<'_, D> {
    type Move = Move;

    fn root_moves(&self) -> usize {
        self.root.squares.len()
    }

    /// What was searched before, in the other side's time or two plies earlier, is where to begin.
    fn next_depth(&mut self, completed: u32) -> Option<u32> {
        if self.settled {
            return None;
        }
        if completed > 0 {
            let next = self.after(completed);
            return (next <= self.deepest).then_some(next);
        }
        let known = self.root.looked.filter(|_| self.lines == 1);
        self.settled = known.is_some() && self.root.is_settled();
        Some(known.map_or(1, |known| known.depth.clamp(1, self.deepest)))
    }

    fn aspiration(&self, _depth: u32, _line: usize, _previous: Option<Value>) -> Aspiration {
        Aspiration::full(-INFINITY, INFINITY)
    }

    fn search(
        &mut self,
        depth: u32,
        _window: (Value, Value),
        excluded: &[Move],
    ) -> Result<Value, Stopped> {
        let line = excluded.len();
        let (nodes, since) = (self.searching.nodes, Instant::now());
        let found = if line > 0 {
            let look = RootLook {
                depth,
                empties: self.root.empties,
                late: self.root.late,
            };
            let others = &mut self.root.squares[line..];
            let value = self
                .searching
                .root(&mut self.root.discs, others, None, look);
            value.map(|value| Looked { depth, value })
        } else {
            if !self.settled {
                self.root.look(&mut self.searching, depth);
            }
            self.root.known_of_best()
        };
        self.last = found.map(|found| (line, found));
        if depth == self.root.empties && !self.root.near_solved && !self.settled {
            let positions = self.searching.nodes - nodes;
            let done = !self.searching.halted;
            self.pace.learn(depth, positions, since.elapsed(), done);
        }
        if self.searching.halted {
            return Err(Stopped);
        }
        Ok(found.map_or(-INFINITY, |found| found.value))
    }

    fn best_line(&self, _depth: u32) -> Option<Variation<Move>> {
        let (line, found) = self.last?;
        Some(self.variation(self.root.squares[line], found))
    }

    fn ended(&self) -> Ended {
        if self.settled || self.deepest >= self.root.empties {
            Ended::Certain
        } else {
            Ended::Depth
        }
    }

    fn any_move(&mut self) -> Option<Move> {
        self.root.squares.first().map(|&square| Move::Place(square))
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.searching.nodes,
            ..Counts::default()
        }
    }
}
