//! The laws of [`Position`] and [`Simultaneous`], checked along random games. A new game gets them
//! all with one call from a property test.
//!
//! `choices` picks the moves: byte `i` takes move `choices[i] % count` of ply `i`. A law that is
//! broken panics with its name.

use std::fmt::Debug;

use crate::{
    Captures, GameMove, NullMove, PerSide, Position, Random, Shown, Side, Simultaneous,
    each_outcome,
};

/// Plays `choices` from `start` and checks every law of [`Position`] on the way.
pub fn position<P: Position + PartialEq + Debug>(start: &P, choices: &[u8]) {
    along(start, choices, |position, moves| {
        let before = position.clone();
        assert_eq!(
            position.outcome().is_some(),
            moves.is_empty(),
            "the game is over exactly when there is no move: {position:?}"
        );
        assert_eq!(
            position.count_moves(),
            moves.len(),
            "moves are counted as they are listed"
        );
        for (index, &mv) in moves.iter().enumerate() {
            assert!(
                !moves[..index].contains(&mv),
                "no move is listed twice: {mv:?}"
            );
            assert!(position.is_legal(mv), "a listed move is legal: {mv:?}");
            assert!(
                usize::from(mv.code()) < P::Move::CODES,
                "codes are below CODES: {mv:?}"
            );
            assert_eq!(
                P::Move::from_code(mv.code()),
                Some(mv),
                "codes come back as the move"
            );
            position.after(mv, |child| {
                assert_eq!(child.turn(), !before.turn(), "turns alternate after {mv:?}");
                assert_ne!(child.key(), before.key(), "a move changes the key: {mv:?}");
            });
            assert_eq!(
                *position, before,
                "unmake restores the position after {mv:?}"
            );
            assert_eq!(
                position.key(),
                before.key(),
                "unmake restores the key after {mv:?}"
            );
        }
    });
}

/// The laws of text and pictures for a [`Position`]; `read` reads what [`Shown::text`] wrote.
pub fn shown<P>(start: &P, choices: &[u8], read: impl Fn(&str) -> P)
where
    P: Position + Shown<P::Move>,
{
    along(start, choices, |position, moves| {
        let again = read(&position.text());
        let mut moves_again = Vec::new();
        again.legal_moves(&mut moves_again);
        assert_eq!(again.text(), position.text(), "the text reads back");
        assert_eq!(again.key(), position.key(), "and has the same key");
        assert_eq!(moves_again, moves, "and the same moves");
        for &mv in moves {
            let text = position.move_text(mv);
            assert_eq!(
                position.parse_move(position.turn(), &text),
                Ok(mv),
                "a move reads back as itself: {text}"
            );
        }
        let view = position.view();
        assert_eq!(
            view.cells.len(),
            view.rows * view.cols,
            "the view has all its cells"
        );
        let names = (view.row_names.len(), view.col_names.len());
        assert_eq!(names, (view.rows, view.cols), "and all its names");
    });
}

/// The laws of [`NullMove`].
pub fn null_move<P: NullMove + PartialEq + Debug>(start: &P, choices: &[u8]) {
    along(start, choices, |position, _| {
        if position.can_skip() {
            let before = position.clone();
            let undo = position.skip();
            assert_eq!(
                position.turn(),
                !before.turn(),
                "skipping hands the move over"
            );
            assert_ne!(position.key(), before.key(), "skipping changes the key");
            position.unskip(undo);
            assert_eq!(*position, before, "unskip restores the position");
            assert_eq!(position.key(), before.key(), "unskip restores the key");
        }
    });
}

/// The laws of [`Captures`].
pub fn captures<P: Captures>(start: &P, choices: &[u8]) {
    along(start, choices, |position, moves| {
        let mut captures = Vec::new();
        position.captures(&mut captures);
        for (index, mv) in captures.iter().enumerate() {
            assert!(moves.contains(mv), "a capture is a legal move: {mv:?}");
            assert!(
                !captures[..index].contains(mv),
                "no capture is listed twice: {mv:?}"
            );
        }
    });
}

/// Plays `choices` from `start` (two bytes a round) and checks every law of [`Simultaneous`].
pub fn simultaneous<S: Simultaneous + PartialEq + Debug>(start: &S, choices: &[u8], seed: u64) {
    let mut position = start.clone();
    let mut chance = Random::new(seed);
    for pair in choices.chunks_exact(2) {
        if position.outcome().is_some() {
            return;
        }
        let picked =
            PerSide::new((Side::First, pair[0]), (Side::Second, pair[1])).map(|(side, choice)| {
                let mut moves = Vec::new();
                position.legal_moves(side, &mut moves);
                assert!(
                    !moves.is_empty(),
                    "while the game goes on, the {side} player has a move"
                );
                let idle = position.idle_move(side);
                assert!(moves.contains(&idle), "doing nothing is legal: {idle:?}");
                for &mv in &moves {
                    assert_eq!(S::Move::from_code(mv.code()), Some(mv), "codes come back");
                }
                moves[usize::from(choice) % moves.len()]
            });
        let before = position.clone();
        let again = {
            let (mut twin, mut same_chance) = (position.clone(), chance.clone());
            twin.play(picked, &mut same_chance);
            twin
        };
        position.play(picked, &mut chance);
        assert_eq!(position, again, "the same chance plays the same round");
        assert_eq!(position.round(), before.round() + 1, "a round is counted");

        let (mut total, mut among) = (0.0, false);
        each_outcome(&before, picked, |probability, next| {
            assert!(probability > 0.0, "an outcome that is shown is possible");
            total += probability;
            among |= next == position;
        });
        assert!(
            (total - 1.0).abs() < 1e-9,
            "probabilities add up to 1, not {total}"
        );
        assert!(among, "what happened is among what could happen");
    }
}

/// Calls `check` with every position of the game that `choices` picks, and its legal moves.
fn along<P: Position>(start: &P, choices: &[u8], mut check: impl FnMut(&mut P, &[P::Move])) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for &choice in choices {
        moves.clear();
        position.legal_moves(&mut moves);
        check(&mut position, &moves);
        if moves.is_empty() {
            return;
        }
        position.make(moves[usize::from(choice) % moves.len()]);
    }
}
