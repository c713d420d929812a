//! Positions of games as the regression sees them: how much of each weight they have.

use boyi_engine::gomoku::learning::{Lesson, MIXTURE_COUNT, PlayedGame, ROLES, lessons};
use boyi_gomoku::{Rules, Size};

use crate::logistic::Samples;

/// Positions taken apart.
#[derive(Default)]
pub(super) struct Taken(Vec<Lesson>);

impl Taken {
    /// Adds the quiet positions of a game.
    pub(super) fn add(&mut self, rules: Rules, game: &PlayedGame) {
        self.0.extend(lessons(Size::USUAL, rules, game));
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

impl Samples for Taken {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.0[index].target
    }

    /// The side to move adds what its points count, the other side takes away what its points count,
    /// and the move itself counts once.
    fn each(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        let lesson = &self.0[index];
        for &mixture in &lesson.moving {
            visit(usize::from(mixture), 1.0);
        }
        for &mixture in &lesson.waiting {
            visit(MIXTURE_COUNT + usize::from(mixture), -1.0);
        }
        visit(ROLES * MIXTURE_COUNT, 1.0);
    }
}
