//! The opponent that plays by the ideas of the course's own solutions.
//!
//! Strengthened, it goes to where the destroyers come home and eats them there, with their random moves
//! in a small search tree, and waits at two steps' distance. Normal, it makes for super stars on small
//! maps, contests the stars between the two on middle ones, and sweeps stars away from the other on
//! large ones; destroyers and a strengthened opponent count as walls, and cells with few exits are shunned.

use boyi_game::{Side, Simultaneous};
use boyi_garlic::{Battle, Cell, CellSet, Ground, Reached, Status};

use super::steps::{Steps, joint_move};

/// Cells up to which a map is small.
const SMALL: u32 = 150;
/// Cells up to which a map is of middle size.
const MIDDLE: u32 = 400;
/// Rounds that a strengthened garlic looks ahead.
const DEPTH: u32 = 2;
/// What a cell with a single way out costs, in steps.
const DEAD_END: i32 = 6;
/// Destroyers within so many steps make a dead end a trap.
const HUNTED: u32 = 6;
/// Steps that a super star is worth going farther for.
const SUPER_STAR: i32 = 15;
/// The distance that is kept from the other on large maps.
const APART: u32 = 5;

/// Where it goes.
pub(super) fn camper(battle: &Battle, side: Side) -> Cell {
    match battle.garlic(side).status {
        Status::Strong(rounds) if hunts(battle, side, u32::from(rounds)) => {
            best(battle, side, |next| expected(next, side, DEPTH))
        }
        _ => collect(battle, side),
    }
}

/// Where it goes roughly, for those who have to ask often: it hunts without looking ahead.
pub(super) fn rough_camper(battle: &Battle, side: Side) -> Cell {
    match battle.garlic(side).status {
        Status::Strong(rounds) if hunts(battle, side, u32::from(rounds)) => {
            let steps = Steps::of(battle, side);
            let far = |cell: &Cell| distance_to_prey(battle, *cell);
            let nearest = steps
                .as_slice()
                .iter()
                .copied()
                .min_by(|one, two| far(one).total_cmp(&far(two)));
            nearest.expect("staying is a choice")
        }
        _ => collect(battle, side),
    }
}

/// Whether a destroyer or its home is near enough to be worth the strength.
fn hunts(battle: &Battle, side: Side, rounds: u32) -> bool {
    let own = battle.garlic(side).cell;
    let mut goals = battle.destroyers().into_iter().chain(battle.homes());
    goals.any(|goal| {
        let far = battle.terrain().distance(own, goal);
        far.is_some_and(|far| far <= rounds)
    })
}

fn best(battle: &Battle, side: Side, mut value: impl FnMut(&Battle) -> f32) -> Cell {
    let steps = Steps::of(battle, side);
    let mut best = (f32::NEG_INFINITY, steps.as_slice()[0]);
    for &step in steps.as_slice() {
        let value = value(&after_step(battle, side, step));
        if value > best.0 {
            best = (value, step);
        }
    }
    best.1
}

/// The position after a step of one side, between the halves of the round; the other side stays.
fn after_step(battle: &Battle, side: Side, step: Cell) -> Battle {
    let mut next = battle.clone();
    next.move_garlics(joint_move(side, step, battle.garlic(!side).cell));
    next
}

/// The mean over what the destroyers may do, between the halves of a round.
fn expected(between: &Battle, side: Side, depth: u32) -> f32 {
    let mut sum = 0.0;
    between.each_end(|odds, next| sum += odds * hunting(next, side, depth - 1));
    sum
}

fn hunting(battle: &Battle, side: Side, depth: u32) -> f32 {
    let garlic = battle.garlic(side);
    if depth == 0 || !garlic.is_strong() || battle.outcome().is_some() {
        return garlic.score as f32 - distance_to_prey(battle, garlic.cell);
    }
    let steps = Steps::of(battle, side);
    let steps = steps.as_slice().iter();
    let values = steps.map(|&step| expected(&after_step(battle, side, step), side, depth));
    values.fold(f32::NEG_INFINITY, f32::max)
}

/// In points: every step to the nearest destroyer and to its home counts, but at two steps the destroyer
/// may come by itself, which is better than to stand next to it when it moves.
fn distance_to_prey(battle: &Battle, own: Cell) -> f32 {
    let terrain = battle.terrain();
    let pairs = battle.destroyers().into_iter().zip(battle.homes());
    let far = pairs.filter_map(|(destroyer, home)| {
        let steps = terrain.distance(own, destroyer)?;
        let walk = terrain.distance(own, home)?;
        let steps = if steps == 2 { 1.0 } else { steps as f32 };
        Some(10.0 * steps + 3.0 * walk as f32)
    });
    far.fold(f32::INFINITY, f32::min).min(1000.0)
}

