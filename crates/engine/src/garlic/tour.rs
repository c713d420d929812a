//! A short walk over all stars: the nearest first, then improved by local search (2-opt and or-opt) until
//! no exchange of two of its legs and no moving of a few stars makes it shorter. Where no destroyer can
//! come and the other never moves or is gone, it is planned once and walked.

use std::sync::Arc;

use boyi_game::{Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Terrain};

use super::budget::Budget;
use super::opponent_model::Policy;

/// The largest number of stars that a tour is planned for within the time of a move.
const MAX_STARS: u32 = 1000;

/// The rest of a planned tour.
#[derive(Default)]
pub(super) struct SoloTour {
    /// The last cell first.
    walk: Vec<Cell>,
    at: Option<Cell>,
}

impl SoloTour {
    /// The next cell of the tour, where there is nothing else to think about.
    pub(super) fn step(
        &mut self,
        battle: &Battle,
        side: Side,
        policy: Option<Policy>,
        budget: &Budget,
    ) -> Option<Cell> {
        let other = battle.garlic(!side);
        let undisturbed = !other.is_there() || policy == Some(Policy::Still);
        if !undisturbed || hunted(battle, side) || battle.stars_left() > MAX_STARS {
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

/// A short walk of a garlic over all stars within reach, cell by cell; improved while `go_on` says so.
pub(super) fn tour(battle: &Battle, side: Side, go_on: &mut dyn FnMut() -> bool) -> Vec<Cell> {
    let own = battle.garlic(side).cell;
    let stars = |terrain: &Terrain| -> Vec<Cell> {
        let reached = |star: &Cell| terrain.distance(own, *star).is_some();
        battle.stars().filter(reached).collect()
    };
    let all = stars(battle.terrain());
    // Walking over the opponent can cost points, so it is avoided where that loses no star.
    let around = without(battle.terrain(), battle.garlic(!side).cell);
    let terrain = if stars(&around).len() == all.len() {
        Arc::new(around)
    } else {
        Arc::clone(battle.terrain())
    };
    let mut order = nearest_first(&terrain, own, all);
    shorten(&terrain, &mut order, go_on);
    let mut walk = Vec::new();
    let mut at = own;
    for &star in &order[1..] {
        while at != star {
            let left = terrain.distance(at, star);
            let nearer = terrain
                .neighbours(at)
                .only(|cell| terrain.distance(cell, star) < left);
            at = nearer.as_slice()[0];
            walk.push(at);
        }
    }
    walk
}

fn without(terrain: &Terrain, closed: Cell) -> Terrain {
    let mut open = terrain.open().to_vec();
    open[closed.index()] = false;
    Terrain::new(terrain.rows(), terrain.cols(), open)
}

/// Always the nearest star next; of equals the one with the fewest ways out, lest it be left behind.
fn nearest_first(terrain: &Terrain, own: Cell, mut left: Vec<Cell>) -> Vec<Cell> {
    let mut order = vec![own];
    let mut at = own;
    while !left.is_empty() {
        let ways_out = |star: &Cell| {
            let exits = terrain.neighbours(*star).only(|cell| left.contains(&cell));
            exits.as_slice().len()
        };
        // Only the nearest are asked for their ways out, which takes longer.
        let least = left.iter().map(|&star| terrain.distance(at, star)).min();
        let nearest = (0..left.len()).filter(|&i| Some(terrain.distance(at, left[i])) == least);
        let next = nearest
            .min_by_key(|&i| ways_out(&left[i]))
            .expect("some star is left");
        at = left.swap_remove(next);
        order.push(at);
    }
    order
}

/// Turns stretches of the order around and moves short ones elsewhere, until nothing helps.
fn shorten(terrain: &Terrain, order: &mut Vec<Cell>, go_on: &mut dyn FnMut() -> bool) {
    // Enough for all our maps; the bound says how good the result is in any case.
    const MOST_PASSES: usize = 60;
    for _ in 0..MOST_PASSES {
        if !turn_stretches(terrain, order, go_on) & !move_stretches(terrain, order, go_on) {
            return;
        }
    }
}

fn leg(terrain: &Terrain, from: Cell, to: Option<Cell>) -> i64 {
    // Nothing follows the last star.
    to.map_or(0, |to| {
        terrain
            .distance(from, to)
            .map_or(i64::from(u32::MAX), i64::from)
    })
}

fn turn_stretches(terrain: &Terrain, order: &mut [Cell], go_on: &mut dyn FnMut() -> bool) -> bool {
    let mut improved = false;
    for first in 1..order.len() {
        if !go_on() {
            return false;
        }
        for last in first + 1..order.len() {
            let (before, after) = (order[first - 1], order.get(last + 1).copied());
            let now = leg(terrain, before, Some(order[first])) + leg(terrain, order[last], after);
            let then = leg(terrain, before, Some(order[last])) + leg(terrain, order[first], after);
            if then < now {
                order[first..=last].reverse();
                improved = true;
            }
        }
    }
    improved
}

fn move_stretches(
    terrain: &Terrain,
    order: &mut Vec<Cell>,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    const LONGEST: usize = 3;
    let mut improved = false;
    for length in 1..=LONGEST {
        for first in 1..order.len().saturating_sub(length) {
            if !go_on() {
                return false;
            }
            let last = first + length - 1;
            let (before, after) = (order[first - 1], order.get(last + 1).copied());
            let (head, tail) = (order[first], order[last]);
            let saved = leg(terrain, before, Some(head)) + leg(terrain, tail, after)
                - leg(terrain, before, after);
            if saved <= 1 {
                continue;
            }
            let outside = (0..order.len()).filter(|&at| at + 1 < first || at > last);
            let cost = |at: usize, head: Cell, tail: Cell| {
                let next = order.get(at + 1).copied();
                leg(terrain, order[at], Some(head)) + leg(terrain, tail, next)
                    - leg(terrain, order[at], next)
            };
            let priced = outside.flat_map(|at| {
                [
                    (cost(at, head, tail), at, false),
                    (cost(at, tail, head), at, true),
                ]
            });
            let best = priced.min_by_key(|&(price, ..)| price);
            let Some((price, at, turned)) = best else {
                continue;
            };
            if price < saved {
                let mut stretch: Vec<Cell> = order.drain(first..=last).collect();
                if turned {
                    stretch.reverse();
                }
                let at = if at > last { at - length } else { at };
                let rest = order.split_off(at + 1);
                order.extend(stretch);
                order.extend(rest);
                improved = true;
            }
        }
    }
    improved
}
