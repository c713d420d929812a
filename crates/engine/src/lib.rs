#![doc = include_str!("../README.md")]

mod game;
mod engine;
mod spec;
mod seat;
mod classic;
pub mod bench;
pub mod garlic;
pub mod gomoku;
pub mod reversi;
pub mod xiangqi;

pub use engine::{Engine, EngineError, Line, Orders, Thought};
pub use game::{
    Choice, ExportError, Game, PerftMode, ReplayError, Setup, SetupError, UnknownGame, game, games,
    replay,
};
pub use spec::{PlayerSpec, SpecError};
