//! The static evaluation: what both sides may expect beyond the points made so far.
//!
//! Everything is counted in points that a garlic may still make: stars nearby, destroyers to be eaten
//! while strengthened, the super stars it can be first at, the other garlic. Staying in the game is worth
//! what is left to collect.

use boyi_game::{Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Ground, Status};

use super::discount::Discount;
use super::escape;
use super::map_values::{MapValues, STRENGTH_TAKEN, SuperStar};
use super::nearby_stars::NearbyStars;
use super::opponent_model::Policy;

/// What being caught costs.
const CAUGHT: f32 = 500.0;
/// Points that winning is worth once the game is over.
const WIN: f32 = 300.0;
/// What a super star is worth where there is nothing to eat.
const STRENGTH: f32 = 40.0;
/// Steps of a lead with which three races of four for a super star are won.
const RACE: f32 = 1.5;
/// What a super star on the way is worth later, with somebody else who wants it and without.
static CONTESTED: Discount = Discount::new(0.98);
static UNCONTESTED: Discount = Discount::new(0.998);
/// The share of what destroyers close by give that a garlic gets that waits for them.
const WAITING: f32 = 0.9;
/// With more stars than this to be collected nobody waits.
const MANY_STARS: u32 = 200;
/// Nobody counts on what may come by in more rounds than this.
const LONG_ENOUGH: u32 = 60;
/// The share of a destroyer's worth that goes to a strengthened garlic which is nearer to it.
const TAKEN: f32 = 0.8;
/// How probably a garlic that flees is eaten, next to the eater and by steps.
const PREY_CAUGHT: f32 = 0.1;
static PREY: Discount = Discount::new(0.8);
/// The same, by steps, for one that never moves.
static STILL_PREY: Discount = Discount::new(0.97);
/// How probably one is eaten later by a garlic that keeps its super star until then, and by steps from
/// that star.
const LATE_MEAL: f32 = 0.1;
static LATE_PREY: Discount = Discount::new(0.95);

