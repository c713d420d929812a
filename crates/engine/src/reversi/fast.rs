//! The fast engine as the strong search of standard Othello, empties to the winner.

use boyi_game::Score;
use boyi_reversi::{Bitboard, Move, Square};
use boyi_search::kernel::{Go, SearchResult, Value};

use super::othello::{Board, Othello, OthelloGo, Placement};
use super::strong::with_reserve;
use crate::strong::StrongSearch;

/// Plies where nobody set a limit: a fraction of a second.
const DEFAULT_DEPTH: u32 = 12;

impl StrongSearch for Othello {
    type Position = Bitboard;

    fn default_go() -> Go<Move> {
        Go::depth(DEFAULT_DEPTH)
    }

    fn fits(&self, _start: &Bitboard) -> bool {
        true
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn think(
        &mut self,
        position: &Bitboard,
        go: &Go<Move>,
        _seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let board = Board::of(position).expect("the fast engine plays on 8 x 8");
        let only = go.only.as_ref();
        let only = only.map(|only| only.iter().map(|&mv| to_placement(mv)).collect());
        let wanted = OthelloGo::from(with_reserve(go).with_moves(only));
        let mut show = |result: &SearchResult<Placement>| watch(&result.map(to_move));
        Self::think(self, board, &wanted, &mut show).map(to_move)
    }

    fn score(value: Value) -> Score {
        Score::heuristic(value)
    }
}

/// The move of the rules crate.
pub(super) fn to_move(at: Placement) -> Move {
    let square = at.and_then(|at| Square::new(at as usize / 8, at as usize % 8));
    square.map_or(Move::Pass, Move::Place)
}

fn to_placement(mv: Move) -> Placement {
    mv.square()
        .map(|square| (8 * square.row() + square.col()) as u32)
}
