//! MTD(f): close in on the value by asking only "is it at least this much?" (Plaat, 1996).

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// Each question is a null-window search, which cuts more than any other; the table remembers
    /// what the questions have in common. Starts from the value of the iteration before, because
    /// the nearer the first guess, the fewer the questions.
    pub(crate) fn mtdf(&mut self, position: &mut P, depth: u32, guess: Option<Score>) -> Found {
        let mut value = guess.unwrap_or(Score::EVEN);
        let (mut lowest, mut highest) = (Score::MIN, Score::MAX);
        let mut asked = false;
        while lowest < highest {
            if asked {
                self.research(0);
            }
            asked = true;
            let beta = if value == lowest { value.up() } else { value };
            value = self.ordered(position, depth, 0, Window::just_above(beta.down()))?;
            if value < beta {
                highest = value;
            } else {
                lowest = value;
                // Only an answer "yes" names a move that reaches the value.
                self.lines.keep_root();
            }
        }
        self.lines.restore_root();
        Ok(value)
    }
}
