//! The root: deeper and deeper, then surer and surer, for one or several best moves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use boyi_search::{Ended, Limits, NoMemory, SharedTable, Stop};

use super::board::{Board, MOST, each};
use super::evaluation::Evaluation;
use super::memo::Memo;
use super::probcut::Certainty;
use super::recent::Recent;
use super::search::{NOTHING, Node, Shared, Worker};
use super::split::{Pool, with_helpers};

/// The fast engine for standard boards: a table, an evaluation, and threads to use them.
pub struct Othello<'e> {
    table: SharedTable<Memo>,
    evaluation: &'e Evaluation,
    threads: usize,
    spare: Mutex<Vec<Recent>>,
}

/// What is asked of the engine.
#[derive(Clone, Debug)]
pub struct Task {
    /// How far to go. A depth of all empties or more means: to the end, exactly.
    pub limits: Limits,
    /// Ends the search at once.
    pub stop: Stop,
    /// How many of the best moves to find.
    pub lines: usize,
    /// How sure a search of the middle game is to be.
    pub certainty: Certainty,
    /// At the end only win, draw or loss matters: values are 1 and above, 0, or -1 and below.
    pub only_the_winner: bool,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            stop: Stop::default(),
            lines: 1,
            certainty: Certainty::P73,
            only_the_winner: false,
        }
    }
}

/// A move with what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The square, `None` for a pass.
    pub at: Option<u32>,
    /// Discs, from the view of the side to move.
    pub value: i32,
    /// Plies searched.
    pub depth: u32,
    /// How sure the search was.
    pub certainty: Certainty,
    /// Whether the end of the game was searched.
    pub to_the_end: bool,
    /// What both sides are expected to play, passes included.
    pub line: Vec<Option<u32>>,
}

/// What a search found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Best first; empty only where the game is over.
    pub hints: Vec<Hint>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Why it ended; `None` in the middle.
    pub ended: Option<Ended>,
}