/// The first step of the way to the star that it likes best.
fn collect(battle: &Battle, side: Side) -> Cell {
    let own = battle.garlic(side).cell;
    let obstacles = obstacles(battle, side);
    let may_enter = |cell| obstacles.is_none_or(|obstacles| !obstacles.has(cell));
    let mut best: Option<(i32, Cell, Cell)> = None;
    for reached in battle.terrain().nearest_first(own, may_enter) {
        // Stars come the nearest first, and none is liked better than by what a super star is.
        if let Some((price, ..)) = best
            && reached.steps as i32 - SUPER_STAR > price
        {
            break;
        }
        if let Some(wanted) = wanted(battle, side, reached, obstacles.as_ref()) {
            best = Some(best.map_or(wanted, |best| best.min(wanted)));
        }
    }
    best.map_or_else(|| flee(battle, side), |(_, _, first)| first)
}

/// The price of a star, its cell and the first step there; `None` where there is no star.
fn wanted(
    battle: &Battle,
    side: Side,
    reached: Reached,
    obstacles: Option<&CellSet>,
) -> Option<(i32, Cell, Cell)> {
    let Reached { cell, steps, first } = reached;
    let price = || price(battle, side, cell, steps) + shunned(battle, cell, obstacles);
    battle
        .ground(cell)
        .is_star()
        .then(|| (price(), cell, first))
}

/// What going for a star costs, in steps.
fn price(battle: &Battle, side: Side, star: Cell, steps: u32) -> i32 {
    let other = battle.garlic(!side);
    let rival = battle
        .terrain()
        .distance(star, other.cell)
        .filter(|_| other.is_there());
    let cells = battle.last_round();
    let mut price = steps as i32;
    if battle.ground(star) == Ground::SuperStar {
        // A second one is kept for when the strength of the first is used up.
        price += if battle.garlic(side).is_strong() {
            30
        } else {
            -SUPER_STAR
        };
    }
    match rival {
        Some(rival) if cells > MIDDLE && rival < APART => price += 10,
        // What lies between the two is taken first, what the other has as good as taken is left.
        Some(rival) if cells > SMALL && cells <= MIDDLE => {
            price += if rival < steps {
                4
            } else {
                (rival - steps) as i32 / 4
            };
        }
        _ => {}
    }
    price
}

/// Cells with few exits are traps while destroyers hunt.
fn shunned(battle: &Battle, cell: Cell, obstacles: Option<&CellSet>) -> i32 {
    let Some(obstacles) = obstacles else {
        return 0;
    };
    let terrain = battle.terrain();
    let exits = terrain.neighbours(cell).only(|exit| !obstacles.has(exit));
    let is_near = |destroyer| {
        let far = terrain.distance(cell, destroyer);
        far.is_some_and(|far| far <= HUNTED)
    };
    if exits.as_slice().len() <= 1 && battle.destroyers().into_iter().any(is_near) {
        DEAD_END
    } else {
        0
    }
}

/// What a garlic does not walk through: whoever ends its game, and the cells next to it. `None` while it
/// is strengthened and has nothing to fear.
fn obstacles(battle: &Battle, side: Side) -> Option<CellSet> {
    if battle.garlic(side).is_strong() {
        return None;
    }
    let other = battle.garlic(!side);
    let eater = other.is_strong().then_some(other.cell);
    let mut cells = CellSet::EMPTY;
    for danger in battle.destroyers().into_iter().chain(eater) {
        cells.add(danger);
        for &cell in battle.terrain().neighbours(danger).as_slice() {
            cells.add(cell);
        }
    }
    Some(cells)
}

fn flee(battle: &Battle, side: Side) -> Cell {
    let steps = Steps::of(battle, side);
    let room = |cell: &Cell| {
        let dangers = battle.destroyers().into_iter();
        let far = dangers.filter_map(|danger| battle.terrain().distance(*cell, danger));
        (
            far.min(),
            battle.terrain().neighbours(*cell).as_slice().len(),
        )
    };
    let best = steps.as_slice().iter().copied().max_by_key(room);
    best.expect("staying is a choice")
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_garlic::built_in;

    use super::*;

    /// The same with all stars looked at.
    fn slow_collect(battle: &Battle, side: Side) -> Cell {
        let own = battle.garlic(side).cell;
        let obstacles = obstacles(battle, side);
        let may_enter = |cell| obstacles.is_none_or(|obstacles| !obstacles.has(cell));
        let reached = battle.terrain().nearest_first(own, may_enter);
        let stars = reached.filter_map(|reached| wanted(battle, side, reached, obstacles.as_ref()));
        stars
            .min()
            .map_or_else(|| flee(battle, side), |(_, _, first)| first)
    }

    #[test]
    fn looking_at_the_nearest_stars_only_finds_the_same() {
        for map in ["10x10-free", "13x15-free", "30x30-free"] {
            let mut battle = Battle::new(&built_in(map).expect("a map of ours").setup());
            let mut random = Random::new(7);
            while battle.outcome().is_none() {
                for side in Side::BOTH {
                    let (quick, slow) = (collect(&battle, side), slow_collect(&battle, side));
                    assert_eq!(quick, slow, "{map}, round {}", battle.round());
                }
                let other = Steps::of(&battle, Side::Second);
                let other = *random.choose(other.as_slice()).expect("a step");
                let own = collect(&battle, Side::First);
                battle.play(joint_move(Side::First, own, other), &mut random);
            }
        }
    }
}
