//! The most points a garlic can make while nobody else moves: a bound that is proven, and a route.
//!
//! Against a still opponent and walled destroyers the game is a walk on the star graph. What a walk of
//! `t` steps can collect is bounded by counting: one cell a step, cells of a chessboard's two colours
//! in turn, none farther away than `t`. The route is a short tour of all stars.

use boyi_game::{PerSide, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Setup, Target};

use super::tour::tour;

/// The best that can be proven, and a way there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreBound {
    /// No play of the first garlic scores more.
    pub bound: i32,
    pub score: i32,
    pub route: Vec<Target>,
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoBound {
    #[error("destroyer {0} can reach a garlic: the bound is for walled destroyers")]
    Hunted(usize),
    #[error("the bound is for a map, not for a game that has begun")]
    Begun,
}

const STAR: i32 = 10;
const SUICIDE: i32 = 400;

/// Plans for the first garlic.
pub fn score_bound(setup: &Setup) -> Result<ScoreBound, NoBound> {
    let battle = Battle::new(setup);
    if battle.round() > 0 || battle.homes() != battle.destroyers() {
        return Err(NoBound::Begun);
    }
    let terrain = battle.terrain();
    for (index, destroyer) in battle.destroyers().into_iter().enumerate() {
        let reaches = |&side: &Side| {
            terrain
                .distance(destroyer, battle.garlic(side).cell)
                .is_some()
        };
        if Side::BOTH.iter().any(reaches) {
            return Err(NoBound::Hunted(index));
        }
    }
    let tour = tour(&battle, Side::First, &mut || true);
    // Wait for the end, or pay for leaving early: whichever the rules make cheaper.
    let [waiting, leaving] = [false, true].map(|leave| follow(&battle, &tour, leave));
    let (score, route) = if leaving.0 > waiting.0 {
        leaving
    } else {
        waiting
    };
    Ok(ScoreBound {
        bound: bound(&battle),
        score,
        route,
    })
}

/// The largest of what each way to end the game can give.
fn bound(battle: &Battle) -> i32 {
    let garlic = battle.garlic(Side::First);
    let reachable = Reachable::of(battle);
    let last = battle.last_round();
    let after = |steps: u32| STAR * reachable.most(steps) as i32 - steps as i32;
    let played_out = after(last);
    let left_early = (0..last).map(|steps| after(steps) - SUICIDE).max();
    // Only where every star can be had does the game end with the last of them.
    let all = battle.stars_left();
    let cleared = (1..=last)
        .find(|&steps| reachable.most(steps) >= all)
        .map(after);
    let best = [Some(played_out), left_early, cleared]
        .into_iter()
        .flatten()
        .max();
    garlic.score + best.expect("a game can be played out") + best_meal(battle)
}

/// What eating the opponent can bring at most: its points fall by one a round, so the first round in
/// which it can happen is the best.
fn best_meal(battle: &Battle) -> i32 {
    let terrain = battle.terrain();
    let (own, prey) = (battle.garlic(Side::First), battle.garlic(Side::Second));
    let from_super_star = battle.super_stars().filter_map(|star| {
        Some(terrain.distance(own.cell, star)? + terrain.distance(star, prey.cell)?)
    });
    let at_once = own
        .is_strong()
        .then(|| terrain.distance(own.cell, prey.cell));
    let rounds = from_super_star.chain(at_once.flatten()).min();
    rounds.map_or(0, |rounds| ((prey.score + 1 - rounds as i32) >> 1).max(0))
}

/// The stars within reach: how far each is, by the colour of its cell on a chessboard.
struct Reachable {
    /// Distances of the stars on cells reached after an even and after an odd number of steps.
    by_parity: [Vec<u32>; 2],
}

impl Reachable {
    fn of(battle: &Battle) -> Self {
        let own = battle.garlic(Side::First).cell;
        let mut by_parity = [Vec::new(), Vec::new()];
        for star in battle.stars() {
            if let Some(distance) = battle.terrain().distance(own, star) {
                by_parity[distance as usize % 2].push(distance);
            }
        }
        for distances in &mut by_parity {
            distances.sort_unstable();
        }
        Self { by_parity }
    }

    /// A walk of this many steps collects no more than this. A step onto an even cell follows every
    /// step onto an odd one; staying in place only loses steps.
    fn most(&self, steps: u32) -> u32 {
        let [even, odd] = &self.by_parity;
        let near = |distances: &Vec<u32>| distances.partition_point(|&far| far <= steps) as u32;
        near(even).min(steps / 2) + near(odd).min(steps.div_ceil(2))
    }
}

/// Plays the tour against an opponent that stays: the score, and the moves as they were made.
fn follow(start: &Battle, tour: &[Cell], leave: bool) -> (i32, Vec<Target>) {
    let mut battle = start.clone();
    let mut route = Vec::new();
    let mut walk = tour.iter().copied();
    while battle.outcome().is_none() {
        let choice = match walk.next() {
            Some(cell) => Target::Cell(cell),
            None if leave && battle.garlic(Side::First).is_there() => Target::Outside,
            None => battle.idle_move(Side::First),
        };
        let choices = PerSide::new(choice, battle.idle_move(Side::Second));
        // The destroyers are walled in: whatever they draw changes nothing for the garlics.
        battle.play(choices, &mut Random::new(0));
        route.push(choice);
    }
    (battle.garlic(Side::First).score, route)
}
