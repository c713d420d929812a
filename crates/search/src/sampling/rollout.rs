//! A random game: the cheapest way to learn something about a position.

use boyi_game::Position;

use super::mcts::Worker;
use super::plan::LONGEST_ROLLOUT;
use super::{chance_of, reward};
use crate::Evaluate;
use crate::kernel::Stopped;

impl<P: Position, E: Evaluate<P>> Worker<'_, P, E> {
    /// Plays random moves from here, to the end of the game or for as many plies as planned, and says what
    /// the side to move at the root gets. The position is left where the game ended.
    pub(super) fn rollout(&mut self, position: &mut P) -> Result<f64, Stopped> {
        let side = self.root.turn();
        let mut left = self.plan.rollout.unwrap_or(LONGEST_ROLLOUT);
        loop {
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            if self.moves.is_empty() {
                let outcome = position.outcome().expect("no move means the end");
                return Ok(reward(outcome, side));
            }
            if left == 0 {
                break;
            }
            left -= 1;
            self.meter.spend()?;
            let mv = self.moves[self.random.below(self.moves.len() as u64) as usize];
            position.make(mv);
            self.played.push(mv);
        }
        let chance = chance_of(self.evaluate.evaluate(position), self.evaluate.spread());
        Ok(if position.turn() == side {
            chance
        } else {
            1.0 - chance
        })
    }
}
