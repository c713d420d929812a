//! Positions of games as the regression sees them: how much of each weight they have.

use boyi_engine::gomoku::learning::{Lesson, PlayedGame, is_proven, lessons};
use boyi_gomoku::{Rules, Size};

use crate::logistic::Samples;

/// The quiet positions of games, taken apart.
#[derive(Default)]
pub(super) struct GamePositions {
    positions: Vec<Lesson>,
    targets: Vec<f32>,
    /// What the search said in each game, and how many positions it gave.
    games: Vec<(Vec<i32>, usize)>,
}

impl GamePositions {
    /// Adds the quiet positions of a game, with its result as their target.
    pub(super) fn add(&mut self, rules: Rules, game: &PlayedGame) {
        let positions = lessons(Size::USUAL, rules, game);
        self.games.push((game.values.clone(), positions.len()));
        self.targets
            .extend(positions.iter().map(|position| position.result));
        self.positions.extend(positions);
    }

    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    /// Where the search proved a win or a loss later in the game, that is the target and not the
    /// result, which owes much to mistakes.
    pub(super) fn take_proven_results(&mut self) {
        let mut targets = self.targets.iter_mut().zip(&self.positions);
        for (values, count) in &self.games {
            for (target, position) in targets.by_ref().take(*count) {
                let ahead = values.iter().skip(position.number).enumerate();
                // From the view of the side that was to move in the position.
                let mut ahead =
                    ahead.map(|(ply, &value)| if ply % 2 == 0 { value } else { -value });
                let proven = ahead.find(|&value| is_proven(value));
                if let Some(value) = proven {
                    *target = f32::from(u8::from(value > 0));
                }
            }
        }
    }
}

impl Samples for GamePositions {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    fn each(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        for &(weight, amount) in &self.positions[index].amounts {
            visit(usize::from(weight), f32::from(amount));
        }
    }
}
