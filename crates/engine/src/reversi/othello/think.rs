//! The root: deeper and deeper, then surer and surer, for one or several best moves.

use std::sync::{Arc, Mutex, PoisonError};

use boyi_search::kernel::{
    self, Aspiration, Budget, Go, Narrowing, SearchResult, Searcher, Stopped, Value, Variation,
};
use boyi_search::{Counts, EXPECTED_MOVES, Ended, NoMemory, SharedTable};

use super::board::{Board, MOST, each};
use super::evaluation::Evaluation;
use super::probcut::Certainty;
use super::recent::Recent;
use super::search::{NOTHING, Node, Shared, Worker};
use super::split::{Pool, with_helpers};
use super::tt_entry::OthelloEntry;

/// A move: the square, `None` for a pass.
pub type Placement = Option<u32>;

/// The fast engine for standard boards: a table, an evaluation, and threads to use them.
pub struct Othello {
    table: SharedTable<OthelloEntry>,
    evaluation: Arc<Evaluation>,
    threads: usize,
    spare: Mutex<Vec<Recent>>,
}

/// What is asked of the engine. A depth of all empties or more means: to the end, exactly.
#[derive(Clone, Debug)]
pub struct OthelloGo {
    pub go: Go<Placement>,
    /// How sure a search of the middle game is to be.
    pub certainty: Certainty,
    /// At the end only win, draw or loss matters: values are 1 and above, 0, or -1 and below.
    pub only_the_winner: bool,
}

impl From<Go<Placement>> for OthelloGo {
    fn from(go: Go<Placement>) -> Self {
        Self {
            go,
            certainty: Certainty::P73,
            only_the_winner: false,
        }
    }
}

/// Empties from which the end is solved in next to no time, whoever is to move.
const SOLVED_AT_ONCE_ON_A_CLOCK: u32 = 18;

/// Moves that time is kept for all the same: endings differ.
const MOVES_IN_RESERVE: u32 = 4;

/// On a clock that runs down, time saved for moves that will need none is time lost: only those before
/// the end can be solved share it.
fn expected_moves(empties: u32) -> u32 {
    let moves = empties
        .saturating_sub(SOLVED_AT_ONCE_ON_A_CLOCK)
        .div_ceil(2)
        + MOVES_IN_RESERVE;
    moves.min(EXPECTED_MOVES)
}

