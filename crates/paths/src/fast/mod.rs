//! The fast path: what a program would call.
//!
//! A [`Solver`] belongs to one map. [`Solver::new`] is ready at once; [`Solver::prepared`] spends a
//! few milliseconds on the map first and then answers each query several times faster. Either way
//! buffers are reused, a query allocates nothing once it is warm, and the path comes back cell by
//! cell.

mod buckets;
mod corridor_search;
mod corridors;
mod file;
mod jump_search;
mod jump_tables;
mod junctions;
mod octile_jumps;
mod octile_search;
mod octile_tables;
mod points;
mod solver;
mod stacks;
mod trees;

pub use file::LoadError;
pub use solver::{FoundPath, Method, Solver};
