//! The stars around a cell, and what they are worth to a garlic that stands there.

use boyi_garlic::{Battle, Cell};

use super::discount::Discount;

/// Stars that are looked at.
const NEARBY: usize = 12;
const STAR: f32 = 10.0;
/// What a star is worth that is collected later: near ones must count for much more, or else a garlic
/// stands between two clusters and cannot decide.
static DISCOUNT: Discount = Discount::new(0.95);

/// The nearest stars of a cell, the nearest first.
#[derive(Clone, Copy)]
pub(super) struct NearbyStars {
    stars: [(Cell, u16); NEARBY],
    count: usize,
}

impl NearbyStars {
    pub(super) fn of(battle: &Battle, own: Cell) -> Self {
        let mut nearby = Self {
            stars: [(own, 0); NEARBY],
            count: 0,
        };
        let reached = battle.terrain().nearest_first(own, |_| true);
        let stars = reached.filter(|reached| battle.ground(reached.cell).is_star());
        for star in stars.take(NEARBY) {
            nearby.stars[nearby.count] = (star.cell, star.steps as u16);
            nearby.count += 1;
        }
        nearby
    }

    /// What those that are left are worth, one collected after the other as if none were out of the way.
    pub(super) fn worth(&self, battle: &Battle, rounds_left: u32) -> f32 {
        let (mut time, mut worth) = (0, 0.0);
        for &(star, steps) in &self.stars[..self.count] {
            if battle.ground(star).is_star() {
                time = (time + 1).max(u32::from(steps));
                if time > rounds_left {
                    break;
                }
                worth += STAR * DISCOUNT.after(time);
            }
        }
        worth
    }
}
