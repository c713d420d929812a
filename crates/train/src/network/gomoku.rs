//! Positions of gomoku to learn from.

use std::collections::HashSet;
use std::path::Path;

use boyi_engine::gomoku::network::{Inputs, quiet_moves};
use boyi_game::{Key, Position, Side};
use boyi_gomoku::{Gomoku, Point, Rules, Size};
use boyi_nnue::FloatCodebook;

use super::Examples;
use super::codebook::{Lesson, Workspace};
use crate::games::{DataError, ScoredGame, header_of, read_games};

/// Quiet positions with the result of their game, the score of a search and the move that was played. A
/// position that came before is left out.
pub struct GomokuSamples {
    size: Size,
    rules: Rules,
    /// The moves of all games, one behind the other.
    moves: Vec<Point>,
    positions: Vec<Sample>,
}

#[derive(Clone, Copy)]
struct Sample {
    /// Where the moves of its game begin.
    game: u32,
    /// How many of them were played.
    played: u16,
    score: i16,
    /// Half points of the side to move.
    result: u8,
}

/// Scores beyond this are won games.
const WON: i32 = 3000;

impl GomokuSamples {
    fn empty(rules: Rules) -> Self {
        Self {
            size: Size::USUAL,
            rules,
            moves: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Reads the games of files, which must be of one rule set; some of them are kept aside in the second
    /// set.
    pub fn load(
        files: &[impl AsRef<Path>],
        watch: &mut dyn FnMut(usize),
    ) -> Result<[Self; 2], DataError> {
        let rules = match files.first() {
            Some(file) => header_of(file.as_ref())?.rules,
            None => Rules::Freestyle.to_string(),
        };
        let wanted = Some(("gomoku", Some(rules.as_str())));
        let rules = rules.parse().unwrap_or(Rules::Freestyle);
        let mut sets = [Self::empty(rules), Self::empty(rules)];
        let mut seen = HashSet::new();
        for file in files {
            let mut add_game = |number: usize, game: ScoredGame| {
                let set = &mut sets[usize::from(number.is_multiple_of(super::HELD_OUT))];
                set.add(&game, &mut seen)?;
                if number.is_multiple_of(1024) {
                    watch(sets[0].positions.len());
                }
                Ok(())
            };
            read_games(file.as_ref(), wanted, &mut add_game)?;
        }
        Ok(sets)
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    fn add(&mut self, game: &ScoredGame, seen: &mut HashSet<Key>) -> Result<(), String> {
        let mut position = Gomoku::start(self.size, self.rules);
        let mut moves = Vec::new();
        let mut keys = Vec::new();
        for (number, played) in game.moves.iter().enumerate() {
            let wrong = || format!("move {} `{}` is not legal", number + 1, played.text);
            let whole = Point::read(&played.text).filter(|(_, rest)| rest.is_empty());
            let legal = whole
                .map(|(point, _)| point)
                .filter(|&point| position.is_legal(point));
            let point = legal.ok_or_else(wrong)?;
            keys.push(position.key());
            position.make(point);
            moves.push(point);
        }
        let game_start = self.moves.len() as u32;
        for number in quiet_moves(self.size, self.rules, &moves) {
            let score = game.moves[number].score;
            let Some(score) = score.filter(|score| score.abs() < WON) else {
                continue;
            };
            if seen.insert(keys[number]) {
                let turn = Side::BOTH[number % 2];
                self.positions.push(Sample {
                    game: game_start,
                    played: number as u16,
                    score: score as i16,
                    result: (2.0 * game.points(turn)) as u8,
                });
            }
        }
        self.moves.extend(moves);
        Ok(())
    }
}

impl Examples<FloatCodebook> for GomokuSamples {
    type Workspace = (Inputs, Workspace);

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn workspace(&self, _: &FloatCodebook) -> Self::Workspace {
        (Inputs::new(self.size, self.rules), Workspace::default())
    }

    fn label(&self, index: usize) -> (f32, f32) {
        let sample = &self.positions[index];
        (f32::from(sample.result) / 2.0, f32::from(sample.score))
    }

    fn learn(
        &self,
        network: &FloatCodebook,
        index: usize,
        (target, _): (f32, bool),
        gradient: Option<&mut FloatCodebook>,
        (inputs, workspace): &mut Self::Workspace,
    ) -> f32 {
        let sample = &self.positions[index];
        let game = &self.moves[sample.game as usize..];
        let played = usize::from(sample.played);
        inputs.set(&game[..played]);
        let point = game[played];
        let lesson = Lesson {
            rows: &inputs.rows,
            empty_rows: &inputs.empty_rows,
            regions: &inputs.regions,
            candidates: &inputs.candidates,
            played: (point.row() * self.size.rows() + point.column()) as u16,
            target,
        };
        workspace.learn(network, &lesson, gradient)
    }
}

#[cfg(test)]
mod tests {
    use boyi_engine::gomoku::network::ROWS;
    use boyi_search::Stop;

    use super::super::{Settings, initial_codebook, train};
    use super::*;

    /// Games whose first player wins where it began in the middle.
    fn samples(games: usize) -> GomokuSamples {
        let mut random = boyi_game::Random::new(9);
        let mut samples = GomokuSamples::empty(Rules::Freestyle);
        let mut seen = HashSet::new();
        while samples.moves.len() < 8 * games {
            let mut points: Vec<Point> = Size::USUAL.all().collect();
            random.shuffle(&mut points);
            let first = if samples.moves.len().is_multiple_of(16) {
                "1-0"
            } else {
                "0-1"
            };
            let moves: String = points[..8]
                .iter()
                .map(|point| format!(" {point}:50"))
                .collect();
            let game: ScoredGame = format!("{first}{moves}").parse().expect("a game");
            samples.add(&game, &mut seen).expect("legal moves");
        }
        samples
    }

    #[test]
    fn a_thousand_positions_are_learned_by_heart() {
        let samples = samples(150);
        let count = Examples::len(&samples);
        assert!(count > 950, "{count}");
        let settings = Settings {
            passes: 120,
            result_share: 1.0,
            rate: 0.01,
            threads: 2,
            ..Settings::default()
        };
        let loss = |passes| {
            let settings = Settings { passes, ..settings };
            let start = initial_codebook(ROWS, 1);
            let stop = Stop::default();
            train(&samples, &samples, start, &settings, &stop, &mut |_| ()).held_out
        };
        let (before, after) = (loss(0), loss(settings.passes));
        assert!(after < 0.35 * before, "{before} {after}");
    }

    #[test]
    fn a_game_that_cannot_be_is_refused() {
        let game: ScoredGame = "1-0 h8:3 h8:4".parse().expect("moves");
        let refused = GomokuSamples::empty(Rules::Renju).add(&game, &mut HashSet::new());
        assert_eq!(refused, Err("move 2 `h8` is not legal".to_owned()));
    }
}
