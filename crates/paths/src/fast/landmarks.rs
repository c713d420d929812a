//! Landmarks (Goldberg and Harrelson 2005) for 4-connected grids so cluttered that no jump is long
//! and every path is a detour: distances from a few far cells bound distances between any two much
//! better than their coordinates do.

use crate::maze::{Cell, Grid, Step};

/// How many numbers a cell keeps: two for its coordinates, the rest for landmarks.
const LANES: usize = 8;
const TRUE_LANDMARKS: usize = 3;

/// Distances from the landmarks. The estimate between two cells is the largest difference in any
/// lane; rows plus columns and rows minus columns are two lanes, so that Manhattan is among them.
pub(super) type Marks = [u16; LANES];

pub(super) struct Landmarks {
    /// By node.
    marks: Vec<Marks>,
}

/// The largest difference in any lane: a lower bound of the steps between two cells.
#[inline]
pub(super) fn estimate(a: &Marks, b: &Marks) -> u16 {
    let mut largest = 0;
    for lane in 0..LANES {
        largest = largest.max(a[lane].abs_diff(b[lane]));
    }
    largest
}

impl Landmarks {
    /// Chooses landmarks in the largest component, each as far as can be from those before.
    /// `None` where distances do not fit their type.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        if grid.rows() + grid.cols() > u32::from(u16::MAX) {
            return None;
        }
        let mut marks = vec![[0; LANES]; grid.nodes()];
        let mut flood = Flood::new(grid);
        let mut root = flood.farthest_in_largest_component(grid)?;
        for lane in 2..2 + TRUE_LANDMARKS {
            let mut farthest = Candidate { sum: 0, node: root };
            flood.restart(grid);
            let mut distance = 0_u16;
            flood.begin(root);
            while let Some(level) = flood.next_level(grid) {
                for &node in level {
                    let place = &mut marks[node as usize];
                    place[lane] = distance;
                    let sum = place.iter().map(|&mark| u32::from(mark)).sum();
                    if sum > farthest.sum {
                        farthest = Candidate { sum, node };
                    }
                }
                distance = distance.checked_add(1)?;
            }
            root = farthest.node;
        }
        for row in 0..grid.rows() {
            for col in 0..grid.cols() {
                let place = &mut marks[grid.node(Cell { row, col }).index()];
                place[0] = (row + col) as u16;
                place[1] = (row + grid.cols() - col) as u16;
            }
        }
        Some(Self { marks })
    }

    #[inline]
    pub(super) fn at(&self, node: u32) -> &Marks {
        &self.marks[node as usize]
    }
}

/// A cell that may become a landmark, and the sum of its distances from those before.
#[derive(Clone, Copy)]
struct Candidate {
    sum: u32,
    node: u32,
}

/// A breadth-first flood, level by level.
struct Flood {
    fresh: Vec<u64>,
    /// Every cell reached, in order; longer by four than ever needed, because a cell is written
    /// before it is known whether it counts.
    order: Vec<u32>,
    begin: usize,
    end: usize,
}

impl Flood {
    fn new(grid: &Grid) -> Self {
        let order = vec![0; grid.free_cells() as usize + 4];
        Self {
            fresh: grid.words().to_vec(),
            order,
            begin: 0,
            end: 0,
        }
    }

    fn restart(&mut self, grid: &Grid) {
        self.fresh.copy_from_slice(grid.words());
    }

    fn begin(&mut self, root: u32) {
        self.fresh[root as usize / 64] &= !(1 << (root % 64));
        self.order[0] = root;
        self.begin = 0;
        self.end = 1;
    }

    /// The cells one step farther than those before, `None` after the last.
    fn next_level(&mut self, grid: &Grid) -> Option<&[u32]> {
        let steps = Step::STRAIGHT.map(|step| step.offset(grid.stride()));
        let level = self.begin..self.end;
        if level.is_empty() {
            return None;
        }
        let mut end = self.end;
        for place in level.clone() {
            let node = self.order[place];
            for step in steps {
                // Without a branch: no processor predicts whether a cell is fresh.
                let beside = node.wrapping_add_signed(step);
                let word = &mut self.fresh[beside as usize / 64];
                let fresh = *word >> (beside % 64) & 1;
                *word &= !(fresh << (beside % 64));
                self.order[end] = beside;
                end += fresh as usize;
            }
        }
        self.begin = level.end;
        self.end = end;
        Some(&self.order[level])
    }

    /// The cell farthest from some cell of the largest component; `None` without free cells.
    fn farthest_in_largest_component(&mut self, grid: &Grid) -> Option<u32> {
        let mut largest = 0;
        let mut farthest = None;
        for word in 0..self.fresh.len() {
            while self.fresh[word] != 0 {
                let root = word as u32 * 64 + self.fresh[word].trailing_zeros();
                self.begin(root);
                while self.next_level(grid).is_some() {}
                if self.end > largest {
                    largest = self.end;
                    farthest = Some(self.order[self.end - 1]);
                }
            }
        }
        farthest
    }
}
