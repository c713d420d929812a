//! Weights of the general evaluation, learned from games on boards of every class of size with cell
//! scores like those of the course's tasks.

use boyi_engine::reversi::Reversi as ReversiGame;
use boyi_engine::reversi::general::{BoardJudge, BoardWeights, SIZE_CLASSES, embedded_weights};
use boyi_engine::{EngineError, Game, Orders, PlayerSpec};
use boyi_game::{Random, Side, ToAct};
use boyi_reversi::discs::{Discs, Whose};
use boyi_reversi::{Lanes, Layout, Setup, WideBoard, position_text, read_position};
use boyi_search::{Limits, Stop};

use super::boards_fit::{Example, Fitting, fit};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct BoardLesson {
    /// Games for each class of size.
    pub games: usize,
    /// Positions the players look at for a move; eight times as many near the end.
    pub nodes: u64,
    /// Where boards and beginnings come from.
    pub seed: u64,
}

/// What was learned.
pub struct BoardsLearned {
    /// The weights, with their recipe.
    pub weights: BoardWeights,
    /// Positions learned from.
    pub positions: usize,
    /// The root of the mean squared error on games kept apart, in hundredths of the board: by the
    /// weights built in and by the new ones.
    pub errors: (f64, f64),
}

/// The side of the boards of each class that are learned on.
const SIDES: [usize; SIZE_CLASSES] = [8, 10, 12, 16];

/// The larger the board, the more positions a game has, and the longer it takes: games of the largest
/// class count so many.
const GAMES_SHARE: [usize; SIZE_CLASSES] = [1, 1, 1, 4];

/// Empties from which the players look at more positions, so that games end as they should.
const END: usize = 14;

/// One game in so many is kept apart to measure the error.
const KEPT_APART: usize = 10;

/// How much of what a position should be worth comes from later than the next move: the rest is what
/// the search of the next move says. Results alone are too noisy for so few games, and searches alone
/// never learn what they do not know (TD(lambda), Sutton 1988).
const LATER: f32 = 0.92;

