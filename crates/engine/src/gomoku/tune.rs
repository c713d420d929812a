//! The numbers that were tuned, one line each.

use std::sync::OnceLock;

use boyi_search::tunables;

tunables! {
    /// Half of the first aspiration window.
    aspiration_window = 47 in 10..=120;
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
    rfp_margin = 28 in 10..=120;
    /// Razoring: deepest depth at which a position far below alpha is searched for VCF alone.
    razor_depth = 3 in 1..=6;
    /// Razoring: what any move may win.
    razor_base = 16 in 0..=100;
    /// Razoring: what every ply may win besides.
    razor_margin = 33 in 0..=80;
    /// Late move pruning: deepest depth at which quiet moves are skipped.
    lmp_depth = 10 in 4..=30;
    /// Late move pruning: quiet moves tried whatever the depth.
    lmp_base = 2 in 1..=10;
    /// Late move pruning: more of them for every ply, in hundredths.
    lmp_linear = 47 in 0..=300;
    /// Late move pruning: more of them for every squared ply, in hundredths.
    lmp_square = 18 in 0..=60;
    /// Late move reductions begin at this depth.
    lmr_depth = 3 in 2..=6;
    /// Late move reductions: the factor of the product of logarithms, in 1024ths.
    lmr_factor = 1023 in 400..=2000;
    /// Late move reductions: what every late move is reduced by, in 1024ths of a ply.
    lmr_base = 445 in 0..=2000;
    /// Late move reductions: history worth a ply.
    lmr_history = 10453 in 2048..=32768;
    /// Late move reductions: what a move loses, in 1024ths of a ply, for being e times less likely than
    /// the likeliest.
    lmr_policy = 479 in 0..=1024;
    /// Late move reductions: what is taken off again where the moves' likelihood counts.
    lmr_policy_base = 1495 in 0..=3072;
    /// Late move reductions: less where the position has been on a principal variation.
    lmr_was_pv = 391 in 0..=2048;
    /// Late move reductions: more where a cut is expected.
    lmr_cut_node = 291 in 0..=3072;
    /// Late move reductions: more where the side to move stands worse than at its last move.
    lmr_worsening = 200 in 0..=2048;
    /// Late move reductions: how much less moves that make threats are reduced.
    lmr_forcing = 713 in 0..=4096;
    /// Singular extension: the least depth.
    singular_depth = 6 in 4..=16;
    /// Singular extension: margin per ply by which all other moves must fail, in hundredths.
    singular_margin = 40 in 20..=600;
    /// Singular extension: two plies where the others fail by this much more.
    double_margin = 28 in 5..=200;
    /// Principal variation: a table move of a shallower search takes this share of the difference off the
    /// depth, in hundredths.
    stale_share = 24 in 0..=60;
    /// Order: the share of the history of replies beside that of moves, in hundredths.
    continuation_share = 90 in 0..=300;
    /// Order: history worth one point.
    order_history = 239 in 32..=1024;
    /// Order: moves that were good at the same distance from the root.
    order_killer = 31 in 0..=200;
    /// Order: what countered the last move well.
    order_counter = 62 in 0..=200;
    /// Null move: the least depth at which it is tried.
    null_depth = 3 in 2..=8;
    /// From this depth on VCF is searched even where nothing points to a win, for both sides.
    vcf_depth = 2 in 1..=6;
    /// Nodes of the VCF search at the root.
    vcf_root_nodes = 1000 in 100..=20000;
    /// Nodes of a VCF search at leaves and just above them.
    vcf_leaf_nodes = 16 in 4..=256;
    /// Nodes of a VCF search three to five plies above.
    vcf_middle_nodes = 39 in 8..=512;
    /// Nodes of a VCF search further up.
    vcf_deep_nodes = 67 in 16..=2048;
}

/// Late move pruning: how many moves are tried before quiet ones are skipped, half as many where they
/// promise little.
pub(crate) fn late_moves(depth: i32, promising: bool) -> usize {
    let more = (lmp_linear() * depth + lmp_square() * depth * depth) / 100;
    let all = (lmp_base() + more).max(1) as usize;
    if promising { all } else { all / 2 }
}

/// In 1024ths of a ply: by how much a late move is searched less at first, more the deeper and the
/// later.
pub(crate) fn reduction(depth: i32, tried: usize) -> i32 {
    static TABLE: OnceLock<[[i32; 64]; 64]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let logarithm = |number: usize| (number.max(1) as f64).ln();
        std::array::from_fn(|depth| {
            std::array::from_fn(|tried| (1024.0 * logarithm(depth) * logarithm(tried)) as i32)
        })
    });
    let product = table[(depth as usize).min(63)][tried.min(63)];
    lmr_base() + product * lmr_factor() / 1024
}

/// Nodes of a VCF search, by the depth left.
pub(crate) fn vcf_nodes(depth: i32) -> u64 {
    let nodes = match depth {
        ..=2 => vcf_leaf_nodes(),
        3..=5 => vcf_middle_nodes(),
        _ => vcf_deep_nodes(),
    };
    nodes as u64
}
