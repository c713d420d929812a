//! Mazes in which the walker must eat: each step takes a day and a unit of food, supplies fill up.
//!
//! [`SupplyMaze::read`] takes the course's text. [`solve`] is what a program would call;
//! [`search_labels`] is the textbook search on (cell, food) with a choice of heuristics, counts and
//! an observer. Both are exact.
//!
//! ```
//! use boyi_paths::supply::{SupplyMaze, solve};
//!
//! let maze = SupplyMaze::read("2 7 5\n3 0 0 0 0 0 4\n1 1 2 1 1 1 1\n")?;
//! let trek = solve(&maze).expect("a supply lies near the path");
//! assert_eq!((trek.days(), trek.moves().as_str()), (8, "RRDURRRR"));
//! # Ok::<(), boyi_paths::TextError>(())
//! ```

mod maze;
mod text;
mod trek;
mod heuristic;
mod labels;
mod fast;
mod guide;
mod rings;
mod stack;
mod generate;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod slow;

pub use crate::maze::Cell;
pub use fast::{Solver, solve};
pub use generate::{Ground, Order};
pub use heuristic::Heuristic;
pub use labels::{Counts, Report, Walker, search_labels};
pub use maze::{MAX_CELLS, SizeError, SupplyMaze, Tile};
pub use trek::Trek;
