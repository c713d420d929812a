//! Who wins by threats, with a proof that was checked.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Point};
use boyi_search::{NoMemory, Stop};

use super::checker::{Checked, Gap, check_all};
use super::field::Field;
use super::proof::Proof;
use super::prover::{Effort, ONLY_FOURS, Prover, Until, Verdict};
use super::vcf::FoursTable;

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
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// A proof that was checked, where there is one.
    pub proof: Option<Proven>,
    /// Whether every threat was tried: no win by threats of this kind exists.
    pub exhausted: bool,
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

/// What a search knows, to go on with later: keys with the numbers of leaves to prove and to disprove.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory(pub Vec<(u64, u32, u32)>);

/// The efforts tried one after the other, and the share of the time after which each gives up: narrow
/// attacks first, they are found in no time.
const EFFORTS: [(Effort, f64); 4] = [
    (effort(2_000_000, ONLY_FOURS, 0), 0.15),
    (effort(200, 0, 0), 0.25),
    (effort(200, 8, 0), 0.7),
    (effort(600, 20, 3), 1.0),
];

const fn effort(fours: u64, quiet: usize, free: usize) -> Effort {
    Effort { fours, quiet, free }
}

/// Solves a problem. `memory` is what an earlier search knew and what this one adds; `watch` sees the
/// positions looked at every so often.
pub fn solve(
    problem: &Problem,
    memory: &mut Memory,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, NoMemory> {
    let started = Instant::now();
    let table = FoursTable::try_new(problem.table_bytes)?;
    let mut nodes = 0;
    let mut proof = None;
    let mut exhausted = false;
    let last = EFFORTS.len() - 1;
    // A search that is resumed had come to the last effort already.
    let first = if memory.0.is_empty() { 0 } else { last };
    for (index, (effort, share)) in EFFORTS.into_iter().enumerate().skip(first) {
        let until = Until {
            stop,
            time: problem.time.map(|time| started + time.mul_f64(share)),
            nodes: problem.nodes.map(|limit| {
                let so_far = (limit as f64 * share) as u64;
                so_far.saturating_sub(nodes).max(1)
            }),
        };
        let mut prover = Prover::new(problem.attacker, &table, effort, until);
        if index == last {
            prover.resume(memory.0.iter().copied());
        }
        let is_over = || {
            let late = problem.time.is_some_and(|time| started.elapsed() >= time);
            late || stop.is_stopped()
        };
        let verdict = prove(&mut prover, problem, &is_over, &mut |visited| {
            watch(nodes + visited);
        });
        nodes += prover.visited;
        match verdict {
            Attempt::Proven(proven) => proof = Some(*proven),
            Attempt::Disproven => exhausted = index == last,
            Attempt::Unknown => {}
        }
        if index == last {
            memory.0 = prover.state().collect();
        }
        let late = problem.time.is_some_and(|time| started.elapsed() >= time);
        if proof.is_some() || late || stop.is_stopped() {
            break;
        }
    }
    Ok(Solution {
        proof,
        exhausted,
        nodes,
        elapsed: started.elapsed(),
    })
}

/// Gaps that are mended before a proof is checked again.
const GAPS_AT_ONCE: usize = 200;

enum Attempt {
    Proven(Box<Proven>),
    Disproven,
    Unknown,
}

/// Searches and checks until the check has nothing to say against it.
fn prove(
    prover: &mut Prover,
    problem: &Problem,
    is_over: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(u64),
) -> Attempt {
    let mut field = Field::of(&problem.position);
    let mut by_fours = HashSet::new();
    loop {
        match prover.search(&mut field) {
            Verdict::Proven => {}
            Verdict::Disproven => return Attempt::Disproven,
            Verdict::Unknown => return Attempt::Unknown,
        }
        watch(prover.visited);
        let proof = Proof::extract(prover, &problem.position, problem.attacker);
        let found = check_all(&proof, &mut by_fours, GAPS_AT_ONCE, is_over);
        if found.broken_off {
            return Attempt::Unknown;
        }
        if found.gaps.is_empty() {
            let line = proof.line();
            return Attempt::Proven(Box::new(Proven {
                proof,
                checked: found.checked,
                line,
            }));
        }
        let mended = found
            .gaps
            .iter()
            .filter(|gap| mend(prover, problem, gap))
            .count();
        if mended == 0 {
            return Attempt::Unknown;
        }
    }
}

/// Tells the search about the answer it had not thought of; `false` where that is not what is wrong.
fn mend(prover: &mut Prover, problem: &Problem, gap: &Gap) -> bool {
    let mut field = Field::of(&problem.position);
    let Some((&last, path)) = gap.moves.split_last() else {
        return false;
    };
    let mut game = problem.position.clone();
    let mut fields = vec![field.clone()];
    for &point in path {
        let cell = field.layout().cell(point);
        if !game.is_legal(point) {
            return false;
        }
        game.make(point);
        field.make(cell);
        fields.push(field.clone());
    }
    if game.turn() == problem.attacker {
        return false;
    }
    let cell = field.layout().cell(last);
    prover.add_defence(&field, cell);
    // What was proven on the way there has to be proven again.
    for field in fields.iter().rev() {
        prover.doubt(field);
    }
    true
}
