//! Positions of games as the regression sees them: how much of each weight they have.

use boyi_engine::gomoku::learning::{Lesson, PlayedGame, SCALE, is_proven, lessons};
use boyi_gomoku::{Rules, Size};

use crate::logistic::{Samples, likelihood};

/// Positions taken apart.
#[derive(Default)]
pub(super) struct Taken {
    lessons: Vec<Lesson>,
    targets: Vec<f32>,
    /// What the search said in each game, and how many lessons it gave.
    games: Vec<(Vec<i32>, usize)>,
}

impl Taken {
    /// Adds the quiet positions of a game, with its result as their target.
    pub(super) fn add(&mut self, rules: Rules, game: &PlayedGame) {
        let lessons = lessons(Size::USUAL, rules, game);
        self.games.push((game.values.clone(), lessons.len()));
        self.targets
            .extend(lessons.iter().map(|lesson| lesson.result));
        self.lessons.extend(lessons);
    }

    pub(super) fn count(&self) -> usize {
        self.lessons.len()
    }

    /// Takes for each target what the search said of the position and of those after it, the later the
    /// less, and the result last: temporal differences (Sutton 1988). A result owes much to mistakes
    /// that came later; what a search sees a few moves on does not. `patience` between 0 and 1 says how
    /// much the later ones count, `scale` which sum makes a win e times as likely as a loss.
    pub(super) fn look_ahead(&mut self, patience: f32, scale: f32) {
        let mut from = 0;
        for (values, count) in &self.games {
            for index in from..from + count {
                let lesson = &self.lessons[index];
                self.targets[index] = target(values, lesson, patience, scale);
            }
            from += count;
        }
    }
}

fn target(values: &[i32], lesson: &Lesson, patience: f32, scale: f32) -> f32 {
    let (mut target, mut weight) = (0.0, 1.0);
    let ahead = values.iter().skip(lesson.number).enumerate();
    for (ply, &value) in ahead {
        // From the view of the side that was to move in the lesson.
        let value = if ply % 2 == 0 { value } else { -value };
        if is_proven(value) {
            return target + weight * f32::from(u8::from(value > 0));
        }
        let expected = likelihood((SCALE * value) as f32, scale);
        target += weight * (1.0 - patience) * expected;
        weight *= patience;
    }
    target + weight * lesson.result
}

impl Samples for Taken {
    fn len(&self) -> usize {
        self.lessons.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    fn each(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        for &(weight, amount) in &self.lessons[index].amounts {
            visit(usize::from(weight), f32::from(amount));
        }
    }
}