/// Plays and learns; `watch` is told the class and the games done.
pub fn learn_boards(
    lesson: &BoardLesson,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<BoardsLearned, EngineError> {
    let gathered = gather(lesson, stop, watch)?;
    let before = embedded_weights();
    let mut weights = fit(&gathered.examples, before, &Fitting::USUAL, lesson.seed);
    // What was known before is part of how the new weights came about.
    weights.recipe.push(format!(
        "boyi train reversi-boards --games {} --nodes {} --seed {}",
        lesson.games, lesson.nodes, lesson.seed
    ));
    Ok(BoardsLearned {
        positions: gathered.examples.len(),
        errors: (gathered.error(before), gathered.error(&weights)),
        weights,
    })
}

/// What was seen in the games, and what is kept apart of it.
pub(super) struct Gathered {
    pub(super) examples: Vec<Example>,
    pub(super) apart: Vec<Example>,
}

impl Gathered {
    /// The root of the mean squared error on what was kept apart.
    pub(super) fn error(&self, weights: &BoardWeights) -> f64 {
        let apart = &self.apart;
        let squares: f64 = apart
            .iter()
            .map(|example| example.error(weights).powi(2))
            .sum();
        (squares / apart.len().max(1) as f64).sqrt()
    }
}

/// Plays all games, or as many as there is time for.
pub(super) fn gather(
    lesson: &BoardLesson,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Gathered, EngineError> {
    let (mut examples, mut apart) = (Vec::new(), Vec::new());
    'classes: for (class, &side) in SIDES.iter().enumerate() {
        let mut random = Random::new(lesson.seed ^ (side as u64) << 32);
        for game in 0..lesson.games.div_ceil(GAMES_SHARE[class]) {
            if stop.is_stopped() {
                break 'classes;
            }
            let seen = one_game(lesson, class, side, &mut random)?;
            let kept = game % KEPT_APART == KEPT_APART - 1;
            if kept { &mut apart } else { &mut examples }.extend(seen);
            watch(class, game + 1);
        }
    }
    Ok(Gathered { examples, apart })
}

/// Both sides are the built-in player. It begins with random moves, and somewhere on the way one more
/// is thrown in, so that it learns what follows from mistakes; only what comes after is learned.
fn one_game(
    lesson: &BoardLesson,
    class: usize,
    side: usize,
    random: &mut Random,
) -> Result<Vec<Example>, EngineError> {
    let setup = Setup::start(random_layout(side, random));
    let game = ReversiGame;
    let lay = boyi_engine::Setup {
        position: Some(position_text(&setup)),
        ..boyi_engine::Setup::default()
    };
    let wrong = |error: &dyn std::fmt::Display| EngineError::Record(error.to_string());
    let mut table = game.lay(&lay).map_err(|error| wrong(&error))?;
    let spec = PlayerSpec::named("strong");
    let mut player = game.player(&spec).map_err(|error| wrong(&error))?;
    let judge = BoardJudge::<Lanes>::new(&setup.layout, embedded_weights());
    let cells = side * side;
    let first_random = 4 + random.below(10) as usize;
    let stray = random.below(cells as u64) as usize;
    let unit = judge.unit_in_points();
    let mut seen: Vec<Seen> = Vec::new();
    let mut ply = 0;
    while let ToAct::One(turn) = table.to_act() {
        let mut searched = None;
        let mv = if ply < first_random || ply == stray {
            seen.clear();
            let moves = table.legal_moves(turn);
            random.choose(&moves).map(|mv| mv.text.clone())
        } else {
            let near_end = ply + 4 + END >= cells;
            let nodes = if near_end {
                8 * lesson.nodes
            } else {
                lesson.nodes
            };
            let orders = Orders {
                limits: Limits::nodes(nodes),
                ..Orders::default()
            };
            let thought = player.think(&table.seen(), turn, &orders, &mut |_| ())?;
            let points = thought.lines.first().map(|line| line.score.value() as f32);
            searched = points.map(|points| of_first(turn, points / unit));
            thought.best
        };
        let setup = read_position(&table.position()).map_err(|error| wrong(&error))?;
        if ply > first_random
            && ply != stray
            && let Some(board) = WideBoard::new(&setup)
        {
            let discs = board.discs();
            let placements = discs.placements(Whose::Mover);
            let example = Example {
                class,
                features: judge.features(discs, &placements),
                shapes: judge.shapes(discs),
                riches: judge.riches(),
                stage: judge.stage(discs),
                worth: 0.0,
            };
            seen.push(Seen {
                turn,
                example,
                searched,
            });
        }
        let Some(mv) = mv else { break };
        table.play(turn, &mv)?;
        ply += 1;
    }
    let Some(points) = table.points() else {
        return Ok(Vec::new());
    };
    let mut later = (points[Side::First] - points[Side::Second]) as f32 / unit;
    for seen in seen.iter_mut().rev() {
        later = seen
            .searched
            .map_or(later, |searched| LATER * later + (1.0 - LATER) * searched);
        seen.example.worth = of_first(seen.turn, later);
    }
    Ok(seen.into_iter().map(|seen| seen.example).collect())
}

/// A position of a game.
struct Seen {
    turn: Side,
    example: Example,
    /// What the search said, for the first player.
    searched: Option<f32>,
}

/// From the side to move to the first player, and back.
fn of_first(turn: Side, value: f32) -> f32 {
    match turn {
        Side::First => value,
        Side::Second => -value,
    }
}

/// Cells like those of the course's tasks: all one, corners free, the ring free, or anything.
pub(super) fn random_layout(side: usize, random: &mut Random) -> Layout {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_lesson_is_learned_and_written_down() {
        let lesson = BoardLesson {
            games: 1,
            nodes: 20,
            seed: 4,
        };
        let mut heard = Vec::new();
        let learned = learn_boards(&lesson, &Stop::default(), &mut |class, games| {
            heard.push((class, games));
        })
        .expect("games");
        assert_eq!(heard, [(0, 1), (1, 1), (2, 1), (3, 1)]);
        assert!(learned.positions > 100);
        let read = BoardWeights::read(&learned.weights.write());
        assert_eq!(read.as_ref(), Ok(&learned.weights));
        let last = learned.weights.recipe.last().expect("a line");
        assert!(last.contains("--nodes 20"));
        assert_ne!(learned.weights.shapes, embedded_weights().shapes);
    }
}
