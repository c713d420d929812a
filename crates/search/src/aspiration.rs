//! Aspiration windows: expect about the value of the iteration before, and open the window only
//! where that proves wrong.

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Observer, Window};

/// Half the first window. Wide enough for the usual change from one depth to the next, in games
/// whose pieces or corners count in hundreds.
const FIRST_MARGIN: i32 = 50;

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// The value at `depth`, given the value of the iteration before.
    pub(crate) fn aspiration(
        &mut self,
        position: &mut P,
        depth: u32,
        guess: Option<Score>,
    ) -> Found {
        let Some(guess) = guess.filter(|guess| !guess.is_decided()) else {
            return self.pvs(position, depth, 0, Window::FULL);
        };
        let mut window = Window {
            alpha: below(guess, FIRST_MARGIN),
            beta: above(guess, FIRST_MARGIN),
        };
        let mut margin = FIRST_MARGIN;
        loop {
            let value = self.pvs(position, depth, 0, window)?;
            margin = margin.saturating_mul(4);
            if value <= window.alpha && window.alpha > Score::MIN {
                window.alpha = below(value, margin);
            } else if value >= window.beta && window.beta < Score::MAX {
                window.beta = above(value, margin);
            } else {
                return Ok(value);
            }
            self.research(0);
        }
    }
}

/// A margin that leaves the heuristic scores leaves the window open on that side.
fn below(score: Score, margin: i32) -> Score {
    open_if_clamped(score, score.value().saturating_sub(margin), Score::MIN)
}

fn above(score: Score, margin: i32) -> Score {
    open_if_clamped(score, score.value().saturating_add(margin), Score::MAX)
}

fn open_if_clamped(score: Score, wanted: i32, open: Score) -> Score {
    let bound = Score::heuristic(wanted);
    if score.is_decided() || bound.value() != wanted {
        open
    } else {
        bound
    }
}
