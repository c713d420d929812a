//! The numbers that were tuned, one line each.

use std::sync::OnceLock;

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        $($(#[$doc])* #[inline(always)] pub(crate) const fn $name() -> i32 { $value })*
    };
}

tunables! {
    /// Without a move to try first, nodes at least this deep are searched one ply less.
    reduce_unknown = 5;
    /// Plies up to which standing far above beta ends the search.
    reverse_futility_depth = 8;
    /// What the other side can win back in a ply.
    reverse_futility_margin = 40;
    /// Plies up to which a hopeless position is only looked at for fours.
    razor_depth = 3;
    /// What any move may win.
    razor_base = 20;
    /// What every ply may win besides.
    razor_margin = 15;
    /// Plies up to which quiet moves may be left out.
    late_move_depth = 10;
    /// Plies from which on late moves are reduced.
    reduce_depth = 3;
    /// As much history as makes a ply of reduction.
    history_of_a_ply = 8192;
    /// The least depth at which doing nothing is tried.
    null_depth = 4;
    /// Plies from which on fours are followed even where nothing points to a win, for both sides.
    fours_depth = 3;
    /// Positions that the search for fours at the root may look at.
    fours_at_the_root = 1000;
}

/// How many moves are tried before quiet ones are left out, half as many where they promise little.
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

/// Positions that a search for fours may look at, by the depth left.
pub(crate) fn fours_budget(depth: i32) -> u64 {
    match depth {
        ..=2 => 16,
        3..=5 => 48,
        _ => 100,
    }
}
