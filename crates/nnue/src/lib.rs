#![doc = include_str!("../README.md")]

mod float;
mod perspective;

pub use float::FloatNetwork;
pub use perspective::{PerspectiveNetwork, Shape};

/// What 1 is in an accumulator.
pub const QA: i32 = 255;

/// What 1 is among the output weights.
pub const QB: i32 = 64;

/// Numbers are handled in groups of so many; widths are multiples of it.
pub const LANES: usize = 16;
