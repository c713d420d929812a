//! Learning how the opponent chooses: whoever has always done what a simple habit would do is expected to
//! go on like that.

use boyi_game::Side;
use boyi_garlic::{Battle, Cell};

use super::camper::{camper, rough_camper};
use super::opponents::{flee_hunt, greedy};

/// A way to choose that can be foreseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    Still,
    FleeHunt,
    Greedy,
    Camper,
}

impl Habit {
    const ALL: [Self; 4] = [Self::Still, Self::FleeHunt, Self::Greedy, Self::Camper];

    /// Where it goes.
    pub(super) fn step(self, battle: &Battle, side: Side) -> Cell {
        match self {
            Self::Still => battle.garlic(side).cell,
            Self::FleeHunt => flee_hunt(battle, side),
            Self::Greedy => greedy(battle, side),
            Self::Camper => camper(battle, side),
        }
    }

    /// Where it goes most of the time, at little cost.
    pub(super) fn rough_step(self, battle: &Battle, side: Side) -> Cell {
        match self {
            Self::Camper => rough_camper(battle, side),
            _ => self.step(battle, side),
        }
    }

    /// The same where it costs little enough for a search.
    pub(super) fn quick_step(self, battle: &Battle, side: Side) -> Option<Cell> {
        let slow = self == Self::Camper && battle.garlic(side).is_strong();
        (!slow).then(|| self.step(battle, side))
    }
}

/// Which habits the opponent has kept to so far.
#[derive(Default)]
pub(super) struct Habits {
    /// The position before its last move, and who is watching.
    before: Option<(Battle, Side)>,
    watched: [Watched; Habit::ALL.len()],
}

#[derive(Clone, Copy, Default)]
struct Watched {
    /// Rounds in a row in which it did what the habit says.
    kept: u32,
    /// Whether it ever did something else.
    broken: bool,
}

impl Habits {
    /// Rounds after which a habit is believed.
    const ENOUGH: u32 = 5;
    /// The same for one who did something else before: whoever thinks does now and then what a habit
    /// would do, and is not to be foreseen by it.
    const ENOUGH_AGAIN: u32 = 40;
    /// The same for one who never moved at all, which nobody does by chance.
    const ENOUGH_STILL: u32 = 4;
    /// The same for one who has played by the course's ideas from the first round on: on a small map a
    /// super star is taken in the third, and to take the own after it is half the game.
    const ENOUGH_FROM_THE_START: u32 = 2;

    /// Sees the position that came of the one before; `side` is who watches the other.
    pub(super) fn watch(&mut self, battle: &Battle, side: Side) {
        use boyi_game::Simultaneous;
        let other = battle.garlic(!side);
        if let Some((before, watcher)) = &self.before
            && *watcher == side
            && before.round() + 1 == battle.round()
            && before.garlic(!side).is_there()
        {
            if other.is_there() {
                for (habit, watched) in Habit::ALL.into_iter().zip(&mut self.watched) {
                    if habit.step(before, !side) == other.cell {
                        watched.kept += 1;
                    } else {
                        watched.kept = 0;
                        watched.broken = true;
                    }
                }
            }
        } else {
            self.watched = Default::default();
        }
        self.before = Some((battle.clone(), side));
    }

    /// The habit that was kept the longest, if that is long enough.
    pub(super) fn believed(&self) -> Option<Habit> {
        let kept = Habit::ALL.into_iter().zip(&self.watched);
        let enough = |habit, broken: bool| match habit {
            Habit::Still => Self::ENOUGH_STILL,
            _ if broken => Self::ENOUGH_AGAIN,
            Habit::Camper => Self::ENOUGH_FROM_THE_START,
            _ => Self::ENOUGH,
        };
        let believed =
            kept.filter(|(habit, watched)| watched.kept >= enough(*habit, watched.broken));
        // Of equals the first, which costs least to foresee.
        let best = believed.rev().max_by_key(|(_, watched)| watched.kept);
        best.map(|(habit, _)| habit)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{PerSide, Random, Simultaneous};
    use boyi_garlic::{Target, built_in};

    use super::*;

    /// What is believed of a second garlic that chooses like this for some rounds.
    fn believed(choose: impl Fn(&Battle) -> Cell, rounds: u32) -> Option<Habit> {
        let map = built_in("13x15-walled").expect("a map of ours");
        let mut battle = Battle::new(&map.setup());
        let mut habits = Habits::default();
        habits.watch(&battle, Side::First);
        for _ in 0..rounds {
            let other = Target::Cell(choose(&battle));
            let choices = PerSide::new(battle.idle_move(Side::First), other);
            battle.play(choices, &mut Random::new(1));
            habits.watch(&battle, Side::First);
        }
        habits.believed()
    }

    #[test]
    fn habits_are_believed_after_some_rounds_and_no_sooner() {
        let still = |battle: &Battle| battle.garlic(Side::Second).cell;
        assert_eq!(believed(still, 3), None);
        assert_eq!(believed(still, 4), Some(Habit::Still));
        let greedy = |battle: &Battle| greedy(battle, Side::Second);
        assert_ne!(believed(greedy, 4), Some(Habit::Greedy));
        assert_eq!(believed(greedy, 20), Some(Habit::Greedy));
        let camper = |battle: &Battle| camper(battle, Side::Second);
        assert_eq!(believed(camper, 1), None);
        assert_eq!(believed(camper, 2), Some(Habit::Camper));
        assert_eq!(believed(camper, 30), Some(Habit::Camper));
    }

    #[test]
    fn one_step_out_of_habit_is_enough_to_doubt() {
        let until = |rounds: u32| {
            move |battle: &Battle| {
                let own = battle.garlic(Side::Second).cell;
                if battle.round() == rounds {
                    return battle.terrain().neighbours(own).as_slice()[0];
                }
                own
            }
        };
        assert_eq!(believed(until(6), 6), Some(Habit::Still));
        assert_eq!(believed(until(6), 8), None);
    }
}
