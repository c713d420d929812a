//! Weights of the general evaluation, learned from games on boards of every class of size with cell
//! scores like those of the course's tasks.

use boyi_engine::EngineError;
use boyi_engine::reversi::general::{BoardWeights, SIZE_CLASSES, embedded_weights};
use boyi_search::Stop;

use super::boards_fit::{Example, Fitting, fit};
use super::boards_games::one_game;
use crate::numbered::numbered;

#[derive(Clone, Copy, Debug)]
pub struct BoardTraining {
    pub games: usize,
    /// Positions the players look at for a move, until the end can be solved.
    pub nodes: u64,
    pub seed: u64,
    /// Threads; each game has a stream of its own, so their number changes nothing.
    pub threads: usize,
}

pub struct BoardsLearned {
    pub weights: BoardWeights,
    pub positions: usize,
    /// The root of the mean squared error on games kept apart, in hundredths of the board: by the
    /// weights built in and by the new ones.
    pub errors: (f64, f64),
}

/// The larger the board, the more positions a game has, and the longer it takes: games of the largest
/// class count so many.
const GAMES_SHARE: [usize; SIZE_CLASSES] = [1, 1, 1, 4, 1, 1];

/// One game in so many is kept apart to measure the error.
const KEPT_APART: usize = 10;

/// Plays and learns; `watch` is told the class and the games done.
pub fn learn_boards(
    settings: &BoardTraining,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<BoardsLearned, EngineError> {
    let (mut examples, mut apart) = (Vec::new(), Vec::new());
    for (class, share) in GAMES_SHARE.into_iter().enumerate() {
        let games = numbered(
            settings.games.div_ceil(share),
            settings.threads,
            || !stop.is_stopped(),
            || Ok::<(), EngineError>(()),
            |(), number| one_game(settings, class, number as u64),
            &mut |done| watch(class, done),
        )?;
        for (number, seen) in games.into_iter().enumerate() {
            let kept = number % KEPT_APART == KEPT_APART - 1;
            if kept { &mut apart } else { &mut examples }.extend(seen);
        }
    }
    let before = embedded_weights();
    let weights = fit(&examples, &before, &Fitting::USUAL, settings.seed);
    Ok(BoardsLearned {
        positions: examples.len(),
        errors: (error(&apart, &before), error(&apart, &weights)),
        weights,
    })
}

/// The root of the mean squared error, each example counted as in learning.
fn error(examples: &[Example], weights: &BoardWeights) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for example in examples {
        sum += f64::from(example.counts) * example.error(weights).powi(2);
        count += f64::from(example.counts);
    }
    if count == 0.0 {
        0.0
    } else {
        (sum / count).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use boyi_engine::weights::LearnedWeights;
    use boyi_search::kernel::EvaluationFile;

    use super::*;

    #[test]
    fn a_small_training_run_is_learned_from_and_written_down() {
        let settings = BoardTraining {
            games: 1,
            nodes: 20,
            seed: 4,
            threads: 2,
        };
        let mut heard = Vec::new();
        let learned = learn_boards(&settings, &Stop::default(), &mut |class, games| {
            heard.push((class, games));
        })
        .expect("games");
        assert_eq!(heard, [0, 1, 2, 3, 4, 5].map(|class| (class, 1)));
        assert!(learned.positions > 100);
        let alone = BoardTraining {
            threads: 1,
            ..settings
        };
        let alone = learn_boards(&alone, &Stop::default(), &mut |_, _| ()).expect("games");
        assert_eq!(
            alone.weights, learned.weights,
            "threads change nothing but the time"
        );
        let bytes = learned.weights.to_file("a test");
        let file = EvaluationFile::parse(&bytes).expect("a file of ours");
        assert_eq!(BoardWeights::read(&file).as_ref(), Ok(&learned.weights));
        assert_ne!(learned.weights.shapes, embedded_weights().shapes);
    }
}