impl Othello {
    /// An engine with a table of that many bytes.
    pub fn new(
        bytes: usize,
        evaluation: Arc<Evaluation>,
        threads: usize,
    ) -> Result<Self, NoMemory> {
        Ok(Self {
            table: SharedTable::try_new(bytes)?,
            evaluation,
            threads: threads.max(1),
            spare: Mutex::default(),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        let spare = self.spare.lock();
        spare.unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Thinks about a position; values are discs. `watch` is shown every completed depth.
    pub fn think(
        &self,
        board: Board,
        wanted: &OthelloGo,
        watch: &mut dyn FnMut(&SearchResult<Placement>),
    ) -> SearchResult<Placement> {
        self.table.next_generation();
        let budget = Budget::new(&wanted.go, expected_moves(board.empties()));
        let shared = Shared {
            table: &self.table,
            evaluation: &self.evaluation,
            budget: &budget,
            pool: Pool::default(),
            spare: &self.spare,
        };
        with_helpers(&shared, self.threads - 1, wanted.certainty, || {
            let mut root = Root::new(&shared, board, wanted);
            kernel::think(&wanted.go, &budget, &mut root, Vec::new(), watch)
        })
    }
}

/// Plies before the end at which a search stops deepening and goes to the end.
const LEAP: u32 = 10;

/// The steps of certainty on the way to an exact result.
const SURER: [Certainty; 4] = [
    Certainty::P73,
    Certainty::P87,
    Certainty::P98,
    Certainty::Exact,
];

/// The step of certainty before which the winner is made certain.
const WINNER_BEFORE: Certainty = Certainty::P98;

/// Empties up to which an exact result needs no steps on the way.
const SOLVED_AT_ONCE: u32 = 14;

struct RootMove {
    at: Placement,
    node: Node,
    variation: Option<Variation<Placement>>,
}

struct Root<'a> {
    worker: Worker<'a>,
    empties: u32,
    moves: Vec<RootMove>,
    steps: std::vec::IntoIter<Step>,
    step: Step,
    /// The deepest depth: all empties, or what was asked for.
    deepest: u32,
    /// Whether only the winner was asked for, at every step.
    only_the_winner: bool,
    /// How many better moves were left out of the last search.
    line: usize,
    /// The best move before this step.
    before: Option<Variation<Placement>>,
}

impl<'a> Root<'a> {
    fn new(shared: &'a Shared<'a>, board: Board, wanted: &OthelloGo) -> Self {
        let worker = Worker::new(shared, wanted.certainty);
        let node = Node::new(board);
        let mut moves = Vec::new();
        each(board.moves(), |at| {
            let node = node.after(at, board.flips(at), worker.geometry);
            moves.push((-worker.evaluate(&node), at, node));
        });
        moves.sort_by_key(|(value, _, _)| -value);
        let root_move = |at, node| RootMove {
            at,
            node,
            variation: None,
        };
        let mut moves: Vec<RootMove> = moves
            .into_iter()
            .map(|(_, at, node)| root_move(Some(at), node))
            .collect();
        if moves.is_empty() && !board.is_over() {
            moves.push(root_move(None, node.passed()));
        }
        if let Some(only) = &wanted.go.only {
            moves.retain(|root_move| only.contains(&root_move.at));
        }
        let empties = board.empties();
        let deepest = wanted.go.depth.map_or(empties, |depth| depth.min(empties));
        Self {
            empties,
            worker,
            moves,
            steps: steps(empties, deepest, wanted).into_iter(),
            step: Step {
                depth: 0,
                certainty: wanted.certainty,
                only_the_winner: wanted.only_the_winner,
            },
            deepest,
            only_the_winner: wanted.only_the_winner,
            line: 0,
            before: None,
        }
    }

    /// One search of the root's moves from the `line`th on; the best moves to the front of them.
    fn search_root(&mut self, line: usize, floor: i32, beta: i32, depth: u32) -> i32 {
        let (mut alpha, mut best) = (floor, NOTHING);
        for n in line..self.moves.len() {
            let RootMove { at, node, .. } = self.moves[n];
            let below = if at.is_some() { depth - 1 } else { depth };
            let value = if n == line {
                -self.worker.open_window(&node, -beta, -alpha, below)
            } else {
                let value = -self.worker.null_window(&node, !alpha, below);
                if value > alpha && value < beta && !self.worker.quit {
                    -self.worker.open_window(&node, -beta, -alpha, below)
                } else {
                    value
                }
            };
            if self.worker.quit {
                break;
            }
            if value > best {
                best = value;
                // The first move is the best known, until another is better than it.
                if value > floor || n == line {
                    let variation = self.variation(n, value, depth);
                    self.moves[n].variation = Some(variation);
                    self.moves[line..=n].rotate_right(1);
                }
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// A root move with what the table expects after it.
    fn variation(&self, n: usize, value: Value, depth: u32) -> Variation<Placement> {
        let RootMove { at, node, .. } = &self.moves[n];
        let mut moves = vec![*at];
        let mut board = node.board;
        while moves.len() < depth as usize {
            let legal = board.moves();
            if legal == 0 {
                if board.passed().moves() == 0 {
                    break;
                }
                moves.push(None);
                board = board.passed();
                continue;
            }
            let entry = self.worker.table().get(board.key());
            let best = entry.and_then(|entry| entry.best[0]).map(u32::from);
            let Some(at) = best.filter(|at| legal >> at & 1 == 1) else {
                break;
            };
            moves.push(Some(at));
            board = board.after(at, board.flips(at));
        }
        Variation {
            value,
            depth,
            moves,
        }
    }
}

impl Searcher for Root<'_> {
    type Move = Placement;

    fn root_moves(&self) -> usize {
        self.moves.len()
    }

    fn next_depth(&mut self, _completed: u32) -> Option<u32> {
        self.step = self.steps.next()?;
        self.worker.certainty = self.step.certainty;
        self.before = self.moves[0].variation.clone();
        Some(self.step.depth)
    }

    /// The narrower the window, the cheaper the search, if the value is in it. At the end of the game
    /// values are even.
    fn aspiration(&self, depth: u32, line: usize, _previous: Option<Value>) -> Aspiration {
        let to_the_end = depth >= self.empties;
        let exact = to_the_end && self.step.certainty == Certainty::Exact;
        let full = if exact && self.step.only_the_winner {
            Aspiration::full(-1, 1)
        } else {
            Aspiration::full(-MOST, MOST)
        };
        let Some(known) = &self.moves[line].variation else {
            return full;
        };
        let (expected, margin) = if to_the_end {
            (known.value & !1, 1)
        } else {
            (known.value, 3)
        };
        Aspiration {
            widen: 2 * margin,
            narrowing: if exact {
                Narrowing::Proven
            } else {
                Narrowing::Keep
            },
            ..full.around(expected, margin)
        }
    }

    fn search(
        &mut self,
        depth: u32,
        (alpha, beta): (Value, Value),
        excluded: &[Placement],
    ) -> Result<Value, Stopped> {
        self.line = excluded.len();
        let value = self.search_root(self.line, alpha, beta, depth);
        if self.worker.quit {
            return Err(Stopped);
        }
        Ok(value)
    }

    fn best_line(&self, depth: u32) -> Option<Variation<Placement>> {
        let best = self.moves[self.line].variation.as_ref();
        best.filter(|best| best.depth == depth).cloned()
    }

    /// A search for the winner alone says nothing of the margin: where it confirms the move that was
    /// expected to do best, what was expected of that move stands.
    fn end_depth(
        &mut self,
        _depth: u32,
        lines: &mut Vec<Variation<Placement>>,
    ) -> Result<(), Stopped> {
        if self.step.only_the_winner
            && !self.only_the_winner
            && let (Some(before), Some(found)) = (&self.before, lines.first_mut())
            && found.moves[0] == before.moves[0]
            && found.value.signum() == before.value.signum()
        {
            found.clone_from(before);
            self.moves[0].variation = Some(before.clone());
        }
        Ok(())
    }

    fn ended(&self) -> Ended {
        if self.deepest == self.empties {
            Ended::Certain
        } else {
            Ended::Depth
        }
    }

    fn any_move(&mut self) -> Option<Placement> {
        self.moves.first().map(|root_move| root_move.at)
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.worker.all_nodes(),
            ..Counts::default()
        }
    }
}

/// One search of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    depth: u32,
    certainty: Certainty,
    /// Whether only win, draw or loss is asked for.
    only_the_winner: bool,
}

/// The searches of the root in their order: deeper and deeper; then to the end, surer and surer. Where
/// time may run out before the margin is certain, who wins is made certain first: that takes a fraction
/// of the time, and decides the game.
fn steps(empties: u32, most: u32, wanted: &OthelloGo) -> Vec<Step> {
    let step = |depth, certainty| Step {
        depth,
        certainty,
        only_the_winner: wanted.only_the_winner,
    };
    let mut steps = Vec::new();
    if most < empties {
        steps.extend((1..=most).map(|depth| step(depth, wanted.certainty)));
        return steps;
    }
    let leap = empties.saturating_sub(LEAP).max(1).min(empties);
    steps.extend((1..=leap.min(empties - 1)).map(|depth| step(depth, wanted.certainty)));
    if empties <= SOLVED_AT_ONCE {
        steps.push(step(empties, Certainty::Exact));
        return steps;
    }
    let in_a_hurry = wanted.go.has_clock() || wanted.go.nodes.is_some();
    for certainty in SURER {
        if certainty == WINNER_BEFORE && in_a_hurry && wanted.go.lines == 1 {
            steps.push(Step {
                depth: empties,
                certainty: Certainty::Exact,
                only_the_winner: true,
            });
        }
        steps.push(step(empties, certainty));
    }
    steps
}
