//! Othello and weighted reversi: the game with its players.

mod course;
mod evaluation;
mod solve;

pub use solve::{Solution, solve};

use boyi_game::perft::{self, Counting, Finished};
use boyi_game::{Position, Shown, Table, TurnTable};
use boyi_reversi::discs::Discs;
use boyi_reversi::formats::transcript;
use boyi_reversi::{Bitboard, Empties, Grid, Layout, Rows, Words, read_position};
use boyi_search::Algorithm;

use crate::classic::Classic;
use crate::engine::{Engine, EngineError, Orders, Thought};
use crate::game::{Choice, Game, PerftMode, Setup, SetupError};
use crate::spec::{PlayerSpec, SpecError};
use evaluation::{Evaluation, Judge};

/// The game.
pub struct Reversi;

const RULES: &[Choice] = &[
    Choice {
        name: "winner",
        about: "cells still empty at the end count for the winner (tournaments)",
    },
    Choice {
        name: "discs",
        about: "cells still empty at the end count for nobody (courses)",
    },
];

impl Game for Reversi {
    fn name(&self) -> &'static str {
        "reversi"
    }

    fn title(&self) -> [&'static str; 2] {
        ["Othello and reversi", "黑白棋"]
    }

    fn rules(&self) -> &'static [Choice] {
        RULES
    }

    fn evaluations(&self) -> &'static [Choice] {
        Evaluation::CHOICES
    }

    fn characters(&self) -> &'static [Choice] {
        course::CHARACTERS
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        let start = read_setup(setup)?;
        match Bitboard::new(&start) {
            Some(board) => lay(board, setup),
            None => lay(
                Grid::new(&start).expect("the grid holds every board"),
                setup,
            ),
        }
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Engine>, SpecError> {
        if let Some(character) = course::character(spec) {
            return Ok(character);
        }
        let spec = course::as_a_search(spec);
        let algorithm = spec.name.parse::<Algorithm>().map_err(|_| {
            let names = Algorithm::ALL.map(Algorithm::name).into_iter();
            let names = names.chain(course::CHARACTERS.iter().map(|choice| choice.name));
            SpecError::Name {
                name: spec.name.clone(),
                known: names.collect::<Vec<_>>().join(", "),
            }
        })?;
        let evaluation = Evaluation::named(spec.evaluation.as_deref())?;
        Ok(Box::new(Searcher {
            algorithm,
            evaluation,
            spec,
            current: None,
        }))
    }

    fn perft(
        &self,
        setup: &Setup,
        depth: u32,
        mode: PerftMode,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        let start = read_setup(setup)?;
        match Bitboard::new(&start) {
            Some(board) => divide(board, setup, depth, mode),
            None => divide(
                Grid::new(&start).expect("the grid holds every board"),
                setup,
                depth,
                mode,
            ),
        }
    }

    fn test_positions(&self) -> &'static [&'static str] {
        TEST_POSITIONS
    }
}

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

/// A search that is set up when it sees which board it plays on.
struct Searcher {
    algorithm: Algorithm,
    evaluation: Evaluation,
    spec: PlayerSpec,
    current: Option<(String, Box<dyn Engine>)>,
}

impl Searcher {
    fn engine_for(&self, start: &str) -> Result<Box<dyn Engine>, EngineError> {
        let setup = read_position(start).map_err(|error| EngineError::Record(error.to_string()))?;
        Ok(match Bitboard::new(&setup) {
            Some(board) => {
                let judge = Judge::<Words>::new(self.evaluation, board.layout());
                Box::new(Classic::new(self.algorithm, &self.spec, board, judge))
            }
            None => {
                let board = Grid::new(&setup).expect("the grid holds every board");
                let judge = Judge::<Rows>::new(self.evaluation, board.layout());
                Box::new(Classic::new(self.algorithm, &self.spec, board, judge))
            }
        })
    }
}

impl Engine for Searcher {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn think(
        &mut self,
        game: &boyi_game::Record,
        side: boyi_game::Side,
        orders: &Orders,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let engine = match &mut self.current {
            Some((start, engine)) if *start == game.start => engine,
            _ => {
                let engine = self.engine_for(&game.start)?;
                &mut self.current.insert((game.start.clone(), engine)).1
            }
        };
        engine.think(game, side, orders, watch)
    }
}

/// The position a game begins with.
pub(crate) fn read_setup(setup: &Setup) -> Result<boyi_reversi::Setup, SetupError> {
    let start = match (&setup.position, setup.size) {
        (Some(_), Some(_)) => return Err(SetupError::SizeAndPosition),
        (Some(text), None) => {
            read_position(text).map_err(|error| SetupError::Position(error.to_string()))?
        }
        (None, size) => {
            let (rows, cols) = size.unwrap_or((8, 8));
            let layout =
                Layout::othello(rows, cols).map_err(|error| SetupError::Size(error.to_string()))?;
            boyi_reversi::Setup::start(layout)
        }
    };
    let empties = match setup.rules.as_deref() {
        None => return Ok(start),
        Some("winner") => Empties::ToWinner,
        Some("discs") => Empties::Ignored,
        Some(name) => return Err(SetupError::rules(name, RULES)),
    };
    Ok(start.with_empties(empties))
}

/// Plays the moves of a setup that were played already.
fn played<D: Discs>(
    start: &boyi_reversi::Reversi<D>,
    setup: &Setup,
) -> Result<Vec<boyi_reversi::Move>, SetupError> {
    let text = setup.moves.as_deref().unwrap_or_default();
    transcript::read(start, text).map_err(|error| SetupError::Moves(error.to_string()))
}

fn lay<D: Discs>(
    start: boyi_reversi::Reversi<D>,
    setup: &Setup,
) -> Result<Box<dyn Table>, SetupError> {
    let moves = played(&start, setup)?;
    let mut side = start.turn();
    let mut table = TurnTable::new(start);
    for mv in moves {
        table
            .play(side, &mv.to_string())
            .expect("the transcript was checked");
        side = !side;
    }
    Ok(Box::new(table))
}

fn divide<D: Discs>(
    mut position: boyi_reversi::Reversi<D>,
    setup: &Setup,
    depth: u32,
    mode: PerftMode,
) -> Result<Vec<(String, u64)>, SetupError> {
    for mv in played(&position, setup)? {
        position.make(mv);
    }
    let finished = Finished::OneLeaf;
    let counts = match mode {
        PerftMode::Plain { bulk } => {
            perft::divide(&mut position, depth, Counting { finished, bulk })
        }
        PerftMode::Hashed {
            threads,
            table_bytes,
        } => perft::divide_hashed(
            &position,
            depth,
            Counting {
                finished,
                bulk: true,
            },
            threads,
            table_bytes,
        ),
    };
    Ok(counts
        .into_iter()
        .map(|(mv, leaves)| (position.move_text(mv), leaves))
        .collect())
}
