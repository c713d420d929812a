//! Self-play data: games of a player against itself with what it thought of every position.

mod file;
mod play;
mod relabel;

pub use file::{DataError, GameWriter, Header, ScoredGame, ScoredMove, header_of, read_games};
pub use play::{PlayError, Settings, play};
pub use relabel::relabel;
