//! Games in which turns strictly alternate.

use crate::{GameMove, Key, Outcome, Side};

/// The boundary between rules and search.
///
/// Turns strictly alternate: a game in which a side may be stuck (Othello) has a pass *move*,
/// so the search never has to ask whose score it is holding. A game whose rules need the past
/// (repetition in xiangqi) carries it inside the position, pushed by `make` and popped by `unmake`.
pub trait Position: Clone + Send {
    type Move: GameMove;

    /// What `make` destroys and `unmake` needs back: `()` for gomoku, the flipped discs for
    /// Othello, captured piece and clocks for xiangqi. A game that prefers copy-make says
    /// `type Undo = Self`; the search compiles to the right thing either way.
    type Undo;

    fn turn(&self) -> Side;

    /// The fingerprint for tables: what stands where, whose turn it is, and whatever else a score
    /// depends on. The way there is left out even where rules ask for it (repetition), because
    /// positions reached by different ways should share what is known about them; a search that
    /// trusts a table near such a rule has to take care.
    fn key(&self) -> Key;

    /// `Some` exactly when `legal_moves` would push nothing.
    fn outcome(&self) -> Option<Outcome>;

    /// Pushes every legal move, each once. The buffer may hold other things already.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// `mv` must be legal here; moves from outside go through [`Position::is_legal`] first.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move made, given what `make` returned for it.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// How many legal moves there are; games that can count without listing them say how.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Looks at the position after `mv`. The undo cannot be forgotten on an early return.
    #[inline]
    fn after<R>(&mut self, mv: Self::Move, look: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.make(mv);
        let seen = look(self);
        self.unmake(mv, undo);
        seen
    }
}
