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
    reverse_futility_depth = 5;
    /// What the other side can win back in a ply.
    reverse_futility_margin = 60;
    /// Plies up to which quiet moves may be left out.
    late_move_depth = 6;
    /// What a quiet move and its sequel can win in a ply.
    futility_margin = 50;
    /// Plies from the root, in iterations' depths, within which parrying costs no depth.
    attack_plies = 1;
    /// The least depth at which doing nothing is tried.
    null_depth = 4;
}

/// How many moves are tried before quiet ones are left out.
pub(crate) fn late_moves(depth: i32) -> usize {
    (3 + 2 * depth + depth * depth / 2) as usize
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
                (0.5 + (depth as f64).ln() * (tried as f64).ln() / 1.7) as i8
            })
        })
    });
    i32::from(table[(depth as usize).min(63)][tried.min(63)])
}

/// Positions that a search for fours may look at, by the depth left.
pub(crate) fn fours_budget(depth: i32) -> u64 {
    match depth {
        ..=0 => 48,
        1..=2 => 96,
        3..=5 => 250,
        _ => 1000,
    }
}
