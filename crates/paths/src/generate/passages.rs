//! Corridors of width one, carved by a walk that backs up when stuck (depth first), which gives
//! long winding paths; then dead ends opened, where loops are wanted.

use super::Stream;
use crate::maze::{Cell, Grid, GridError, Step};

/// Carves chambers at odd rows and columns. Where a side is even its last chamber line doubles the
/// outer wall, so that any size works.
pub(super) fn carve(
    rows: u32,
    cols: u32,
    braid: f64,
    stream: &mut Stream,
) -> Result<Grid, GridError> {
    let mut grid = Grid::walled(rows, cols)?;
    let [high, wide] = [rows, cols].map(|side| side.saturating_sub(1) / 2);
    if high == 0 || wide == 0 {
        // Too thin for an inside with walls on both sides: one straight path is the maze.
        return Grid::from_fn(rows, cols, |cell| cell.row == rows.saturating_sub(2).min(1));
    }
    let chambers = Chambers { high, wide };
    walk(&mut grid, &chambers, stream);
    open_dead_ends(&mut grid, &chambers, braid, stream);
    open_the_sides(&mut grid);
    Ok(grid)
}

struct Chambers {
    high: u32,
    wide: u32,
}

/// A chamber beside another, with the wall between them.
struct Neighbour {
    wall: Cell,
    chamber: Cell,
}

impl Chambers {
    fn beside(&self, chamber: Cell, step: Step) -> Option<Neighbour> {
        let (rows, cols) = step.delta();
        let beyond = |cell: Cell| {
            let row = cell.row.checked_add_signed(rows)?;
            Some(Cell::new(row, cell.col.checked_add_signed(cols)?))
        };
        let wall = beyond(chamber)?;
        let chamber = beyond(wall)?;
        let inside = chamber.row < 2 * self.high && chamber.col < 2 * self.wide;
        inside.then_some(Neighbour { wall, chamber })
    }
}

fn walk(grid: &mut Grid, chambers: &Chambers, stream: &mut Stream) {
    let first = Cell {
        row: 2 * stream.below(chambers.high) + 1,
        col: 2 * stream.below(chambers.wide) + 1,
    };
    grid.set_free(first, true);
    let mut way = vec![first];
    while let Some(&here) = way.last() {
        let mut steps = Step::STRAIGHT;
        stream.shuffle(&mut steps);
        let fresh = steps
            .into_iter()
            .filter_map(|step| chambers.beside(here, step))
            .find(|next| !grid.is_free(next.chamber));
        match fresh {
            Some(next) => {
                grid.set_free(next.wall, true);
                grid.set_free(next.chamber, true);
                way.push(next.chamber);
            }
            None => {
                way.pop();
            }
        }
    }
}

fn open_dead_ends(grid: &mut Grid, chambers: &Chambers, share: f64, stream: &mut Stream) {
    for row in (1..2 * chambers.high).step_by(2) {
        for col in (1..2 * chambers.wide).step_by(2) {
            let here = Cell { row, col };
            let mut closed: Vec<Neighbour> = Step::STRAIGHT
                .into_iter()
                .filter_map(|step| chambers.beside(here, step))
                .filter(|next| !grid.is_free(next.wall))
                .collect();
            let open = Step::STRAIGHT
                .into_iter()
                .filter(|&step| grid.allows(grid.node(here), step))
                .count();
            if open == 1 && !closed.is_empty() && stream.chance(share) {
                let pick = stream.below(closed.len() as u32) as usize;
                grid.set_free(closed.swap_remove(pick).wall, true);
            }
        }
    }
}

/// The entry leads into the first chamber line, the exit out of the last one; where an even side
/// left a doubled wall, the path is dug through it.
fn open_the_sides(grid: &mut Grid) {
    let (rows, cols) = (grid.rows(), grid.cols());
    grid.set_free(Cell { row: 1, col: 0 }, true);
    let exit_row = rows - 2;
    let last_row = (rows - 1) / 2 * 2 - 1;
    let last_col = (cols - 1) / 2 * 2 - 1;
    for row in last_row..=exit_row {
        grid.set_free(Cell { row, col: last_col }, true);
    }
    for col in last_col..cols {
        grid.set_free(Cell { row: exit_row, col }, true);
    }
}
