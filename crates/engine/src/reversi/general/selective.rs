//! What the general search leaves out: moves that a shallow search says cannot matter.
//!
//! A shallow search and a deep one differ by an error that is close to normal (Buro 1995). Its
//! deviation was measured on positions of our own games; a cut is made where the shallow value lies
//! beyond the window by so many deviations.

use boyi_reversi::Layout;
use boyi_reversi::discs::Discs;

use super::search::Searching;

/// Deviations beyond the window at which a shallow value stands for a deep one.
const DEVIATIONS: f32 = 1.1;

/// Plies from which shallow searches are tried.
const LEAST_DEPTH: u32 = 2;

/// Parts of a game that were measured each by itself.
const PARTS: usize = 5;

/// The deviation of 1 ply from 3 on boards of up to 8 x 8, 10 x 10, 12 x 12 and larger ones, with a tenth
/// of the board taken, three tenths and so on, in hundredths of the board, from all pairs of depths that
/// were measured: 3000 positions of 8 x 8 and 10 x 10, 1200 of 12 x 12, 500 of 16 x 16, as
/// `boyi train reversi-margins --board 10 --positions 3000 --depth 7` does it. The better the weights, the
/// smaller they are. The larger the board, the longer it takes until anything is decided. Two numbers are
/// no measurements: hardly a position of 8 x 8 that full is still even, so its last one goes on from those
/// before; and a tenth into the largest boards, after random beginnings, it was 1.5.
const MEASURED: [[f32; PARTS]; 4] = [
    [2.8, 3.2, 3.9, 5.5, 6.0],
    [1.3, 1.2, 2.1, 3.4, 5.1],
    [0.9, 0.8, 1.5, 2.3, 3.8],
    [0.9, 0.4, 0.9, 1.2, 1.9],
];

/// The deviation of a shallow search from a deep one, in the units of the evaluation.
pub(super) struct Margins {
    /// Of 1 ply from 3.
    deviation: f32,
}

impl Margins {
    /// For searches from a position with so many cells taken; a hundredth of the board counts `unit`.
    pub(super) fn of(layout: &Layout, taken: u32, unit: i32) -> Self {
        let cells = layout.rows() * layout.cols();
        let measured = match cells {
            0..=64 => &MEASURED[0],
            65..=100 => &MEASURED[1],
            101..=144 => &MEASURED[2],
            _ => &MEASURED[3],
        };
        let cells = cells as f32;
        let at = taken as f32 / cells * PARTS as f32 - 0.5;
        let at = at.clamp(0.0, (PARTS - 1) as f32);
        let lower = (at as usize).min(PARTS - 2);
        let rest = at - lower as f32;
        let deviation = measured[lower] * (1.0 - rest) + measured[lower + 1] * rest;
        Self {
            deviation: deviation * unit as f32,
        }
    }

    /// How far a probe must lie beyond the window to stand for a search of that depth. Two plies more
    /// between them add two fifths, and deeper probes are steadier by a twentieth for each ply: so much
    /// was the same for all sizes and parts.
    fn margin(&self, depth: u32, probe: u32) -> i32 {
        let apart = 0.6 + 0.2 * (depth - probe) as f32;
        let steadier = (1.05 - 0.05 * probe as f32).max(0.7);
        (DEVIATIONS * self.deviation * apart * steadier) as i32
    }
}

/// The depth of the probe for a depth: of the same parity, since odd and even depths lean to
/// different sides.
fn probe_depth(depth: u32) -> u32 {
    2 * (depth / 4) + (depth & 1)
}

/// Plies less for the move that is tried `n`th: what stands far down the list is seldom best.
pub(super) fn reduction(n: usize, depth: u32) -> u32 {
    match (n, depth) {
        (_, 0..=2) | (0..=2, _) => 0,
        (6.., 4..) => 2,
        _ => 1,
    }
}

impl<D: Discs> Searching<'_, D> {
    /// Multi-ProbCut: a bound of the window (alpha, alpha + 1) that a shallow search makes likely
    /// enough.
    pub(super) fn probable_cut(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        let margins = self.margins.as_ref()?;
        if depth < LEAST_DEPTH {
            return None;
        }
        let probe = probe_depth(depth);
        let margin = margins.margin(depth, probe);
        let judged = self.evaluator.value(discs, placements);
        let beta = alpha + 1;
        // Only the side of the window that the evaluation points to is worth a search.
        if judged >= beta {
            let bound = beta + margin;
            let found = self.value(discs, bound - 1, bound, probe, empties);
            (found >= bound && !self.halted).then_some(beta)
        } else {
            let bound = alpha - margin;
            let found = self.value(discs, bound, bound + 1, probe, empties);
            (found <= bound && !self.halted).then_some(alpha)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_the_plies_between_and_with_the_game() {
        let layout = Layout::othello(10, 10).expect("a board");
        let early = Margins::of(&layout, 4, 16);
        let late = Margins::of(&layout, 96, 16);
        assert!(early.margin(4, 2) < early.margin(6, 2));
        assert!(early.margin(5, 3) < early.margin(3, 1));
        assert!(early.margin(4, 2) < late.margin(4, 2));
    }

    #[test]
    fn probes_are_shallower_and_of_the_same_parity() {
        for depth in LEAST_DEPTH..30 {
            let probe = probe_depth(depth);
            assert!(probe < depth && probe % 2 == depth % 2);
        }
    }

    #[test]
    fn something_is_left_to_search_after_every_reduction() {
        for depth in 1..20 {
            assert!((0..50).all(|n| reduction(n, depth) < depth.max(1)));
            assert_eq!(reduction(0, depth), 0);
        }
    }
}
