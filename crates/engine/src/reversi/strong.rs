//! The strongest player: the fast engine on standard boards, the general one on all others.

use std::sync::Arc;
use std::time::Duration;

use boyi_game::{Score, Seen};
use boyi_reversi::discs::Discs;
use boyi_reversi::{
    Bitboard, Empties, Lanes, Layout, Move, Reversi, Rows, Setup, WideBoard, Words,
};
use boyi_search::kernel::{EvaluationFile, EvaluationFileError, Go, SearchResult, Value};
use boyi_search::{Stop, TimeControl};

use super::general::{BoardWeights, General, embedded_weights};
use super::othello::{Evaluation, Othello, Weights};
use super::start_of;
use crate::engine::{Engine, EngineError};
use crate::fitted::Fitted;
use crate::spec::{PlayerSpec, SpecError};
use crate::strong::{DEFAULT_HASH_MIB, Strong, StrongSearch};
use crate::weights::{LearnedWeights, load};

/// What it is called.
pub(super) const NAME: &str = "strong";

/// The table of the general engine where nobody says how large it should be, in mebibytes.
const GENERAL_HASH_MIB: usize = 32;

/// The name of the evaluation by hand.
const HAND: &str = "hand";

/// Takes depth=, nodes=, time=, threads=, hash=, seed= and weights= or eval=hand.
pub(super) fn player(spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
    let known = PlayerSpec {
        evaluation: spec.evaluation.clone().filter(|name| name == HAND),
        quiescence: false,
        deepen: None,
        ..spec.clone()
    };
    let expected =
        "a player with depth=, nodes=, time=, threads=, hash=, seed=, weights= or eval=hand only";
    spec.refuse_beyond(&known, expected)?;
    let learned = Learned::of(spec)?;
    Ok(Box::new(Fitted::new(spec.to_string(), move |game| {
        engine_for(game, &known, &learned)
    })))
}

/// What `weights=FILE` or `eval=hand` puts in the place of the built-in evaluation of its kind.
#[derive(Default)]
struct Learned {
    othello: Option<Arc<Evaluation>>,
    weighted: Option<Arc<BoardWeights>>,
}

impl Learned {
    fn of(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let by_hand = spec.evaluation.is_some();
        let Some(file) = &spec.weights else {
            return Ok(Self {
                othello: by_hand.then(|| Arc::new(Evaluation::ByHand)),
                weighted: None,
            });
        };
        if by_hand {
            return Err(spec.no_use_for_weights());
        }
        let read = |file: &EvaluationFile| {
            let mut learned = Self::default();
            if file.kind == BoardWeights::KIND {
                learned.weighted = Some(Arc::new(BoardWeights::read(file)?));
            } else {
                learned.othello = Some(Arc::new(Evaluation::learned(&Weights::read(file)?)));
            }
            Ok(learned)
        };
        load(file, read).map_err(spec.unfit_weights())
    }
}

/// The evaluation of one kind was given for a board that is played with the other.
fn misfit(spec: &PlayerSpec, found: &str, expected: &str) -> EngineError {
    let error = EvaluationFileError::OtherKind {
        found: found.to_owned(),
        expected: expected.to_owned(),
    };
    EngineError::Weights(format!("player `{spec}`: {error}"))
}

fn engine_for(
    game: &Seen,
    spec: &PlayerSpec,
    learned: &Learned,
) -> Result<Box<dyn Engine>, EngineError> {
    let setup = start_of(game)?;
    if is_standard(&setup) && learned.weighted.is_some() {
        return Err(misfit(spec, BoardWeights::KIND, Weights::KIND));
    }
    let asks_othello = is_standard(&setup) || is_nearly_standard(&setup.layout);
    if !asks_othello && spec.evaluation.is_some() {
        return Err(EngineError::Weights(format!(
            "player `{spec}`: there is an evaluation by hand for standard boards only"
        )));
    }
    if !asks_othello && learned.othello.is_some() {
        return Err(misfit(spec, Weights::KIND, BoardWeights::KIND));
    }
    let fast = {
        let (bytes, threads) = (bytes(spec, DEFAULT_HASH_MIB), spec.threads.unwrap_or(1));
        let from_file = learned.othello.clone();
        move || {
            let evaluation = from_file.clone().unwrap_or_else(Evaluation::embedded);
            Othello::new(bytes, evaluation, threads)
        }
    };
    let bytes = bytes(spec, GENERAL_HASH_MIB);
    let from_file = learned.weighted.clone();
    let weights = move || from_file.clone().unwrap_or_else(embedded_weights);
    Ok(match Bitboard::new(&setup) {
        Some(_) if is_standard(&setup) => {
            Box::new(Strong::new(spec, start_on, move |_| Ok(fast()?)))
        }
        Some(_) if is_nearly_standard(&setup.layout) => {
            Box::new(Strong::new(spec, start_on, move |start: &Bitboard| {
                Ok(Hybrid {
                    fast: fast()?,
                    general: General::new(start.layout(), bytes, weights())?,
                })
            }))
        }
        Some(_) => Box::new(general::<Words>(spec, bytes, weights())),
        None if WideBoard::new(&setup).is_some() => {
            Box::new(general::<Lanes>(spec, bytes, weights()))
        }
        None => Box::new(general::<Rows>(spec, bytes, weights())),
    })
}

