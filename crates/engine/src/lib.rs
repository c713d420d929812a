#![doc = include_str!("../README.md")]

mod game;
mod engine;
mod spec;
mod seat;
mod strong;
mod player;
mod tree;
mod classic;
mod sampling;
mod sampled;
mod fitted;
mod files;
mod file_error;
pub mod weights;
pub mod book;
pub mod experience;
mod levels;
mod puzzle;
mod annotated;
pub mod review;
pub mod bench;
pub mod garlic;
pub mod gomoku;
pub mod protocol;
pub mod reversi;
pub mod xiangqi;

pub use annotated::{AnnotatedGame, AnnotatedMove, ImportError, MAX_MOVES, WrongMove};
pub use boyi_search::kernel::Go;
pub use engine::{Engine, EngineError, Line, Thinking, Thought, Watch};
pub use file_error::FileError;
pub use files::{EVALUATION_FILES, evaluation_file};
pub use game::{
    Choice, ExportError, Game, GameFacts, PerftMode, ReplayError, Setup, SetupError,
    StaticEvaluations, UnknownGame, game, games, replay,
};
pub use levels::{Level, LevelRating};
pub use player::Player;
pub use puzzle::{PuzzleProver, SolvedPuzzle};
pub use sampled::{SampledBranch, SampledRevision, SampledSearch};
pub use spec::{PlayerSpec, SpecError};
pub use tree::{Branch, BranchCut, Reason, SearchTree, TreeRequest};
