//! Multi-ProbCut: what a shallow search says about a deep one, and how sure one can be.
//!
//! A shallow search and a deep one differ by an error that is close to normal (Buro 1995). Its
//! deviation was measured on positions of our own games by `boyi train reversi-margins`; a cut is made
//! where the shallow value lies beyond the window by as many deviations as the certainty asks for.

/// How sure a search is to be of its cuts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Certainty {
    /// Each cut is right with a chance of 73 %.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99.9 %.
    P999,
    /// No such cuts.
    Exact,
}

impl Certainty {
    /// From the least to the most certain.
    pub const ALL: [Self; 6] = [
        Self::P73,
        Self::P87,
        Self::P95,
        Self::P98,
        Self::P999,
        Self::Exact,
    ];

    /// The level of that number; anything beyond is exact.
    #[inline]
    pub(super) fn from_level(level: u8) -> Self {
        Self::ALL[usize::from(level).min(5)]
    }

    /// In per cent, for people.
    pub fn percent(self) -> u32 {
        [73, 87, 95, 98, 99, 100][self as usize]
    }

    /// The margin in deviations of the normal distribution (two-sided).
    #[inline]
    fn deviations(self) -> Option<f32> {
        [Some(1.1), Some(1.5), Some(2.0), Some(2.4), Some(3.3), None][self as usize]
    }

    /// How far a probe of depth `probe` must lie beyond the window to stand for a search of depth
    /// `depth`, in discs; `None` where nothing but the search itself will do.
    #[inline]
    pub(super) fn margin(self, empties: u32, depth: u32, probe: u32) -> Option<i32> {
        let deviations = self.deviations()?;
        Some((deviations * deviation(empties, depth, probe) + 0.5) as i32)
    }
}

/// The depth of the probe for a depth: about half of the plies, of the same parity, since odd and even
/// depths lean to different sides.
#[inline]
pub fn probe_depth(depth: u32) -> u32 {
    2 * (depth / 4) + (depth & 1)
}

/// Measured margins: deviation = constant + per empty square + per ply + per ply of the probe.
struct Margins {
    constant: f32,
    empties: f32,
    depth: f32,
    probe: f32,
}

/// Between two searches that end on evaluations: 500 positions, searched to depth 14
/// (`boyi train reversi-margins --positions 500 --depth 14 --solved 22 --seed 3`).
const MIDGAME: Margins = Margins {
    constant: 4.10,
    empties: -0.0542,
    depth: 0.203,
    probe: -0.352,
};

/// Between a search that ends on evaluations and the end of the game: 500 positions of 12 to 22
/// empties, from the same command. Probes of up to 13 plies are among them: from short probes alone
/// one would expect half the error at 28 empties, and cut what wins.
const ENDGAME: Margins = Margins {
    constant: 5.62,
    empties: 0.0388,
    depth: 0.0,
    probe: -0.251,
};

/// How much wider than measured margins are in the middle game: measured are positions of games, asked
/// for are those that a search came upon. Judged by deeper searches, choices of 700,000 positions each
/// lost 0.10 discs a move with about this width, and 0.14 (+- 0.03) with what was measured.
const WIDER: f32 = 1.2;

/// No pair of searches agrees better than this.
const LEAST: f32 = 1.0;

#[inline]
fn deviation(empties: u32, depth: u32, probe: u32) -> f32 {
    let (margins, width) = if depth >= empties {
        (&ENDGAME, 1.0)
    } else {
        (&MIDGAME, WIDER)
    };
    let deviation = margins.constant
        + margins.empties * empties as f32
        + margins.depth * depth as f32
        + margins.probe * probe as f32;
    (width * deviation).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_certainty_costs_more_margin() {
        let margins: Vec<_> = Certainty::ALL
            .iter()
            .map(|certainty| certainty.margin(30, 12, 6))
            .collect();
        assert!(margins[..5].is_sorted());
        assert_eq!(margins[5], None);
    }

    #[test]
    fn probes_are_shallower_and_of_the_same_parity() {
        for depth in 3..30 {
            let probe = probe_depth(depth);
            assert!(probe < depth && probe % 2 == depth % 2);
        }
    }
}
