//! Weights of the general evaluation, for each class of board size, learned from games on boards of
//! that size with random cell scores.

use boyi_engine::reversi::Reversi as ReversiGame;
use boyi_engine::reversi::general::{
    BoardJudge, BoardWeights, FEATURES, SIZE_CLASSES, STAGES, embedded_weights,
};
use boyi_engine::{EngineError, Game, Orders, PlayerSpec};
use boyi_game::{Position, Random, Side, ToAct};
use boyi_reversi::{Grid, Layout, Rows, Setup, position_text, read_position};
use boyi_search::{Limits, Stop};

use super::least_squares::LeastSquares;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct BoardLesson {
    /// Games for each class of size.
    pub games: usize,
    /// Plies the players look ahead.
    pub depth: u32,
    /// Where boards and beginnings come from.
    pub seed: u64,
}

/// The side of the boards of each class that are learned on.
const SIDES: [usize; SIZE_CLASSES] = [8, 10, 12, 16];

/// The weights of one class.
type StageWeights = [[f32; FEATURES]; STAGES];

/// How much the weights there are count against the games: as if each position showed every feature
/// by a tenth (the square of it stands here) without saying anything about it.
const TRUST_IN_BEFORE: f64 = 0.01;

/// One position, for its class.
struct Example {
    features: [f32; FEATURES],
    stage: f32,
    result: f32,
}

/// Plays and learns; `watch` is told the class and the games done. What a class has too few games
/// for stays as it is built in.
pub fn learn_boards(
    lesson: &BoardLesson,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<BoardWeights, EngineError> {
    let mut weights = *embedded_weights();
    for (class, &side) in SIDES.iter().enumerate() {
        let mut random = Random::new(lesson.seed ^ (side as u64) << 32);
        let mut examples = Vec::new();
        for game in 0..lesson.games {
            if stop.is_stopped() {
                return Ok(weights);
            }
            examples.extend(one_game(lesson, side, &mut random)?);
            watch(class, game + 1);
        }
        if let Some(learned) = fit(&examples, &weights[class]) {
            weights[class] = learned;
        }
    }
    Ok(weights)
}

/// The weights as the text that the engine reads.
pub fn written(weights: &BoardWeights) -> String {
    let mut text =
        String::from("# moves corners corner-worth diagonal beside stable edges points\n");
    for stage in weights.iter().flatten() {
        let numbers: Vec<String> = stage.iter().map(|weight| format!("{weight:.3}")).collect();
        text.push_str(&numbers.join(" "));
        text.push('\n');
    }
    text
}

fn one_game(
    lesson: &BoardLesson,
    side: usize,
    random: &mut Random,
) -> Result<Vec<Example>, EngineError> {
    let setup = Setup::start(random_layout(side, random));
    let position = Some(position_text(&setup));
    let game = ReversiGame;
    let lay = boyi_engine::Setup {
        position,
        ..boyi_engine::Setup::default()
    };
    let mut table = game
        .lay(&lay)
        .map_err(|error| EngineError::Record(error.to_string()))?;
    let spec = PlayerSpec::named("strong");
    let mut player = game
        .player(&spec)
        .map_err(|error| EngineError::Record(error.to_string()))?;
    let judge = BoardJudge::<Rows>::new(&setup.layout, embedded_weights());
    let orders = Orders {
        limits: Limits::depth(lesson.depth),
        ..Orders::default()
    };
    let random_plies = 4 + random.below(side as u64) as usize;
    let mut seen = Vec::new();
    let mut ply = 0;
    while let ToAct::One(turn) = table.to_act() {
        let stray = ply < random_plies || random.below(24) == 0;
        let mv = if stray {
            let moves = table.legal_moves(turn);
            random.choose(&moves).map(|mv| mv.text.clone())
        } else {
            player
                .think(&table.seen(), turn, &orders, &mut |_| ())?
                .best
        };
        let Some(mv) = mv else { break };
        table.play(turn, &mv)?;
        ply += 1;
        if ply >= random_plies && ply % 3 == 0 {
            seen.push(table.position());
        }
    }
    let Some(points) = table.points() else {
        return Ok(Vec::new());
    };
    let margin = (points[Side::First] - points[Side::Second]) as f32 / judge.mean();
    let example = |text: String| {
        let grid = Grid::new(&read_position(&text).ok()?)?;
        let sign = if grid.turn() == Side::First {
            1.0
        } else {
            -1.0
        };
        Some(Example {
            features: judge.features(grid.discs()),
            stage: judge.stage(grid.discs()),
            result: sign * margin,
        })
    };
    Ok(seen.into_iter().filter_map(example).collect())
}

/// Cells like those of the course's tasks: all one, corners free, the ring free, or anything.
fn random_layout(side: usize, random: &mut Random) -> Layout {
    let task = random.below(4);
    let last = side - 1;
    let mut worth = Vec::new();
    for row in 0..side {
        for col in 0..side {
            let corner = (row == 0 || row == last) && (col == 0 || col == last);
            let ring = row == 0 || row == last || col == 0 || col == last;
            let free = match task {
                0 => false,
                1 => corner,
                2 => ring,
                _ => true,
            };
            let middle = |at: usize| at == side / 2 || at + 1 == side / 2;
            worth.push(match free {
                _ if middle(row) && middle(col) => 0,
                true => 1 + random.below(9) as u8,
                false => 1,
            });
        }
    }
    Layout::weighted(side, side, |square| {
        worth[square.row() * side + square.col()]
    })
    .expect("even sides from 8 to 16")
}

/// Every stage of every feature by least squares, as a correction of the weights there are: what
/// hardly happens in the games stays near what it was. `None` where there is too little to learn
/// from.
fn fit(examples: &[Example], before: &StageWeights) -> Option<StageWeights> {
    if examples.len() < 40 * FEATURES * STAGES {
        return None;
    }
    let mut squares = LeastSquares::new(FEATURES * STAGES);
    for example in examples {
        let lower = (example.stage as usize).min(STAGES - 2);
        let upper_share = f64::from(example.stage) - lower as f64;
        let mut row = vec![0.0; FEATURES * STAGES];
        let mut expected = 0.0;
        for (n, &feature) in example.features.iter().enumerate() {
            for (stage, share) in [(lower, 1.0 - upper_share), (lower + 1, upper_share)] {
                let part = f64::from(feature) * share;
                row[stage * FEATURES + n] = part;
                expected += part * f64::from(before[stage][n]);
            }
        }
        squares.add(&row, f64::from(example.result) - expected, 1.0);
    }
    let change = squares.solved(TRUST_IN_BEFORE * examples.len() as f64);
    Some(std::array::from_fn(|stage| {
        std::array::from_fn(|n| before[stage][n] + change[stage * FEATURES + n] as f32)
    }))
}

#[cfg(test)]
mod tests {
    use boyi_engine::reversi::general::read_weights;

    use super::*;

    #[test]
    fn weights_are_learned_and_read_back() {
        let lesson = BoardLesson {
            games: 2,
            depth: 1,
            seed: 4,
        };
        let mut random = Random::new(4);
        let examples = one_game(&lesson, 8, &mut random).expect("a game");
        assert!(examples.len() > 10);
        let text = written(embedded_weights());
        let read = read_weights(&text).expect("what we wrote");
        let close = |a: &f32, b: &f32| (a - b).abs() < 0.001;
        let flat = |weights: &BoardWeights| weights.as_flattened().as_flattened().to_vec();
        assert!(
            flat(&read)
                .iter()
                .zip(&flat(embedded_weights()))
                .all(|(a, b)| close(a, b))
        );
    }
}
