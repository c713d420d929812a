//! The numbers that were tuned, one line each.

use std::sync::OnceLock;

use boyi_search::tunables;

tunables! {
    /// Half of the first aspiration window.
    aspiration_window = 30 in 10..=120;
    /// A window that had to be widened by more than this is opened fully.
    aspiration_limit = 2430 in 500..=5000;
    /// Percent of the time after which no new depth is begun: it would not be finished.
    last_depth_time = 80 in 40..=100;
    /// Percent of the time spent on looking for a faster win once one is found.
    faster_win_time = 25 in 5..=100;
    /// Internal iterative reduction: without a table move, nodes at least this deep lose a ply.
    iir_depth = 5 in 3..=10;
    /// Reverse futility: deepest depth at which the static evaluation is trusted.
    rfp_depth = 8 in 3..=14;
    /// Reverse futility: what the other side can win back in a ply.
    rfp_margin = 40 in 10..=120;
    /// Razoring: deepest depth at which a position far below alpha is searched for VCF alone.
    razor_depth = 3 in 1..=6;
    /// Razoring: what any move may win.
    razor_base = 20 in 0..=100;
    /// Razoring: what every ply may win besides.
    razor_margin = 15 in 0..=80;
    /// Late move pruning: deepest depth at which quiet moves are skipped.
    lmp_depth = 10 in 4..=16;
    /// Late move reductions begin at this depth.
    lmr_depth = 3 in 2..=6;
    /// Late move reductions: history worth a ply.
    lmr_history = 8192 in 2048..=16384;
    /// Null move: the least depth at which it is tried.
    null_depth = 4 in 2..=8;
    /// From this depth on VCF is searched even where nothing points to a win, for both sides.
    vcf_depth = 3 in 1..=6;
    /// Nodes of the VCF search at the root.
    vcf_root_nodes = 1000 in 100..=20000;
}

/// Late move pruning: how many moves are tried before quiet ones are skipped, half as many where they
/// promise little.
pub(crate) fn late_moves(depth: i32, promising: bool) -> usize {
    let all = 3 + (80 * depth + 25 * depth * depth) / 100;
    (if promising { all } else { all / 2 }) as usize
}

/// Plies by which a late quiet move is searched less at first: more the deeper and the later.
pub(crate) fn reduction(depth: i32, tried: usize) -> i32 {
    static TABLE: OnceLock<[[i8; 64]; 64]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        std::array::from_fn(|depth| {
            std::array::from_fn(|tried| {
                if depth == 0 || tried == 0 {
                    return 0;
                }
                (0.5 + (depth as f64).ln() * (tried as f64).ln() / 0.9) as i8
            })
        })
    });
    i32::from(table[(depth as usize).min(63)][tried.min(63)])
}

/// Nodes of a VCF search, by the depth left.
pub(crate) fn vcf_nodes(depth: i32) -> u64 {
    match depth {
        ..=2 => 16,
        3..=5 => 48,
        _ => 100,
    }
}
