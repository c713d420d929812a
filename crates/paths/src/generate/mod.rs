//! Mazes made to order: the same kind, size and seed give the same maze on every machine.

mod draft;
mod passages;
mod rooms;

pub use crate::stream::Stream;

use crate::maze::{Cell, Grid, GridError};
use draft::Draft;

/// What to make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Corridors of width one, exactly one path between any two cells.
    Perfect,
    /// A perfect maze in which this share of the dead ends was opened: it has loops.
    Braided {
        /// From 0 (perfect) to 1 (no dead end left).
        share: f64,
    },
    Rooms {
        /// Free cells along a side of a room, at least 1.
        side: u32,
        /// How likely a wall between two rooms has a door, from 0 to 1.
        doors: f64,
    },
    Obstacles {
        /// How likely a cell is a wall, from 0 to 1.
        density: f64,
    },
}

impl Kind {
    /// One of each kind with the numbers a newcomer would pick, by name.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("perfect", Self::Perfect),
        ("braided", Self::Braided { share: 0.5 }),
        (
            "rooms",
            Self::Rooms {
                side: 8,
                doors: 0.8,
            },
        ),
        ("obstacles", Self::Obstacles { density: 0.3 }),
    ];

    /// Are walls put on free ground, rather than paths dug into a block?
    const fn begins_free(self) -> bool {
        matches!(self, Self::Rooms { .. } | Self::Obstacles { .. })
    }

    /// The kind of this name, as in [`Kind::NAMED`].
    pub fn by_name(name: &str) -> Option<Self> {
        Self::NAMED
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, kind)| kind)
    }
}

/// Makes a grid. Perfect and braided mazes are walled all around but for an entry at (1, 0) and an
/// exit at (rows - 2, cols - 1), as the course's mazes are.
pub fn generate(kind: Kind, rows: u32, cols: u32, seed: u64) -> Result<Grid, GridError> {
    let mut draft = Draft::new(rows, cols, kind.begins_free())?;
    draw(kind, &mut draft, &mut Stream::new(seed));
    Ok(draft.grid)
}

/// A grid and how it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Making {
    pub grid: Grid,
    /// Was every cell free at first, or every one a wall?
    pub begins_free: bool,
    /// The cells in the order in which they changed from wall to free or back.
    pub steps: Vec<Cell>,
}

/// Makes the same grid and keeps the order in which it was done.
pub fn watch(kind: Kind, rows: u32, cols: u32, seed: u64) -> Result<Making, GridError> {
    let begins_free = kind.begins_free();
    let mut draft = Draft::new(rows, cols, begins_free)?.watched();
    draw(kind, &mut draft, &mut Stream::new(seed));
    Ok(Making {
        grid: draft.grid,
        begins_free,
        steps: draft.steps.unwrap_or_default(),
    })
}

fn draw(kind: Kind, draft: &mut Draft, stream: &mut Stream) {
    match kind {
        Kind::Perfect => passages::carve(draft, 0.0, stream),
        Kind::Braided { share } => passages::carve(draft, share, stream),
        Kind::Rooms { side, doors } => rooms::build(draft, side.max(1), doors, stream),
        Kind::Obstacles { density } => draft.each_cell(|_| !stream.chance(density)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{Cell, Maze, Step};

    fn free_neighbours(grid: &Grid, cell: Cell) -> usize {
        let node = grid.node(cell);
        Step::STRAIGHT
            .into_iter()
            .filter(|&step| grid.allows(node, step))
            .count()
    }

    /// A maze is a tree exactly when it is connected and has one edge fewer than cells.
    #[test]
    fn a_perfect_maze_is_a_tree() {
        for (rows, cols, seed) in [(3, 3, 1), (18, 25, 2), (30, 60, 3), (31, 61, 4), (4, 9, 5)] {
            let grid = generate(Kind::Perfect, rows, cols, seed).unwrap();
            let cells = grid.free_list();
            let ends: usize = cells.iter().map(|&cell| free_neighbours(&grid, cell)).sum();
            assert_eq!(ends / 2 + 1, cells.len(), "{rows}x{cols}");
            let mut seen = vec![cells[0]];
            let mut next = 0;
            while next < seen.len() {
                let node = grid.node(seen[next]);
                for step in Step::STRAIGHT {
                    if grid.allows(node, step) {
                        let cell = grid.cell(grid.beside(node, step));
                        if !seen.contains(&cell) {
                            seen.push(cell);
                        }
                    }
                }
                next += 1;
            }
            assert_eq!(seen.len(), cells.len(), "{rows}x{cols}: connected");
            let maze = Maze::new(grid, None, None).unwrap();
            assert_eq!(maze.entry(), Cell { row: 1, col: 0 });
            assert_eq!(maze.exit(), Cell::new(rows - 2, cols - 1));
        }
    }

    #[test]
    fn braiding_opens_dead_ends() {
        let dead_ends = |share| {
            let grid = generate(Kind::Braided { share }, 41, 41, 9).unwrap();
            let inner = |cell: &&Cell| cell.col > 0 && cell.col < 40;
            let cells = grid.free_list();
            cells
                .iter()
                .filter(inner)
                .filter(|&&c| free_neighbours(&grid, c) == 1)
                .count()
        };
        let (none, half, all) = (dead_ends(0.0), dead_ends(0.5), dead_ends(1.0));
        assert!(none > half && half > all, "{none} {half} {all}");
        assert_eq!(all, 0);
    }

    #[test]
    fn densities_are_kept_and_seeds_matter() {
        let kind = Kind::Obstacles { density: 0.25 };
        let grid = generate(kind, 200, 200, 1).unwrap();
        // Six standard deviations of a binomial(40000, 0.75) are about 520.
        assert!(
            grid.free_cells().abs_diff(30_000) < 520,
            "{}",
            grid.free_cells()
        );
        assert_eq!(generate(kind, 200, 200, 1).unwrap(), grid);
        assert_ne!(generate(kind, 200, 200, 2).unwrap(), grid);
    }

    #[test]
    fn every_kind_makes_every_size() {
        for (name, kind) in Kind::NAMED {
            assert_eq!(Kind::by_name(name), Some(kind));
            for (rows, cols) in [(1, 1), (1, 7), (2, 2), (3, 1), (5, 4), (64, 63)] {
                let grid = generate(kind, rows, cols, 7).unwrap();
                assert_eq!((grid.rows(), grid.cols()), (rows, cols), "{name}");
            }
            assert!(generate(kind, 0, 3, 1).is_err());
        }
    }

    #[test]
    fn the_steps_lead_to_the_grid() {
        for (name, kind) in Kind::NAMED {
            for (rows, cols) in [(1, 4), (21, 34)] {
                let making = watch(kind, rows, cols, 3).unwrap();
                let mut grid = Grid::from_fn(rows, cols, |_| making.begins_free).unwrap();
                for &cell in &making.steps {
                    grid.set_free(cell, !grid.is_free(cell));
                }
                assert_eq!(grid, making.grid, "{name}");
                assert_eq!(grid, generate(kind, rows, cols, 3).unwrap(), "{name}");
            }
        }
    }

    #[test]
    fn rooms_with_all_doors_are_connected_rooms() {
        let grid = generate(
            Kind::Rooms {
                side: 3,
                doors: 1.0,
            },
            11,
            11,
            5,
        )
        .unwrap();
        // Nine rooms of nine cells and one door in each of the twelve walls between them.
        assert_eq!(grid.free_cells(), 81 + 12);
    }
}
