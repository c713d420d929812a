#![doc = include_str!("../README.md")]

mod products;
mod codebook;
mod codebook_float;
mod float;
mod perspective;

pub use codebook::{
    CELL, Cell, CodebookHead, HIDDEN, HeadOutput, JOINED, KIND_OF, KINDS, ONE, REGION, REGIONS,
    replace_row, replace_row_keeping,
};
pub use codebook_float::{FloatCodebook, FloatPass};
pub use float::FloatNetwork;
pub use perspective::{PerspectiveNetwork, Shape};

/// What 1 is in an accumulator.
pub const QA: i32 = 255;

/// What 1 is among the output weights.
pub const QB: i32 = 64;

/// Numbers are handled in groups of so many; widths are multiples of it.
pub const LANES: usize = 16;
