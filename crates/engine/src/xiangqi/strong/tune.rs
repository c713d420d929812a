//! Every number of the search that was tuned: one line each, with its range and its reason.

use boyi_search::tunables;

tunables! {
    /// Half of the first aspiration window: scores of consecutive depths mostly differ by less.
    aspiration_window = 16 in 4..=64;
    /// A window that had to be widened by more than this is opened fully.
    aspiration_limit = 1200 in 300..=3000;
    /// Razoring: so far below alpha a position hardly recovers by quiet moves.
    razor_margin = 300 in 100..=900;
    /// Razoring: each ply of depth is another chance.
    razor_per_depth = 290 in 100..=900;
    /// Reverse futility: how much a side can plausibly win back per remaining ply.
    rfp_margin = 78 in 30..=300;
    /// Reverse futility: less caution when the position has been getting better for us anyway.
    rfp_improving = 50 in 0..=200;
    /// Reverse futility: deepest depth at which the guess is trusted.
    rfp_depth = 9 in 4..=14;
    /// Null move: plies saved whatever the depth.
    null_base = 4 in 2..=6;
    /// Null move: one more ply saved per so much depth.
    null_per_depth = 3 in 2..=6;
    /// Null move: one more ply saved per so much that the evaluation is above beta.
    null_per_surplus = 180 in 80..=500;
    /// Null move: from this depth on, the result is verified by a real search.
    null_verify_depth = 14 in 8..=20;
    /// `ProbCut`: a capture that wins this much more than beta at a lower depth wins at this one.
    probcut_margin = 150 in 60..=500;
    /// Late moves: how many quiet moves are tried before the rest is skipped, at depth 0.
    late_base = 4 in 2..=10;
    /// Futility: what a quiet move may add, before depth is counted.
    futility_base = 95 in 30..=400;
    /// Futility: what each remaining ply may add.
    futility_per_depth = 105 in 40..=300;
    /// Futility of captures: what a capture may add beyond the piece it takes.
    capture_futility_base = 140 in 50..=600;
    /// Futility of captures: what each remaining ply may add.
    capture_futility_per_depth = 200 in 60..=600;
    /// Exchanges: loss that a capture or check may show per ply of depth.
    see_capture = 400 in 40..=900;
    /// Exchanges: loss that a quiet move may show per squared ply of depth.
    see_quiet = 26 in 8..=80;
    /// History: below this per ply of depth a quiet move is not even looked at.
    history_prune = 4000 in 800..=9000;
    /// Singular extension: margin per ply by which all other moves must fail.
    singular_margin = 2 in 1..=6;
    /// Singular extension: two plies when the others fail by this much more.
    double_margin = 15 in 5..=80;
    /// Reductions: the factor of the product of logarithms, in 1024ths.
    lmr_factor = 480 in 200..=900;
    /// Reductions: what every late move is reduced by, in 1024ths of a ply.
    lmr_base = 1000 in 0..=2000;
    /// Reductions: history worth one ply.
    lmr_history = 9000 in 3000..=20000;
    /// Quiescence: what a capture may add beyond the piece it takes.
    quiescence_margin = 130 in 50..=500;
    /// Correction history: the share of the difference that is learnt each time, in 1024ths.
    correction_share = 128 in 16..=256;
    /// Quiet moves: what the swing of the evaluation says about the move before, per point.
    swing_factor = 16 in 0..=40;
    /// Quiet moves: the most that one swing of the evaluation teaches.
    swing_most = 1500 in 200..=4000;
    /// Quiet moves: how much an early move that was refuted is blamed, in percent of a bonus.
    blame_percent = 100 in 0..=200;
    /// Order: a rook that cheaper pieces attack goes away early, and never goes where they do.
    rook_in_danger = 20000 in 0..=40000;
    /// Order: the same for a horse or cannon that pawns and guards attack.
    piece_in_danger = 12000 in 0..=30000;
    /// Checks are followed a ply further beside the principal variation up to this depth.
    check_extension_depth = 8 in 0..=12;
    /// Quiescence: what a quiet check may cost.
    quiet_check_loss = 0 in 0..=1200;
    /// Quiescence: quiet evasions beyond these hardly ever save what the first ones did not.
    quiet_evasions = 2 in 1..=10;
    /// Quiescence: plies in which quiet checks are tried.
    quiet_check_plies = 1 in 0..=4;
}
