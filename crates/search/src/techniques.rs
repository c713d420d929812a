//! Taking one idea out of a search, to see what it is worth.

/// What a search may use, beyond its algorithm. Everything unless said otherwise; the value it finds
/// is the same in any case, only the work differs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Techniques {
    pub table: bool,
    /// Moves that look good to the evaluation first.
    pub promise: bool,
    /// Moves first that cut at the same ply before.
    pub killers: bool,
    /// Moves first that have cut often anywhere.
    pub history: bool,
}

impl Techniques {
    /// Everything.
    pub const ALL: Self = Self {
        table: true,
        promise: true,
        killers: true,
        history: true,
    };

    /// Nothing: moves are tried as the rules list them.
    pub const NONE: Self = Self {
        table: false,
        promise: false,
        killers: false,
        history: false,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
