//! How jobs go out and results come back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job::Job;

/// A game that was played, as it comes back from whoever played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// The match or tournament.
    pub contest: String,
    /// The job.
    pub key: String,
    /// Which attempt at it this was.
    pub attempt: u64,
    /// Who played it.
    pub worker: String,
    /// The record, as lines of JSON.
    pub record: String,
}

/// Why jobs cannot go out or results not come in.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// Whoever plays cannot.
    #[error("{0}")]
    Work(#[from] super::work::WorkError),
    /// The broker refuses.
    #[error("NATS: {0}")]
    Broker(String),
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}

/// The coordinator's side: hands out jobs and waits for results. Every job comes back at least once,
/// perhaps more often; who waits sorts that out.
pub trait Exchange {
    /// Hands out jobs. They are in the store's table of jobs already.
    fn offer(&mut self, jobs: &[Job]) -> Result<(), ExchangeError>;

    /// Waits for the next result, but not longer than this.
    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExchangeError>;

    /// The result that came last is safe in the store.
    fn stored(&mut self) -> Result<(), ExchangeError>;

    /// Calls back what nobody has finished.
    fn withdraw(&mut self) -> Result<(), ExchangeError>;

    /// Nothing more will be played: late results may be thrown away.
    fn close(&mut self) -> Result<(), ExchangeError> {
        Ok(())
    }
}
