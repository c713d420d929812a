//! Plans to eat a garlic whose policy is known, each tried many times in simulated games.
//!
//! Eating the other wins: half its points change hands and it makes no more. A strengthened garlic is no
//! faster than its prey, but whoever knows where the prey goes next can walk at its heels, onto the same
//! cell while both are strengthened, where both eat the same destroyers, and eat it as soon as its
//! strength is over and the own is not. So the super star is best taken after the other took its own;
//! when exactly is tried out, with the destroyers' luck drawn anew each time.

use boyi_game::{Key, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Status};

use super::budget::Budget;
use super::opponent_model::Policy;
use super::pursuit;
use super::steps::{Steps, joint_move};

/// How often a plan is tried.
const TRIALS: u64 = 24;
/// After so many trials a plan that has not worked once in three is not tried any more.
const FIRST_TRIALS: u64 = 6;
/// Rounds until a plan that has not worked is given up.
const HORIZON: u32 = 50;
/// A plan that works less often than this is left alone.
const MIN_ODDS: f32 = 0.6;
/// With these odds no other way is looked for.
const SURE_ODDS: f32 = 0.9;
/// What each round of waiting takes from the odds.
const DOUBT_PER_ROUND: f32 = 0.02;
/// How much better another plan must be than the one that is followed.
const SWITCH_MARGIN: f32 = 0.08;
/// A prey that comes as near as this to a super star is met there.
const AMBUSH_STEPS: u32 = 3;

/// A plan to eat the other.
#[derive(Clone, PartialEq, Eq, Debug)]
enum HuntPlan {
    /// Along these cells, the first one first, and then at its heels.
    Pursue(Vec<Cell>),
    /// To this super star, and then at its heels.
    Take(Cell, Moment),
}

/// When a super star is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    Now,
    /// When the strength of the other lasts for at most so many rounds.
    Left(u8),
}

const MOMENTS: [Moment; 3] = [Moment::Left(1), Moment::Left(18), Moment::Now];

#[derive(Default)]
pub(super) struct HuntPlanner {
    followed: Option<HuntPlan>,
}

impl HuntPlanner {
    /// The next step of the plan that works best, if that is often enough.
    pub(super) fn step(
        &mut self,
        battle: &Battle,
        side: Side,
        policy: Policy,
        budget: &Budget,
    ) -> Option<Cell> {
        let followed = self.followed.take();
        if !battle.garlic(side).is_there() || !battle.garlic(!side).is_there() {
            return None;
        }
        let mut best: Option<(f32, HuntPlan)> = None;
        let mut plans = candidates(battle, side);
        while let Some(plan) = plans.pop() {
            let bonus = if Some(&plan) == followed.as_ref() {
                SWITCH_MARGIN
            } else {
                0.0
            };
            let Some(odds) = odds(battle, side, policy, &plan, budget) else {
                break;
            };
            let odds = odds + bonus - doubt(battle, side, &plan);
            let heels = plan == HuntPlan::Pursue(Vec::new());
            if best.as_ref().is_none_or(|(known, _)| odds > *known) {
                best = Some((odds, plan));
            }
            // A way around is looked for only where to follow is not enough.
            if heels
                && odds < SURE_ODDS
                && let Some(path) = pursuit::pursue(battle, side, policy, budget)
            {
                plans.push(HuntPlan::Pursue(path));
            }
        }
        let (_, plan) = best.filter(|(odds, _)| *odds >= MIN_ODDS)?;
        let reply = policy.step(battle, !side);
        let step = next_step(&plan, 0, battle, side, reply);
        self.followed = Some(plan);
        Some(step)
    }
}

/// A plan that waits for long while the other makes its points is worth less than it seems: what the
/// other does meanwhile is predicted only roughly.
fn doubt(battle: &Battle, side: Side, plan: &HuntPlan) -> f32 {
    match (plan, battle.garlic(!side).status) {
        (HuntPlan::Take(_, Moment::Left(wanted)), Status::Strong(left)) => {
            DOUBT_PER_ROUND * f32::from(left.saturating_sub(*wanted))
        }
        _ => 0.0,
    }
}

fn candidates(battle: &Battle, side: Side) -> Vec<HuntPlan> {
    let own = battle.garlic(side);
    let terrain = battle.terrain();
    let mut plans = Vec::new();
    if own.is_strong() {
        plans.push(HuntPlan::Pursue(Vec::new()));
        return plans;
    }
    let stars = battle
        .super_stars()
        .filter_map(|star| Some((terrain.distance(own.cell, star)?, star)));
    let mut stars: Vec<(u32, Cell)> = stars.filter(|&(far, _)| far <= HORIZON / 2).collect();
    stars.sort();
    for (_, star) in stars.into_iter().take(1).rev() {
        plans.extend(MOMENTS.map(|moment| HuntPlan::Take(star, moment)));
    }
    plans
}

/// How often the other is eaten, less how often the plan ends badly; `None` if there was no time.
fn odds(
    battle: &Battle,
    side: Side,
    policy: Policy,
    plan: &HuntPlan,
    budget: &Budget,
) -> Option<f32> {
    let mut sum = 0;
    for trial in 0..TRIALS {
        if budget.is_spent() {
            return None;
        }
        if trial == FIRST_TRIALS && 3 * sum < FIRST_TRIALS as i32 {
            return Some(sum as f32 / FIRST_TRIALS as f32);
        }
        let luck = Random::new((battle.key() ^ Key::mixed(trial)).0);
        sum += result(battle.clone(), side, policy, plan, luck);
    }
    Some(sum as f32 / TRIALS as f32)
}

