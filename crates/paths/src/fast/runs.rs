//! Tables of runs as bytes, for files: two bytes a run, cell by cell.

use crate::maze::Grid;

/// Every run of every cell, least byte first.
pub(super) fn to_bytes<const N: usize>(runs: &[[i16; N]]) -> Vec<u8> {
    let numbers = runs.as_flattened().iter();
    numbers.flat_map(|run| run.to_le_bytes()).collect()
}

/// Reads them back; `None` unless there is one set for each cell and no run is longer than `longest`
/// allows. That is given the cells above, below, left and right of a cell.
pub(super) fn from_bytes<const N: usize>(
    grid: &Grid,
    bytes: &[u8],
    longest: impl Fn([u32; 4]) -> [u32; N],
) -> Option<Vec<[i16; N]>> {
    let numbers: Vec<i16> = bytes
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let (rows, cols) = (grid.rows(), grid.cols());
    let (runs, rest) = numbers.as_chunks::<N>();
    if !rest.is_empty() || runs.len() != rows as usize * cols as usize {
        return None;
    }
    let fits = |place: usize| {
        let (row, col) = (place as u32 / cols, place as u32 % cols);
        let most = longest([row, rows - 1 - row, col, cols - 1 - col]);
        let run_fits = |(run, most): (&i16, u32)| u32::from(run.unsigned_abs()) <= most;
        runs[place].iter().zip(most).all(run_fits)
    };
    (0..runs.len()).all(fits).then(|| runs.to_vec())
}
