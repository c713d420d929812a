//! What a position is worth in discs: by learned shapes, or by hand as the measure of what learning
//! gains.

use std::sync::{Arc, LazyLock};

use super::board::{Board, CORNERS, MOST};
use super::lookup;
use super::mobility::{MOBILITY, mobility};
use super::patterns::{GEOMETRY, Geometry, Shapes};
use super::stability;
use super::weights::Weights;
use crate::weights::LearnedWeights;

/// Parts of a disc that a learned weight counts in.
pub const UNIT: i32 = 128;

/// An evaluation, ready for use.
pub enum Evaluation {
    /// Mobility, corners, X-squares and stable discs.
    ByHand,
    Learned(Tables),
}

/// The weights spread out: for every number of empties one table, for every shape and every
/// number of it one entry, [`BEHIND`] them for lanes without a shape, then those of mobility.
pub struct Tables {
    entries: Vec<i16>,
    geometry: &'static Geometry,
}

/// Zeros behind the shapes of each table: one entry to read where there is no shape, and one that is read
/// with it, since entries are fetched by twos.
const BEHIND: usize = 2;

impl Evaluation {
    /// The learned evaluation that is built in.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Evaluation>> =
            LazyLock::new(|| Arc::new(Evaluation::learned(&Weights::built_in())));
        EMBEDDED.clone()
    }

    /// An evaluation by these weights.
    pub fn learned(weights: &Weights) -> Self {
        let geometry = &*GEOMETRY;
        let size = geometry.total + BEHIND + MOBILITY;
        let mut entries = vec![0; 61 * size];
        let tables = entries.chunks_exact_mut(size);
        for (empties, table) in tables.enumerate() {
            let spread = weights.at(empties);
            for (entry, &shared) in table.iter_mut().zip(&geometry.shared) {
                *entry = spread[shared as usize];
            }
            // The constant of this number of empties rides on the first kind, of which every
            // position has four.
            let constant = weights.constants[empties];
            for entry in &mut table[..geometry.sizes[0]] {
                *entry = entry.saturating_add(constant / 4);
            }
            table[geometry.total + BEHIND..].copy_from_slice(&spread[geometry.weights..]);
        }
        Self::Learned(Tables { entries, geometry })
    }

    /// In discs, from the view of the side to move, never quite a wipe-out.
    #[inline]
    pub(super) fn discs(&self, board: Board, shapes: &Shapes, empties: u32) -> i32 {
        let value = match self {
            Self::Learned(tables) => {
                let sum = tables.sum(board, shapes, empties);
                (sum + UNIT / 2).div_euclid(UNIT)
            }
            Self::ByHand => by_hand(board),
        };
        value.clamp(1 - MOST, MOST - 1)
    }

    /// The same in finer parts of a disc, for training and display.
    pub fn fine(&self, board: Board) -> i32 {
        match self {
            Self::Learned(tables) => {
                tables.sum(board, &Shapes::of(board, tables.geometry), board.empties())
            }
            Self::ByHand => by_hand(board) * UNIT,
        }
    }
}

impl Tables {
    #[inline]
    fn sum(&self, board: Board, shapes: &Shapes, empties: u32) -> i32 {
        let size = self.geometry.total + BEHIND + MOBILITY;
        let start = empties.min(60) as usize * size;
        let (table, moves) = self.entries[start..start + size].split_at(size - MOBILITY);
        let [mine, theirs] = mobility(board);
        let moves = i32::from(moves[mine]) + i32::from(moves[theirs]);
        // SAFETY: `base` is the middle of the lane's kind and a shape's number is at most half the
        // kind's size away from it, so the index lies inside the table; lanes without a shape point
        // to the first entry behind it, after which there is one more.
        moves + unsafe { lookup::sum(table, &self.geometry.base, shapes) }
    }
}

/// The same ideas as the general engine's evaluation by hand, scaled to discs.
fn by_hand(board: Board) -> i32 {
    const X_SQUARES: u64 = 0x0042_0000_0000_4200;
    let holdings = |mine: u64, theirs: u64| {
        let count = |set: u64| (mine & set).count_ones() as i32;
        let moves = Board { mine, theirs }.moves().count_ones() as i32;
        let safe = if mine & CORNERS == 0 {
            0
        } else {
            stability::stable(mine, theirs).count_ones() as i32
        };
        16 * moves + 140 * count(CORNERS) + 12 * safe - 30 * count(X_SQUARES)
    };
    (holdings(board.mine, board.theirs) - holdings(board.theirs, board.mine)) / 16
}
