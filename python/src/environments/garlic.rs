//! The garlic battle: both act at once, rewards are the points of the round.

use boyi_game::{PerSide, Random, Side, Simultaneous};
use boyi_garlic::{Battle, Cell, Status, Target};

use super::{Environment, Step};
use crate::actions::{STEPS, step};
use crate::memory::Truth;

#[derive(Clone)]
pub(crate) struct GarlicEnvironment {
    battle: Battle,
    targets: Vec<Target>,
}

impl GarlicEnvironment {
    pub(crate) fn new(battle: &Battle) -> Self {
        Self {
            battle: battle.clone(),
            targets: Vec::new(),
        }
    }

    /// The cell that a step leads to; staying where there is none.
    fn target(&self, side: Side, action: i32) -> Target {
        let stay = Target::Cell(self.battle.garlic(side).cell);
        let around = self
            .battle
            .terrain()
            .neighbours(self.battle.garlic(side).cell);
        let cells = around.as_slice().iter().copied().map(Target::Cell);
        cells
            .into_iter()
            .find(|&target| step(&self.battle, side, target) == action as usize)
            .unwrap_or(stay)
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.battle.garlic(side).score)
    }
}

impl Environment for GarlicEnvironment {
    const ACTORS: usize = 2;

    /// Walls, stars, super stars, oneself, the other, destroyers. A garlic is 1, and 1 more for each round of
    /// strength it has left.
    fn shape(&self) -> [usize; 3] {
        let terrain = self.battle.terrain();
        [6, terrain.rows(), terrain.cols()]
    }

    fn actions(&self) -> usize {
        STEPS
    }

    fn turn(&self) -> Side {
        Side::First
    }

    fn observe(&self, side: Side, planes: &mut [u8]) {
        let open = self.battle.terrain().open();
        let cells = open.len();
        for (wall, &is_open) in planes.iter_mut().zip(open) {
            *wall = u8::from(!is_open);
        }
        let mut add =
            |plane: usize, cell: Cell, value: u8| planes[plane * cells + cell.index()] += value;
        self.battle.stars().for_each(|cell| add(1, cell, 1));
        self.battle.super_stars().for_each(|cell| add(2, cell, 1));
        for (plane, owner) in [(3, side), (4, !side)] {
            let garlic = self.battle.garlic(owner);
            match garlic.status {
                Status::Gone => {}
                Status::Normal => add(plane, garlic.cell, 1),
                Status::Strong(rounds) => add(plane, garlic.cell, 1 + rounds),
            }
        }
        self.battle
            .destroyers()
            .into_iter()
            .for_each(|cell| add(5, cell, 1));
    }

    fn mask(&mut self, side: Side, mask: &mut [Truth]) {
        mask.fill(Truth(0));
        self.targets.clear();
        self.battle.legal_moves(side, &mut self.targets);
        for &target in &self.targets {
            mask[step(&self.battle, side, target)] = Truth(1);
        }
    }

    fn step(&mut self, actions: &[i32], chance: &mut Random) -> Step {
        let before = self.scores();
        let [first, second] = Side::BOTH.map(|side| self.target(side, actions[side.index()]));
        self.battle.play(PerSide::new(first, second), chance);
        let after = self.scores();
        Step {
            rewards: [0, 1].map(|side| (after[side] - before[side]) as f32),
            is_over: self.battle.outcome().is_some(),
        }
    }
}
