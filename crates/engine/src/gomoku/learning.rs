//! What the evaluation is learned from: games against ourselves, taken apart into what the evaluation
//! adds up.

use boyi_game::{Position, Random, Side};
use boyi_gomoku::pattern::Pattern;
use boyi_gomoku::{Gomoku, Point, Rules, Size};
use boyi_search::NoMemory;
use boyi_search::kernel::Go;

use super::board::Board;
use super::layout::Cell;
use super::root::GomokuSearch;
use super::threat::{MIXTURES, Threat, mixture_of, patterns_of};
use boyi_search::kernel::value::PROVEN;

pub use super::weights::{
    MOVE_SCALE, MOVE_WEIGHTS, PatternWeights, ROLES, SCALE, SITUATIONS, WEIGHTS,
};

/// A game we played against ourselves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// How many of the moves were drawn by lot, to begin with.
    pub opening: usize,
    pub moves: Vec<Point>,
    /// What the search said of the position before each move after the opening, from the view of the
    /// side to move; one more where the game ended with a proof.
    pub values: Vec<i32>,
    /// What black got: 1, 0.5 or 0.
    pub result: f32,
}

/// A position of a game, as the evaluation sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The weights that count in it, and how often; negative where they count for the other side.
    pub amounts: Vec<(u16, i8)>,
    /// How many moves were played since the opening.
    pub number: usize,
    /// What the side to move got: 1, 0.5 or 0.
    pub result: f32,
}

/// Plays games against itself.
pub struct SelfPlay {
    search: GomokuSearch,
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
            search: GomokuSearch::new(TABLE, 1)?,
            size,
            rules,
            nodes,
        })
    }

    /// Plays one game from an opening drawn by lot; `None` where the opening was no good.
    pub fn play(&mut self, random: &mut Random) -> Option<PlayedGame> {
        self.search.clear();
        let (mut position, mut moves) = self.opening(random)?;
        let opening = moves.len();
        let mut values = Vec::new();
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
            let board = Board::of(&position);
            let (value, best) = self.think(&board, self.nodes);
            if moves.len() == opening && value.abs() > LOPSIDED {
                return None;
            }
            values.push(value);
            if value.abs() >= PROVEN {
                let winner = if value > 0 {
                    position.turn()
                } else {
                    !position.turn()
                };
                break if winner == Side::First { 1.0 } else { 0.0 };
            }
            let point = board.layout().point(best?);
            position.make(point);
            moves.push(point);
        };
        Some(PlayedGame {
            opening,
            moves,
            values,
            result,
        })
    }

    fn think(&mut self, board: &Board, nodes: u64) -> (i32, Option<Cell>) {
        let result = self.search.think_quietly(board, &Go::nodes(nodes));
        let best = result.lines.first();
        (best.map_or(0, |best| best.value), result.best)
    }

    /// Two to seven stones, the first near the middle, the others near those before.
    fn opening(&self, random: &mut Random) -> Option<(Gomoku, Vec<Point>)> {
        let mut position = Gomoku::start(self.size, self.rules);
        let mut moves = Vec::new();
        let count = 2 + random.below(6) as usize;
        while moves.len() < count {
            let board = Board::of(&position);
            let layout = board.layout();
            let cells: Vec<Cell> = match moves.len() {
                0 => (0..layout.count as Cell)
                    .filter(|&cell| self.size.ring(layout.point(cell)) >= 3)
                    .collect(),
                _ => board.nearby().iter().collect(),
            };
            let point = layout.point(*random.choose(&cells)?);
            position.make(point);
            moves.push(point);
            position.outcome().is_none().then_some(())?;
        }
        Some((position, moves))
    }
}

/// Takes a game apart: every quiet position after its opening, in which nobody is about to win.
pub fn lessons(size: Size, rules: Rules, game: &PlayedGame) -> Vec<Lesson> {
    let mut found = Vec::new();
    visit_quiet_positions(size, rules, game, |board, number, _| {
        found.push(lesson(board, game.result, number - game.opening));
    });
    found
}

