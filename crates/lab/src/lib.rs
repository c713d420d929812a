#![doc = include_str!("../README.md")]

mod text;
mod sheet;
mod watch;
mod positions;
mod pruning;
mod ordering;
mod estimates;
mod weights;
mod games;
mod evaluations;
mod depths;
mod levels;
mod ladder;
mod sampling;
mod boards;
#[cfg(not(target_arch = "wasm32"))]
mod load;
mod puzzles;

pub use boards::{Boards, Sizes, SizesError};
pub use depths::Depths;
pub use estimates::Estimates;
pub use evaluations::Evaluations;
pub use games::League;
pub use ladder::Ladder;
pub use levels::{Levels, measured_levels};
#[cfg(not(target_arch = "wasm32"))]
pub use load::Load;
pub use ordering::Ordering;
pub use positions::Positions;
pub use pruning::Pruning;
pub use puzzles::{
    Mining, MiningError, MiningProgress, MiningSource, PUZZLES_VERSION, Puzzle, PuzzleFault,
    PuzzleHeader, PuzzleSet, PuzzleSetError, check_puzzles, mine,
};
pub use sampling::{Sampling, SamplingQuestion};
pub use sheet::{Chart, Column, Row, Sheet, Value};
pub use text::{grouped, spoken};
pub use watch::{LabError, News, Watch};
pub use weights::Weights;
