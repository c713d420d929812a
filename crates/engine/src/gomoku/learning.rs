//! What the evaluation is learned from: games against ourselves, taken apart into what the evaluation
//! adds up.

use boyi_game::{Position, Random, Side};
use boyi_gomoku::{Gomoku, Point, Rules, Size};
use boyi_search::{Limits, NoMemory, Stop};

use super::class::{Class, MIXTURES, mixture_of};
use super::field::Field;
use super::layout::Cell;
use super::thinker::{Task, Thinker};
use super::value::PROVEN;

pub use super::weights::{ROLES, SCALE, WEIGHTS, built_in_weights, by_hand_weights};

/// A game we played against ourselves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// How many of the moves were drawn by lot, to begin with.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<Point>,
    /// What black got: 1, 0.5 or 0.
    pub result: f32,
}

/// A position of a game, as the evaluation sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// What the side to move has on the empty points, as numbers of mixtures.
    pub moving: Vec<u16>,
    /// What the other side has.
    pub waiting: Vec<u16>,
    /// The side to move.
    pub side: Side,
    /// What the side to move got: 1, 0.5 or 0.
    pub target: f32,
}

/// Plays games against itself.
pub struct SelfPlay {
    thinker: Thinker,
    size: Size,
    rules: Rules,
    nodes: u64,
}

/// The memory that a game at few positions a move needs.
const TABLE: usize = 8 << 20;

/// A game with so many stones is a draw.
const LONG_GAME: usize = 70;

/// An opening this lopsided teaches little.
const LOPSIDED: i32 = 250;

impl SelfPlay {
    /// Games on this board by these rules, with so many positions a move.
    pub fn new(size: Size, rules: Rules, nodes: u64) -> Result<Self, NoMemory> {
        Ok(Self {
            thinker: Thinker::new(TABLE)?,
            size,
            rules,
            nodes,
        })
    }

    /// Plays one game from an opening drawn by lot; `None` where the opening was no good.
    pub fn play(&mut self, random: &mut Random) -> Option<PlayedGame> {
        self.thinker.forget();
        let mut game = self.opening(random)?;
        let mut moves = std::mem::take(&mut game.moves);
        let mut position = game.position;
        let opening = moves.len();
        let result = loop {
            if let Some(outcome) = position.outcome() {
                break match outcome.winner() {
                    Some(Side::First) => 1.0,
                    Some(Side::Second) => 0.0,
                    None => 0.5,
                };
            }
            if moves.len() >= LONG_GAME {
                break 0.5;
            }
            let field = Field::of(&position);
            let (value, best) = self.think(&field, self.nodes);
            if moves.len() == opening && value.abs() > LOPSIDED {
                return None;
            }
            if value.abs() >= PROVEN {
                let winner = if value > 0 {
                    position.turn()
                } else {
                    !position.turn()
                };
                break if winner == Side::First { 1.0 } else { 0.0 };
            }
            let point = field.layout().point(best?);
            position.make(point);
            moves.push(point);
        };
        Some(PlayedGame {
            opening,
            moves,
            result,
        })
    }

    fn think(&mut self, field: &Field, nodes: u64) -> (i32, Option<Cell>) {
        let stop = Stop::default();
        let task = Task {
            limits: Limits::nodes(nodes),
            stop: &stop,
            lines: 1,
            threads: 1,
        };
        let opinion = self.thinker.think(field, &task, &mut |_| ());
        match opinion.prospects.first() {
            Some(best) => (best.value, best.line.first().copied()),
            None => (0, None),
        }
    }

    /// Three to eight stones, the first near the middle, the others near those before.
    fn opening(&self, random: &mut Random) -> Option<Begun> {
        let mut position = Gomoku::start(self.size, self.rules);
        let mut moves = Vec::new();
        let count = 2 + random.below(6) as usize;
        while moves.len() < count {
            let field = Field::of(&position);
            let layout = field.layout();
            let cells: Vec<Cell> = match moves.len() {
                0 => (0..layout.count as Cell)
                    .filter(|&cell| self.size.ring(layout.point(cell)) >= 3)
                    .collect(),
                _ => field.nearby().iter().collect(),
            };
            let point = layout.point(*random.choose(&cells)?);
            position.make(point);
            moves.push(point);
            position.outcome().is_none().then_some(())?;
        }
        Some(Begun { position, moves })
    }
}

struct Begun {
    position: Gomoku,
    moves: Vec<Point>,
}

/// Takes a game apart: every quiet position after its opening, in which nobody is about to win.
pub fn lessons(size: Size, rules: Rules, game: &PlayedGame) -> Vec<Lesson> {
    let mut field = Field::new(size, rules);
    let mut found = Vec::new();
    for (number, &point) in game.moves.iter().enumerate() {
        if number >= game.opening && is_quiet(&field) {
            found.push(lesson(&field, game.result));
        }
        let cell = field.layout().cell(point);
        field.make(cell);
    }
    found
}

fn is_quiet(field: &Field) -> bool {
    let side = field.turn();
    field.count(side, Class::Five) + field.count(!side, Class::Five) == 0
        && field.count(side, Class::OpenFour) == 0
}

fn lesson(field: &Field, result: f32) -> Lesson {
    let side = field.turn();
    let list = |side: Side| -> Vec<u16> {
        let cells = field.empty().iter();
        cells
            .map(|cell| mixture_of(field.code(cell, side)))
            .collect()
    };
    Lesson {
        moving: list(side),
        waiting: list(!side),
        side,
        target: match side {
            Side::First => result,
            Side::Second => 1.0 - result,
        },
    }
}

/// How many mixtures there are: the weights of one role.
pub const MIXTURE_COUNT: usize = MIXTURES;
