//! A rollout: a game played on by a quick policy for both sides, to see what a position is worth.

use boyi_game::{PerSide, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Neighbours, Status, Target};

/// Rounds until the rest is guessed; longer than a strengthening lasts.
const HORIZON: u32 = 30;
/// What a point is worth a round later. Below 1, or else what can be had at any time is put off for
/// ever: every way to dawdle first gets as much within the horizon.
const DISCOUNT: f64 = 0.97;
/// Cells looked at for a star nearby before the map of the beginning is asked.
const LOOK_AROUND: usize = 24;

/// How far the nearest star was from every cell when the thinking began; `None` where there is none.
pub(super) struct StarMap(Vec<Option<u32>>);

impl StarMap {
    pub(super) fn new(battle: &Battle) -> Self {
        let mut steps = vec![None; battle.terrain().open().len()];
        let mut ring: Vec<Cell> = battle.stars().collect();
        let mut far = 0;
        while !ring.is_empty() {
            let mut next = Vec::new();
            for cell in ring {
                if steps[cell.index()].is_none() {
                    steps[cell.index()] = Some(far);
                    next.extend(battle.terrain().neighbours(cell).as_slice());
                }
            }
            (ring, far) = (next, far + 1);
        }
        Self(steps)
    }

    fn steps(&self, cell: Cell) -> u32 {
        self.0[cell.index()].unwrap_or(u32::MAX)
    }
}

pub(super) struct Rollout {
    /// Points the side gains on the other, sooner ones counting more, with a guess at the rest.
    pub(super) value: f64,
    pub(super) rounds: u64,
}

/// Plays these choices, then by the rollout policy, and evaluates where that leads.
pub(super) fn rollout(
    start: &Battle,
    side: Side,
    choices: PerSide<Target>,
    other_is_still: bool,
    stars: &StarMap,
    random: &mut Random,
) -> Rollout {
    let lead = |battle: &Battle| battle.garlic(side).score - battle.garlic(!side).score;
    let mut battle = start.clone();
    let (mut rounds, mut value, mut weight) = (0, 0.0, 1.0);
    let mut next = choices;
    loop {
        let before = lead(&battle);
        battle.play(next, random);
        rounds += 1;
        value += weight * f64::from(lead(&battle) - before);
        weight *= DISCOUNT;
        if rounds == HORIZON || battle.outcome().is_some() {
            break;
        }
        next = PerSide::new(
            policy(&battle, Side::First, stars, random),
            policy(&battle, Side::Second, stars, random),
        );
        if other_is_still {
            next[!side] = battle.idle_move(!side);
        }
    }
    let rest = expected_points(&battle, side, stars) - expected_points(&battle, !side, stars);
    Rollout {
        value: value + weight * rest,
        rounds: u64::from(rounds),
    }
}

/// What a garlic may still get: everything where it is alone, else only its way to the next star
/// tells the two apart.
fn expected_points(battle: &Battle, side: Side, stars: &StarMap) -> f64 {
    let garlic = battle.garlic(side);
    let mut worth = 0.0;
    if battle.outcome().is_none() && garlic.is_there() {
        let rounds_left = f64::from(battle.last_round() - battle.round());
        let near = stars.steps(garlic.cell).min(20);
        worth -= f64::from(near) / 2.0;
        if !battle.garlic(!side).is_there() {
            worth += (10.0 * f64::from(battle.stars_left())).min(3.0 * rounds_left);
        }
        if let Status::Strong(rounds) = garlic.status {
            worth += 2.0 * f64::from(rounds);
        }
    }
    worth
}

fn policy(battle: &Battle, side: Side, stars: &StarMap, random: &mut Random) -> Target {
    let garlic = battle.garlic(side);
    if !garlic.is_there() {
        return Target::Cell(garlic.cell);
    }
    let steps = battle.terrain().neighbours(garlic.cell);
    if let Status::Strong(rounds) = garlic.status
        && let Some(step) = hunt(battle, side, u32::from(rounds), steps, random)
    {
        return Target::Cell(step);
    }
    let safe = steps.only(|cell| danger(battle, side, cell).is_none_or(|far| far > 1));
    let step = match safe.as_slice() {
        [] => flee(battle, side, steps),
        cells => match towards_a_star(battle, cells) {
            Some(step) => step,
            None => {
                let nearest = cells.iter().map(|&cell| stars.steps(cell)).min();
                let best = safe.only(|cell| Some(stars.steps(cell)) == nearest);
                *random.choose(best.as_slice()).expect("one is the nearest")
            }
        },
    };
    Target::Cell(step)
}

/// Towards the nearest that can be eaten while the strength lasts. Two steps from a destroyer, which
/// may come by itself, it waits half of the time.
fn hunt(
    battle: &Battle,
    side: Side,
    rounds: u32,
    steps: Neighbours,
    random: &mut Random,
) -> Option<Cell> {
    let terrain = battle.terrain();
    let own = battle.garlic(side).cell;
    let other = battle.garlic(!side);
    let tasty = other.status == Status::Normal && other.score > 0;
    let prey = battle
        .destroyers()
        .into_iter()
        .chain(tasty.then_some(other.cell));
    let near = prey.filter_map(|cell| Some((terrain.distance(own, cell)?, cell)));
    let (far, prey) = near.min().filter(|&(far, _)| far <= rounds)?;
    if far == 2 && random.below(2) == 0 {
        return Some(own);
    }
    let nearer = steps.only(|cell| terrain.distance(cell, prey) < Some(far));
    random.choose(nearer.as_slice()).copied()
}

/// Steps to the nearest that can end this garlic's game.
fn danger(battle: &Battle, side: Side, cell: Cell) -> Option<u32> {
    if battle.garlic(side).is_strong() {
        return None;
    }
    let other = battle.garlic(!side);
    let eater = other.is_strong().then_some(other.cell);
    let dangers = battle.destroyers().into_iter().chain(eater);
    dangers
        .filter_map(|danger| battle.terrain().distance(cell, danger))
        .min()
}

fn flee(battle: &Battle, side: Side, steps: Neighbours) -> Cell {
    let own = battle.garlic(side).cell;
    let choices = steps.as_slice().iter().copied().chain([own]);
    let far = |cell: &Cell| danger(battle, side, *cell).unwrap_or(u32::MAX);
    choices.max_by_key(far).expect("staying is a choice")
}

/// The first step to the nearest star, looking ring by ring without walking back.
fn towards_a_star(battle: &Battle, steps: &[Cell]) -> Option<Cell> {
    let has_star = |cell: Cell| battle.ground(cell).is_star();
    let mut seen = [(steps[0], steps[0]); LOOK_AROUND];
    let mut count = 0;
    for &step in steps {
        if has_star(step) {
            return Some(step);
        }
        seen[count] = (step, step);
        count += 1;
    }
    let mut next = 0;
    while next < count {
        let (cell, first) = seen[next];
        next += 1;
        for &around in battle.terrain().neighbours(cell).as_slice() {
            if has_star(around) {
                return Some(first);
            }
            if count < LOOK_AROUND && seen[..count].iter().all(|&(known, _)| known != around) {
                seen[count] = (around, first);
                count += 1;
            }
        }
    }
    None
}
