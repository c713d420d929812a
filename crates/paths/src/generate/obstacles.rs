//! Walls strewn at random.

use super::Stream;
use crate::maze::{Grid, GridError};

pub(super) fn strew(
    rows: u32,
    cols: u32,
    density: f64,
    stream: &mut Stream,
) -> Result<Grid, GridError> {
    Grid::from_fn(rows, cols, |_| !stream.chance(density))
}
