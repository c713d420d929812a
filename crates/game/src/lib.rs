#![doc = include_str!("../README.md")]
//!
//!
//! Two kinds of game are known: those in which turns strictly alternate ([`Position`]) and those in
//! which both sides choose at once and chance has a say ([`Simultaneous`]). Search works on these
//! traits. Referees, pages and terminals see either kind through [`Table`], which speaks text and
//! pictures and knows nothing of search.

mod side;
mod phrase;
mod outcome;
mod score;
mod key;
mod random;
mod named;
mod read_error;
mod moves;
mod position;
mod abilities;
mod simultaneous;
mod stochastic;
mod view;
mod shown;
mod table;
pub mod perft;
pub mod laws;
// For the crates and tests of this repository; nobody else is promised anything about them.
#[doc(hidden)]
pub mod shared_files;
#[doc(hidden)]
pub mod whole_file;

pub use abilities::{Captures, NullMove};
pub use key::Key;
pub use moves::GameMove;
pub use named::UnknownName;
pub use outcome::Outcome;
pub use phrase::{Language, Phrase};
pub use position::Position;
pub use random::Random;
pub use read_error::{Located, Unexpected, letters_and_digits, line_and_column};
pub use score::Score;
pub use shown::{MoveError, Shown};
pub use side::{PerSide, Side};
pub use simultaneous::{Chance, Simultaneous, each_outcome};
pub use stochastic::{Actor, InTurn, Rounds, Stochastic};
pub use table::{LegalMove, Played, Record, RoundTable, Seen, Status, Table, ToAct, TurnTable};
pub use view::{Cell, Ground, Lattice, Mark, Piece, View};
