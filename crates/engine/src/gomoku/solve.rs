//! Who wins by threats, with a proof that was checked.

mod attempt;
mod stages;

use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Point};
use boyi_search::{Limits, NoMemory, Stop};

use super::checker::Checked;
use super::field::Field;
use super::proof::Proof;
use super::prover::{Ideas, Plan, Progress, Prover, Tree, Until};
use super::thinker::{Prospect, Task, Thinker};
use super::value::PROVEN;
use super::vcf::FoursTable;
use attempt::{Attempt, prove};
use stages::{Next, Stage};

/// What to solve and how hard to try.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub position: Gomoku,
    /// Who is to win; the side to move unless said.
    pub attacker: Side,
    /// How long to try; without end where nothing is said.
    pub time: Option<Duration>,
    /// Positions to look at, at most.
    pub nodes: Option<u64>,
    /// The memory for fours, in bytes.
    pub table_bytes: usize,
    /// With two or more, narrow attacks and broad ones are tried side by side, and what wins first counts.
    /// With one they are tried in turn, also where the positions are limited: what is found then does not
    /// depend on the machine.
    pub threads: usize,
    /// What broad attacks try first.
    pub ideas: Ideas,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// A proof that was checked, where there is one.
    pub proof: Option<Proven>,
    /// Whether every threat was tried: no win by threats of this kind exists.
    pub exhausted: bool,
    /// Answers that were not refuted, where the defender is to move and there is no proof.
    pub open: Vec<Point>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time it took, the check included.
    pub elapsed: Duration,
}

/// A win and its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven {
    /// The proof.
    pub proof: Proof,
    /// What the check went through.
    pub checked: Checked,
    /// A line of it, the defender resisting as long as it can.
    pub line: Vec<Point>,
}

/// What a search knows, to go on with later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// How often it began anew with more effort.
    pub tries: u32,
    /// Keys with the numbers of leaves to prove and to disprove.
    pub known: Vec<(u64, u32, u32)>,
}

/// Sees how far a search has come, and what it knows where that is to be kept.
pub type Watch<'a> = dyn FnMut(Progress, &dyn Fn() -> Memory) + 'a;

/// The player that is asked for advice has so many times less memory than the search for fours.
const LESS_FOR_ADVICE: usize = 2;

/// Positions for a glance of that player.
const GLANCE: u64 = 20_000;

/// Solves a problem. `memory` is what an earlier search knew and what this one adds; `watch` sees every
/// answer at the start that is refuted.
pub fn solve(
    problem: &Problem,
    memory: &mut Memory,
    stop: &Stop,
    watch: &mut Watch,
) -> Result<Solution, NoMemory> {
    let started = Instant::now();
    let table = FoursTable::try_new(problem.table_bytes)?;
    let adviser = Thinker::new(problem.table_bytes / LESS_FOR_ADVICE)?;
    let mut work = Work {
        problem,
        started,
        stop,
        table: &table,
        adviser: &adviser,
        nodes: 0,
        open: Vec::new(),
    };
    let found = if !memory.known.is_empty() {
        // A search that is resumed had left the narrow attacks behind.
        work.broadly(memory, watch)
    } else if problem.threads > 1 && problem.nodes.is_none() {
        work.side_by_side(memory, watch)
    } else {
        work.in_turn(memory, watch)
    };
    let exhausted = matches!(found, Found::NothingAtAll);
    Ok(Solution {
        proof: match found {
            Found::Win(proven) => Some(*proven),
            Found::Nothing | Found::NothingAtAll => None,
        },
        exhausted,
        open: work.open,
        nodes: work.nodes,
        elapsed: work.started.elapsed(),
    })
}

/// A problem being solved.
#[derive(Clone)]
struct Work<'a> {
    problem: &'a Problem,
    started: Instant,
    stop: &'a Stop,
    table: &'a FoursTable,
    adviser: &'a Thinker,
    /// Positions looked at so far.
    nodes: u64,
    /// Answers that the broad attack has not refuted.
    open: Vec<Point>,
}

/// What was found so far.
enum Found {
    Win(Box<Proven>),
    /// Nothing yet.
    Nothing,
    /// Everything was tried, and there is nothing.
    NothingAtAll,
}

impl<'a> Work<'a> {
    fn is_late(&self) -> bool {
        let time = self.problem.time;
        time.is_some_and(|time| self.started.elapsed() >= time) || self.stop.is_stopped()
    }

    fn is_over(&self) -> bool {
        let spent = self.problem.nodes.is_some_and(|limit| self.nodes >= limit);
        spent || self.is_late()
    }

