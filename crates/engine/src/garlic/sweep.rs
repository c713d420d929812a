//! Collecting alone: where no destroyer can come and the other never moves or is gone, a short tour of all
//! stars is planned once and walked.

use boyi_game::{Side, Simultaneous};
use boyi_garlic::{Battle, Cell};

use super::budget::Budget;
use super::habits::Habit;
use super::tour::tour;

/// The largest number of stars that a tour is planned for within the time of a move.
const MOST_STARS: u32 = 1000;

/// The rest of a planned tour.
#[derive(Default)]
pub(super) struct Sweep {
    /// The last cell first.
    walk: Vec<Cell>,
    at: Option<Cell>,
}

impl Sweep {
    /// The next cell of the tour, where there is nothing else to think about.
    pub(super) fn step(
        &mut self,
        battle: &Battle,
        side: Side,
        habit: Option<Habit>,
        budget: &Budget,
    ) -> Option<Cell> {
        let other = battle.garlic(!side);
        let undisturbed = !other.is_there() || habit == Some(Habit::Still);
        if !undisturbed || hunted(battle, side) || battle.stars_left() > MOST_STARS {
            self.at = None;
            return None;
        }
        let own = battle.garlic(side).cell;
        if self.at != Some(own) {
            self.walk = tour(battle, side, &mut || !budget.is_spent());
            self.walk.reverse();
        }
        let next = self.walk.pop().unwrap_or(own);
        self.at = Some(next);
        Some(next)
    }
}

fn hunted(battle: &Battle, side: Side) -> bool {
    let own = battle.garlic(side).cell;
    let reaches = |&destroyer: &Cell| battle.terrain().distance(destroyer, own).is_some();
    battle.round() == 0 || battle.destroyers().iter().any(reaches)
}
