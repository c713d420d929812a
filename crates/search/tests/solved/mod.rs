//! Small positions whose results are known: all of noughts and crosses, and ends of Othello games.

use std::collections::HashMap;

use boyi_game::{Outcome, Position, Random};
use boyi_reversi::{Bitboard, Layout, Setup};

use super::toys::Noughts;

/// 1, 0 or -1 for the side to move: minimax to the end, with nothing shared with the searches but a memory
/// by key.
pub(crate) fn result<P: Position>(position: &mut P, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == position.turn() => 1,
            Outcome::Win(_) => -1,
        };
    }
    let key = position.key().0;
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let values = moves
        .into_iter()
        .map(|mv| -position.after(mv, |next| result(next, known)));
    let best = values.max().expect("a game that is not over has a move");
    known.insert(key, best);
    best
}

/// Every position of noughts and crosses that can be reached and is not over: 4,520.
pub(crate) fn all_noughts() -> Vec<Noughts> {
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![Noughts::new("... ... ...")];
    while let Some(position) = open.pop() {
        if position.outcome().is_some() || !seen.insert(position.key().0) {
            continue;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let mut next = position.clone();
            next.make(mv);
            open.push(next);
        }
        found.push(position);
    }
    found
}

/// Othello positions with this many empty squares, from random games.
pub(crate) fn othello_endings(count: usize, empties: usize, seed: u64) -> Vec<Bitboard> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    let start = Bitboard::new(&Setup::start(Layout::othello(6, 6).expect("a board")));
    let start = start.expect("36 squares fit a word");
    while found.len() < count {
        let mut position = start.clone();
        let mut discs = 4;
        let mut moves = Vec::new();
        while discs < 36 - empties && position.outcome().is_none() {
            moves.clear();
            position.legal_moves(&mut moves);
            let mv = *random.choose(&moves).expect("not over");
            discs += usize::from(mv.to_string().len() == 2);
            position.make(mv);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}
