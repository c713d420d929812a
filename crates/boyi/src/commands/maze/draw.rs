//! A maze and the path through it, drawn with blocks.

use boyi_paths::maze::{Cell, Grid};

/// Wider or higher mazes do not fit any screen.
const MAX_SIDE: u32 = 400;

/// Two characters a cell, so that cells look square.
pub(super) fn draw(grid: &Grid, path: &[Cell], colour: bool) -> String {
    if grid.cols() > MAX_SIDE || grid.rows() > MAX_SIDE {
        return String::new();
    }
    let on_path: std::collections::HashSet<Cell> = path.iter().copied().collect();
    let mut text = String::new();
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let cell = Cell { row, col };
            text.push_str(
                match (on_path.contains(&cell), grid.is_free(cell), colour) {
                    (true, _, true) => "\x1b[1;32m··\x1b[0m",
                    (true, _, false) => "··",
                    (false, true, _) => "  ",
                    (false, false, _) => "██",
                },
            );
        }
        text.push('\n');
    }
    text
}
