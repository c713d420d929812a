//! What a position on any board is worth, in sixteenths of a point: mobility, corners, stable cells,
//! edges, the squares beside corners, and points held, each with a weight for the size of the board
//! and the part of the game.
//!
//! Counts are scaled by what a cell of the board is worth on average, so that a board of nines is
//! played like a board of ones.

use std::sync::LazyLock;

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Square};

/// Features of a position, each mine minus theirs.
pub const FEATURES: usize = 8;

/// Classes of size: up to 8 x 8, up to 10 x 10, up to 12 x 12, larger.
pub const SIZE_CLASSES: usize = 4;

/// Parts of the game with weights of their own: the start, the middle, the end; in between they are
/// interpolated.
pub const STAGES: usize = 3;

/// Parts of a point that values count in.
pub(super) const POINT: i32 = 16;

/// Weights by class of size, stage and feature, in points for each mean cell.
pub type BoardWeights = [[[f32; FEATURES]; STAGES]; SIZE_CLASSES];

/// Partly learned by `boyi train reversi-boards`, partly set by hand: the file says which. One line for
/// each class and stage.
static EMBEDDED: LazyLock<BoardWeights> =
    LazyLock::new(|| read_weights(include_str!("weights.txt")).expect("weights that were tested"));

/// The weights that are built in.
pub fn embedded_weights() -> &'static BoardWeights {
    &EMBEDDED
}

/// Reads one line of numbers for each class and stage; lines beginning with `#` are left out.
pub fn read_weights(text: &str) -> Option<BoardWeights> {
    let mut weights = [[[0.0; FEATURES]; STAGES]; SIZE_CLASSES];
    let mut lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    for stage in weights.iter_mut().flatten() {
        let mut numbers = lines.next()?.split_whitespace();
        for weight in stage.iter_mut() {
            *weight = numbers
                .next()?
                .parse()
                .ok()
                .filter(|w: &f32| w.is_finite())?;
        }
    }
    Some(weights)
}

/// The class of a board's size.
pub fn size_class(layout: &Layout) -> usize {
    match layout.rows() * layout.cols() {
        0..=64 => 0,
        65..=100 => 1,
        101..=144 => 2,
        _ => 3,
    }
}

/// An evaluation made ready for one board.
pub struct BoardJudge<D: Discs> {
    corners: Vec<Corner<D>>,
    /// The cells of the edges whose worth has a bit set, with what the bit counts: together they weigh
    /// the edges.
    edges: Vec<(D::Set, f32)>,
    /// The average worth of a cell.
    mean: f32,
    cells: u32,
    weights: [[f32; FEATURES]; STAGES],
}

/// A corner with the squares that give it away.
struct Corner<D: Discs> {
    at: D::Set,
    beside: D::Set,
    diagonal: D::Set,
    worth: f32,
}

impl<D: Discs> BoardJudge<D> {
    /// An evaluation for this board by these weights.
    pub fn new(layout: &Layout, weights: &BoardWeights) -> Self {
        let (rows, cols) = (layout.rows(), layout.cols());
        let total: i32 = layout
            .squares()
            .map(|square| i32::from(layout.worth(square)))
            .sum();
        let cells = (rows * cols) as u32;
        let mean = (total as f32 / cells as f32).max(0.1);
        let corner = |(row, col): (usize, usize)| {
            let down = if row == 0 { 1 } else { row - 1 };
            let across = if col == 0 { 1 } else { col - 1 };
            let square = |row, col| Square::new(row, col).expect("a square of the board");
            Corner {
                at: D::set([square(row, col)]),
                beside: D::set([square(down, col), square(row, across)]),
                diagonal: D::set([square(down, across)]),
                worth: f32::from(layout.worth(square(row, col))),
            }
        };
        let corners = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)];
        let is_edge = |square: &Square| {
            square.row() == 0
                || square.col() == 0
                || square.row() == rows - 1
                || square.col() == cols - 1
        };
        let plane = |bit: u32| {
            let is_in = |square: &Square| is_edge(square) && layout.worth(*square) >> bit & 1 == 1;
            let set = D::set(layout.squares().filter(is_in));
            (!set.is_empty()).then_some((set, (1 << bit) as f32 / mean))
        };
        Self {
            corners: corners.map(corner).into(),
            edges: (0..u8::BITS).filter_map(plane).collect(),
            mean,
            cells,
            weights: weights[size_class(layout)],
        }
    }

    /// What can be seen of a position, mine minus theirs, in mean cells.
    pub fn features(&self, discs: &D) -> [f32; FEATURES] {
        let (mine, theirs) = (discs.held(Whose::Mover), discs.held(Whose::Other));
        let own_moves = discs.placements(Whose::Mover).count() as f32;
        let other_moves = discs.placements(Whose::Other).count() as f32;
        let mut features = [0.0; FEATURES];
        features[0] = (own_moves - other_moves) / (own_moves + other_moves + 4.0) * 16.0;
        let mut any_corner = false;
        for corner in &self.corners {
            let taken = |set: &D::Set| set.count_common(&corner.at) as f32;
            let owner = taken(&mine) - taken(&theirs);
            if owner == 0.0 {
                let lead =
                    |set: &D::Set| mine.count_common(set) as f32 - theirs.count_common(set) as f32;
                features[3] += lead(&corner.diagonal);
                features[4] += lead(&corner.beside);
            } else {
                any_corner = true;
                features[1] += owner;
                features[2] += owner * corner.worth / self.mean;
            }
        }
        if any_corner {
            let safe = |whose| discs.worth_of(&discs.stable(whose)) as f32;
            features[5] = (safe(Whose::Mover) - safe(Whose::Other)) / self.mean;
        }
        for (set, worth) in &self.edges {
            let lead = mine.count_common(set) as f32 - theirs.count_common(set) as f32;
            features[6] += worth * lead;
        }
        features[7] = (discs.worth(Whose::Mover) - discs.worth(Whose::Other)) as f32 / self.mean;
        features
    }

    /// How far the game has gone, from 0 to 2, so that whole numbers are stages.
    pub fn stage(&self, discs: &D) -> f32 {
        let taken = discs.held(Whose::Mover).count() + discs.held(Whose::Other).count();
        2.0 * taken as f32 / self.cells as f32
    }

    /// The average worth of a cell.
    pub fn mean(&self) -> f32 {
        self.mean
    }

    /// The value for the side to move, in sixteenths of a point.
    pub(super) fn value(&self, discs: &D) -> i32 {
        let features = self.features(discs);
        let stage = self.stage(discs);
        let lower = (stage as usize).min(STAGES - 2);
        let upper_share = stage - lower as f32;
        let sum: f32 = (0..FEATURES)
            .map(|n| {
                let (a, b) = (self.weights[lower][n], self.weights[lower + 1][n]);
                features[n] * (a + (b - a) * upper_share)
            })
            .sum();
        let most = self.cells as f32 * self.mean;
        ((sum * self.mean).clamp(-most, most) * POINT as f32) as i32
    }
}
