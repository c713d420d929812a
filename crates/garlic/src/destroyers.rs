//! How destroyers move: the one place where chance has a say.

use boyi_game::{Chance, PerSide, Side};

use crate::terrain::{Cell, Neighbours, Terrain};

/// Where a destroyer goes. With `prey` it hunts; without (a garlic is strengthened or gone) it roams.
///
/// The draws and their order are part of our records: first the prey, with odds as the distance to
/// the *other* garlic, then the step. A garlic that cannot be reached is no prey, which is the limit
/// of those odds; one that can reach nobody stays and draws nothing.
#[inline]
pub(crate) fn step(
    terrain: &Terrain,
    from: Cell,
    prey: Option<PerSide<Cell>>,
    chance: &mut impl Chance,
) -> Cell {
    let around = terrain.neighbours(from);
    let Some(garlics) = prey else {
        return pick(around, from, chance);
    };
    let distances = garlics.map(|garlic| terrain.distance(from, garlic));
    let side = match (distances[Side::First], distances[Side::Second]) {
        (Some(a), Some(b)) => Side::BOTH[chance.pick(&[b, a])],
        (Some(_), None) => Side::First,
        (None, Some(_)) => Side::Second,
        (None, None) => return from,
    };
    let (target, distance) = (garlics[side], distances[side]);
    let nearer = around.only(|cell| terrain.distance(cell, target) < distance);
    pick(nearer, from, chance)
}

/// One of them, all alike; stays where there is none.
#[inline]
fn pick(choices: Neighbours, stay: Cell, chance: &mut impl Chance) -> Cell {
    const EVEN: [u32; 4] = [1; 4];
    match choices.as_slice() {
        [] => stay,
        cells => cells[chance.pick(&EVEN[..cells.len()])],
    }
}
