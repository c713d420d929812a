//! Corridors of width one, carved by a walk that backs up when stuck (depth first), which gives
//! long winding paths; then dead ends opened, where loops are wanted.

use super::{Draft, Stream};
use crate::maze::{Cell, Step};

/// Carves chambers at odd rows and columns. Where a side is even its last chamber line doubles the
/// outer wall, so that any size works.
pub(super) fn carve(draft: &mut Draft, braid: f64, stream: &mut Stream) {
    let (rows, cols) = (draft.grid.rows(), draft.grid.cols());
    let [high, wide] = [rows, cols].map(|side| side.saturating_sub(1) / 2);
    if high == 0 || wide == 0 {
        // Too thin for an inside with walls on both sides: one straight path is the maze.
        return draft.each_cell(|cell| cell.row == rows.saturating_sub(2).min(1));
    }
    let chambers = Chambers { high, wide };
    walk(draft, &chambers, stream);
    open_dead_ends(draft, &chambers, braid, stream);
    open_the_sides(draft);
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

fn walk(draft: &mut Draft, chambers: &Chambers, stream: &mut Stream) {
    let first = Cell {
        row: 2 * stream.below(chambers.high) + 1,
        col: 2 * stream.below(chambers.wide) + 1,
    };
    draft.set_free(first, true);
    let mut way = vec![first];
    while let Some(&here) = way.last() {
        let mut steps = Step::STRAIGHT;
        stream.shuffle(&mut steps);
        let fresh = steps
            .into_iter()
            .filter_map(|step| chambers.beside(here, step))
            .find(|next| !draft.grid.is_free(next.chamber));
        match fresh {
            Some(next) => {
                draft.set_free(next.wall, true);
                draft.set_free(next.chamber, true);
                way.push(next.chamber);
            }
            None => {
                way.pop();
            }
        }
    }
}

fn open_dead_ends(draft: &mut Draft, chambers: &Chambers, share: f64, stream: &mut Stream) {
    for row in (1..2 * chambers.high).step_by(2) {
        for col in (1..2 * chambers.wide).step_by(2) {
            let here = Cell { row, col };
            let grid = &draft.grid;
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
                draft.set_free(closed.swap_remove(pick).wall, true);
            }
        }
    }
}

/// The entry leads into the first chamber line, the exit out of the last one; where an even side
/// left a doubled wall, the path is dug through it.
fn open_the_sides(draft: &mut Draft) {
    let (rows, cols) = (draft.grid.rows(), draft.grid.cols());
    draft.set_free(Cell { row: 1, col: 0 }, true);
    let exit_row = rows - 2;
    let last_row = (rows - 1) / 2 * 2 - 1;
    let last_col = (cols - 1) / 2 * 2 - 1;
    for row in last_row..=exit_row {
        draft.set_free(Cell { row, col: last_col }, true);
    }
    for col in last_col..cols {
        draft.set_free(Cell { row: exit_row, col }, true);
    }
}
