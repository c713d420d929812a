//! Gomoku: the game with its players.

mod export;
mod judge;
mod report;
mod rings;
mod cells;
mod layout;
mod undo;
mod threat;
pub(crate) mod weights;
pub mod network;
mod board;
mod vcf;
mod static_eval;
mod tune;
mod search;
mod root;
mod strong;
mod prover;
mod proof;
mod checker;
mod proven_positions;
mod proven_openings;
mod solve;
pub mod beginning;
mod puzzles;

pub use checker::{Checked, Gap, check};
pub use judge::{Judgement, Stones, board, judge, position};
pub use proof::{Proof, ProofError};
pub use proven_openings::{ProvenOpening, proven_opening, proven_opening_at};
pub use proven_positions::ProvenPositions;
pub use prover::{ProofProgress, SuggestedLines, SuggestedLinesError};
pub use solve::{Problem, Proven, SearchState, Solution, Watch, solve};

use std::sync::Arc;

use boyi_game::perft::Finished;
use boyi_game::{Record, Seen, Side, Table, View};
use boyi_gomoku::{Gomoku as Play, Rules, Size, position_line, read_start};
use boyi_search::Evaluate;
use boyi_search::kernel::EvaluationFile;

use crate::annotated::main_line;
use crate::classic::Classic;
use crate::engine::{Engine, EngineError};
use crate::fitted::Fitted;
use crate::game::{
    Choice, ExportError, Game, GameFacts, Opening, PerftMode, Setup, SetupError, StaticEvaluations,
    divide,
};
use crate::puzzle::PuzzleProver;
use crate::sampling::Sampling;
use crate::spec::{PlayerSpec, SearchKind, SpecError};
use crate::strong::{DEFAULT_HASH_MIB, Strong};
use crate::weights::{LearnedWeights, load};
use board::Board;
use network::{GomokuNetwork, Learned, PlayedNetwork};
use report::Report;
use rings::Rings;
use static_eval::static_eval;
use strong::{Evaluation, StrongGomoku};
use threat::PatternEvaluation;
use weights::PatternWeights;

/// The game.
pub struct Gomoku;

const RULES: &[Choice] = &[
    Choice::new("freestyle", "five or more in a row win"),
    Choice::new("standard", "exactly five in a row win"),
    Choice::new(
        "renju",
        "black's overlines, double-fours and double-threes are forbidden",
    ),
];

const CHARACTERS: &[Choice] = &[Choice::new(
    "strong",
    "searches threats to the end, the rest with a network (eval=hand: an evaluation of patterns)",
)];

const STRONG_EVALUATIONS: &[Choice] = &[Choice::new(
    "hand",
    "patterns of points, counted and fitted, instead of the network",
)];

const EVALUATIONS: &[Choice] = &[
    Choice::new(
        "report",
        "the course report's: rows found as words in every line, counts squared",
    ),
    Choice::new(
        "rings",
        "poor on purpose: stones in the middle are better than stones at the edge",
    ),
];

/// What is known of the game.
static FACTS: GameFacts = GameFacts {
    name: "gomoku",
    title: ["Gomoku, five in a row", "五子棋"],
    rules: RULES,
    evaluations: EVALUATIONS,
    characters: CHARACTERS,
    learned_evaluations: &["freestyle", "standard", "renju", PatternWeights::KIND],
    telling_lead: 2.0,
    formats: export::FORMATS,
    test_positions: TEST_POSITIONS,
    bench_depth: 2,
    strong_bench: STRONG_BENCH,
    tunables: tune::TUNABLES,
    ..GameFacts::USUAL
};

impl Game for Gomoku {
    fn facts(&self) -> &'static GameFacts {
        &FACTS
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        Ok(read_opening(setup)?.table())
    }

    /// Rows from the top, `x` and `o` for stones, numbers for empty points.
    fn arranged(&self, view: &View, turn: Side) -> Result<String, SetupError> {
        let owner = |cell: &boyi_game::Cell| cell.piece.and_then(|piece| piece.owner);
        let rows = view.cells.chunks(view.cols.max(1));
        let rows = position_line::write_rows(rows.map(|row| row.iter().map(owner)));
        Ok(format!("{rows} {}", position_line::letter(turn)))
    }

    fn thinker(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        if spec.name == "strong" {
            let bytes = spec.hash.unwrap_or(DEFAULT_HASH_MIB) << 20;
            let threads = spec.threads.unwrap_or(1);
            let evaluation = strong_evaluation(spec)?;
            return Ok(Box::new(Strong::new(
                spec,
                start_of,
                move |start: &Play| {
                    let evaluation = evaluation.clone();
                    if let Evaluation::Network(rules, _) = evaluation
                        && rules != start.rules()
                    {
                        return Err(other_rules(rules, start.rules()));
                    }
                    Ok(StrongGomoku::new(start, bytes, threads, evaluation)?)
                },
            )));
        }
        let search = spec.search(["strong"])?;
        let evaluation = spec.evaluation_among(EVALUATIONS)?;
        let asked = spec.clone();
        Ok(Box::new(Fitted::new(spec.to_string(), move |game| {
            let start = start_of(game)?;
            match evaluation {
                "rings" => searcher(search, &asked, start, Rings),
                _ => searcher(search, &asked, start, Report),
            }
        })))
    }

    fn static_evaluations(&self, setup: &Setup) -> Result<StaticEvaluations, SetupError> {
        let position = read_opening(setup)?.position();
        let board = Board::of(&position);
        let mut learned = Learned::of(GomokuNetwork::built_in(position.rules()), &board);
        Ok(StaticEvaluations {
            hand: static_eval(&board),
            learned: learned.evaluate(board.turn()),
        })
    }

    fn puzzle_prover(&self) -> Option<Box<dyn PuzzleProver>> {
        Some(Box::new(puzzles::FourPuzzles::new()))
    }

    fn export(&self, record: &Record, format: &str) -> Result<String, ExportError> {
        export::export(record, format)
    }

    fn perft(
        &self,
        setup: &Setup,
        depth: u32,
        mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        let position = read_opening(setup)?.position();
        Ok(divide(position, depth, mode, Finished::Nothing))
    }
}

