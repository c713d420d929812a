//! Othello and weighted reversi: the game with its players.

mod course;
mod evaluation;
mod export;
mod fast;
pub mod general;
pub mod othello;
mod puzzles;
mod solve;
mod strong;

pub use solve::{Solution, SolveError, solve};

use boyi_game::perft::Finished;
use boyi_game::{Position, Record, Seen, Shown, Side, Table, View};
use boyi_reversi::discs::Discs;
use boyi_reversi::formats::{ReadError, ggf};
use boyi_reversi::{Bitboard, Empties, Grid, Layout, Move, position_text, read_position};

use crate::annotated::{main_line, wrong_move};
use crate::classic::Classic;
use crate::engine::{Engine, EngineError};
use crate::fitted::Fitted;
use crate::game::{
    Choice, ExportError, Game, GameFacts, Opening, PerftMode, Setup, SetupError, StaticEvaluations,
    divide,
};
use crate::puzzle::PuzzleProver;
use crate::review::Measure;
use crate::sampling::Sampling;
use crate::spec::{PlayerSpec, SearchKind, SpecError};
use crate::weights::LearnedWeights;
use evaluation::{Evaluation, Judge};

/// The game.
pub struct Reversi;

const RULES: &[Choice] = &[
    Choice::new(
        "winner",
        "cells still empty at the end count for the winner (tournaments)",
    ),
    Choice::new(
        "discs",
        "cells still empty at the end count for nobody (courses)",
    ),
];

/// What is known of the game.
static FACTS: GameFacts = GameFacts {
    name: "reversi",
    title: ["Othello and reversi", "黑白棋"],
    rules: RULES,
    evaluations: Evaluation::CHOICES,
    characters: course::CHARACTERS,
    learned_evaluations: &[othello::Weights::KIND, general::BoardWeights::KIND],
    // Discs, or points on a board of scores.
    score_unit: 1,
    measure: Measure::Points,
    built_in_book: Some(include_str!("../books/reversi.book")),
    formats: export::FORMATS,
    test_positions: TEST_POSITIONS,
    strong_bench: STRONG_BENCH,
    ..GameFacts::USUAL
};

impl Game for Reversi {
    fn facts(&self) -> &'static GameFacts {
        &FACTS
    }

    fn has_passes(&self) -> bool {
        true
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        let (start, moves) = read_opening(setup)?;
        Ok(match Bitboard::new(&start) {
            Some(start) => Opening { start, moves }.table(),
            None => {
                let start = grid(&start);
                Opening { start, moves }.table()
            }
        })
    }

    fn arranged(&self, view: &View, turn: Side) -> Result<String, SetupError> {
        let wrong = |error: boyi_reversi::BadSize| SetupError::Size(error.to_string());
        let cell = |row: usize, col: usize| &view.cells[row * view.cols + col];
        let worth = |square: boyi_reversi::Square| {
            let worth = cell(square.row(), square.col()).worth.unwrap_or(1);
            u8::try_from(worth).unwrap_or(u8::MAX)
        };
        let layout = if view.cells.iter().all(|cell| cell.worth.is_none()) {
            Layout::othello(view.rows, view.cols).map_err(wrong)?
        } else {
            Layout::weighted(view.rows, view.cols, worth).map_err(wrong)?
        };
        let mut setup = boyi_reversi::Setup::empty(layout);
        for square in setup.layout.squares() {
            let piece = cell(square.row(), square.col()).piece;
            setup.set(square, piece.and_then(|piece| piece.owner));
        }
        setup.turn = turn;
        Ok(position_text(&setup))
    }

    fn thinker(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        if let Some(character) = course::character(spec)? {
            return Ok(character);
        }
        if spec.name == strong::NAME {
            return strong::player(spec);
        }
        let name = spec.to_string();
        let spec = course::as_a_search(spec);
        let characters = course::CHARACTERS.iter().map(|choice| choice.name);
        let search = spec.search(characters.chain([strong::NAME]))?;
        let evaluation = Evaluation::of(&spec)?;
        Ok(Box::new(Fitted::new(name, move |game| {
            searcher(game, search, evaluation, &spec)
        })))
    }

    fn puzzle_prover(&self) -> Option<Box<dyn PuzzleProver>> {
        let prover = puzzles::EndingPuzzles::new().ok()?;
        Some(Box::new(prover))
    }

    fn export(&self, record: &Record, format: &str) -> Result<String, ExportError> {
        export::export(record, format)
    }

    /// Of standard boards, in discs: on others the evaluation by hand counts in other units.
    fn static_evaluations(&self, setup: &Setup) -> Result<StaticEvaluations, SetupError> {
        let (start, moves) = read_opening(setup)?;
        let position = Bitboard::new(&start).filter(|_| strong::is_standard(&start));
        let position = position.map(|start| Opening { start, moves }.position());
        let board = position.and_then(|position| othello::Board::of(&position));
        let board = board.ok_or(SetupError::NoEvaluation(self.name()))?;
        let discs = |evaluation: &othello::Evaluation| {
            (f64::from(evaluation.fine(board)) / f64::from(othello::UNIT)).round() as i32
        };
        Ok(StaticEvaluations {
            hand: discs(&othello::Evaluation::ByHand),
            learned: discs(&othello::Evaluation::embedded()),
        })
    }

    fn perft(
        &self,
        setup: &Setup,
        depth: u32,
        mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        let (start, moves) = read_opening(setup)?;
        Ok(match Bitboard::new(&start) {
            Some(start) => {
                let position = Opening { start, moves }.position();
                divide(position, depth, mode, Finished::OneLeaf)
            }
            None => {
                let start = grid(&start);
                let position = Opening { start, moves }.position();
                divide(position, depth, mode, Finished::OneLeaf)
            }
        })
    }
}

