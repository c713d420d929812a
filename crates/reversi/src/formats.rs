//! Boards and games as text. Every reader says where it stumbled and never panics.

pub mod board_text;
pub mod ggf;
pub mod obf;
pub mod position_line;
pub mod transcript;

mod read_error;

pub use read_error::{Problem, ReadError};

use crate::Setup;

/// Reads a position in any of the formats, told apart by how it begins: course board text (`8 8`
/// and rows), a position line of any size (`6x6 …`), or 64 characters and a side as in OBF.
pub fn read_position(text: &str) -> Result<Setup, ReadError> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.bytes().all(|c| c.is_ascii_digit()) && !first.is_empty() {
        board_text::read(text).map(Setup::start)
    } else if position_line::is_size(first) {
        position_line::read(text)
    } else {
        obf::read(text).map(|problem| problem.setup)
    }
}

/// Where a part of `text` begins in it.
fn offset_of(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The position on one line, in the shortest format that holds all of it; [`read_position`] reads
/// it back.
pub fn position_text(setup: &Setup) -> String {
    obf::write(setup).unwrap_or_else(|| position_line::write(setup))
}