    /// A search by a plan, for a share of what is left.
    fn prover(&self, plan: Plan, share: f64, nodes: Option<u64>) -> Prover<'a> {
        let of_all = self.problem.nodes.map(|limit| {
            let so_far = (limit as f64 * share) as u64;
            so_far.saturating_sub(self.nodes).max(1)
        });
        let until = Until {
            stop: self.stop,
            time: self
                .problem
                .time
                .map(|time| self.started + time.mul_f64(share)),
            nodes: of_all.into_iter().chain(nodes).min(),
        };
        let adviser = Some(self.adviser);
        Prover::new(self.problem.attacker, self.table, adviser, plan, until)
    }

    /// Tries narrow attacks until it is time for a broad one.
    fn in_turn(&mut self, memory: &mut Memory, watch: &mut Watch) -> Found {
        for stage in stages::narrow(self.problem.position.rules()) {
            let (found, seen) = self.narrowly(stage);
            if matches!(found, Found::Win(_)) {
                return found;
            }
            let enough = match stage.next {
                Next::InTurn => false,
                Next::BroadUnlessSeen => !seen || self.player_sees_it(),
                Next::BroadWhereSeen => seen,
            };
            if enough || self.is_over() {
                break;
            }
        }
        if self.is_over() {
            return Found::Nothing;
        }
        self.broadly(memory, watch)
    }

    /// Tries fours, then all other narrow attacks and beside them a broad one.
    fn side_by_side(&mut self, memory: &mut Memory, watch: &mut Watch) -> Found {
        let (fours, stages) = stages::narrow(self.problem.position.rules())
            .split_first()
            .expect("fours come first");
        let (found, _) = self.narrowly(fours);
        if matches!(found, Found::Win(_)) {
            return found;
        }
        let [narrow_stop, broad_stop] = [self.stop.part(), self.stop.part()];
        let (mut narrow, mut broad) = (self.clone(), self.clone());
        (narrow.stop, broad.stop) = (&narrow_stop, &broad_stop);
        let (by_narrow, by_broad) = thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let mut all = stages.iter().map(|stage| narrow.narrowly(stage).0);
                let win = all.find(|found| matches!(found, Found::Win(_)));
                if win.is_some() {
                    broad_stop.stop();
                }
                win
            });
            let by_broad = broad.broadly(memory, watch);
            if !matches!(by_broad, Found::Nothing) {
                narrow_stop.stop();
            }
            (helper.join(), by_broad)
        });
        self.nodes = narrow.nodes + broad.nodes - self.nodes;
        let by_narrow = by_narrow.unwrap_or_else(|panic| resume_unwind(panic));
        if by_narrow.is_none() {
            self.open = broad.open;
        }
        by_narrow.unwrap_or(by_broad)
    }

    /// Tries a narrow attack, and says whether it was seen to its end.
    fn narrowly(&mut self, stage: &Stage) -> (Found, bool) {
        let mut prover = self.prover(stage.plan, stage.share, Some(stage.nodes));
        let is_late = || self.is_late();
        let attempt = prove(&mut prover, self.problem, &is_late, &mut |_, _| ());
        self.nodes += prover.visited();
        match attempt {
            Attempt::Proven(proven) => (Found::Win(proven), true),
            Attempt::Disproven => (Found::Nothing, true),
            Attempt::Flawed | Attempt::Unknown => (Found::Nothing, false),
        }
    }

    /// Whether the player sees the win at a glance: then following its advice proves it soonest.
    fn player_sees_it(&mut self) -> bool {
        let position = &self.problem.position;
        if position.turn() != self.problem.attacker {
            return false;
        }
        let task = Task {
            limits: Limits::nodes(GLANCE),
            stop: self.stop,
            lines: 1,
            threads: 1,
        };
        let opinion = self.adviser.think(&Field::of(position), &task, &mut |_| ());
        self.nodes += opinion.nodes;
        let won = |best: &Prospect| best.value >= PROVEN;
        opinion.prospects.first().is_some_and(won)
    }

    /// Tries everything, with more and more effort.
    fn broadly(&mut self, memory: &mut Memory, watch: &mut Watch) -> Found {
        let plan = stages::broad(&self.problem.position, self.problem.attacker);
        let before = self.nodes;
        let mut prover = self.prover(plan, 1.0, None).with_ideas(&self.problem.ideas);
        for _ in 0..memory.tries {
            prover.try_harder();
        }
        prover.resume(memory.known.iter().copied());
        let found = loop {
            let tries = memory.tries;
            let mut watch_all = |progress: Progress, tree: &Tree| {
                let memory = || Memory {
                    tries,
                    known: tree.state().collect(),
                };
                watch(progress.after(before), &memory);
            };
            let is_late = || self.is_late();
            let attempt = prove(&mut prover, self.problem, &is_late, &mut watch_all);
            match attempt {
                Attempt::Proven(proven) => break Found::Win(proven),
                Attempt::Disproven if prover.is_thorough() => break Found::NothingAtAll,
                // Trying harder would find the same win, and the same gap.
                Attempt::Flawed => break Found::Nothing,
                Attempt::Disproven | Attempt::Unknown => {}
            }
            if prover.is_over() {
                break Found::Nothing;
            }
            prover.try_harder();
            memory.tries += 1;
        };
        memory.known = prover.state().collect();
        self.nodes += prover.visited();
        if !matches!(found, Found::Win(_)) {
            self.open = prover.open_answers(&self.problem.position);
        }
        found
    }
}