/// Othello's middle game; Othello's endgame, solved (the second is number 40 of the FFO test suite, worth
/// 38 discs); boards with cell scores.
const STRONG_BENCH: &[(&str, u32)] = &[
    (TEST_POSITIONS[2], 14),
    (TEST_POSITIONS[4], 14),
    (TEST_POSITIONS[6], 60),
    (
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        60,
    ),
    (
        "8x8 ---------------------------OX------XO--------------------------- X \
         9131131912222221134444311244442112444421134444311222222191311319 ignored",
        12,
    ),
    (
        "6x6 --------------OX----XO-------------- X 921129211112112211221121111211921129",
        10,
    ),
];

/// The start, and positions 8, 14, 20, 28, 36 and 44 plies into games of our own.
const TEST_POSITIONS: &[&str] = &[
    "---------------------------OX------XO--------------------------- X",
    "-------------------XXX-----OOOO---OOXX-------X------------------ X",
    "--------X--------X--O----OOOO-----OXX-----OXXX----OX------OX---- X",
    "-----------------OXXX----OOOOO--XXXOO---XXXOO---X-X-OX--------X- X",
    "--XXX----OOX-----OOXXX---OXOOO--XXXXOO--XXXOO---X-X-OX--------X- X",
    "-X-------OOO-X-XXXOXXXXXXXOOXXXXO-OXOXO---OOXOO---O-XOO----XXX-- X",
    "XX--X---XOOX-X-XXOXXXXXXXOXXXXXXXXOXXXO-X-OOXXO---OOOOO----XXXOX X",
];

/// A search of the board a game is played on.
fn searcher(
    game: &Seen,
    search: SearchKind,
    evaluation: Evaluation,
    spec: &PlayerSpec,
) -> Result<Box<dyn Engine>, EngineError> {
    fn on<D: Discs>(
        board: boyi_reversi::Reversi<D>,
        search: SearchKind,
        evaluation: Evaluation,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let judge = Judge::<D>::new(evaluation, board.layout());
        Ok(match search {
            SearchKind::Method(method) => Box::new(Sampling::new(method, spec, board, judge)),
            SearchKind::Classic(algorithm) => {
                Box::new(Classic::new(algorithm, spec, board, judge)?.with_captures())
            }
        })
    }
    let setup = start_of(game)?;
    match Bitboard::new(&setup) {
        Some(board) => on(board, search, evaluation, spec),
        None => on(grid(&setup), search, evaluation, spec),
    }
}

/// The position a game began with.
fn start_of(game: &Seen) -> Result<boyi_reversi::Setup, EngineError> {
    read_position(game.start).map_err(|error| EngineError::Record(error.to_string()))
}

/// A board of any size.
fn grid(setup: &boyi_reversi::Setup) -> Grid {
    Grid::new(setup).expect("the grid holds every board")
}

/// How a game begins: a position, and the moves played from there already.
fn read_opening(setup: &Setup) -> Result<(boyi_reversi::Setup, Vec<Move>), SetupError> {
    let wrong = |error: ReadError| SetupError::Position(error.to_string());
    let (start, mut moves) = match (&setup.position, setup.size) {
        (Some(_), Some(_)) => return Err(SetupError::SizeAndPosition),
        // A whole game, as servers and NBoard write it.
        (Some(text), None) if text.contains("(;") => {
            let game = ggf::read(text).map_err(wrong)?;
            (game.start, game.moves)
        }
        (Some(text), None) => (read_position(text).map_err(wrong)?, Vec::new()),
        (None, size) => {
            let (rows, cols) = size.unwrap_or((8, 8));
            let layout = Layout::othello(rows, cols);
            let layout = layout.map_err(|error| SetupError::Size(error.to_string()))?;
            (boyi_reversi::Setup::start(layout), Vec::new())
        }
    };
    let start = match setup.rules.as_deref() {
        None => start,
        Some("winner") => start.with_empties(Empties::ToWinner),
        Some("discs") => start.with_empties(Empties::Ignored),
        Some(name) => return Err(SetupError::rules(name, RULES)),
    };
    let mut position = grid(&start);
    for &mv in &moves {
        position.make(mv);
    }
    let more = main_line(&Reversi, setup.moves.as_deref().unwrap_or_default())?;
    for (index, text) in more.iter().enumerate() {
        // A pass that the rules force is usually left out.
        if position.is_legal(Move::Pass)
            && position.parse_move(position.turn(), text) != Ok(Move::Pass)
        {
            position.make(Move::Pass);
            moves.push(Move::Pass);
        }
        let mv = position.parse_move(position.turn(), text);
        let mv = mv.map_err(|error| wrong_move(&Reversi, &position, index, text, error))?;
        position.make(mv);
        moves.push(mv);
    }
    Ok((start, moves))
}
