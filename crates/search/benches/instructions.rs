//! Workloads for counting instructions. `cargo xtask instructions` runs each under callgrind and
//! compares; run by hand this only checks that perft counts the same both ways.

use std::hint::black_box;

use boyi_game::perft::{Counting, Finished, perft};
use boyi_game::{Score, Side};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Bitboard, Layout, Move, Setup, Square, lines};
use boyi_search::kernel::Go;
use boyi_search::{Algorithm, Evaluate, Plan, Unobserved, search, search_quiescent};

const PERFT_DEPTH: u32 = 7;
const SEARCH_DEPTH: u32 = 8;

type Workload = (&'static str, fn() -> u64);

fn main() {
    // Anything but a workload's name (the harness passes its own flags) runs them all.
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let workloads: [Workload; 10] = [
        ("perft_by_hand", perft_by_hand),
        ("perft_by_trait", perft_by_trait),
        ("minimax_unobserved", minimax_unobserved),
        ("alpha_beta_unobserved", alpha_beta_unobserved),
        ("ordered_unobserved", ordered_unobserved),
        ("table_unobserved", table_unobserved),
        ("pvs_unobserved", pvs_unobserved),
        ("aspiration_unobserved", aspiration_unobserved),
        ("mtdf_unobserved", mtdf_unobserved),
        ("quiescence_unobserved", quiescence_unobserved),
    ];
    if let Some((_, workload)) = workloads.iter().find(|(name, _)| *name == wanted) {
        println!("{}", black_box(workload()));
        return;
    }
    assert_eq!(perft_by_hand(), perft_by_trait());
}

fn start() -> Bitboard {
    Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits")
}

/// Perft with a list of moves, make and unmake, written out for this one game.
#[inline(never)]
fn perft_by_hand() -> u64 {
    struct Board {
        mine: u64,
        theirs: u64,
        turn: Side,
    }
    fn walk(board: &mut Board, buffers: &mut [Vec<Move>]) -> u64 {
        let Some((buffer, deeper)) = buffers.split_first_mut() else {
            return 1;
        };
        let empty = !(board.mine | board.theirs);
        let mut moves = lines::placements(board.mine, board.theirs, empty);
        buffer.clear();
        if moves == 0 && lines::placements(board.theirs, board.mine, empty) != 0 {
            buffer.push(Move::Pass);
        }
        while moves != 0 {
            let at = moves.trailing_zeros() as usize;
            buffer.push(Move::Place(
                Square::new(at / 8, at % 8).expect("a bit below 64"),
            ));
            moves &= moves - 1;
        }
        if buffer.is_empty() {
            return 1;
        }
        let mut leaves = 0;
        for &mv in buffer.iter() {
            let (mine, theirs) = (board.mine, board.theirs);
            board.turn = !board.turn;
            match mv {
                Move::Pass => (board.mine, board.theirs) = (theirs, mine),
                Move::Place(square) => {
                    let at = (square.row() * 8 + square.col()) as u32;
                    let flips = lines::flips(at, mine, theirs);
                    (board.mine, board.theirs) = (theirs ^ flips, (mine ^ flips) | (1 << at));
                }
            }
            leaves += walk(board, deeper);
            board.turn = !board.turn;
            (board.mine, board.theirs) = (mine, theirs);
        }
        leaves
    }
    let (mine, theirs) = start().discs().both();
    let mut buffers = vec![Vec::new(); PERFT_DEPTH as usize];
    walk(
        &mut black_box(Board {
            mine,
            theirs,
            turn: Side::First,
        }),
        &mut buffers,
    )
}

/// The same through `Position`.
#[inline(never)]
fn perft_by_trait() -> u64 {
    let counting = Counting {
        finished: Finished::OneLeaf,
        bulk: false,
    };
    perft(&mut black_box(start()), PERFT_DEPTH, counting)
}

/// Discs and moves.
struct Plain;

impl Evaluate<Bitboard> for Plain {
    #[inline(never)]
    fn evaluate(&self, position: &Bitboard) -> Score {
        let discs = position.discs();
        let count =
            |whose| (discs.held(whose).count() + 3 * discs.placements(whose).count()) as i32;
        Score::heuristic(count(Whose::Mover) - count(Whose::Other))
    }
}

/// A search with nobody watching. Built with the feature `without-observer`, in which the calls to
/// the observer are not even in the source, it must cost the same.
fn unobserved(algorithm: Algorithm, depth: u32) -> u64 {
    let plan = Plan::new(algorithm, Go::depth(depth));
    let report = search(&black_box(start()), &Plain, &plan, &mut Unobserved);
    report.counts.nodes
}

#[inline(never)]
fn minimax_unobserved() -> u64 {
    unobserved(Algorithm::Minimax, SEARCH_DEPTH - 2)
}

#[inline(never)]
fn alpha_beta_unobserved() -> u64 {
    unobserved(Algorithm::AlphaBeta, SEARCH_DEPTH)
}

#[inline(never)]
fn ordered_unobserved() -> u64 {
    unobserved(Algorithm::Ordered, SEARCH_DEPTH)
}

#[inline(never)]
fn table_unobserved() -> u64 {
    unobserved(Algorithm::Table, SEARCH_DEPTH)
}

#[inline(never)]
fn pvs_unobserved() -> u64 {
    unobserved(Algorithm::Pvs, SEARCH_DEPTH)
}

#[inline(never)]
fn aspiration_unobserved() -> u64 {
    unobserved(Algorithm::Aspiration, SEARCH_DEPTH)
}

#[inline(never)]
fn mtdf_unobserved() -> u64 {
    unobserved(Algorithm::Mtdf, SEARCH_DEPTH)
}

/// Corners are played out beyond the depth.
#[inline(never)]
fn quiescence_unobserved() -> u64 {
    let plan = Plan::new(Algorithm::Pvs, Go::depth(SEARCH_DEPTH - 1));
    let report = search_quiescent(&black_box(start()), &Plain, &plan, &mut Unobserved);
    report.counts.nodes
}
