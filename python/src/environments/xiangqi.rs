//! Xiangqi: fourteen planes, one for each kind of piece of each side.

use boyi_game::{Position, Random, Side};
use boyi_xiangqi::{Kind, Move, Square, Xiangqi};

use super::{Environment, Step};
use crate::actions::WAYS;
use crate::memory::Truth;

#[derive(Clone)]
pub(crate) struct XiangqiEnvironment {
    position: Xiangqi,
    moves: Vec<Move>,
    /// The actions that are set in the mask.
    marked: Vec<u16>,
}

impl XiangqiEnvironment {
    pub(crate) fn new(position: &Xiangqi) -> Self {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        Self {
            position: position.clone(),
            moves,
            marked: Vec::new(),
        }
    }
}

impl Environment for XiangqiEnvironment {
    fn shape(&self) -> [usize; 3] {
        [14, 10, 9]
    }

    fn actions(&self) -> usize {
        WAYS.count()
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn observe(&self, side: Side, planes: &mut [u8]) {
        let planes = planes.chunks_exact_mut(Square::COUNT);
        let owners = [side, !side];
        let kinds = owners
            .into_iter()
            .flat_map(|owner| Kind::ALL.map(|kind| (owner, kind)));
        for (plane, (owner, kind)) in planes.zip(kinds) {
            for square in self.position.board().pieces(owner, kind) {
                plane[9 * (9 - square.rank()) + square.file()] = 1;
            }
        }
    }

    fn mask(&mut self, _side: Side, mask: &mut [Truth]) {
        // Few of two thousand actions are legal: those of before are cleared one by one.
        for &action in &self.marked {
            mask[usize::from(action)] = Truth(0);
        }
        self.marked.clear();
        for &mv in &self.moves {
            let action = WAYS.number(mv);
            mask[action] = Truth(1);
            self.marked.push(action as u16);
        }
    }

    fn step(&mut self, actions: &[i32], _chance: &mut Random) -> Step {
        let mv = WAYS.mv(actions[0] as usize).expect("a legal action");
        self.position.make(mv);
        self.moves.clear();
        self.position.legal_moves(&mut self.moves);
        if !self.moves.is_empty() {
            return Step::ON;
        }
        self.position.outcome().map_or(Step::ON, Step::over)
    }

    fn sample(&self, _side: Side, _mask: &[Truth], random: &mut Random) -> i32 {
        random
            .choose(&self.moves)
            .map_or(0, |&mv| WAYS.number(mv) as i32)
    }
}
