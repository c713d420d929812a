//! One attempt at a proof: search, write the proof down, check it, and go on where the check finds a gap.

use std::collections::{HashMap, HashSet};

use boyi_game::{Key, Position};

use super::super::board::Board;
use super::super::checker::{Gap, check_all};
use super::super::proof::Proof;
use super::super::prover::{ProofProgress, ProofStatus, ProofTree, Prover};
use super::{Problem, Proven};

/// Gaps that are closed before a proof is checked again.
const GAPS_AT_ONCE: usize = 5_000;

/// How often a position may be searched again: each time something else may have to be proven, but a win
/// that cannot be written down would never end.
const MAX_DOUBTS: u32 = 20;

/// How an attempt ended.
pub(super) enum Attempt {
    Proven(Box<Proven>),
    Disproven,
    /// A win was found, but its proof has a gap that cannot be closed.
    Flawed,
    Unknown,
}

/// Searches and checks until the proof has no gap.
pub(super) fn prove(
    prover: &mut Prover,
    problem: &Problem,
    is_over: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(ProofProgress, &ProofTree),
) -> Attempt {
    let mut board = Board::of(&problem.position);
    let mut by_vcf = HashSet::new();
    let mut doubts = HashMap::new();
    loop {
        match prover.search(&mut board, watch) {
            ProofStatus::Proven => {}
            ProofStatus::Disproven => return Attempt::Disproven,
            ProofStatus::Unknown => return Attempt::Unknown,
        }
        let proof = Proof {
            start: problem.position.clone(),
            attacker: problem.attacker,
            moves: prover.moves_of_proof(&problem.position),
        };
        let found = check_all(&proof, &mut by_vcf, GAPS_AT_ONCE, is_over);
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
        let closed = found
            .gaps
            .iter()
            .filter(|gap| close_gap(prover, problem, gap, &mut doubts))
            .count();
        if closed == 0 {
            return Attempt::Flawed;
        }
    }
}

/// Adds the answer that the search left out, or searches it again where it did not: then what refuted it
/// was taken back before, and was reached in another order of moves. `doubts` counts how often a position
/// was searched again; `false` where that does not help.
fn close_gap(
    prover: &mut Prover,
    problem: &Problem,
    gap: &Gap,
    doubts: &mut HashMap<Key, u32>,
) -> bool {
    let mut board = Board::of(&problem.position);
    let Some((&last, path)) = gap.moves.split_last() else {
        return false;
    };
    let mut game = problem.position.clone();
    let mut boards = vec![board.clone()];
    for &point in path {
        let cell = board.layout().cell(point);
        if !game.is_legal(point) {
            return false;
        }
        game.make(point);
        board.make(cell);
        boards.push(board.clone());
    }
    if game.turn() == problem.attacker {
        return false;
    }
    let cell = board.layout().cell(last);
    let more = prover.add_defence(&board, cell);
    board.make(cell);
    let often = doubts.entry(board.key()).or_default();
    let anew = !more && *often < MAX_DOUBTS;
    if anew {
        *often += 1;
        prover.doubt(&board);
    }
    // What was proven on the way there has to be proven again.
    for board in boards.iter().rev() {
        prover.doubt(board);
    }
    more || anew
}
