//! Deeper and deeper under the limits of one move, exact at the end.

use std::time::Instant;

use boyi_game::Score;
use boyi_reversi::discs::{Discs, SquareSet};
use boyi_reversi::{Layout, Move, Square};
use boyi_search::{Allotment, Counts, Ended, Limits};

use super::judge::POINT;
use super::pace::Pace;
use super::play::usable;
use super::root::{Looked, Root};
use super::search::{RootLook, Searching};
use super::solving::{Effort, Ending, LOOK_FIRST};
use crate::engine::{Line, Thought};
use boyi_search::kernel::Go;

/// The share of what is left of the clock that solving the end is likely to stay within.
const SHARE_FOR_END: f64 = 0.6;

/// Empties up to which the end is solved when nobody set a limit, or only a depth that reaches it.
const SOLVED_AT_LEISURE: u32 = 16;

/// One move to be thought about.
pub(super) struct Thinking<'a> {
    pub(super) layout: &'a Layout,
    pub(super) limits: &'a Limits,
    pub(super) go: &'a Go,
    pub(super) began: Instant,
}

impl Thinking<'_> {
    pub(super) fn run<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        mut root: Root<D>,
        ending: Option<&Ending>,
        pace: &mut Pace,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let empties = root.empties;
        let most = self
            .limits
            .depth
            .map_or(empties, |depth| depth.min(empties));
        let wanted = self.go.lines.clamp(1, root.squares.len());
        // That a move is good enough is no answer to how good it is.
        if wanted > 1 || self.limits.depth.is_some() {
            root.sure = None;
        }
        let mut thought = Thought::unexplained(
            Some(Move::Place(root.squares[0]).to_string()),
            self.began.elapsed(),
        );
        let mut ended = if most >= empties {
            Ended::Certain
        } else {
            Ended::Depth
        };
        // What was looked at before, in the other side's time or two plies earlier, is where to begin.
        let mut depth = 1;
        if wanted == 1
            && let Some(looked) = root.looked
        {
            thought.lines = vec![self.line(searching, &root, root.squares[0], looked)];
            if root.is_settled() {
                thought.ended = Some(Ended::Certain);
                watch(&thought);
                return thought;
            }
            depth = looked.depth.clamp(1, most);
        }
        let mut half_solved = ending.is_some_and(|ending| ending.knows(&root.discs));
        while depth <= most {
            let (nodes, since) = (searching.nodes, Instant::now());
            let lines = self.lines(searching, &mut root, depth, wanted);
            thought.best = Some(Move::Place(root.squares[0]).to_string());
            thought.counts = Counts {
                nodes: searching.nodes,
                ..Counts::default()
            };
            thought.elapsed = self.began.elapsed();
            if depth == empties && !root.near_solved {
                let positions = searching.nodes - nodes;
                pace.learn(empties, positions, since.elapsed(), !searching.halted);
            }
            if searching.halted {
                ended = self.why(searching);
                break;
            }
            thought.lines = lines;
            watch(&thought);
            let late = |time: Allotment| self.began.elapsed() >= time.soft;
            if self.limits.time.is_some_and(late) {
                ended = Ended::Time;
                break;
            }
            let may_solve = most == empties && depth >= LOOK_FIRST.min(empties);
            let solve = may_solve && self.worth_solving(searching, empties, pace);
            let effort = if solve { Effort::All } else { Effort::Half };
            if wanted == 1
                && (solve || may_solve && half_solved)
                && let Some(ending) = ending
            {
                half_solved = false;
                if ending.solve(searching, &mut root, effort, pace)
                    && let Some(looked) = root.looked
                {
                    thought.best = Some(Move::Place(root.squares[0]).to_string());
                    thought.lines = vec![self.line(searching, &root, root.squares[0], looked)];
                    ended = Ended::Certain;
                    break;
                }
            }
            depth = if solve && depth < most {
                most
            } else {
                depth + 1
            };
        }
        thought.counts.nodes = searching.nodes;
        thought.elapsed = self.began.elapsed();
        thought.ended = Some(ended);
        thought
    }

    /// Looks at the best moves to a depth, so many of them; fewer where it was halted.
    fn lines<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        root: &mut Root<D>,
        depth: u32,
        wanted: usize,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for line in 0..wanted {
            let found = if line == 0 {
                root.look(searching, depth);
                root.known_of_best()
            } else {
                let others = &mut root.squares[line..];
                let look = RootLook {
                    depth,
                    empties: root.empties,
                    late: root.late,
                };
                let found = searching.root(&mut root.discs, others, None, look);
                found.map(|value| Looked { depth, value })
            };
            if searching.halted {
                break;
            }
            lines.extend(found.map(|found| self.line(searching, root, root.squares[line], found)));
        }
        lines
    }

    /// Whether the end is likely to be solved within the limits.
    fn worth_solving<D: Discs>(&self, searching: &Searching<D>, empties: u32, pace: &Pace) -> bool {
        let Limits { time, nodes, .. } = self.limits;
        let in_time = time.as_ref().map(|time| {
            let left = usable(time.hard).saturating_sub(self.began.elapsed());
            pace.time(empties) < left.mul_f64(SHARE_FOR_END)
        });
        let in_nodes = nodes.map(|most| {
            let left = most.saturating_sub(searching.nodes) as f64;
            pace.positions(empties) < left * SHARE_FOR_END
        });
        match (in_time, in_nodes) {
            (None, None) => empties <= SOLVED_AT_LEISURE,
            (time, nodes) => time.unwrap_or(true) && nodes.unwrap_or(true),
        }
    }

    /// What was found of a move, and what the table expects after it.
    fn line<D: Discs>(
        &self,
        searching: &Searching<D>,
        root: &Root<D>,
        first: Square,
        looked: Looked,
    ) -> Line {
        let mut discs = root.discs.clone();
        discs.place(first);
        let mut moves = vec![Move::Place(first).to_string()];
        while moves.len() < looked.depth as usize {
            let best = searching
                .table
                .get(discs.key())
                .and_then(|entry| entry.best::<Move>());
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
            moves.push(Move::Place(square).to_string());
        }
        Line {
            score: Score::heuristic(looked.value / POINT),
            depth: looked.depth,
            moves,
        }
    }

    fn why<D: Discs>(&self, searching: &Searching<D>) -> Ended {
        if self.go.stop.is_stopped() {
            Ended::Stopped
        } else if self
            .limits
            .nodes
            .is_some_and(|most| searching.nodes >= most)
        {
            Ended::Nodes
        } else {
            Ended::Time
        }
    }
}
