//! What every strong engine is made of: time, budget, iterative deepening, threads, value bands,
//! history, table entries and tunables, each written once.
//!
//! A game implements [`Searcher`], one thread's search of one window at one depth; [`think`] does the
//! rest. To read it from the caller's side: [`Go`] says what is wanted, [`Budget`] when to stop,
//! [`think`] which depth and window come next, [`SearchResult`] what was found.

mod aspiration;
mod budget;
mod driver;
mod evaluation_file;
mod go;
mod history;
mod result;
mod tt_entry;
pub mod tunables;
pub mod value;

pub use aspiration::{Aspiration, Narrowing};
pub use budget::{Budget, Meter, Stopped};
pub use driver::{RootHistory, Searcher, think};
pub use evaluation_file::{EvaluationFile, EvaluationFileError, fnv1a};
pub use go::{Go, Pondering};
pub use history::gravity;
pub use result::{SearchResult, Variation};
pub use tt_entry::TtEntry;
pub use tunables::Tunable;
pub use value::Value;
