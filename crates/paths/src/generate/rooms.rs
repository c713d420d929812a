//! Square rooms in rows, thin walls between them, a door in some of the walls.

use super::{Draft, Stream};
use crate::maze::Cell;

pub(super) fn build(draft: &mut Draft, side: u32, doors: f64, stream: &mut Stream) {
    let (rows, cols) = (draft.grid.rows(), draft.grid.cols());
    let pitch = side.saturating_add(1);
    let is_wall = |place: u32| place % pitch == side;
    draft.each_cell(|cell| !is_wall(cell.row) && !is_wall(cell.col));
    // Every room looks at the wall on its right and the wall below it.
    for top in (0..rows).step_by(pitch as usize) {
        for left in (0..cols).step_by(pitch as usize) {
            let height = side.min(rows - top);
            let width = side.min(cols - left);
            if cols - left > pitch && stream.chance(doors) {
                let row = top + stream.below(height);
                draft.set_free(Cell::new(row, left + side), true);
            }
            if rows - top > pitch && stream.chance(doors) {
                let col = left + stream.below(width);
                draft.set_free(Cell::new(top + side, col), true);
            }
        }
    }
}