/// What a strong player evaluates with: the network of the rules, a file's, or with `eval=hand` the patterns.
fn strong_evaluation(spec: &PlayerSpec) -> Result<Evaluation, SpecError> {
    let by_hand = match spec.evaluation {
        None => false,
        Some(_) => spec.evaluation_among(STRONG_EVALUATIONS)? == "hand",
    };
    let Some(file) = &spec.weights else {
        return Ok(if by_hand {
            Evaluation::Patterns(PatternEvaluation::built_in())
        } else {
            Evaluation::BuiltIn
        });
    };
    let read = |file: &EvaluationFile| {
        if by_hand || file.kind == PatternWeights::KIND {
            let weights = PatternWeights::read(file)?;
            return Ok(Evaluation::Patterns(PatternEvaluation::new(weights)));
        }
        let network = GomokuNetwork::read(file)?;
        let played = Arc::new(PlayedNetwork::new(&network));
        Ok(Evaluation::Network(network.rules, played))
    };
    load(file, read).map_err(spec.unfit_weights())
}

/// A network of other rules than those of the game.
fn other_rules(of: Rules, game: Rules) -> EngineError {
    EngineError::Weights(format!("a network for {of}, not for {game}"))
}

/// An opening, two middle games and a position full of threats.
const STRONG_BENCH: &[(&str, u32)] = &[
    ("15/15/15/15/15/15/8o6/7x7/7x7/6o8/15/15/15/15/15 x g6", 12),
    (TEST_POSITIONS[0], 12),
    (TEST_POSITIONS[1], 12),
    (TEST_POSITIONS[2], 12),
];

/// From a few stones to the middle game, on boards small enough for searches that try every point.
const TEST_POSITIONS: &[&str] = &[
    "9/9/9/4x4/3ox4/4o4/9/9/9 x e4",
    "11/11/11/4x6/4oxo4/5x5/3oxo5/4o6/11/11/11 x e4",
    "9/9/2o1x4/3xo4/2oxx4/3oxo3/4o4/9/9 x c7",
    "7/1x1o3/2xox2/1ooxo2/2xxo2/3o3/7 x d2",
];

/// A search with one of the evaluations.
fn searcher<E: Evaluate<Play> + Send + Sync + 'static>(
    search: SearchKind,
    spec: &PlayerSpec,
    start: Play,
    evaluate: E,
) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match search {
        SearchKind::Method(method) => Box::new(Sampling::new(method, spec, start, evaluate)),
        SearchKind::Classic(algorithm) => Box::new(Classic::new(algorithm, spec, start, evaluate)?),
    })
}

/// The position a game began with.
fn start_of(game: &Seen) -> Result<Play, EngineError> {
    Ok(read_opening(&Setup::at(game.start, game.rules))?.start)
}

/// How a game begins.
pub(crate) fn read_opening(setup: &Setup) -> Result<Opening<Play>, SetupError> {
    let rules = read_rules(setup)?;
    let (start, played) = match (&setup.position, setup.size) {
        (Some(_), Some(_)) => return Err(SetupError::SizeAndPosition),
        (Some(text), None) => {
            let read = read_start(text, rules);
            let read = read.map_err(|error| SetupError::Position(error.to_string()))?;
            (read.game, read.moves)
        }
        (None, size) => {
            let (rows, cols) = size.unwrap_or((Size::USUAL.rows(), Size::USUAL.rows()));
            if rows != cols {
                let square = format!("a gomoku board is a square, not {rows} x {cols}");
                return Err(SetupError::Size(square));
            }
            let size = Size::new(rows).map_err(|error| SetupError::Size(error.to_string()))?;
            (
                Play::start(size, rules.unwrap_or(Rules::Freestyle)),
                Vec::new(),
            )
        }
    };
    let more = main_line(&Gomoku, setup.moves.as_deref().unwrap_or_default())?;
    let moves = played;
    Opening { start, moves }.and_then(&Gomoku, more)
}

/// The rule set that was asked for, if one was.
pub(crate) fn read_rules(setup: &Setup) -> Result<Option<Rules>, SetupError> {
    let rules = setup.rules.as_deref();
    rules
        .map(|name| name.parse().map_err(|_| SetupError::rules(name, RULES)))
        .transpose()
}
