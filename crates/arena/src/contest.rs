//! Matches and tournaments: who plays whom from which opening, on one machine or many, and where it
//! stands.
//!
//! A plan is a list of jobs, each a game that comes out the same wherever it is played. Jobs go out
//! and results come back through an [`Exchange`]: threads of this program and the table of jobs in
//! the store ([`local`]), or workers anywhere and a message broker ([`nats`]). A job goes by a key that
//! says what is played, so what was played before is never played again, and a result that comes twice
//! counts once.

mod coordinator;
mod exchange;
mod history;
mod hold;
pub mod hub;
mod job;
pub mod local;
pub mod nats;
pub mod openings;
mod plan;
mod schedule;
mod standings;
mod work;

pub use coordinator::{ContestError, Finish, run, standings_of};
pub use exchange::{Exchange, Finished, Played};
pub use history::history;
pub use hold::{Holder, holder};
pub use job::Job;
pub use plan::{ContestPlan, Entrant, PlanError, Schedule, SprtPlan};
pub use standings::{Duel, Row, Splits, Standings};
pub use work::{Lease, Source, WorkError, Worker, work};
