//! The searches every textbook names, one file each.
//!
//! Each takes a [`Problem`] and an [`Observer`] and returns a [`Report`]. Pass `&mut ()` to watch
//! nothing at no cost, a [`Recorder`] to play the search back later. [`ALGORITHMS`] lists them by
//! name for front ends.

mod grid_problem;
mod label;
mod log;
mod problem;
pub(crate) mod registry;
mod report;

pub mod astar;
pub mod best_first;
pub mod bidirectional;
pub mod breadth_first;
pub mod fringe;
pub mod greedy;
pub mod ida;
pub mod jump_point;
pub mod uniform_cost;

pub use crate::observer::{Event, Observer, Recorder, Viewer};
pub use grid_problem::GridProblem;
pub use problem::{Cost, Problem};
pub(crate) use registry::watched;
pub use registry::{ALGORITHMS, Algorithm, Optimal, Solution, by_name};
pub use report::{Counts, Outcome, Report, Route};
