//! Deepening, threads, several lines: what turns the search into a thinker.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use boyi_search::{Ended, Limits, NoMemory, Stop};

use super::board::Board;
use super::entry::Table;
use super::layout::Cell;
use super::search::{Search, Shared};
use super::value::{PROVEN, Value, WON};
use super::vcf::VcfTable;

/// A line and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prospect {
    pub(crate) value: Value,
    pub(crate) depth: u32,
    /// What both sides are expected to play; never empty.
    pub(crate) line: Vec<Cell>,
}

/// What came of thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opinion {
    /// Best first; empty only where there is no move at all.
    pub(crate) prospects: Vec<Prospect>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) ended: Option<Ended>,
}

/// What is asked of a thinker.
pub(crate) struct Task<'a> {
    pub(crate) limits: Limits,
    pub(crate) stop: &'a Stop,
    /// How many of the best moves to find.
    pub(crate) lines: usize,
    pub(crate) threads: usize,
}

/// The memory of a player, and the threads that use it.
pub(crate) struct Thinker {
    table: Table,
    fours: VcfTable,
}

/// No search goes deeper: more plies than a game has.
const DEEPEST: u32 = 200;

/// The share of the time after which no new depth is begun: it would not be finished.
const TOO_LATE: f64 = 0.8;

/// The share of the time spent on looking for a faster win once one is found.
const FOR_A_FASTER_WIN: f64 = 0.25;

/// How far from the value of the depth before the next is expected.
const WINDOW: Value = 30;

impl Thinker {
    /// A thinker with so many bytes to remember in, a quarter of them for fours.
    pub(crate) fn new(bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            table: Table::try_new(bytes / 4 * 3)?,
            fours: VcfTable::try_new(bytes / 4)?,
        })
    }

    /// Forgets everything.
    pub(crate) fn forget(&self) {
        self.table.clear();
        self.fours.clear();
    }

    /// Thinks about a position in which the game goes on. `watch` sees every completed depth.
    pub(crate) fn think(
        &self,
        board: &Board,
        task: &Task,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        let shared = Shared {
            table: &self.table,
            fours: &self.fours,
            stop: task.stop,
            done: false.into(),
            nodes: 0.into(),
            started: Instant::now(),
            time: task.limits.time,
            node_limit: task.limits.nodes,
        };
        self.table.next_generation();
        thread::scope(|scope| {
            for helper in 1..task.threads {
                let (shared, board) = (&shared, board.clone());
                scope.spawn(move || help(Search::new(board, shared), helper));
            }
            let mut search = Search::new(board.clone(), &shared);
            let opinion = deepen(&mut search, &shared, task, watch);
            shared.done.store(true, Ordering::Relaxed);
            opinion
        })
    }
}

/// A helper fills the table: depth by depth, some of them ahead of the others.
fn help(mut search: Search, helper: usize) {
    for depth in 1 + helper as i32 % 2..DEEPEST as i32 {
        if search.root(-WON, WON, depth).is_err() {
            return;
        }
    }
}

fn deepen(
    search: &mut Search,
    shared: &Shared,
    task: &Task,
    watch: &mut dyn FnMut(&Opinion),
) -> Opinion {
    let mut opinion = Opinion {
        prospects: Vec::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
        ended: None,
    };
    let last = task.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    for depth in 1..=last {
        let complete = one_depth(search, task.lines, depth, &mut opinion);
        opinion.nodes = shared.nodes.load(Ordering::Relaxed).max(search.all_nodes());
        opinion.elapsed = shared.started.elapsed();
        if !complete {
            opinion.ended = Some(why_stopped(shared));
            return with_a_move(search, opinion);
        }
        watch(&opinion);
        if is_certain(&opinion, depth) {
            opinion.ended = Some(Ended::Certain);
            return opinion;
        }
        if is_late(&opinion, shared) {
            opinion.ended = Some(Ended::Time);
            return opinion;
        }
    }
    opinion.ended = Some(Ended::Depth);
    opinion
}

