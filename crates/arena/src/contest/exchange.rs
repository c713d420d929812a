//! How jobs go out and results come back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job::Job;
use super::work::WorkError;
use crate::GameRecord;

/// A game that was played, as it comes back from whoever played it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    pub contest: String,
    pub key: String,
    pub attempt: u64,
    pub worker: String,
    pub record: Played,
}

/// The record of a game on its way to the store: lines of JSON wherever it leaves the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Played {
    /// By a referee of this program, as it was written down.
    Here(GameRecord),
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

/// The coordinator's side: hands out jobs and waits for results. Every job comes back at least once,
/// perhaps more often; who waits sorts that out.
pub trait Exchange {
    /// How many jobs should be handed out at a time.
    fn window(&self) -> usize {
        4096
    }

    /// Hands out jobs. They are in the store's table of jobs already.
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError>;

    /// Hands out a job once more whose result did not count; in the store's table it is open again. Whoever
    /// played it may not have let go of it yet.
    fn offer_again(&mut self, job: &Job) -> Result<(), WorkError> {
        self.offer(std::slice::from_ref(job))
    }

    /// Waits for the next result, but not longer than this.
    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError>;

    /// The result that came last is safe in the store.
    fn stored(&mut self) -> Result<(), WorkError> {
        Ok(())
    }

    /// Withdraws the jobs that are not finished.
    fn withdraw(&mut self) -> Result<(), WorkError>;

    /// Nothing more will be played: late results may be thrown away.
    fn close(&mut self) -> Result<(), WorkError> {
        Ok(())
    }
}
