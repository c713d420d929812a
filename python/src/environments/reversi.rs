//! Reversi on boards larger than 8 x 8.

use boyi_game::{Position, Random, Side};
use boyi_reversi::{Grid, Move};

use super::{Environment, Step};
use crate::memory::Truth;

#[derive(Clone)]
pub(crate) struct ReversiEnvironment {
    position: Grid,
    moves: Vec<Move>,
}

impl ReversiEnvironment {
    pub(crate) fn new(position: &Grid) -> Self {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        Self {
            position: position.clone(),
            moves,
        }
    }

    fn pass(&self) -> usize {
        self.position.layout().rows() * self.position.layout().cols()
    }
}

impl Environment for ReversiEnvironment {
    fn shape(&self) -> [usize; 3] {
        [
            2,
            self.position.layout().rows(),
            self.position.layout().cols(),
        ]
    }

    fn actions(&self) -> usize {
        self.pass() + 1
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn observe(&self, side: Side, planes: &mut [u8]) {
        let plane = self.pass();
        for (index, square) in self.position.layout().squares().enumerate() {
            if let Some(owner) = self.position.disc(square) {
                planes[usize::from(owner != side) * plane + index] = 1;
            }
        }
    }

    fn mask(&mut self, _side: Side, mask: &mut [Truth]) {
        mask.fill(Truth(0));
        for mv in &self.moves {
            let action = mv
                .square()
                .map_or(self.pass(), |square| self.position.layout().index(square));
            mask[action] = Truth(1);
        }
    }

    fn step(&mut self, actions: &[i32], _chance: &mut Random) -> Step {
        let (action, cols) = (actions[0] as usize, self.position.layout().cols());
        let square = self.position.layout().square(action / cols, action % cols);
        self.position.make(square.map_or(Move::Pass, Move::Place));
        self.moves.clear();
        self.position.legal_moves(&mut self.moves);
        self.position.outcome().map_or(Step::ON, Step::over)
    }
}
