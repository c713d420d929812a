//! Who wins by threats, with a proof that was checked.

mod attempt;
mod stages;

use boyi_search::Instant;
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Point};
use boyi_search::kernel::Go;
use boyi_search::{NoMemory, Stop};

use super::board::Board;
use super::checker::Checked;
use super::proof::Proof;
use super::prover::{
    ProofLimits, ProofProgress, ProofTree, Prover, ProverSettings, SuggestedLines,
};
use super::root::GomokuSearch;
use super::vcf::VcfTable;
use attempt::{Attempt, prove};
use boyi_search::kernel::value::PROVEN;
use stages::{Next, Stage};

/// What to solve and how hard to try.
#[derive(Clone, Debug)]
pub struct Problem {
    pub position: Gomoku,
    /// Who is to win; the side to move unless said.
    pub attacker: Side,
    /// How long to try; without end where nothing is said.
    pub time: Option<Duration>,
    /// Positions to search, at most.
    pub nodes: Option<u64>,
    /// The size of the VCF table, in bytes.
    pub table_bytes: usize,
    /// With two or more, narrow attacks and broad ones are tried side by side, and what wins first counts.
    /// With one they are tried in turn, also where the positions are limited: what is found then does not
    /// depend on the machine.
    pub threads: usize,
    /// Moves that broad attacks try first.
    pub suggestions: SuggestedLines,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    pub proof: Option<Proven>,
    /// Whether every threat was tried: no win by threats of this kind exists.
    pub exhausted: bool,
    /// Answers that were not refuted, where the defender is to move and there is no proof.
    pub open: Vec<Point>,
    pub nodes: u64,
    /// Time it took, the check included.
    pub elapsed: Duration,
}

/// A win and its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven {
    pub proof: Proof,
    pub checked: Checked,
    /// A line of it, the defender resisting as long as it can.
    pub line: Vec<Point>,
}

/// What a search has found out, to go on with later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchState {
    /// How often it began again with more effort.
    pub tries: u32,
    /// Keys of positions with their proof and disproof numbers.
    pub known: Vec<(u64, u32, u32)>,
}

/// Sees how far a search has come, and its state where that is to be saved.
pub type Watch<'a> = dyn FnMut(ProofProgress, &dyn Fn() -> SearchState) + 'a;

/// The player that is asked for advice gets the memory of the VCF table divided by this.
const ADVICE_MEMORY_DIVISOR: usize = 2;

/// Positions of a short search of that player.
const SHORT_SEARCH_NODES: u64 = 20_000;