fn bytes(spec: &PlayerSpec, usual: usize) -> usize {
    spec.hash.unwrap_or(usual) << 20
}

fn general<D: Discs + 'static>(
    spec: &PlayerSpec,
    bytes: usize,
    weights: Arc<BoardWeights>,
) -> Strong<General<D>> {
    Strong::new(spec, start_on, move |start: &Reversi<D>| {
        Ok(General::new(start.layout(), bytes, weights.clone())?)
    })
}

/// The board that a game begins on, stored in a way that was found to hold it.
fn start_on<D: Discs>(game: &Seen) -> Result<Reversi<D>, EngineError> {
    Ok(Reversi::new(&start_of(game)?).expect("the board was looked at"))
}

/// A late move loses the game, and machines are busy: a part of a short time is kept back.
pub(super) fn with_reserve<M: Clone>(go: &Go<M>) -> Go<M> {
    let reserve =
        |time: Duration| (time / 5).clamp(Duration::from_millis(2), Duration::from_millis(25));
    let overhead = match go.control {
        TimeControl::Unlimited => Duration::ZERO,
        TimeControl::PerMove(time) => reserve(time),
        TimeControl::Clock { left, .. } => reserve(left),
    };
    Go {
        overhead: go.overhead.max(overhead),
        at_most: go.at_most.map(|time| time.saturating_sub(reserve(time))),
        ..go.clone()
    }
}

/// Whether a board is the one of Othello tournaments.
pub(super) fn is_standard(setup: &Setup) -> bool {
    let layout = &setup.layout;
    (layout.rows(), layout.cols()) == (8, 8)
        && layout.is_unit()
        && layout.empties() == Empties::ToWinner
}

/// Whether a board of 8 x 8 differs from the standard one only in its middle, where courses count
/// nothing, and in who gets the empties.
fn is_nearly_standard(layout: &Layout) -> bool {
    let middle = layout.starting_discs().map(|(square, _)| square);
    let mut others = layout
        .squares()
        .filter(|square| !middle.contains(square))
        .map(|square| layout.worth(square));
    let first = others.next();
    (layout.rows(), layout.cols()) == (8, 8)
        && first.is_some_and(|first| first > 0 && others.all(|worth| worth == first))
}

/// Empties from which the general engine counts the exact points.
const COUNTED: usize = 14;

/// The search of nearly standard boards: the fast engine knows the middle game, the general one counts
/// the points at the end.
struct Hybrid {
    fast: Othello,
    general: General<Words>,
}

impl StrongSearch for Hybrid {
    type Position = Bitboard;

    fn default_go() -> Go<Move> {
        Othello::default_go()
    }

    fn fits(&self, start: &Bitboard) -> bool {
        self.general.fits(start)
    }

    fn clear(&mut self) {
        self.fast.clear();
        self.general.clear();
    }

    fn think(
        &mut self,
        position: &Bitboard,
        go: &Go<Move>,
        seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if empties(position) > COUNTED {
            return StrongSearch::think(&mut self.fast, position, go, seed, watch);
        }
        let mut show = |result: &SearchResult<Move>| watch(&in_points(result.clone()));
        in_points(self.general.think(position, go, seed, &mut show))
    }

    /// With whichever will be asked after the other side's move.
    fn ponder(&mut self, position: &Bitboard, stop: &Stop) {
        if empties(position).saturating_sub(1) > COUNTED {
            self.fast.ponder(position, stop);
        } else {
            self.general.ponder(position, stop);
        }
    }

    fn score(value: Value) -> Score {
        Othello::score(value)
    }
}

/// The general engine's values in the points that the fast one counts in.
fn in_points(mut result: SearchResult<Move>) -> SearchResult<Move> {
    for line in &mut result.lines {
        line.value = General::<Words>::score(line.value).value();
    }
    result
}

fn empties(position: &Bitboard) -> usize {
    let squares = position.layout().squares();
    squares.filter(|&at| position.disc(at).is_none()).count()
}
