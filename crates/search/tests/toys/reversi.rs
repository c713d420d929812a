//! Othello for tests of searches: positions some random moves into a game, and a plain evaluation.

use boyi_game::{Position, Score};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Bitboard, Layout, Move, Setup};
use boyi_search::Evaluate;

/// Counts discs and moves.
pub(crate) struct Plain;

impl Evaluate<Bitboard> for Plain {
    fn evaluate(&self, position: &Bitboard) -> Score {
        let discs = position.discs();
        let count =
            |whose| (discs.held(whose).count() + 3 * discs.placements(whose).count()) as i32;
        Score::heuristic(count(Whose::Mover) - count(Whose::Other))
    }

    fn promise(&self, position: &mut Bitboard, mv: Move) -> i32 {
        -(position.after(mv, |child| child.count_moves()) as i32)
    }
}

/// A position some random moves into a game.
pub(crate) fn random_reversi(rows: usize, cols: usize, choices: &[u8]) -> Bitboard {
    let setup = Setup::start(Layout::othello(rows, cols).expect("a board"));
    let mut position = Bitboard::new(&setup).expect("fits");
    for &choice in choices {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        position.make(mv);
    }
    position
}
