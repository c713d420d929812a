//! How jobs go out and results come back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job::Job;
use crate::GameRecord;

/// A game that was played, as it comes back from whoever played it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// The match or tournament.
    pub contest: String,
    /// The job.
    pub key: String,
    /// Which attempt at it this was.
    pub attempt: u64,
    /// Who played it.
    pub worker: String,
    /// What happened.
    pub record: Played,
}

/// The record of a game on its way to the store: lines of JSON wherever it leaves the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Played {
    /// By a referee of this program, as it was written down.
    Here(GameRecord),
    /// By somebody else, who may say anything.
    Elsewhere(String),
}

impl From<String> for Played {
    fn from(text: String) -> Self {
        Self::Elsewhere(text)
    }
}

impl From<Played> for String {
    fn from(played: Played) -> Self {
        match played {
            Played::Here(record) => record.write(),
            Played::Elsewhere(text) => text,
        }
    }
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