/// Searches every line to a depth; `false` where the search was stopped on the way. The best move of a
/// depth begun but not finished still counts if it is better than what was known.
fn one_depth(search: &mut Search, lines: usize, depth: u32, opinion: &mut Opinion) -> bool {
    let mut found: Vec<Prospect> = Vec::new();
    search.excluded.clear();
    for number in 0..lines.max(1) {
        let guess = opinion.prospects.get(number).map(|prospect| prospect.value);
        let Some(value) = with_window(search, guess, depth as i32) else {
            if number == 0 {
                take_unfinished(search, depth, opinion);
            }
            search.excluded.clear();
            return false;
        };
        let mut line = search.line().to_vec();
        if line.is_empty() && number == 0 {
            // Lost whatever is played: the only answer is forbidden. Something is played all the same.
            line.extend(some_move(search));
        }
        let Some(&first) = line.first() else {
            break;
        };
        found.push(Prospect { value, depth, line });
        search.excluded.push(first);
    }
    search.excluded.clear();
    if !found.is_empty() {
        found.sort_by_key(|prospect| std::cmp::Reverse(prospect.value));
        opinion.prospects = found;
    }
    true
}

/// A window around the value of the depth before, widened until the value lies in it.
fn with_window(search: &mut Search, guess: Option<Value>, depth: i32) -> Option<Value> {
    let (mut alpha, mut beta) = match guess {
        Some(guess) if depth > 3 && guess.abs() < PROVEN => (guess - WINDOW, guess + WINDOW),
        _ => (-WON, WON),
    };
    let mut width = WINDOW;
    loop {
        let value = search.root(alpha, beta, depth).ok()?;
        width *= 3;
        if value <= alpha && alpha > -WON {
            alpha = (value - width).max(-WON);
        } else if value >= beta && beta < WON {
            beta = (value + width).min(WON);
        } else {
            return Some(value);
        }
        if width > 2000 {
            (alpha, beta) = (-WON, WON);
        }
    }
}

fn take_unfinished(search: &Search, depth: u32, opinion: &mut Opinion) {
    let Some((cell, value)) = search.root_best else {
        return;
    };
    let known = opinion.prospects.first();
    // The first move tried is the old best; another one has beaten it at this depth.
    let better = known.is_none_or(|known| known.line.first() != Some(&cell) && value > -PROVEN);
    if better {
        let line = match search.line() {
            line if line.first() == Some(&cell) => line.to_vec(),
            _ => vec![cell],
        };
        let prospect = Prospect { value, depth, line };
        match opinion.prospects.first_mut() {
            Some(first) => *first = prospect,
            None => opinion.prospects.push(prospect),
        }
    }
}

/// Stopped before anything was found: the most promising move.
fn with_a_move(search: &mut Search, mut opinion: Opinion) -> Opinion {
    if opinion.prospects.is_empty() {
        opinion
            .prospects
            .extend(some_move(search).map(|cell| Prospect {
                value: 0,
                depth: 0,
                line: vec![cell],
            }));
    }
    opinion
}

/// The most promising move by the patterns alone; a forbidden one only where there is no other.
fn some_move(search: &mut Search) -> Option<Cell> {
    let board = &mut search.board;
    let side = board.turn();
    let empty = *board.empty();
    let promise = |cell: Cell| {
        let of = |side| i32::from(board.ordering_score(cell, side));
        let promise = of(side) + of(!side);
        (board.may_play(cell, side), promise)
    };
    let judged: Vec<_> = empty.iter().map(promise).collect();
    let best = empty.iter().zip(judged).max_by_key(|(_, judged)| *judged);
    best.map(|(cell, _)| cell)
}

fn why_stopped(shared: &Shared) -> Ended {
    if shared.stop.is_stopped() {
        Ended::Stopped
    } else if shared
        .time
        .is_some_and(|time| shared.started.elapsed() >= time.hard)
    {
        Ended::Time
    } else {
        Ended::Nodes
    }
}

/// Every line is proven, and no faster win is left to find.
fn is_certain(opinion: &Opinion, depth: u32) -> bool {
    opinion.prospects.iter().all(|prospect| {
        let plies = (WON - prospect.value.abs()) as u32;
        prospect.value.abs() >= PROVEN && plies <= depth + 2
    })
}

fn is_late(opinion: &Opinion, shared: &Shared) -> bool {
    let Some(time) = shared.time else {
        return false;
    };
    let proven = opinion
        .prospects
        .iter()
        .all(|prospect| prospect.value.abs() >= PROVEN);
    let share = if proven { FOR_A_FASTER_WIN } else { TOO_LATE };
    opinion.elapsed >= time.soft.mul_f64(share)
}
