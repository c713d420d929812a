//! A model of the opponent: whoever has always done what a simple policy would do is expected to go on
//! like that.

use boyi_game::Side;
use boyi_garlic::{Battle, Cell};

use super::camper::{camper, rough_camper};
use super::characters::{flee_hunt, greedy};

/// A rule by which an opponent may choose its steps, so that they can be predicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    Still,
    FleeHunt,
    Greedy,
    Camper,
}

impl Policy {
    const ALL: [Self; 4] = [Self::Still, Self::FleeHunt, Self::Greedy, Self::Camper];

    /// The step it takes.
    pub(super) fn step(self, battle: &Battle, side: Side) -> Cell {
        match self {
            Self::Still => battle.garlic(side).cell,
            Self::FleeHunt => flee_hunt(battle, side),
            Self::Greedy => greedy(battle, side),
            Self::Camper => camper(battle, side),
        }
    }

    /// The step it takes most of the time, at little cost.
    pub(super) fn rough_step(self, battle: &Battle, side: Side) -> Cell {
        match self {
            Self::Camper => rough_camper(battle, side),
            _ => self.step(battle, side),
        }
    }

    /// The step it takes, where that costs little enough for a search.
    pub(super) fn quick_step(self, battle: &Battle, side: Side) -> Option<Cell> {
        let slow = self == Self::Camper && battle.garlic(side).is_strong();
        (!slow).then(|| self.step(battle, side))
    }
}

/// Which policies the opponent has kept to so far.
#[derive(Default)]
pub(super) struct OpponentModel {
    /// The position before its last move, and who is watching.
    before: Option<(Battle, Side)>,
    records: [TrackRecord; Policy::ALL.len()],
}

#[derive(Clone, Copy, Default)]
struct TrackRecord {
    /// Rounds in a row in which it did what the policy says.
    kept: u32,
    /// Whether it ever did something else.
    broken: bool,
}

impl OpponentModel {
    /// Rounds after which a policy is believed.
    const ROUNDS: u32 = 5;
    /// The same for one who did something else before: whoever thinks does now and then what a policy
    /// would do, and cannot be predicted by it.
    const ROUNDS_AFTER_A_MISS: u32 = 40;
    /// The same for one who never moved at all, which nobody does by chance.
    const ROUNDS_IF_STILL: u32 = 4;
    /// The same for one who has played by the course's ideas from the first round on: on a small map a
    /// super star is taken in the third, and to take the own after it is half the game.
    const ROUNDS_IF_CAMPER: u32 = 2;

    /// Sees the position that came of the one before; `side` is who watches the other.
    pub(super) fn observe(&mut self, battle: &Battle, side: Side) {
        use boyi_game::Simultaneous;
        let other = battle.garlic(!side);
        if let Some((before, watcher)) = &self.before
            && *watcher == side
            && before.round() + 1 == battle.round()
            && before.garlic(!side).is_there()
        {
            if other.is_there() {
                for (policy, record) in Policy::ALL.into_iter().zip(&mut self.records) {
                    if policy.step(before, !side) == other.cell {
                        record.kept += 1;
                    } else {
                        record.kept = 0;
                        record.broken = true;
                    }
                }
            }
        } else {
            self.records = Default::default();
        }
        self.before = Some((battle.clone(), side));
    }

    /// The policy that was kept the longest, if that is long enough.
    pub(super) fn policy(&self) -> Option<Policy> {
        let kept = Policy::ALL.into_iter().zip(&self.records);
        let enough = |policy, broken: bool| match policy {
            Policy::Still => Self::ROUNDS_IF_STILL,
            _ if broken => Self::ROUNDS_AFTER_A_MISS,
            Policy::Camper => Self::ROUNDS_IF_CAMPER,
            _ => Self::ROUNDS,
        };
        let believed =
            kept.filter(|(policy, record)| record.kept >= enough(*policy, record.broken));
        // Of equals the first, which costs least to predict.
        let best = believed.rev().max_by_key(|(_, record)| record.kept);
        best.map(|(policy, _)| policy)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{PerSide, Random, Simultaneous};
    use boyi_garlic::{Target, built_in};

    use super::*;

    /// What is believed of a second garlic that chooses like this for some rounds.
    fn believed(choose: impl Fn(&Battle) -> Cell, rounds: u32) -> Option<Policy> {
        let map = built_in("13x15-walled").expect("a map of ours");
        let mut battle = Battle::new(&map.setup());
        let mut habits = OpponentModel::default();
        habits.observe(&battle, Side::First);
        for _ in 0..rounds {
            let other = Target::Cell(choose(&battle));
            let choices = PerSide::new(battle.idle_move(Side::First), other);
            battle.play(choices, &mut Random::new(1));
            habits.observe(&battle, Side::First);
        }
        habits.policy()
    }

    #[test]
    fn habits_are_believed_after_some_rounds_and_no_sooner() {
        let still = |battle: &Battle| battle.garlic(Side::Second).cell;
        assert_eq!(believed(still, 3), None);
        assert_eq!(believed(still, 4), Some(Policy::Still));
        let greedy = |battle: &Battle| greedy(battle, Side::Second);
        assert_ne!(believed(greedy, 4), Some(Policy::Greedy));
        assert_eq!(believed(greedy, 20), Some(Policy::Greedy));
        let camper = |battle: &Battle| camper(battle, Side::Second);
        assert_eq!(believed(camper, 1), None);
        assert_eq!(believed(camper, 2), Some(Policy::Camper));
        assert_eq!(believed(camper, 30), Some(Policy::Camper));
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
        assert_eq!(believed(until(6), 6), Some(Policy::Still));
        assert_eq!(believed(until(6), 8), None);
    }
}
