//! Who wins by threats, with a proof that was checked.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use boyi_game::{Position, Side};
use boyi_gomoku::{Gomoku, Point, Rules};
use boyi_search::{NoMemory, Stop};

use super::checker::{Checked, Gap, check_all};
use super::field::Field;
use super::proof::Proof;
use super::prover::{Effort, Plan, Progress, Prover, Until, Verdict};
use super::thinker::Thinker;
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

/// A plan, and when to leave it for the next one.
struct Stage {
    plan: Plan,
    /// The share of the time, and of the positions.
    share: f64,
    /// Positions to look at, at most.
    nodes: u64,
    next: Next,
}

/// When the last stage comes next instead of the one that follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Never.
    InTurn,
    /// Where this one was not seen to its end: threats abound, and in their midst only advice finds the
    /// quiet move.
    LastUnlessSeen,
    /// Where this one was seen to its end: with so little effort there is nothing, only much more of it
    /// sees more.
    LastWhereSeen,
}

/// The plans tried one after the other: narrow attacks first, they are found in no time.
const STAGES: [Stage; 5] = [
    FOURS,
    Stage {
        next: Next::LastUnlessSeen,
        ..stage(plan(0, u64::MAX, 200, 0, 0), 0.07, 1_000_000)
    },
    Stage {
        next: Next::LastWhereSeen,
        ..stage(plan(0, 300, 300, 20, 0), 0.45, 1_000_000)
    },
    stage(plan(0, 1_000, 1_000, 20, 0), 0.95, 1_000_000),
    stage(plan(0, 3_000, 3_000, 24, 8_000), 1.0, u64::MAX),
];

/// In renju quiet moves have to threaten fours, because there is no telling which points matter to a
/// threat of threes.
const STAGES_OF_RENJU: [Stage; 4] = [
    FOURS,
    stage(plan(0, u64::MAX, 200, 0, 0), 0.25, 2_000_000),
    stage(plan(8, u64::MAX, 200, 0, 0), 0.8, 20_000_000),
    stage(plan(8, 3_000, 0, 20, 20_000), 1.0, u64::MAX),
];

/// Nothing but fours.
const FOURS: Stage = Stage {
    plan: Plan {
        threats: Effort {
            fours: 2_000_000,
            quiet: 0,
            later: 3,
        },
        ..plan(0, 1, 0, 0, 0)
    },
    share: 0.15,
    nodes: 2,
    next: Next::InTurn,
};

const fn stage(plan: Plan, share: f64, nodes: u64) -> Stage {
    Stage {
        plan,
        share,
        nodes,
        next: Next::InTurn,
    }
}

const fn plan(quiet_threats: usize, attack: u64, threat: u64, quiet: usize, advice: u64) -> Plan {
    Plan {
        threats: Effort {
            fours: 200,
            quiet: quiet_threats,
            later: if quiet_threats > 0 { 0 } else { 3 },
        },
        attack,
        threat,
        quiet,
        advice,
        free: if advice > 0 { 1 } else { 0 },
    }
}

/// The memory of the player that is asked for advice.
const BYTES_OF_ADVICE: usize = 32 << 20;

/// Solves a problem. `memory` is what an earlier search knew and what this one adds; `watch` sees every
/// answer at the start that is refuted.
pub fn solve(
    problem: &Problem,
    memory: &mut Memory,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress),
) -> Result<Solution, NoMemory> {
    let started = Instant::now();
    let table = FoursTable::try_new(problem.table_bytes)?;
    let mut nodes = 0;
    let mut proof = None;
    let mut exhausted = false;
    let stages: &[Stage] = match problem.position.rules() {
        Rules::Renju => &STAGES_OF_RENJU,
        Rules::Freestyle | Rules::Standard => &STAGES,
    };
    let thinker = Thinker::new(BYTES_OF_ADVICE)?;
    let last = stages.len() - 1;
    // A search that is resumed had come to the last stage already.
    let first = if memory.0.is_empty() { 0 } else { last };
    let mut index = first;
    let mut plan = stages[index].plan;
    loop {
        let stage = &stages[index];
        let of_all = problem.nodes.map_or(u64::MAX, |limit| {
            let so_far = (limit as f64 * stage.share) as u64;
            so_far.saturating_sub(nodes).max(1)
        });
        let until = Until {
            stop,
            time: problem.time.map(|time| started + time.mul_f64(stage.share)),
            nodes: Some(of_all.min(stage.nodes)),
        };
        let mut prover = Prover::new(problem.attacker, &table, Some(&thinker), plan, until);
        if index == last {
            prover.resume(memory.0.iter().copied());
        }
        let is_over = || {
            let late = problem.time.is_some_and(|time| started.elapsed() >= time);
            late || stop.is_stopped()
        };
        let attempt = prove(&mut prover, problem, &is_over, &mut |progress| {
            watch(Progress {
                nodes: nodes + progress.nodes,
                ..progress
            });
        });
        nodes += prover.visited();
        if index == last {
            memory.0 = prover.state().collect();
        }
        let disproven = matches!(attempt, Attempt::Disproven);
        match attempt {
            Attempt::Proven(proven) => proof = Some(*proven),
            Attempt::Disproven if index == last => {
                exhausted = prover.is_thorough();
                // What is won stays won; the rest is looked into more closely.
                memory.0.retain(|&(_, proof, _)| proof == 0);
                plan = plan.with_more_effort();
            }
            Attempt::Disproven | Attempt::Unknown => {}
        }
        let spent = problem.nodes.is_some_and(|limit| nodes >= limit);
        if proof.is_some() || exhausted || spent || is_over() {
            break;
        }
        if index < last {
            index = match stage.next {
                Next::LastUnlessSeen if !disproven => last,
                Next::LastWhereSeen if disproven => last,
                _ => index + 1,
            };
            plan = stages[index].plan;
        } else if !disproven {
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
    watch: &mut dyn FnMut(Progress),
) -> Attempt {
    let mut field = Field::of(&problem.position);
    let mut by_fours = HashSet::new();
    loop {
        match prover.search(&mut field, watch) {
            Verdict::Proven => {}
            Verdict::Disproven => return Attempt::Disproven,
            Verdict::Unknown => return Attempt::Unknown,
        }
        let proof = Proof {
            start: problem.position.clone(),
            attacker: problem.attacker,
            moves: prover.moves_of_proof(&problem.position),
        };
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
    let more = prover.add_defence(&field, cell);
    // What was proven on the way there has to be proven again.
    for field in fields.iter().rev() {
        prover.doubt(field);
    }
    more
}