fn result(
    mut battle: Battle,
    side: Side,
    policy: Policy,
    plan: &HuntPlan,
    mut luck: Random,
) -> i32 {
    for round in 0..HORIZON {
        let was_strong = battle.garlic(side).is_strong();
        let reply = policy.rough_step(&battle, !side);
        let step = next_step(plan, round as usize, &battle, side, reply);
        battle.play(joint_move(side, step, reply), &mut luck);
        let (own, other) = (battle.garlic(side), battle.garlic(!side));
        if !own.is_there() {
            return -1;
        }
        if !other.is_there() {
            return i32::from(own.score > other.score);
        }
        if battle.outcome().is_some() || (was_strong && !own.is_strong()) {
            return 0;
        }
    }
    0
}

/// What the plan says, in its so-manieth round, where the other is about to go to `reply`.
fn next_step(plan: &HuntPlan, round: usize, battle: &Battle, side: Side, reply: Cell) -> Cell {
    let own = battle.garlic(side);
    match *plan {
        HuntPlan::Pursue(ref path) if round < path.len() => path[round],
        HuntPlan::Take(star, moment) if !own.is_strong() => {
            let now = is_the_moment(battle, side, star, moment);
            approach(battle, side, star, now, reply)
        }
        _ => towards(battle, side, reply),
    }
}

/// The step that brings it nearest to a cell; of equals a step rather than to stay.
fn towards(battle: &Battle, side: Side, to: Cell) -> Cell {
    let steps = Steps::of(battle, side);
    let far = |cell: &Cell| battle.terrain().distance(*cell, to).unwrap_or(u32::MAX);
    let best = steps.as_slice().iter().rev().copied().min_by_key(far);
    best.expect("staying is a choice")
}

fn is_the_moment(battle: &Battle, side: Side, star: Cell, moment: Moment) -> bool {
    let Moment::Left(rounds) = moment else {
        return true;
    };
    let other = battle.garlic(!side);
    match other.status {
        Status::Strong(left) => left <= rounds,
        _ => {
            let far = battle.terrain().distance(star, other.cell);
            far.is_some_and(|far| far <= AMBUSH_STEPS)
        }
    }
}

/// To a super star, and onto it if it is time, or if there is no other way out.
fn approach(battle: &Battle, side: Side, star: Cell, now: bool, reply: Cell) -> Cell {
    let terrain = battle.terrain();
    let eater = battle.garlic(!side).is_strong().then_some(reply);
    let room = |cell: Cell| {
        let dangers = battle.destroyers().into_iter().chain(eater);
        let far = dangers.filter_map(|danger| terrain.distance(cell, danger));
        far.min().unwrap_or(u32::MAX)
    };
    let far = |cell: Cell| terrain.distance(cell, star).unwrap_or(u32::MAX);
    let steps = Steps::of(battle, side);
    let steps = steps.as_slice().iter().rev().copied();
    // Nobody who is two steps away can be there at the end of the round.
    let safe = steps
        .clone()
        .filter(|&cell| if cell == star { now } else { room(cell) > 1 });
    safe.min_by_key(|&cell| far(cell))
        .or_else(|| steps.clone().find(|&cell| cell == star))
        .or_else(|| steps.max_by_key(|&cell| room(cell)))
        .expect("staying is a choice")
}

#[cfg(test)]
mod tests {
    use boyi_search::Instant;

    use boyi_garlic::{Setup, built_in};

    use super::*;
    use crate::spec::PlayerSpec;
    use boyi_search::kernel::Go;

    fn plenty_of_time() -> Budget {
        let spec = PlayerSpec::named("strong");
        Budget::new(Instant::now(), &spec, &Go::default()).unlimited()
    }

    /// Plays by plans, or stays where there is none, against this policy; whether the other was eaten.
    fn eats(mut battle: Battle, policy: Policy, seed: u64) -> bool {
        let mut plans = HuntPlanner::default();
        let mut luck = Random::new(seed);
        while battle.outcome().is_none() && battle.garlic(Side::Second).is_there() {
            let own = battle.garlic(Side::First).cell;
            let step = plans.step(&battle, Side::First, policy, &plenty_of_time());
            let reply = policy.step(&battle, Side::Second);
            let was_strong = battle.garlic(Side::First).is_strong();
            let before = battle.garlic(Side::Second).score;
            battle.play(
                joint_move(Side::First, step.unwrap_or(own), reply),
                &mut luck,
            );
            let (first, second) = (battle.garlic(Side::First), battle.garlic(Side::Second));
            if was_strong && !second.is_there() && second.score == before - (before >> 1) {
                return first.is_there();
            }
        }
        false
    }

    #[test]
    fn one_who_shares_a_cell_with_a_weakening_garlic_eats_it() {
        // Both are strengthened on one cell, the second for two more rounds, the first for longer.
        let text = "5 7\n.......\n.......\n.......\n.......\no.....o\n0 0\n0 6\n2 3\n2 3\n\
                    homes 0 0 0 6\nscores 50 900\nstatuses 9 2\nround 3\n";
        let battle = Battle::new(&Setup::read(text).expect("a map"));
        assert!((0..10).all(|seed| eats(battle.clone(), Policy::Camper, seed)));
    }

    #[test]
    fn without_strength_or_a_super_star_there_is_no_plan() {
        let text = "3 5\n.....\n.....\no....\n0 0\n0 1\n2 4\n1 3\n";
        let battle = Battle::new(&Setup::read(text).expect("a map"));
        let mut plans = HuntPlanner::default();
        let step = plans.step(&battle, Side::First, Policy::Greedy, &plenty_of_time());
        assert_eq!(step, None);
    }

    #[test]
    fn the_camper_is_eaten_more_often_than_not() {
        let battle = Battle::new(&built_in("10x10-free").expect("a map of ours").setup());
        let eaten = (0..6).filter(|&seed| eats(battle.clone(), Policy::Camper, seed));
        assert!(eaten.count() > 3);
    }
}
