//! A path on which a garlic whose policy is known is eaten, found by beam search.
//!
//! A strengthened garlic is no faster than its prey, so it catches only what walks into a dead end or into
//! its arms. Whoever knows where the prey goes next can look for that many rounds ahead: there is one
//! reply to every step. Whether it works does not depend on the two alone, because the prey walks around
//! destroyers, whose luck is decided beforehand here: a way that is found has yet to be tried.

use std::collections::HashMap;

use boyi_game::{Key, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Ground, Status};

use super::budget::Budget;
use super::opponent_model::Policy;
use super::steps::{Steps, joint_move};

/// Rounds that are looked ahead.
const HORIZON: u32 = 22;
/// Positions kept of every round.
const BREADTH: usize = 60;

/// A position on the way, and how it was come to.
struct Place {
    battle: Battle,
    trail: usize,
}

/// The shortest way to a position in which the other is gone and behind, with the destroyers' luck
/// decided beforehand. The first cell first.
pub(super) fn pursue(
    battle: &Battle,
    side: Side,
    policy: Policy,
    budget: &Budget,
) -> Option<Vec<Cell>> {
    let mut trails: Vec<(Option<usize>, Cell)> = Vec::new();
    let mut layer: Vec<(Battle, Option<usize>)> = vec![(battle.clone(), None)];
    let stars: Vec<Cell> = battle.super_stars().collect();
    for round in 0..HORIZON {
        let luck = Random::new((battle.key() ^ Key::mixed(u64::from(round))).0);
        let mut found: HashMap<(Cell, Cell, bool), Place> = HashMap::new();
        for (battle, trail) in &layer {
            if budget.is_spent() {
                return None;
            }
            let reply = policy.rough_step(battle, !side);
            for &step in Steps::of(battle, side).as_slice() {
                let mut next = battle.clone();
                next.play(joint_move(side, step, reply), &mut luck.clone());
                let (own, other) = (next.garlic(side), next.garlic(!side));
                if !own.is_there() {
                    continue;
                }
                if !other.is_there() {
                    if own.score <= other.score {
                        continue;
                    }
                    let mut path = vec![step];
                    let mut back = *trail;
                    while let Some(index) = back {
                        path.push(trails[index].1);
                        back = trails[index].0;
                    }
                    path.reverse();
                    return Some(path);
                }
                if next.outcome().is_some() {
                    continue;
                }
                let key = (own.cell, other.cell, own.is_strong());
                // Who was strengthened later is strengthened for longer.
                let better = |known: &Place| {
                    known.battle.garlic(side).status.number() >= own.status.number()
                };
                if found.get(&key).is_some_and(better) {
                    continue;
                }
                trails.push((*trail, step));
                let trail = trails.len() - 1;
                found.insert(
                    key,
                    Place {
                        battle: next,
                        trail,
                    },
                );
            }
        }
        let mut places: Vec<(u32, usize, Place)> = found
            .into_values()
            .filter_map(|place| {
                let far = still_to_go(&place.battle, side, &stars)?;
                Some((far, place.trail, place))
            })
            .collect();
        places.sort_by_key(|&(far, trail, _)| (far, trail));
        places.truncate(BREADTH);
        layer = places
            .into_iter()
            .map(|(_, trail, place)| (place.battle, Some(trail)))
            .collect();
    }
    None
}

/// Steps to the prey, over a super star where that is needed; `None` where the strength does not last.
fn still_to_go(battle: &Battle, side: Side, stars: &[Cell]) -> Option<u32> {
    let terrain = battle.terrain();
    let (own, prey) = (battle.garlic(side), battle.garlic(!side).cell);
    let over_a_star = || {
        let stars = stars
            .iter()
            .filter(|&&star| battle.ground(star) == Ground::SuperStar);
        let ways = stars.filter_map(|&star| {
            Some(terrain.distance(star, own.cell)? + terrain.distance(star, prey)?)
        });
        ways.min()
    };
    match own.status {
        Status::Strong(rounds) => {
            let far = terrain.distance(own.cell, prey)?;
            // Both walk towards each other at best.
            if far <= 2 * u32::from(rounds) {
                Some(far)
            } else {
                over_a_star()
            }
        }
        _ => over_a_star(),
    }
}

#[cfg(test)]
mod tests {
    use boyi_search::Instant;

    use boyi_garlic::Setup;

    use super::*;
    use crate::spec::PlayerSpec;
    use boyi_search::kernel::Go;

    #[test]
    fn a_prey_that_collects_is_met_on_its_way() {
        // The second garlic goes for the star in the dead end; the destroyers are walled in, and so is
        // another star, with which the game goes on.
        let text = "3 9\n.......o#\n#########\n..#.....o\n2 0\n2 1\n0 0\n0 3\n\
                    homes 2 0 2 1\nscores 30 100\nstatuses 19 0\nround 1\n";
        let battle = Battle::new(&Setup::read(text).expect("a map"));
        let spec = PlayerSpec::named("strong");
        let budget = Budget::new(Instant::now(), &spec, &Go::default()).unlimited();
        let path = pursue(&battle, Side::First, Policy::Greedy, &budget).expect("a way");
        let mut walked = battle.clone();
        for &step in &path {
            let reply = Policy::Greedy.step(&walked, Side::Second);
            walked.play(joint_move(Side::First, step, reply), &mut Random::new(1));
        }
        assert!(!walked.garlic(Side::Second).is_there());
        assert!(walked.garlic(Side::First).score > walked.garlic(Side::Second).score);
    }
}
