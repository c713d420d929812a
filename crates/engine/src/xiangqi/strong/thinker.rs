//! The search as a whole: its table, its threads, and what they find together.

use std::thread;
use std::time::Duration;

use boyi_game::{Position, Random};
use boyi_search::{Counts, Ended, Limits, NoMemory, SharedTable, Stop};
use boyi_xiangqi::{Move, Xiangqi};

use super::budget::{Budget, Pondering};
use super::ground::{Evaluation, Ground};
use super::history::Histories;
use super::reductions::Reductions;
use super::root::{Deepened, RootMove};
use super::slot::Slot;
use super::value::{INFINITE, Value};
use super::worker::Worker;
use crate::xiangqi::endgame::Tables;

/// What lasts from move to move.
pub(crate) struct Thinker<E: Evaluation> {
    evaluation: E,
    table: SharedTable<Slot>,
    histories: Vec<Histories>,
    reductions: Reductions,
    endgames: Tables,
}

/// What to think about, and for how long.
pub(crate) struct Task<'a> {
    pub(crate) position: &'a Xiangqi,
    pub(crate) limits: Limits,
    pub(crate) stop: Stop,
    pub(crate) pondering: Pondering,
    /// How many of the best moves to find.
    pub(crate) lines: usize,
    /// The only moves to consider, if not all; the board must allow them.
    pub(crate) only: Option<Vec<Move>>,
    /// The order in which moves are tried at first.
    pub(crate) seed: Option<u64>,
}

/// What was found so far.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// `None` only where the game is over.
    pub(crate) best: Option<Move>,
    pub(crate) lines: Vec<FoundLine>,
    pub(crate) counts: Counts,
    pub(crate) elapsed: Duration,
    /// Plies of the longest line.
    pub(crate) deepest: usize,
    /// How full the table is, in thousandths.
    pub(crate) full: u32,
    pub(crate) ended: Option<Ended>,
}

/// A move and what follows.
#[derive(Clone, Debug)]
pub(crate) struct FoundLine {
    pub(crate) value: Value,
    pub(crate) depth: i32,
    pub(crate) moves: Vec<Move>,
}

impl<E: Evaluation> Thinker<E> {
    pub(crate) fn new(evaluation: E, bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            evaluation,
            table: SharedTable::try_new(bytes)?,
            histories: (0..threads.max(1)).map(|_| Histories::new()).collect(),
            reductions: Reductions::new(),
            endgames: Tables::default(),
        })
    }

    /// With endgame tables to look into.
    pub(crate) fn with_endgames(mut self, endgames: Tables) -> Self {
        self.endgames = endgames;
        self
    }

    /// Forgets everything that was learnt.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        for histories in &mut self.histories {
            *histories = Histories::new();
        }
    }

    /// Thinks. `watch` is shown every completed depth.
    pub(crate) fn think(&mut self, task: &Task, watch: &mut dyn FnMut(&Progress)) -> Progress {
        let budget = Budget::new(task.limits, task.stop.clone(), task.pondering.clone());
        let mut moves = match &task.only {
            Some(only) => only.clone(),
            None => {
                let mut moves = Vec::new();
                task.position.legal_moves(&mut moves);
                moves
            }
        };
        if let Some(seed) = task.seed {
            Random::new(seed).shuffle(&mut moves);
        }
        let root_moves: Vec<RootMove> = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        if root_moves.is_empty() {
            return Progress {
                best: None,
                lines: Vec::new(),
                counts: Counts::default(),
                elapsed: budget.elapsed(),
                deepest: 0,
                full: 0,
                ended: Some(Ended::GameOver),
            };
        }
        self.table.next_generation();
        let ground = Ground::new(task.position, self.evaluation.clone());
        let (table, reductions, endgames) = (&self.table, &self.reductions, &self.endgames);
        let mut histories = self.histories.iter_mut();
        let own = histories.next().expect("there is at least one thread");
        let lines = task.lines.max(1);
        thread::scope(|scope| {
            let helpers: Vec<_> = histories
                .enumerate()
                .map(|(index, histories)| {
                    let (ground, budget) = (ground.clone(), budget.clone());
                    let root_moves = root_moves.clone();
                    scope.spawn(move || {
                        let mut worker = Worker::new(
                            ground, table, budget, histories, reductions, endgames, root_moves,
                        );
                        worker.deepen(lines, index + 1, |_, _| ());
                        progress(&worker, lines)
                    })
                })
                .collect();
            let mut worker = Worker::new(
                ground.clone(),
                table,
                budget.clone(),
                own,
                reductions,
                endgames,
                root_moves.clone(),
            );
            let deepened = worker.deepen(lines, 0, |worker, _| watch(&progress(worker, lines)));
            // Whoever ponders waits for the opponent, even with everything known.
            while budget.is_pondering() && !task.stop.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            budget.halt();
            let mut found = progress(&worker, lines);
            found.ended = Some(match deepened {
                Deepened::Depth => Ended::Depth,
                Deepened::Certain => Ended::Certain,
                Deepened::Stopped => budget.ended(worker.counts.nodes),
            });
            for helper in helpers {
                let other = helper.join().expect("a search does not panic");
                found = found.better_of(other, lines);
            }
            found.elapsed = budget.elapsed();
            found
        })
    }
}

impl Progress {
    /// What two threads found: the deeper one, and of equal depths the one that found more.
    fn better_of(self, other: Self, lines: usize) -> Self {
        let mut counts = self.counts;
        counts.nodes += other.counts.nodes;
        counts.leaves += other.counts.leaves;
        let depth = |progress: &Self| progress.lines.first().map_or(0, |line| line.depth);
        let value = |progress: &Self| progress.lines.first().map_or(-INFINITE, |line| line.value);
        let better = lines == 1
            && (depth(&other) > depth(&self)
                || depth(&other) == depth(&self) && value(&other) > value(&self));
        let ended = self.ended;
        let chosen = if better { other } else { self };
        Self {
            counts,
            ended,
            ..chosen
        }
    }
}

fn progress<E: Evaluation>(worker: &Worker<E>, lines: usize) -> Progress {
    let known = |root_move: &&RootMove| root_move.known() > -INFINITE && root_move.depth > 0;
    let found = worker.root_moves.iter().take(lines).filter(known);
    Progress {
        best: worker.root_moves.first().map(|root_move| root_move.mv),
        lines: found
            .map(|root_move| FoundLine {
                value: root_move.known(),
                depth: root_move.depth,
                moves: root_move.line.clone(),
            })
            .collect(),
        counts: worker.counts,
        elapsed: worker.budget.elapsed(),
        deepest: worker.deepest,
        full: (worker.table.fill() * 1000.0) as u32,
        ended: None,
    }
}
