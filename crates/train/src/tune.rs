//! Tuning of a search's numbers by SPSA: pairs of games between two players whose numbers differ a
//! little from the best known ones, all at once and each in a direction drawn by lot. What the winners
//! had is where the numbers go.

mod games;
mod spsa;
mod state;

pub use games::{PairPlayer, TuneError, tune};
pub use spsa::{Direction, Gains, Tuned};
pub use state::{StateError, TuneHeader, TuneState};
