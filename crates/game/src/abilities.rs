//! What some games can do and others cannot. Each ability is its own small trait, so that asking a
//! game for what it lacks fails at compile time.

use crate::Position;

/// Giving the move away, for searches that ask "what if I did nothing?".
pub trait NullMove: Position {
    /// Whether doing nothing makes sense here: not in check, not when the game is over.
    fn can_skip(&self) -> bool;

    /// Hands the move to the other side. Only where [`NullMove::can_skip`].
    fn skip(&mut self) -> Self::Undo;

    /// Takes a [`NullMove::skip`] back.
    fn unskip(&mut self, undo: Self::Undo);
}

/// Moves whose effect an evaluation of the quiet position cannot see: captures in xiangqi, corners
/// in Othello. Quiescence search follows them beyond the horizon.
pub trait Captures: Position {
    /// Pushes the legal moves of this kind, each once.
    fn captures(&self, moves: &mut Vec<Self::Move>);
}
