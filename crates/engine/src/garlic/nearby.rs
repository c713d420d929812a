//! The stars around a cell, and what they promise to a garlic that stands there.

use std::collections::VecDeque;

use boyi_garlic::{Battle, Cell, Ground};

use super::patience::Patience;

/// Stars that are looked at.
const NEARBY: usize = 12;
const STAR: f32 = 10.0;
/// What a star is worth that is collected later: near ones must count for much more, or else a garlic
/// stands between two clusters and cannot decide.
static PATIENCE: Patience = Patience::new(0.95);

/// The nearest stars of a cell, the nearest first.
#[derive(Clone, Copy)]
pub(super) struct Nearby {
    stars: [(Cell, u16); NEARBY],
    count: usize,
}

impl Nearby {
    pub(super) fn of(battle: &Battle, own: Cell) -> Self {
        let terrain = battle.terrain();
        let mut nearby = Self {
            stars: [(own, 0); NEARBY],
            count: 0,
        };
        let mut seen = vec![false; terrain.open().len()];
        seen[own.index()] = true;
        let mut waiting = VecDeque::from([(own, 0)]);
        while let Some((cell, steps)) = waiting.pop_front() {
            if is_star(battle, cell) {
                nearby.stars[nearby.count] = (cell, steps);
                nearby.count += 1;
                if nearby.count == NEARBY {
                    break;
                }
            }
            for &next in terrain.neighbours(cell).as_slice() {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    waiting.push_back((next, steps + 1));
                }
            }
        }
        nearby
    }

    /// What those that are left promise, one collected after the other as if none were out of the way.
    pub(super) fn worth(&self, battle: &Battle, rounds_left: u32) -> f32 {
        let (mut time, mut worth) = (0, 0.0);
        for &(star, steps) in &self.stars[..self.count] {
            if is_star(battle, star) {
                time = (time + 1).max(u32::from(steps));
                if time > rounds_left {
                    break;
                }
                worth += STAR * PATIENCE.after(time);
            }
        }
        worth
    }
}

fn is_star(battle: &Battle, cell: Cell) -> bool {
    matches!(battle.ground(cell), Ground::Star | Ground::SuperStar)
}
