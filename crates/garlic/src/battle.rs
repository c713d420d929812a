//! A game in progress: who is where, and what is left to collect.

use std::sync::Arc;

use boyi_game::{Key, PerSide, Side};

use crate::cell_set::CellSet;
use crate::garlic::{Garlic, Status};
use crate::setup::{Ground, Progress, Setup};
use crate::terrain::{Cell, Terrain};

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    pub(crate) terrain: Arc<Terrain>,
    pub(crate) homes: [Cell; 2],
    pub(crate) destroyers: [Cell; 2],
    pub(crate) garlics: PerSide<Garlic>,
    /// All stars that are left, and which of them are super stars.
    pub(crate) stars: CellSet,
    pub(crate) super_stars: CellSet,
    pub(crate) stars_left: u32,
    pub(crate) stars_key: Key,
    pub(crate) round: u32,
}

impl Battle {
    /// The game that begins, or goes on, on this map.
    pub fn new(setup: &Setup) -> Self {
        Self::on(Arc::new(setup.terrain()), setup)
    }

    /// The same on a terrain that is known already, which must be this map's.
    pub fn on(terrain: Arc<Terrain>, setup: &Setup) -> Self {
        assert!(setup.lies_on(&terrain), "the terrain is of another map");
        let begun = setup.progress.is_some();
        let progress = setup.progress.clone().unwrap_or(Progress {
            homes: setup.destroyers,
            scores: PerSide::new(0, 0),
            statuses: PerSide::new(Status::Normal, Status::Normal),
            round: 0,
        });
        let garlic = |side| Garlic {
            cell: setup.garlics[side],
            status: progress.statuses[side],
            score: progress.scores[side],
        };
        let mut battle = Self {
            terrain,
            homes: progress.homes,
            destroyers: setup.destroyers,
            garlics: PerSide::new(garlic(Side::First), garlic(Side::Second)),
            stars: CellSet::EMPTY,
            super_stars: CellSet::EMPTY,
            stars_left: 0,
            stars_key: Key::default(),
            round: progress.round,
        };
        for (index, &ground) in setup.ground.iter().enumerate() {
            battle.lay(Cell(index as u16), ground);
        }
        if !begun {
            battle.collect_stars();
        }
        battle
    }

    /// What the text of this position says.
    pub fn setup(&self) -> Setup {
        let cells = 0..self.terrain.open().len();
        Setup {
            rows: self.terrain.rows(),
            cols: self.terrain.cols(),
            ground: cells.map(|index| self.ground(Cell(index as u16))).collect(),
            destroyers: self.destroyers,
            garlics: self.garlics.map(|garlic| garlic.cell),
            progress: Some(Progress {
                homes: self.homes,
                scores: self.garlics.map(|garlic| garlic.score),
                statuses: self.garlics.map(|garlic| garlic.status),
                round: self.round,
            }),
        }
    }

    /// Walls and distances, shared by all positions of the game.
    pub fn terrain(&self) -> &Arc<Terrain> {
        &self.terrain
    }

    #[inline]
    pub fn garlic(&self, side: Side) -> &Garlic {
        &self.garlics[side]
    }

    #[inline]
    pub fn destroyers(&self) -> [Cell; 2] {
        self.destroyers
    }

    /// Where the destroyers started and return to.
    pub fn homes(&self) -> [Cell; 2] {
        self.homes
    }

    pub fn stars(&self) -> impl Iterator<Item = Cell> + '_ {
        self.stars.iter()
    }

    /// The cells on which super stars are left.
    pub fn super_stars(&self) -> impl Iterator<Item = Cell> + '_ {
        self.super_stars.iter()
    }

    pub fn stars_left(&self) -> u32 {
        self.stars_left
    }

    pub fn ground(&self, cell: Cell) -> Ground {
        if !self.terrain.is_open(cell) {
            Ground::Wall
        } else if self.super_stars.has(cell) {
            Ground::SuperStar
        } else if self.stars.has(cell) {
            Ground::Star
        } else {
            Ground::Open
        }
    }

    /// The round after which the game is over at the latest.
    pub fn last_round(&self) -> u32 {
        self.terrain.open().len() as u32
    }

    fn lay(&mut self, cell: Cell, ground: Ground) {
        if ground.is_star() {
            self.stars.add(cell);
            self.stars_left += 1;
            self.stars_key ^= star_key(cell, ground == Ground::SuperStar);
        }
        if ground == Ground::SuperStar {
            self.super_stars.add(cell);
        }
    }
}

#[inline]
pub(crate) fn star_key(cell: Cell, is_super: bool) -> Key {
    Key::mixed(9 << 48 | u64::from(is_super) << 16 | u64::from(cell.0))
}