fn visit_quiet_positions(
    size: Size,
    rules: Rules,
    game: &PlayedGame,
    mut visit: impl FnMut(&Board, usize, Cell),
) {
    let mut board = Board::new(size, rules);
    for (number, &point) in game.moves.iter().enumerate() {
        let played = board.layout().cell(point);
        if number >= game.opening && is_quiet(&board) {
            visit(&board, number, played);
        }
        board.make(played);
    }
}

/// A choice of a game: what could be played, and what was.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// For each move the weights of what the stone does for its side and of what it takes from the
    /// other.
    pub moves: Vec<[u16; 2]>,
    /// The number of the move that was played.
    pub chosen: usize,
}

/// The choices of a game after its opening, where there was one.
pub fn choices(size: Size, rules: Rules, game: &PlayedGame) -> Vec<Choice> {
    let mut found = Vec::new();
    visit_quiet_positions(size, rules, game, |board, _, played| {
        found.extend(choice(board, played));
    });
    found
}

fn choice(board: &Board, played: Cell) -> Option<Choice> {
    let side = board.turn();
    let weights = |cell: Cell| {
        let [own, theirs] = [side, !side].map(|side| mixture_of(board.code(cell, side)));
        [own, MIXTURES as u16 + theirs]
    };
    Some(Choice {
        moves: board.nearby().iter().map(weights).collect(),
        chosen: board.nearby().iter().position(|cell| cell == played)?,
    })
}

fn is_quiet(board: &Board) -> bool {
    let side = board.turn();
    board.count(side, Threat::Five) + board.count(!side, Threat::Five) == 0
        && board.count(side, Threat::OpenFour) == 0
}

fn lesson(board: &Board, result: f32, number: usize) -> Lesson {
    let side = board.turn();
    let mut weights: Vec<(u16, i8)> = Vec::new();
    for cell in board.empty().iter() {
        weights.push((mixture_of(board.code(cell, side)), 1));
        weights.push((MIXTURES as u16 + mixture_of(board.code(cell, !side)), -1));
    }
    weights.push(((ROLES * MIXTURES + board.situation()) as u16, 1));
    weights.sort_unstable();
    let mut amounts: Vec<(u16, i8)> = Vec::new();
    for (weight, amount) in weights {
        match amounts.last_mut() {
            Some((last, sum)) if *last == weight && sum.abs() < i8::MAX => *sum += amount,
            _ => amounts.push((weight, amount)),
        }
    }
    Lesson {
        amounts,
        number,
        result: match side {
            Side::First => result,
            Side::Second => 1.0 - result,
        },
    }
}

/// Whether a value is a proof rather than an estimate.
pub fn is_proven(value: i32) -> bool {
    value.abs() >= PROVEN
}

/// The parts that a weight is made of, numbered below [`PARTS`]: what a pattern counts, what two of
/// them count together, and the weight itself. A mixture that hardly ever occurs is judged by what it
/// consists of.
pub fn parts_of(weight: usize) -> Vec<usize> {
    let own = FIRST_OWN_PART + weight;
    if weight >= ROLES * MIXTURES {
        let situation = weight - ROLES * MIXTURES;
        let bits = (0..SITUATION_BITS).filter(|bit| situation >> bit & 1 == 1);
        return bits.map(|bit| FIRST_BIT + bit).chain([own]).collect();
    }
    let (role, mixture) = (weight / MIXTURES, weight % MIXTURES);
    let patterns = patterns_of(mixture as u16).map(|pattern| pattern as usize);
    let mut parts = vec![own];
    for (place, &one) in patterns.iter().enumerate() {
        parts.push(role * Pattern::COUNT + one);
        for &other in &patterns[place + 1..] {
            let (low, high) = (one.min(other), one.max(other));
            let pair = (role * Pattern::COUNT + low) * Pattern::COUNT + high;
            parts.push(FIRST_PAIR + pair);
        }
    }
    parts
}

const SITUATION_BITS: usize = SITUATIONS.trailing_zeros() as usize;
const FIRST_BIT: usize = ROLES * Pattern::COUNT;
const FIRST_PAIR: usize = FIRST_BIT + SITUATION_BITS;
const FIRST_OWN_PART: usize = FIRST_PAIR + ROLES * Pattern::COUNT * Pattern::COUNT;

/// How many parts there are.
pub const PARTS: usize = FIRST_OWN_PART + WEIGHTS;
