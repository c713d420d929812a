//! Games on boards with cell scores that the built-in player plays against itself: a random beginning, in
//! half of them a stray move or two, and an end that is solved.

use std::sync::Arc;

use boyi_arena::self_play::{random_move, self_play, think};
use boyi_engine::reversi::Reversi as ReversiGame;
use boyi_engine::reversi::general::{BoardEvaluator, SIZE_CLASSES, embedded_weights};
use boyi_engine::{EngineError, Game, Go, PlayerSpec};
use boyi_game::{Key, Random, Side};
use boyi_reversi::discs::{Discs, Whose};
use boyi_reversi::{Lanes, Layout, Setup, Square, WideBoard, position_text, read_position};

use super::boards::BoardTraining;
use super::boards_fit::Example;

/// How games of a class of size are played.
struct Class {
    /// Rows and columns of its boards, drawn by lot.
    sizes: &'static [(usize, usize)],
    /// Empties from which the end is solved, and the most positions that it may take. The solver of small
    /// boards is the quicker one, and games of the largest class are long enough without it.
    solved: usize,
    most_nodes: u64,
}

const CLASSES: [Class; SIZE_CLASSES] = [
    Class {
        sizes: &[(8, 8)],
        solved: 16,
        most_nodes: 600_000,
    },
    Class {
        sizes: &[(10, 10), (10, 10), (10, 10), (8, 10), (10, 8)],
        solved: 14,
        most_nodes: 250_000,
    },
    Class {
        sizes: &[(12, 12), (12, 12), (12, 12), (8, 14), (12, 10)],
        solved: 14,
        most_nodes: 250_000,
    },
    Class {
        sizes: &[(16, 16), (16, 16), (14, 14), (16, 10)],
        solved: 12,
        most_nodes: 200_000,
    },
    Class {
        sizes: &[(4, 6), (8, 4), (4, 10), (12, 4), (4, 16)],
        solved: 14,
        most_nodes: 250_000,
    },
    Class {
        sizes: &[(6, 6), (6, 8), (10, 6), (6, 12), (16, 6)],
        solved: 14,
        most_nodes: 250_000,
    },
];

/// A player's table in mebibytes: small, so that it is soon made.
const HASH_MIB: usize = 2;

/// The least random moves at the beginning, and how many more there may be.
const RANDOM_PLIES: (u64, u64) = (3, 8);

/// How much of what a position should be worth comes from later than the next move: the rest is what
/// the search of the next move says. Results alone are too noisy for so few games, and searches alone
/// never learn what they do not know (TD(lambda), Sutton 1988).
const LATER: f32 = 0.92;

/// The lead, in hundredths of the board, at which a position counts half: what is decided teaches little
/// about what is not.
const DECIDED: f32 = 40.0;

struct SeenPosition {
    turn: Side,
    example: Example,
    /// What the search said, for the first player.
    searched: Option<f32>,
}

/// What can be learned from a game: what comes after its last random move.
pub(super) fn one_game(
    settings: &BoardTraining,
    class: usize,
    number: u64,
) -> Result<Vec<Example>, EngineError> {
    let &Class {
        sizes,
        solved,
        most_nodes,
    } = &CLASSES[class];
    let mut random = Random::new(settings.seed ^ Key::mixed(number << 3 | class as u64).0);
    let size = *random.choose(sizes).expect("a size");
    let setup = Setup::start(random_layout(size, &mut random));
    let lay = boyi_engine::Setup {
        position: Some(position_text(&setup)),
        rules: Some("discs".to_owned()),
        ..boyi_engine::Setup::default()
    };
    let wrong = |error: &dyn std::fmt::Display| EngineError::Record(error.to_string());
    let mut table = ReversiGame.lay(&lay).map_err(|error| wrong(&error))?;
    let spec = PlayerSpec {
        hash: Some(HASH_MIB),
        ..PlayerSpec::named("strong")
    };
    let mut player = ReversiGame.player(&spec).map_err(|error| wrong(&error))?;
    let judge = BoardEvaluator::<Lanes>::new(&setup.layout, embedded_weights());
    let riches = judge.riches().map(Arc::new);
    let unit = judge.unit_in_points();
    let cells = size.0 * size.1;
    let first_random = (RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1 + 1)) as usize;
    let strays = match random.below(2) {
        0 => [0; 2],
        _ => [cells, 2 * cells].map(|most| random.below(most as u64) as usize),
    };
    let mut seen: Vec<SeenPosition> = Vec::new();
    self_play(&mut *table, |table, turn| {
        let ply = table.record().moves.len();
        if ply < first_random || strays.contains(&ply) {
            seen.clear();
            return Ok(random_move(table, turn, &mut random));
        }
        let near_end = ply + 4 + solved >= cells;
        let go = Go::nodes(if near_end { most_nodes } else { settings.nodes });
        let thought = think(&mut *player, table, turn, &go)?;
        let points = thought.lines.first().map(|line| line.score.value() as f32);
        let position = read_position(&table.position()).map_err(|error| wrong(&error))?;
        if let Some(board) = WideBoard::new(&position) {
            let discs = board.discs();
            let example = Example {
                class,
                features: judge.features(discs, &discs.placements(Whose::Mover)),
                shapes: judge.shapes(discs),
                riches: riches.clone(),
                stage: judge.stage(discs),
                worth: 0.0,
                counts: 1.0,
            };
            seen.push(SeenPosition {
                turn,
                example,
                searched: points.map(|points| of_first(turn, points / unit)),
            });
        }
        Ok::<_, EngineError>(thought.best)
    })?;
    let Some(points) = table.points() else {
        return Ok(Vec::new());
    };
    let result = (points[Side::First] - points[Side::Second]) as f32 / unit;
    Ok(with_worth(seen, result))
}

/// What the positions of a game should be worth, from its end backwards.
fn with_worth(seen: Vec<SeenPosition>, result: f32) -> Vec<Example> {
    let mut later = result;
    let mut examples: Vec<Example> = seen
        .into_iter()
        .rev()
        .map(|seen| {
            later = seen
                .searched
                .map_or(later, |searched| LATER * later + (1.0 - LATER) * searched);
            Example {
                worth: of_first(seen.turn, later),
                counts: 1.0 / (1.0 + (later / DECIDED).powi(2)),
                ..seen.example
            }
        })
        .collect();
    examples.reverse();
    examples
}

/// From the side to move to the first player, and back.
fn of_first(turn: Side, value: f32) -> f32 {
    match turn {
        Side::First => value,
        Side::Second => -value,
    }
}

/// Cells like those of the course's tasks: all one, corners free, the ring free, or anything; the more
/// there is to know about a task, the more often it comes.
pub(super) fn random_layout((rows, cols): (usize, usize), random: &mut Random) -> Layout {
    let task = random.below(8);
    let on_border = |at: usize, side: usize| at == 0 || at + 1 == side;
    let in_middle = |at: usize, side: usize| at == side / 2 || at + 1 == side / 2;
    let mut worth = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let borders = (on_border(row, rows), on_border(col, cols));
            let free = match task {
                0 => false,
                1 | 2 => borders == (true, true),
                3 | 4 => borders != (false, false),
                _ => true,
            };
            worth.push(match free {
                _ if in_middle(row, rows) && in_middle(col, cols) => 0,
                true => 1 + random.below(9) as u8,
                false => 1,
            });
        }
    }
    let worth = |square: Square| worth[square.row() * cols + square.col()];
    Layout::weighted(rows, cols, worth).expect("even sides from 4 to 16")
}
