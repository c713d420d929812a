//! What is known of a map before a game begins: what its destroyers and its super stars are worth.

use std::sync::Arc;

use boyi_garlic::{Battle, Cell, Terrain};

use super::escape::Rooms;
use super::farm::Farm;

/// How much the second destroyer adds to what the better one gives.
const SECOND_DESTROYER: f32 = 0.35;
/// Rounds of strength that are left after the round in which a super star is taken.
pub(super) const STRENGTH_TAKEN: u32 = 19;

pub(super) struct MapValues {
    terrain: Arc<Terrain>,
    homes: [Cell; 2],
    farms: [Farm; 2],
    super_stars: Vec<SuperStar>,
    pub(super) rooms: Rooms,
}

impl MapValues {
    pub(super) fn new(battle: &Battle) -> Self {
        let farms = battle.homes().map(|home| Farm::new(battle.terrain(), home));
        let super_stars = battle.super_stars();
        Self {
            terrain: Arc::clone(battle.terrain()),
            homes: battle.homes(),
            super_stars: super_stars
                .map(|cell| SuperStar::new(&farms, battle, cell))
                .collect(),
            farms,
            rooms: Rooms::new(),
        }
    }

    pub(super) fn is_of(&self, battle: &Battle) -> bool {
        Arc::ptr_eq(&self.terrain, battle.terrain()) && self.homes == battle.homes()
    }

    /// Points to be had from both destroyers, from each at most so many, and of those this share.
    pub(super) fn hunt(
        &self,
        battle: &Battle,
        rounds: usize,
        own: Cell,
        most: [f32; 2],
        share: [f32; 2],
    ) -> f32 {
        let value = |which: usize| {
            let destroyer = battle.destroyers()[which];
            let value = self.farms[which].value(battle.terrain(), rounds, own, destroyer);
            share[which] * value.min(most[which])
        };
        combined([value(0), value(1)])
    }

    /// What a super star is worth; it may be on a map that came in the middle of a game.
    pub(super) fn super_star(&self, battle: &Battle, cell: Cell) -> SuperStar {
        let known = self.super_stars.iter().find(|star| star.cell == cell);
        known
            .cloned()
            .unwrap_or_else(|| SuperStar::new(&self.farms, battle, cell))
    }
}

/// What both destroyers give together: one garlic cannot be at two homes.
fn combined([one, two]: [f32; 2]) -> f32 {
    one.max(two) + SECOND_DESTROYER * one.min(two)
}

/// A super star and what each destroyer gives at most when it is taken. A destroyer that happens to be
/// next to it is worth more, but is gone before anybody is there: counting it makes a garlic linger.
#[derive(Clone)]
pub(super) struct SuperStar {
    pub(super) cell: Cell,
    pub(super) lured: [f32; 2],
    /// What each gives from wherever it may be, in order.
    anywhere: [Vec<f32>; 2],
}

impl SuperStar {
    fn new(farms: &[Farm; 2], battle: &Battle, cell: Cell) -> Self {
        const ROUNDS: usize = STRENGTH_TAKEN as usize;
        let terrain = battle.terrain();
        Self {
            cell,
            lured: [0, 1].map(|which| farms[which].lured(terrain, ROUNDS, cell)),
            anywhere: [0, 1].map(|which| {
                let places = terrain
                    .open_cells()
                    .filter(|&place| terrain.distance(place, cell).is_some());
                let mut values: Vec<f32> = places
                    .map(|place| farms[which].value(terrain, ROUNDS, cell, place))
                    .collect();
                values.sort_by(f32::total_cmp);
                values
            }),
        }
    }

    /// What both give once they have come close behind.
    pub(super) fn lured(&self) -> f32 {
        combined(self.lured)
    }

    /// What the better one gives at the best moment of so many rounds in which both roam. A random walk
    /// takes long to come anywhere else, so that many rounds are few independent looks.
    pub(super) fn best_of(&self, rounds: u32) -> f32 {
        const A_LOOK: f32 = 30.0;
        let looks = rounds as f32 / A_LOOK;
        let best = |values: &Vec<f32>| {
            let place = values.len() as f32 * looks / (looks + 1.0);
            values.get(place as usize).copied().unwrap_or(0.0)
        };
        self.anywhere.iter().map(best).fold(0.0, f32::max)
    }
}
