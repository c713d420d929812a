//! By how much late moves are reduced.

use super::tune;

/// Logarithms, so that the search needs none.
pub(crate) struct Reductions {
    /// 64 times the logarithm.
    logarithms: [i32; 256],
}

/// What a reduction depends on beside depth and number of the move.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, and all combinations occur"
)]
#[derive(Clone, Copy)]
pub(super) struct Circumstances {
    pub(super) pv: bool,
    pub(super) was_pv: bool,
    pub(super) expected_cut: bool,
    pub(super) improving: bool,
    pub(super) table_move_captures: bool,
    pub(super) many_cuts_below: bool,
    pub(super) gives_check: bool,
    pub(super) in_check: bool,
    /// How good the histories think the move.
    pub(super) history: i32,
}

/// One ply.
const PLY: i32 = 1024;

impl Reductions {
    pub(crate) fn new() -> Self {
        let logarithm = |number: usize| (64.0 * (number.max(1) as f64).ln()) as i32;
        Self {
            logarithms: std::array::from_fn(logarithm),
        }
    }

    /// In 1024ths of a ply, by depth and number of the move alone: the deeper the search and the
    /// later the move, the less it is worth looking at.
    #[inline]
    pub(super) fn basic(&self, depth: i32, number: usize, improving: bool) -> i32 {
        let product =
            self.logarithms[depth.clamp(1, 255) as usize] * self.logarithms[number.min(255)] / 4;
        tune::lmr_base()
            + product * tune::lmr_factor() / PLY
            + if improving { 0 } else { 3 * PLY / 4 }
    }

    /// In plies, everything considered.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize, here: &Circumstances) -> i32 {
        let mut reduction = self.basic(depth, number, here.improving);
        if here.was_pv {
            reduction -= PLY;
        }
        if here.pv {
            reduction -= PLY / 2;
        }
        if here.expected_cut {
            reduction += 3 * PLY / 2;
        }
        if here.table_move_captures {
            reduction += PLY / 2;
        }
        if here.many_cuts_below {
            reduction += PLY;
        }
        if here.gives_check {
            reduction -= PLY / 2;
        }
        if here.in_check {
            reduction -= PLY / 2;
        }
        reduction -= here.history * PLY / tune::lmr_history();
        reduction / PLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_greater_depths_are_reduced_more() {
        let reductions = Reductions::new();
        assert!(reductions.basic(10, 20, true) > reductions.basic(10, 5, true));
        assert!(reductions.basic(10, 20, true) > reductions.basic(5, 20, true));
        assert!(reductions.basic(3, 2, true) < 2 * PLY);
    }
}