impl<'e> Othello<'e> {
    /// An engine with a table of that many bytes.
    pub fn new(bytes: usize, evaluation: &'e Evaluation, threads: usize) -> Result<Self, NoMemory> {
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

    /// Thinks about a position. `watch` is shown every completed depth.
    pub fn think(&self, board: Board, task: &Task, watch: &mut dyn FnMut(&Findings)) -> Findings {
        let began = Instant::now();
        self.table.next_generation();
        let shared = Shared {
            table: &self.table,
            evaluation: self.evaluation,
            stop: task.stop.clone(),
            deadline: task.limits.time.map(|time| began + time.hard),
            most_nodes: task.limits.nodes,
            nodes: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            pool: Pool::default(),
            spare: &self.spare,
        };
        with_helpers(&shared, self.threads - 1, task.certainty, || {
            let mut root = Root::new(&shared, board, task, began);
            let ended = root.deepen(watch);
            root.worker.report();
            root.findings(Some(ended))
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
    at: Option<u32>,
    node: Node,
    hint: Option<Hint>,
}

struct Root<'a> {
    worker: Worker<'a>,
    task: &'a Task,
    empties: u32,
    moves: Vec<RootMove>,
    lines: usize,
    began: Instant,
}

impl<'a> Root<'a> {
    fn new(shared: &'a Shared<'a>, board: Board, task: &'a Task, began: Instant) -> Self {
        let worker = Worker::new(shared, task.certainty);
        let node = Node::new(board);
        let mut moves = Vec::new();
        each(board.moves(), |at| {
            let node = node.after(at, board.flips(at), worker.geometry);
            moves.push((-worker.evaluate(&node), at, node));
        });
        moves.sort_by_key(|(value, _, _)| -value);
        let mut moves: Vec<RootMove> = moves
            .into_iter()
            .map(|(_, at, node)| RootMove {
                at: Some(at),
                node,
                hint: None,
            })
            .collect();
        if moves.is_empty() && !board.is_over() {
            moves.push(RootMove {
                at: None,
                node: node.passed(),
                hint: None,
            });
        }
        Self {
            lines: task.lines.clamp(1, moves.len().max(1)),
            empties: board.empties(),
            worker,
            task,
            moves,
            began,
        }
    }

    fn deepen(&mut self, watch: &mut dyn FnMut(&Findings)) -> Ended {
        if self.moves.is_empty() {
            return Ended::GameOver;
        }
        let most = self
            .task
            .limits
            .depth
            .map_or(self.empties, |depth| depth.min(self.empties));
        for step in steps(self.empties, most, self.task) {
            let late = |time: boyi_search::Allotment| self.began.elapsed() >= time.soft;
            if step.depth > 1 && self.task.limits.time.is_some_and(late) {
                return Ended::Time;
            }
            self.worker.certainty = step.certainty;
            let before = self.moves[0].hint.clone();
            for line in 0..self.lines {
                self.best_of(line, step);
                if self.worker.quit {
                    return self.why_halted();
                }
            }
            if step.only_the_winner && !self.task.only_the_winner {
                self.keep_value(before);
            }
            watch(&self.findings(None));
        }
        if most == self.empties {
            Ended::Certain
        } else {
            Ended::Depth
        }
    }

    /// A search for the winner alone says nothing of the margin: where it confirms the move that was
    /// expected to do best, what was expected of that move stands.
    fn keep_value(&mut self, before: Option<Hint>) {
        let Some(hint) = &mut self.moves[0].hint else {
            return;
        };
        if let Some(before) = before {
            hint.certainty = before.certainty;
            if hint.at == before.at && hint.value.signum() == before.value.signum() {
                *hint = before;
            }
        }
    }

    /// Finds the best of the moves from the `line`th on.
    fn best_of(&mut self, line: usize, step: Step) {
        let Step {
            depth,
            only_the_winner,
            ..
        } = step;
        let to_the_end = depth >= self.empties;
        let exact = to_the_end && self.worker.certainty == Certainty::Exact;
        let (floor, ceiling) = if exact && only_the_winner {
            (-1, 1)
        } else {
            (-MOST, MOST)
        };
        let guess = self.moves[line].hint.as_ref().map(|hint| hint.value);
        // The narrower the window, the cheaper the search, if the value is in it. At the end of the
        // game values are even.
        let mut width = if to_the_end { 1 } else { 3 };
        let guess = guess.map(|guess| if to_the_end { guess & !1 } else { guess });
        let (mut alpha, mut beta) = match guess {
            Some(guess) => (
                (guess - width).clamp(floor, ceiling - 1),
                (guess + width).clamp(floor + 1, ceiling),
            ),
            None => (floor, ceiling),
        };
        loop {
            let value = self.search_root(line, alpha, beta, depth);
            if self.worker.quit {
                return;
            }
            width *= 2;
            if value <= alpha && alpha > floor {
                beta = if exact { value.max(floor) + 1 } else { beta };
                alpha = (value - width).max(floor);
            } else if value >= beta && beta < ceiling {
                alpha = if exact { value.min(ceiling) - 1 } else { alpha };
                beta = (value + width).min(ceiling);
            } else {
                return;
            }
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
                    let hint = self.hint(n, value, depth);
                    self.moves[n].hint = Some(hint);
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

    fn hint(&self, n: usize, value: i32, depth: u32) -> Hint {
        let RootMove { at, node, .. } = &self.moves[n];
        let mut line = vec![*at];
        let mut board = node.board;
        while line.len() < depth as usize {
            let moves = board.moves();
            if moves == 0 {
                if board.passed().moves() == 0 {
                    break;
                }
                line.push(None);
                board = board.passed();
                continue;
            }
            let remembered = self.worker.table().get(board.key());
            let best = remembered.and_then(|memo| memo.best[0]).map(u32::from);
            let Some(at) = best.filter(|at| moves >> at & 1 == 1) else {
                break;
            };
            line.push(Some(at));
            board = board.after(at, board.flips(at));
        }
        Hint {
            at: *at,
            value,
            depth,
            certainty: self.worker.certainty,
            to_the_end: depth >= self.empties,
            line,
        }
    }

    fn findings(&self, ended: Option<Ended>) -> Findings {
        let mut hints: Vec<Hint> = self.moves[..self.lines.min(self.moves.len())]
            .iter()
            .filter_map(|mv| mv.hint.clone())
            .collect();
        if hints.is_empty()
            && let Some(mv) = self.moves.first()
        {
            // Stopped before depth 1: the evaluation's choice.
            hints.push(Hint {
                at: mv.at,
                value: -self.worker.evaluate(&mv.node),
                depth: 0,
                certainty: Certainty::P73,
                to_the_end: false,
                line: vec![mv.at],
            });
        }
        let counted = self.worker.shared.nodes.load(Ordering::Relaxed);
        Findings {
            hints,
            nodes: counted,
            elapsed: self.began.elapsed(),
            ended,
        }
    }

    fn why_halted(&self) -> Ended {
        if self.task.stop.is_stopped() {
            Ended::Stopped
        } else if self
            .task
            .limits
            .nodes
            .is_some_and(|most| self.worker.shared.nodes.load(Ordering::Relaxed) >= most)
        {
            Ended::Nodes
        } else {
            Ended::Time
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
fn steps(empties: u32, most: u32, task: &Task) -> Vec<Step> {
    let step = |depth, certainty| Step {
        depth,
        certainty,
        only_the_winner: task.only_the_winner,
    };
    let mut steps = Vec::new();
    if most < empties {
        steps.extend((1..=most).map(|depth| step(depth, task.certainty)));
        return steps;
    }
    let leap = empties.saturating_sub(LEAP).max(1).min(empties);
    steps.extend((1..=leap.min(empties - 1)).map(|depth| step(depth, task.certainty)));
    if empties <= SOLVED_AT_ONCE {
        steps.push(step(empties, Certainty::Exact));
        return steps;
    }
    let in_a_hurry = task.limits.time.is_some() || task.limits.nodes.is_some();
    for certainty in SURER {
        if certainty == WINNER_BEFORE && in_a_hurry && task.lines == 1 {
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