/// Solves a problem. `state` is what an earlier search found out and what this one adds; `watch` sees every
/// answer at the start that is refuted.
pub fn solve(
    problem: &Problem,
    state: &mut SearchState,
    stop: &Stop,
    watch: &mut Watch,
) -> Result<Solution, NoMemory> {
    let started = Instant::now();
    let table = VcfTable::try_new(problem.table_bytes)?;
    let adviser = GomokuSearch::new(problem.table_bytes / ADVICE_MEMORY_DIVISOR, 1)?;
    let mut work = Work {
        problem,
        started,
        stop,
        table: &table,
        adviser: &adviser,
        nodes: 0,
        open: Vec::new(),
    };
    let found = if !state.known.is_empty() {
        // A search that is resumed has tried the narrow attacks before.
        work.broadly(state, watch)
    } else if problem.threads > 1 && problem.nodes.is_none() {
        work.side_by_side(state, watch)
    } else {
        work.in_turn(state, watch)
    };
    let exhausted = matches!(found, Attempt::Disproven);
    let proof = match found {
        Attempt::Proven(proven) => Some(*proven),
        _ => None,
    };
    Ok(Solution {
        proof,
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
    table: &'a VcfTable,
    adviser: &'a GomokuSearch,
    nodes: u64,
    /// Answers that the broad attack has not refuted.
    open: Vec<Point>,
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

    /// A search with these settings, for a share of what is left.
    fn prover(&self, settings: ProverSettings, share: f64, nodes: Option<u64>) -> Prover<'a> {
        let of_all = self.problem.nodes.map(|limit| {
            let so_far = (limit as f64 * share) as u64;
            so_far.saturating_sub(self.nodes).max(1)
        });
        let until = ProofLimits {
            stop: self.stop,
            time: self
                .problem
                .time
                .map(|time| self.started + time.mul_f64(share)),
            nodes: of_all.into_iter().chain(nodes).min(),
        };
        let adviser = Some(self.adviser);
        Prover::new(self.problem.attacker, self.table, adviser, settings, until)
    }

    /// Tries narrow attacks until it is time for a broad one.
    fn in_turn(&mut self, state: &mut SearchState, watch: &mut Watch) -> Attempt {
        for stage in stages::narrow(self.problem.position.rules()) {
            let attempt = self.narrowly(stage);
            let disproven = matches!(attempt, Attempt::Disproven);
            let enough = match stage.next {
                _ if matches!(attempt, Attempt::Proven(_)) => return attempt,
                Next::InTurn => false,
                Next::BroadUnlessDisproven => !disproven || self.player_sees_it(),
                Next::BroadIfDisproven => disproven,
            };
            if enough || self.is_over() {
                break;
            }
        }
        if self.is_over() {
            return Attempt::Unknown;
        }
        self.broadly(state, watch)
    }

    /// Tries a VCF, then all other narrow attacks with a broad one on another thread.
    fn side_by_side(&mut self, state: &mut SearchState, watch: &mut Watch) -> Attempt {
        let (fours, stages) = stages::narrow(self.problem.position.rules())
            .split_first()
            .expect("fours come first");
        let by_vcf = self.narrowly(fours);
        if matches!(by_vcf, Attempt::Proven(_)) {
            return by_vcf;
        }
        let [narrow_stop, broad_stop] = [self.stop.part(), self.stop.part()];
        let (mut narrow, mut broad) = (self.clone(), self.clone());
        (narrow.stop, broad.stop) = (&narrow_stop, &broad_stop);
        let (by_narrow, by_broad) = thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let mut all = stages.iter().map(|stage| narrow.narrowly(stage));
                let win = all.find(|attempt| matches!(attempt, Attempt::Proven(_)));
                if win.is_some() {
                    broad_stop.stop();
                }
                win
            });
            let by_broad = broad.broadly(state, watch);
            if matches!(by_broad, Attempt::Proven(_) | Attempt::Disproven) {
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

    /// Tries a narrow attack.
    fn narrowly(&mut self, stage: &Stage) -> Attempt {
        let mut prover = self.prover(stage.settings, stage.share, Some(stage.nodes));
        let is_late = || self.is_late();
        let attempt = prove(&mut prover, self.problem, &is_late, &mut |_, _| ());
        self.nodes += prover.visited();
        attempt
    }

    /// Whether the player sees the win in a short search: then following its advice proves it soonest.
    fn player_sees_it(&mut self) -> bool {
        let position = &self.problem.position;
        if position.turn() != self.problem.attacker {
            return false;
        }
        let go = Go {
            stop: self.stop.clone(),
            ..Go::nodes(SHORT_SEARCH_NODES)
        };
        let result = self.adviser.think_quietly(&Board::of(position), &go);
        self.nodes += result.counts.nodes;
        result
            .lines
            .first()
            .is_some_and(|best| best.value >= PROVEN)
    }

    /// Tries everything, with more and more effort.
    fn broadly(&mut self, state: &mut SearchState, watch: &mut Watch) -> Attempt {
        let settings = stages::broad(&self.problem.position, self.problem.attacker);
        let before = self.nodes;
        let mut prover = self
            .prover(settings, 1.0, None)
            .with_suggestions(&self.problem.suggestions);
        for _ in 0..state.tries {
            prover.try_harder();
        }
        prover.tree.resume(state.known.iter().copied());
        let found = loop {
            let tries = state.tries;
            let mut watch_all = |progress: ProofProgress, tree: &ProofTree| {
                let state = || SearchState {
                    tries,
                    known: tree.state().collect(),
                };
                watch(progress.after(before), &state);
            };
            let is_late = || self.is_late();
            let attempt = prove(&mut prover, self.problem, &is_late, &mut watch_all);
            match attempt {
                Attempt::Disproven if !prover.is_thorough() => {}
                Attempt::Unknown => {}
                // Where the proof is flawed, trying harder would find the same win and the same gap.
                settled => break settled,
            }
            if prover.is_over() {
                break Attempt::Unknown;
            }
            prover.try_harder();
            state.tries += 1;
        };
        state.known = prover.tree.state().collect();
        self.nodes += prover.visited();
        if !matches!(found, Attempt::Proven(_)) {
            self.open = prover.open_answers(&self.problem.position);
        }
        found
    }
}
