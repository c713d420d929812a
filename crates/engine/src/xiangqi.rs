//! Xiangqi: the game with its players.

mod course;
mod course_file;
pub mod endgame;
mod export;
pub(crate) mod hand;
mod judge;
pub mod network;
mod puzzles;
pub mod strong;

use std::io::Read;

pub use judge::{Judgement, Verdict, judge};

use boyi_game::perft::Finished;
use boyi_game::{Record, Seen, Side, Table, View};
use boyi_search::kernel::{EvaluationFile, EvaluationFileError};
use boyi_xiangqi::notation::coordinates::{self, Ranks};
use boyi_xiangqi::{Kind, Piece, Rules, Square, Xiangqi as Play, fen, read_position};

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
use course::Course;
use endgame::Tables;
use hand::{Hand, HandWeights};
use network::{Learned, XiangqiNetwork};
use strong::StrongXiangqi;
use strong::position::Evaluation;

/// The game.
pub struct Xiangqi;

/// The strongest player's name.
const STRONG: &str = "strong";

const RULES: &[Choice] = &[
    Choice::new(
        "axf",
        "Asian rules: perpetual check loses, perpetual chase loses",
    ),
    Choice::new(
        "wxf",
        "world rules: perpetual check loses, perpetual chase loses",
    ),
    Choice::new(
        "simple",
        "perpetual check loses, any other repetition draws",
    ),
    Choice::new(
        "computer",
        "like axf, but judged at the second occurrence, as engines do",
    ),
];

const CHARACTERS: &[Choice] = &[Choice::new(
    STRONG,
    "principal variation search with everything and a network (eval=hand: an evaluation by hand)",
)];

const EVALUATIONS: &[Choice] = &[Choice::new(
    "course",
    "piece values, square tables, and what can be captured next; or a FILE of such tables",
)];

/// What is known of the game.
static FACTS: GameFacts = GameFacts {
    name: "xiangqi",
    title: ["Xiangqi, Chinese chess", "中国象棋"],
    sides: [["Red", "红方"], ["Black", "黑方"]],
    rules: RULES,
    evaluations: EVALUATIONS,
    characters: CHARACTERS,
    learned_evaluations: &[XiangqiNetwork::KIND, HandWeights::KIND],
    // In pawns, of which [`Game::score_unit`] makes a hundred parts.
    telling_lead: 2.0,
    built_in_book: Some(include_str!("../books/xiangqi.book")),
    formats: export::FORMATS,
    test_positions: TEST_POSITIONS,
    // Forty moves a position instead of Othello's ten.
    bench_depth: 4,
    strong_bench: STRONG_BENCH,
    tunables: strong::tune::TUNABLES,
    ..GameFacts::USUAL
};

impl Game for Xiangqi {
    fn facts(&self) -> &'static GameFacts {
        &FACTS
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        Ok(read_opening(setup)?.table())
    }

    fn arranged(&self, view: &View, turn: Side) -> Result<String, SetupError> {
        if (view.rows, view.cols) != (10, 9) {
            let only = "a xiangqi board has 10 rows and 9 columns";
            return Err(SetupError::Size(only.to_owned()));
        }
        let mut setup = boyi_xiangqi::Setup {
            cells: [None; Square::COUNT],
            turn,
            quiet: 0,
            number: 1,
        };
        for square in Square::all() {
            let shown = view.cells[9 * (9 - square.rank()) + square.file()].piece;
            let piece = shown.and_then(|shown| Some((shown.owner?, shown.kind)));
            setup.cells[square.index()] = match piece {
                None => None,
                Some((side, letter)) => {
                    let unknown = || SetupError::Position(format!("`{letter}` is no piece"));
                    let kind = Kind::from_letter(letter).ok_or_else(unknown)?;
                    Some(Piece { side, kind })
                }
            };
        }
        Ok(fen::write(&setup))
    }

    fn thinker(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        if spec.name == STRONG {
            let endgames = Tables::kept();
            let is_learned = spec.evaluation.as_deref().is_none_or(|name| name == "hand");
            let weights = match &spec.weights {
                None => None,
                Some(_) if !is_learned => return Err(spec.no_use_for_weights()),
                Some(file) => Some(load(file, Weights::read).map_err(spec.unfit_weights())?),
            };
            return Ok(match (spec.evaluation.as_deref(), weights) {
                (None, None) => Box::new(strong_player(spec, Learned::default(), endgames)),
                (None, Some(Weights::Network(network))) => {
                    Box::new(strong_player(spec, Learned::new(network), endgames))
                }
                (Some("hand"), None) => Box::new(strong_player(spec, Hand::default(), endgames)),
                (None | Some("hand"), Some(Weights::Hand(weights))) => {
                    Box::new(strong_player(spec, Hand::new(&weights), endgames))
                }
                (Some(_), Some(_)) => return Err(spec.no_use_for_weights()),
                (Some(name), None) => Box::new(strong_player(spec, course(name)?, endgames)),
            });
        }
        let search = spec.search([STRONG])?;
        let evaluation = course(spec.evaluation.as_deref().unwrap_or("course"))?;
        let asked = spec.clone();
        Ok(Box::new(Fitted::new(spec.to_string(), move |game| {
            let start = start_of(game)?;
            let evaluation = evaluation.clone();
            Ok(match search {
                SearchKind::Method(method) => {
                    Box::new(Sampling::new(method, &asked, start, evaluation))
                }
                SearchKind::Classic(algorithm) => {
                    Box::new(Classic::new(algorithm, &asked, start, evaluation)?.with_captures())
                }
            })
        })))
    }

    /// The pieces and the turn: the counts of moves differ with the way a position was reached.
    fn book_key(&self, position: &str) -> String {
        let fields: Vec<&str> = position.split(' ').take(2).collect();
        fields.join(" ")
    }

    fn puzzle_prover(&self) -> Option<Box<dyn PuzzleProver>> {
        Some(Box::new(puzzles::MatePuzzles::default()))
    }

    fn export(&self, record: &Record, format: &str) -> Result<String, ExportError> {
        export::export(record, format)
    }

    fn spelled_like(&self, word: &str, position: &str, legal: Vec<String>) -> Vec<String> {
        export::spelled_like(word, position, &legal).unwrap_or(legal)
    }

    /// Counts what pieces can do; repetition and draws are left out, as everybody does.
    fn perft(
        &self,
        setup: &Setup,
        depth: u32,
        mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        let board = read_opening(setup)?.position().board().clone();
        Ok(divide(board, depth, mode, Finished::Nothing))
    }

    fn static_evaluations(&self, setup: &Setup) -> Result<StaticEvaluations, SetupError> {
        let position = read_opening(setup)?.position();
        Ok(StaticEvaluations {
            hand: Hand::default().value_of(position.board()),
            learned: Learned::default().value_of(position.board()),
        })
    }
}

