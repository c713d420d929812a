//! Narrow mazes, collapsed: trees of dead ends, and a graph of junctions and corridors.

use super::junctions::Junctions;
use super::trees::{Peeled, Trees};
use crate::maze::Grid;

/// A 4-connected grid collapsed to trees and a graph of junctions.
pub(super) struct Corridors {
    pub(super) trees: Trees,
    pub(super) graph: Junctions,
}

impl Corridors {
    /// Collapses a grid, `None` where more than this share of its free cells are junctions.
    pub(super) fn new(grid: &Grid, most_junctions: f64) -> Option<Self> {
        let peeled = Peeled::new(grid);
        let junctions = peeled.degree.iter().filter(|&&degree| degree >= 3).count();
        if junctions as f64 > most_junctions * f64::from(grid.free_cells()) {
            return None;
        }
        Some(Self {
            trees: Trees::new(grid, &peeled),
            graph: Junctions::new(grid, &peeled),
        })
    }
}

/// Do so few cells branch that most of the map is corridors and dead ends?
pub(super) fn is_narrow(grid: &Grid) -> bool {
    branching_cells(grid) * 8 <= grid.free_cells() as usize * 5
}

/// How many free cells have three free neighbours or more.
fn branching_cells(grid: &Grid) -> usize {
    let words = grid.words();
    let row = grid.stride() as usize / 64;
    let mut count = 0;
    for place in row..words.len() - row {
        let here = words[place];
        let right = here >> 1 | words[place + 1] << 63;
        let left = here << 1 | words[place - 1] >> 63;
        let (up, down) = (words[place - row], words[place + row]);
        let three = up & down & (left | right) | left & right & (up | down);
        count += (three & here).count_ones() as usize;
    }
    count
}

/// Are there no four free cells in a square? Then no diagonal step is legal anywhere.
pub(super) fn has_no_squares(grid: &Grid) -> bool {
    let row = grid.stride() as usize / 64;
    let words = grid.words();
    (row..words.len() - row).all(|place| {
        let pairs = |place: usize| words[place] & (words[place] >> 1 | words[place + 1] << 63);
        pairs(place) & pairs(place - row) == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, generate};
    use crate::maze::{Cell, Node, Step};

    #[test]
    fn bits_count_what_cells_count() {
        for seed in 0..20 {
            let grid = generate(Kind::Obstacles { density: 0.3 }, 40, 130, seed).unwrap();
            let ways = |node: Node| {
                Step::STRAIGHT
                    .into_iter()
                    .filter(|&step| grid.allows(node, step))
                    .count()
            };
            let nodes = grid.free_list().into_iter().map(|cell| grid.node(cell));
            let slow = nodes.filter(|&node| ways(node) >= 3).count();
            assert_eq!(branching_cells(&grid), slow);
        }
    }

    #[test]
    fn squares_are_seen_across_words() {
        let mut grid = generate(Kind::Perfect, 41, 141, 3).unwrap();
        assert!(has_no_squares(&grid));
        for row in 10..12 {
            for col in 62..64 {
                grid.set_free(Cell { row, col }, true);
            }
        }
        assert!(!has_no_squares(&grid));
    }
}
