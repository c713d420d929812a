//! The opponent that plays by the ideas of the course's own solutions.
//!
//! Strengthened, it goes to where the destroyers come home and eats them there, with their random moves
//! in a small search tree, and waits at two steps' distance. Normal, it makes for super stars on small
//! maps, contests the stars between the two on middle ones, and sweeps stars away from the other on
//! large ones; destroyers and a strengthened opponent count as walls, and cells with few exits are shunned.

use boyi_game::{PerSide, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Ground, Status, Target};

use super::steps::Steps;

/// Cells up to which a map is small.
const SMALL: u32 = 150;
/// Cells up to which a map is of middle size.
const MIDDLE: u32 = 400;
/// Rounds that a strengthened garlic looks ahead.
const DEPTH: u32 = 2;
/// What a cell with a single way out costs, in steps.
const DEAD_END: i32 = 6;
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
        let mut next = battle.clone();
        next.move_garlics(alone(battle, side, step));
        let value = value(&next);
        if value > best.0 {
            best = (value, step);
        }
    }
    best.1
}

fn alone(battle: &Battle, side: Side, step: Cell) -> PerSide<Target> {
    let mut choices = PerSide::new(
        battle.idle_move(Side::First),
        battle.idle_move(Side::Second),
    );
    choices[side] = Target::Cell(step);
    choices
}

/// The mean over what the destroyers may do, between the halves of a round.
fn expected(between: &Battle, side: Side, depth: u32) -> f32 {
    let [one, two] = between.destroyer_odds();
    let mut sum = 0.0;
    for &(first, odds) in one.as_slice() {
        for &(second, also) in two.as_slice() {
            let mut next = between.clone();
            next.finish_round([first, second]);
            sum += odds * also * hunting(&next, side, depth - 1);
        }
    }
    sum
}

fn hunting(battle: &Battle, side: Side, depth: u32) -> f32 {
    let garlic = battle.garlic(side);
    if depth == 0 || !garlic.is_strong() || battle.outcome().is_some() {
        return garlic.score as f32 - distance_to_prey(battle, garlic.cell);
    }
    let steps = Steps::of(battle, side);
    let values = steps.as_slice().iter().map(|&step| {
        let mut next = battle.clone();
        next.move_garlics(alone(battle, side, step));
        expected(&next, side, depth)
    });
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
    let obstacles = Obstacles::of(battle, side);
    let mut best: Option<(i32, Cell)> = None;
    let ways = Ways::around(battle, own, &obstacles, |cell, steps| {
        // Stars come the nearest first, and none is liked better than by what a super star is.
        if let Some((price, _)) = best
            && i32::from(steps) - SUPER_STAR > price
        {
            return false;
        }
        if matches!(battle.ground(cell), Ground::Star | Ground::SuperStar) {
            let price = price(battle, side, cell, u32::from(steps));
            let wanted = (price + shunned(battle, cell, &obstacles), cell);
            best = Some(best.map_or(wanted, |best| best.min(wanted)));
        }
        true
    });
    match best {
        Some((_, star)) => ways.first_step(star).unwrap_or(own),
        None => flee(battle, side),
    }
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
fn shunned(battle: &Battle, cell: Cell, obstacles: &Obstacles) -> i32 {
    let terrain = battle.terrain();
    let exits = terrain.neighbours(cell).only(|exit| !obstacles.has(exit));
    let hunted = || {
        let near = |destroyer| {
            terrain
                .distance(cell, destroyer)
                .is_some_and(|far| far <= 6)
        };
        battle.destroyers().into_iter().any(near)
    };
    if obstacles.any && exits.as_slice().len() <= 1 && hunted() {
        DEAD_END
    } else {
        0
    }
}

/// What a garlic does not walk through: whoever ends its game, and the cells next to it.
struct Obstacles {
    cells: [u64; Cell::COUNT / 64],
    any: bool,
}

impl Obstacles {
    fn of(battle: &Battle, side: Side) -> Self {
        let mut obstacles = Self {
            cells: [0; Cell::COUNT / 64],
            any: !battle.garlic(side).is_strong(),
        };
        if obstacles.any {
            let other = battle.garlic(!side);
            let eater = other.is_strong().then_some(other.cell);
            for danger in battle.destroyers().into_iter().chain(eater) {
                let around = battle.terrain().neighbours(danger);
                for cell in around.as_slice().iter().chain([&danger]) {
                    obstacles.cells[cell.index() / 64] |= 1 << (cell.index() % 64);
                }
            }
        }
        obstacles
    }

    fn has(&self, cell: Cell) -> bool {
        self.cells[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }
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

/// Ways around all obstacles.
struct Ways {
    steps: Vec<Option<u16>>,
    from: Vec<Cell>,
    own: Cell,
}

impl Ways {
    /// Walks cell by cell, the nearest first, for as long as the visitor wants more.
    fn around(
        battle: &Battle,
        own: Cell,
        obstacles: &Obstacles,
        mut visit: impl FnMut(Cell, u16) -> bool,
    ) -> Self {
        let terrain = battle.terrain();
        let cells = terrain.open().len();
        let mut ways = Self {
            steps: vec![None; cells],
            from: vec![own; cells],
            own,
        };
        ways.steps[own.index()] = Some(0);
        let mut reached = Vec::with_capacity(cells);
        reached.push((own, 0));
        let mut next = 0;
        while let Some(&(cell, steps)) = reached.get(next) {
            next += 1;
            if !visit(cell, steps) {
                break;
            }
            for &around in terrain.neighbours(cell).as_slice() {
                if ways.steps[around.index()].is_none() && !obstacles.has(around) {
                    ways.steps[around.index()] = Some(steps + 1);
                    ways.from[around.index()] = cell;
                    reached.push((around, steps + 1));
                }
            }
        }
        ways
    }

    fn first_step(&self, to: Cell) -> Option<Cell> {
        let mut cell = to;
        for _ in 1..self.steps[to.index()]? {
            cell = self.from[cell.index()];
        }
        (cell != self.own).then_some(cell)
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{PerSide, Random};
    use boyi_garlic::built_in;

    use super::*;

    /// The same with all stars looked at.
    fn slow_collect(battle: &Battle, side: Side) -> Cell {
        let own = battle.garlic(side).cell;
        let obstacles = Obstacles::of(battle, side);
        let ways = Ways::around(battle, own, &obstacles, |_, _| true);
        let wanted = battle.stars().filter_map(|star| {
            let steps = ways.steps[star.index()]?;
            let price = price(battle, side, star, u32::from(steps));
            Some((price + shunned(battle, star, &obstacles), star))
        });
        match wanted.min() {
            Some((_, star)) => ways.first_step(star).unwrap_or(own),
            None => flee(battle, side),
        }
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
                let own = Target::Cell(collect(&battle, Side::First));
                battle.play(PerSide::new(own, Target::Cell(other)), &mut random);
            }
        }
    }
}
