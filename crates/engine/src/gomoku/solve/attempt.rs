//! One attempt at a proof: search, write the proof down, check it, and go on where the check finds a gap.

use std::collections::{HashMap, HashSet};

use boyi_game::{Key, Position};

use super::super::checker::{Gap, check_all};
use super::super::field::Field;
use super::super::proof::Proof;
use super::super::prover::{Progress, Prover, Tree, Verdict};
use super::{Problem, Proven};

/// Gaps that are mended before a proof is checked again.
const GAPS_AT_ONCE: usize = 5_000;

/// How often a position may be doubted: each time something else may have to be proven anew, but what
/// cannot be written down never ends.
const MOST_DOUBTS: u32 = 20;

/// What came of it.
pub(super) enum Attempt {
    Proven(Box<Proven>),
    Disproven,
    /// A win was found, and the check has something against it that cannot be mended.
    Flawed,
    /// Nobody knows yet.
    Unknown,
}

/// Searches and checks until the check has nothing to say against it.
pub(super) fn prove(
    prover: &mut Prover,
    problem: &Problem,
    is_over: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(Progress, &Tree),
) -> Attempt {
    let mut field = Field::of(&problem.position);
    let mut by_fours = HashSet::new();
    let mut doubts = HashMap::new();
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
            .filter(|gap| mend(prover, problem, gap, &mut doubts))
            .count();
        if mended == 0 {
            return Attempt::Flawed;
        }
    }
}

/// Tells the search about the answer it had not thought of. Where it had, the answer is not refuted after
/// all: what refuted it was in doubt already, and was reached in another order of moves. `doubts` counts
/// how often that was said of a position; `false` where that is not what is wrong.
fn mend(prover: &mut Prover, problem: &Problem, gap: &Gap, doubts: &mut HashMap<Key, u32>) -> bool {
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
    field.make(cell);
    let often = doubts.entry(field.key()).or_default();
    let anew = !more && *often < MOST_DOUBTS;
    if anew {
        *often += 1;
        prover.doubt(&field);
    }
    // What was proven on the way there has to be proven again.
    for field in fields.iter().rev() {
        prover.doubt(field);
    }
    more || anew
}
