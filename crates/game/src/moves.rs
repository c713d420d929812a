//! What a move must offer so that transposition and history tables can hold it.

use std::fmt::Debug;

/// A move small enough to count: tables store moves in 16 bits and index histories by them.
pub trait GameMove: Copy + Eq + Debug + Send + Sync + 'static {
    /// One more than the largest [`code`](GameMove::code).
    const CODES: usize;

    /// A number below [`CODES`](GameMove::CODES), different for every move.
    fn code(self) -> u16;

    /// The move of a code, `None` where no move has it. Codes come back from shared tables, so a
    /// wrong one must not panic.
    fn from_code(code: u16) -> Option<Self>;
}
