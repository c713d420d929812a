//! What a position is worth without looking further.

use boyi_game::{Outcome, Position, Score};

/// Judges positions of one game. Searches are compiled for each evaluation.
pub trait Evaluate<P: Position> {
    /// The worth of a position in which the game goes on, from the view of the side to move.
    fn evaluate(&self, position: &P) -> Score;

    /// The worth of a finished game, from the view of the side to move. The sooner win and the
    /// later loss are better; an evaluation that plays for points says how many.
    #[inline]
    fn decided(&self, position: &P, outcome: Outcome, ply: u32) -> Score {
        match outcome {
            Outcome::Draw => Score::EVEN,
            Outcome::Win(side) if side == position.turn() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    /// How promising a move looks before it is searched; only the order counts.
    #[inline]
    fn promise(&self, position: &mut P, mv: P::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// A lead that wins about three games in four: searches that sample count in chances of winning, and
    /// this is how they read a score.
    #[inline]
    fn spread(&self) -> f64 {
        100.0
    }
}
