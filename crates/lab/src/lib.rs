#![doc = include_str!("../README.md")]

mod sheet;
mod watch;
mod positions;
mod pruning;
mod ordering;
mod estimates;

pub use estimates::Estimates;
pub use ordering::Ordering;
pub use positions::Positions;
pub use pruning::Pruning;
pub use sheet::{Chart, Column, Row, Sheet, Value};
pub use watch::{LabError, News, Watch};