/// The position that is thought about, and what is found out about it on the way.
pub(super) struct Evaluator<'a> {
    map_values: &'a mut MapValues,
    /// As it is now: what a cell has nearby must not depend on what was collected in thought.
    now: Battle,
    super_stars: Vec<SuperStar>,
    super_star_cells: Vec<Cell>,
    /// The nearest stars of the cells that were asked about.
    nearby: Vec<Option<NearbyStars>>,
    side: Side,
    /// How the other chooses, if that is known.
    pub(super) policy: Option<Policy>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        map_values: &'a mut MapValues,
        battle: &Battle,
        side: Side,
        policy: Option<Policy>,
    ) -> Self {
        let super_star_cells: Vec<Cell> = battle.super_stars().collect();
        let value = |&cell: &Cell| map_values.super_star(battle, cell);
        Self {
            super_stars: super_star_cells.iter().map(value).collect(),
            super_star_cells,
            map_values,
            now: battle.clone(),
            nearby: vec![None; battle.terrain().open().len()],
            side,
            policy,
        }
    }

    /// What `side` may expect to make more than the other, from now on.
    pub(super) fn value(&mut self, battle: &Battle, side: Side) -> f32 {
        let lead = battle.garlic(side).score - battle.garlic(!side).score;
        if battle.outcome().is_some() {
            return WIN * lead.signum() as f32;
        }
        let own = self.expected_points(battle, side);
        // Who never moves will never make a point.
        let other = match self.policy {
            Some(Policy::Still) => 0.0,
            _ => self.expected_points(battle, !side),
        };
        own - other + self.meal(battle, side, other) - self.meal(battle, !side, own)
    }

    /// What a strengthened garlic may expect from the destroyers.
    fn hunt_of(&self, battle: &Battle, side: Side) -> f32 {
        let garlic = battle.garlic(side);
        let rounds_left = battle.last_round() - battle.round();
        match garlic.status {
            Status::Strong(rounds) => {
                let rounds = u32::from(rounds).min(rounds_left) as usize;
                let map_values = &*self.map_values;
                map_values.hunt(
                    battle,
                    rounds,
                    garlic.cell,
                    [f32::INFINITY; 2],
                    self.left_over(battle, side, garlic.cell, 0, rounds as u32),
                )
            }
            _ => 0.0,
        }
    }

    /// The share of what each destroyer gives that is left to a garlic which is strengthened in `time`
    /// rounds for so many rounds: those that another strengthened garlic is nearer to are its prey. Held
    /// against one whose policy is not known, this only makes a garlic give way.
    fn left_over(
        &self,
        battle: &Battle,
        side: Side,
        own: Cell,
        time: u32,
        rounds: u32,
    ) -> [f32; 2] {
        let shared = 1.0 - alone_share(battle, side, time, rounds);
        if self.policy.is_none() || shared == 0.0 {
            return [1.0; 2];
        }
        let other = battle.garlic(!side).cell;
        let far = |from: Cell, to: Cell| battle.terrain().distance(from, to).unwrap_or(u32::MAX);
        battle.destroyers().map(|destroyer| {
            if far(other, destroyer) < far(own, destroyer) {
                1.0 - TAKEN * shared
            } else {
                1.0
            }
        })
    }

    fn is_still(&self, side: Side) -> bool {
        side != self.side && self.policy == Some(Policy::Still)
    }

    /// Points a garlic may still make.
    pub(super) fn expected_points(&mut self, battle: &Battle, side: Side) -> f32 {
        let garlic = battle.garlic(side);
        let strength = match garlic.status {
            Status::Gone => return 0.0,
            Status::Normal => 0,
            Status::Strong(rounds) => u32::from(rounds),
        };
        let rounds_left = battle.last_round() - battle.round();
        let nearby = &mut self.nearby[garlic.cell.index()];
        let nearby = nearby.get_or_insert_with(|| NearbyStars::of(&self.now, garlic.cell));
        let mut worth = nearby.worth(battle, rounds_left);
        worth += staying(battle, side, rounds_left);
        worth += self.hunt_of(battle, side);
        worth += self.super_stars_ahead(battle, side, strength, rounds_left);
        let risk = escape::risk(
            battle,
            side,
            &self.super_star_cells,
            &mut self.map_values.rooms,
        );
        worth - risk * (CAUGHT + worth)
    }

    /// The super stars it may be first at, one after the other.
    fn super_stars_ahead(
        &self,
        battle: &Battle,
        side: Side,
        strength: u32,
        rounds_left: u32,
    ) -> f32 {
        let terrain = battle.terrain();
        let (own, other) = (battle.garlic(side), battle.garlic(!side));
        let rival = (other.is_there() && !self.is_still(!side)).then_some(other.cell);
        let (mut worth, mut busy) = (0.0, strength);
        let mut stars_left = battle.stars_left();
        // Whoever is strengthened last may eat what the other has made of its strength.
        let points = rival.map_or(0.0, |_| LATE_MEAL * other.score.max(0) as f32);
        let mut waiting: [Option<(u32, usize)>; 4] = [None; 4];
        for (index, star) in self.super_stars.iter().enumerate() {
            if battle.ground(star.cell) == Ground::SuperStar
                && let Some(steps) = terrain.distance(star.cell, own.cell)
            {
                insert(&mut waiting, steps, index);
            }
        }
        for (steps, index) in waiting.into_iter().flatten() {
            let SuperStar {
                cell: star, lured, ..
            } = self.super_stars[index];
            let time = steps.max(busy);
            let rounds = rounds_left.saturating_sub(time).min(STRENGTH_TAKEN);
            // Whoever takes the last star ends the game, and has no use for its strength.
            stars_left -= 1;
            if rounds < 3 || stars_left == 0 {
                break;
            }
            let lead = rival
                .and_then(|rival| terrain.distance(star, rival))
                .map(|far| (far as f32 - steps as f32) / RACE);
            let first = lead.map_or(1.0, |lead| 0.5 + 0.5 * lead / (1.0 + lead.abs()));
            let left_over = self.left_over(battle, side, star, time, rounds);
            let now = self
                .map_values
                .hunt(battle, rounds as usize, star, lured, left_over);
            let later = self.waiting(battle, side, index, rounds_left.saturating_sub(time + 20));
            let meal = points
                * rival
                    .and_then(|rival| terrain.distance(star, rival))
                    .map_or(0.0, |far| LATE_PREY.after(far));
            let gain = now.max(later) + STRENGTH + meal * alone_share(battle, side, time, rounds);
            let discount = if rival.is_some() {
                &CONTESTED
            } else {
                &UNCONTESTED
            };
            worth += first * gain * discount.after(time);
            busy = time + 20;
        }
        worth
    }

    /// What is to be had for a garlic that waits at a super star until the destroyers are close, with so
    /// many rounds to spare.
    fn waiting(&self, battle: &Battle, side: Side, star: usize, spare: u32) -> f32 {
        let star = &self.super_stars[star];
        if battle.stars_left() > MANY_STARS {
            return 0.0;
        }
        if battle.garlic(!side).is_there() {
            // They come by themselves as soon as both are normal.
            let far = |destroyer| battle.terrain().distance(star.cell, destroyer);
            let Some(far) = battle.destroyers().into_iter().filter_map(far).min() else {
                return 0.0;
            };
            WAITING * (spare as f32 / far.max(1) as f32).min(1.0) * star.lured()
        } else {
            WAITING * star.best_of(spare.min(LONG_ENOUGH))
        }
    }

    /// What a strengthened garlic may expect from eating the other: half its points change hands, and
    /// with it goes what it could expect to make.
    fn meal(&self, battle: &Battle, side: Side, expected_points: f32) -> f32 {
        let (own, prey) = (battle.garlic(side), battle.garlic(!side));
        let Status::Strong(rounds) = own.status else {
            return 0.0;
        };
        if prey.status != Status::Normal {
            return 0.0;
        }
        let Some(steps) = battle.terrain().distance(own.cell, prey.cell) else {
            return 0.0;
        };
        if steps > u32::from(rounds) {
            return 0.0;
        }
        let swing = ((prey.score >> 1) * 2) as f32 + expected_points;
        let odds = if self.is_still(!side) {
            STILL_PREY.after(steps)
        } else {
            PREY_CAUGHT * PREY.after(steps)
        };
        (swing * odds).max(0.0)
    }
}

/// The part of that time in which the other is not strengthened.
fn alone_share(battle: &Battle, side: Side, time: u32, rounds: u32) -> f32 {
    let Status::Strong(other) = battle.garlic(!side).status else {
        return 1.0;
    };
    let shared = u32::from(other).saturating_sub(time).min(rounds);
    1.0 - shared as f32 / rounds.max(1) as f32
}

/// What there is to lose by leaving the game.
fn staying(battle: &Battle, side: Side, rounds_left: u32) -> f32 {
    let (stars, rounds) = (battle.stars_left() as f32, rounds_left as f32);
    if battle.garlic(!side).is_there() {
        (4.0 * stars).min(2.0 * rounds)
    } else {
        (8.0 * stars).min(5.0 * rounds)
    }
}

fn insert(waiting: &mut [Option<(u32, usize)>; 4], steps: u32, star: usize) {
    let mut item = (steps, star);
    for slot in waiting {
        match slot {
            None => {
                *slot = Some(item);
                return;
            }
            Some(there) if item < *there => std::mem::swap(there, &mut item),
            Some(_) => {}
        }
    }
}