/// Positions with so many pieces that endgame tables, which not every machine has, play no part.
const STRONG_BENCH: &[(&str, u32)] = &[
    (TEST_POSITIONS[0], 14),
    (TEST_POSITIONS[1], 14),
    (TEST_POSITIONS[2], 14),
    (TEST_POSITIONS[3], 14),
];

/// What an evaluation file can hold.
enum Weights {
    Hand(Box<HandWeights>),
    Network(XiangqiNetwork),
}

impl Weights {
    fn read(file: &EvaluationFile) -> Result<Self, EvaluationFileError> {
        match file.kind {
            HandWeights::KIND => HandWeights::read(file).map(Box::new).map(Self::Hand),
            _ => XiangqiNetwork::read(file).map(Self::Network),
        }
    }
}

/// The strong player with an evaluation and endgame tables.
fn strong_player<E: Evaluation + 'static>(
    spec: &PlayerSpec,
    evaluation: E,
    endgames: Tables,
) -> Strong<StrongXiangqi<E>> {
    let bytes = spec.hash.unwrap_or(DEFAULT_HASH_MIB) << 20;
    let threads = spec.threads.unwrap_or(1);
    Strong::new(spec, start_of, move |_| {
        let search = StrongXiangqi::new(evaluation.clone(), bytes, threads)?;
        Ok(search.with_endgames(endgames.clone()))
    })
}

/// The start, and positions of our own from the opening to the endgame.
const TEST_POSITIONS: &[&str] = &[
    boyi_xiangqi::fen::START,
    "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 5",
    "r2akab1r/9/2n1b1nc1/p1p1p3p/9/2P3p2/P3P3P/N1C1C1N2/9/R1BAKAB1R w - - 0 9",
    "3akab2/5r3/4b1n2/p3p3p/2p6/6R2/P1P1P3P/2N1C4/4A4/2BAK4 w - - 0 20",
    "4ka3/4a4/4b4/4n3p/9/2P6/4P3P/4B4/4A4/2BAK1N2 w - - 0 35",
    "4k4/4a4/4ba3/9/9/9/9/4B4/4A4/3AK3R w - - 0 60",
];

/// A course evaluation; whatever is no name of ours is the name of a file.
fn course(name: &str) -> Result<Course, SpecError> {
    // The courses' files have two kilobytes; whatever is much larger is something else.
    const MAX_FILE_BYTES: u64 = 1 << 20;
    if name == "course" {
        return Ok(Course::built_in());
    }
    let unknown = |why: String| SpecError::Evaluation {
        name: name.to_owned(),
        known: format!("course, or a file of tables ({why})"),
    };
    let mut text = String::new();
    let read = std::fs::File::open(name)
        .and_then(|file| std::io::Read::read_to_string(&mut file.take(MAX_FILE_BYTES), &mut text));
    read.map_err(|error| unknown(error.to_string()))?;
    course_file::read(&text).map_err(|error| unknown(error.to_string()))
}

/// The position a game began with.
fn start_of(game: &Seen) -> Result<Play, EngineError> {
    Ok(read_start(&Setup::at(game.start, game.rules))?)
}

/// How a game begins.
pub(crate) fn read_opening(setup: &Setup) -> Result<Opening<Play>, SetupError> {
    let opening = Opening {
        start: read_start(setup)?,
        moves: Vec::new(),
    };
    let moves = main_line(&Xiangqi, setup.moves.as_deref().unwrap_or_default())?;
    opening.and_then(&Xiangqi, moves)
}

fn read_start(setup: &Setup) -> Result<Play, SetupError> {
    let rules = match setup.rules.as_deref() {
        None => Rules::default(),
        Some(name) => name.parse().map_err(|_| SetupError::rules(name, RULES))?,
    };
    if setup.size.is_some_and(|size| size != (10, 9)) {
        let only = "a xiangqi board has 10 rows and 9 columns";
        return Err(SetupError::Size(only.to_owned()));
    }
    let Some(text) = &setup.position else {
        return Ok(Play::start(rules));
    };
    let wrong = |why: &dyn std::fmt::Display| SetupError::Position(why.to_string());
    let read = read_position(text).map_err(|error| wrong(&error))?;
    Play::new(&read, rules).map_err(|error| wrong(&error))
}

/// A move in coordinates whose ranks begin at 1, as one whose ranks begin at 0.
pub(crate) fn from_ranks_of_one(word: &str) -> Option<String> {
    coordinates::read(word, Ranks::FromOne).map(|mv| mv.to_string())
}
