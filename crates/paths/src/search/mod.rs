//! The searches every textbook names, one file each.
//!
//! Each takes a [`Problem`] and an [`Observer`] and returns a [`Report`]. Pass `&mut ()` to watch
//! nothing at no cost, a [`Recorder`] to play the search back later. [`ALGORITHMS`] lists them by
//! name for front ends.

mod grid_problem;
mod heuristic;
mod label;
mod log;
mod changes;
mod problem;
pub(crate) mod registry;
mod report;
mod spec;
mod walkers;
mod weight;

pub mod ara;
mod best_first;
pub mod bidirectional;
pub mod breadth_first;
pub mod fringe;
pub mod ida;
pub mod jump_point;
pub mod theta;

mod anew;
pub mod dstar_lite;
pub mod lpa;
mod repair;

pub mod cbs;
pub mod cooperative;
mod timetable;

pub use crate::observer::{Change, Event, Observer, Recorder, Viewer};
pub use best_first::{astar, greedy, uniform_cost, weighted_astar};
pub use changes::{CellChange, Changes};
pub use grid_problem::GridProblem;
pub use heuristic::Heuristic;
pub use problem::{Cost, Problem};
pub(crate) use registry::searches;
pub use registry::{ALGORITHMS, Algorithm, GridRun, Optimal, Solution, by_name};
pub use report::{Counts, Outcome, Report, Route};
pub use spec::{SearchSpec, SpecError};
pub use walkers::{Trip, TripError};
pub use weight::{Weight, WeightError};
