//! Following a game move by move.

use boyi_game::{Position, Seen, Shown};

use crate::engine::EngineError;

/// A position that keeps up with a game. Where the game has only grown, only the new moves are
/// played; where something was taken back, the game is followed from its start again.
pub(crate) struct Seat<P> {
    start: P,
    position: P,
    played: Vec<String>,
}

impl<P: Position + Shown<P::Move>> Seat<P> {
    pub(crate) fn new(start: P) -> Self {
        Self {
            position: start.clone(),
            start,
            played: Vec::new(),
        }
    }

    /// The position after all moves of the game, which begins where this seat began.
    pub(crate) fn follow(&mut self, game: &Seen) -> Result<&P, EngineError> {
        let grown = game.moves.len() >= self.played.len()
            && self
                .played
                .iter()
                .zip(game.moves)
                .all(|(ours, theirs)| *ours == theirs.text);
        if !grown {
            self.position = self.start.clone();
            self.played.clear();
        }
        for mv in &game.moves[self.played.len()..] {
            let read = self.position.parse_move(mv.side, &mv.text)?;
            self.position.make(read);
            self.played.push(mv.text.clone());
        }
        Ok(&self.position)
    }
}
