//! Gomoku: stones alone where that is enough, the whole game for renju.

use boyi_game::{Position, Random, Side};
use boyi_gomoku::{Content, Gomoku, LightGomoku, Point, Size};

use super::{Environment, Step, as_bytes, spread_row};
use crate::actions;
use crate::memory::Truth;

/// The point of a legal action.
fn point(size: Size, action: i32) -> Point {
    actions::to_point(size, action as usize).expect("a legal action")
}

#[derive(Clone)]
pub(crate) struct LightGomokuEnvironment(LightGomoku);

impl LightGomokuEnvironment {
    pub(crate) fn new(start: LightGomoku) -> Self {
        Self(start)
    }
}

impl Environment for LightGomokuEnvironment {
    fn shape(&self) -> [usize; 3] {
        let rows = self.0.size().rows();
        [2, rows, rows]
    }

    fn actions(&self) -> usize {
        self.0.size().points()
    }

    fn turn(&self) -> Side {
        self.0.turn()
    }

    #[inline]
    fn observe(&self, side: Side, planes: &mut [u8]) {
        let size = self.0.size();
        let planes = planes.chunks_exact_mut(size.points());
        for (plane, owner) in planes.zip([side, !side]) {
            for (row, bytes) in plane.chunks_exact_mut(size.rows()).rev().enumerate() {
                spread_row(self.0.row(owner, row), bytes);
            }
        }
    }

    #[inline]
    fn mask(&mut self, _side: Side, mask: &mut [Truth]) {
        let rows = as_bytes(mask).chunks_exact_mut(self.0.size().rows());
        for (row, bytes) in rows.rev().enumerate() {
            spread_row(self.0.empty_in_row(row), bytes);
        }
    }

    #[inline]
    fn step(&mut self, actions: &[i32], _chance: &mut Random) -> Step {
        self.0.make(point(self.0.size(), actions[0]));
        self.0.outcome().map_or(Step::ON, Step::over)
    }

    #[inline]
    fn sample(&self, _side: Side, mask: &[Truth], random: &mut Random) -> i32 {
        // Most points are free for most of a game: trying is quicker than counting.
        let points = self.0.size().points() as u64;
        for _ in 0..64 {
            let action = random.below(points) as usize;
            if mask[action].0 == 1 {
                return action as i32;
            }
        }
        mask.iter().position(|legal| legal.0 == 1).unwrap_or(0) as i32
    }
}

/// The whole game, with forbidden points.
#[derive(Clone)]
pub(crate) struct RenjuEnvironment(Gomoku);

impl RenjuEnvironment {
    pub(crate) fn new(position: &Gomoku) -> Self {
        Self(position.clone())
    }
}

impl Environment for RenjuEnvironment {
    fn shape(&self) -> [usize; 3] {
        let rows = self.0.size().rows();
        [2, rows, rows]
    }

    fn actions(&self) -> usize {
        self.0.size().points()
    }

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn observe(&self, side: Side, planes: &mut [u8]) {
        let size = self.0.size();
        for point in size.all() {
            if let Content::Stone(owner) = self.0.at(point) {
                let plane = usize::from(owner != side) * size.points();
                planes[plane + actions::of_point(size, point)] = 1;
            }
        }
    }

    fn mask(&mut self, _side: Side, mask: &mut [Truth]) {
        let size = self.0.size();
        for point in size.all() {
            let is_legal = self.0.is_legal(point);
            mask[actions::of_point(size, point)] = Truth(u8::from(is_legal));
        }
    }

    fn step(&mut self, actions: &[i32], _chance: &mut Random) -> Step {
        self.0.make(point(self.0.size(), actions[0]));
        self.0.outcome().map_or(Step::ON, Step::over)
    }
}
