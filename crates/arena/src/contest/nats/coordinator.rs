//! The coordinator's side: jobs into the queue, results out of it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;

use super::{Broker, RECONNECT_TIMEOUT, collector_name, jobs_of, refused, results_of, subject_of};
use crate::contest::exchange::{Exchange, Finished};
use crate::contest::job::Job;
use crate::contest::work::WorkError;

/// How many results are fetched at once.
const BATCH: usize = 64;

/// The jobs of one contest.
pub struct Nats {
    broker: Broker,
    contest: String,
    collector: PullConsumer,
    fetched: VecDeque<Message>,
    last: Option<Message>,
    failing_since: Option<Instant>,
}

impl Nats {
    /// Hands out jobs of this contest through this broker.
    pub fn new(broker: &Broker, contest: &str) -> Result<Self, WorkError> {
        let collector = broker
            .runtime
            .block_on(broker.collector(contest))
            .map_err(refused)?;
        Ok(Self {
            broker: broker.clone(),
            contest: contest.to_owned(),
            collector,
            fetched: VecDeque::new(),
            last: None,
            failing_since: None,
        })
    }

    async fn fetch(&mut self, wait: Duration) -> Result<(), async_nats::Error> {
        let batch = self.collector.fetch().max_messages(BATCH);
        let mut batch = batch.messages().await?;
        while let Some(message) = batch.next().await {
            self.fetched.push_back(message?);
        }
        if self.fetched.is_empty() {
            // Nothing there yet: wait for one.
            let batch = self.collector.batch().max_messages(1).expires(wait);
            let mut batch = batch.messages().await?;
            while let Some(message) = batch.next().await {
                self.fetched.push_back(message?);
            }
        }
        Ok(())
    }
}

impl Exchange for Nats {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        let broker = self.broker.clone();
        let publish = async {
            let mut waiting = VecDeque::new();
            for job in jobs {
                let subject = subject_of(&job.contest, &job.key);
                let text = serde_json::to_string(job).expect("jobs are plain data");
                let sent = broker.context.publish(subject, text.into()).await?;
                waiting.push_back(sent);
                if waiting.len() >= BATCH
                    && let Some(sent) = waiting.pop_front()
                {
                    accepted(sent.await)?;
                }
            }
            for sent in waiting {
                accepted(sent.await)?;
            }
            Ok::<(), async_nats::Error>(())
        };
        broker.runtime.block_on(publish).map_err(refused)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError> {
        if self.fetched.is_empty() {
            let runtime = self.broker.runtime.clone();
            match runtime.block_on(self.fetch(wait)) {
                Ok(()) => self.failing_since = None,
                Err(error) => {
                    // The broker may be starting again; the client connects by itself.
                    let since = *self.failing_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > RECONNECT_TIMEOUT {
                        return Err(WorkError::Broker(error.to_string()));
                    }
                    std::thread::sleep(wait);
                }
            }
        }
        let Some(message) = self.fetched.pop_front() else {
            return Ok(None);
        };
        let finished = serde_json::from_slice(&message.payload).ok();
        self.last = Some(message);
        if finished.is_none() {
            // Not one of ours: it must not come again.
            self.stored()?;
        }
        Ok(finished)
    }

    fn stored(&mut self) -> Result<(), WorkError> {
        if let Some(message) = self.last.take() {
            // Where this gets lost the result comes again, which does not matter.
            let _ = self.broker.runtime.block_on(message.ack());
        }
        Ok(())
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        let purge = self.broker.jobs.purge().filter(jobs_of(&self.contest));
        let purged = self.broker.runtime.block_on(async { purge.await });
        purged.map(drop).map_err(refused)
    }

    fn close(&mut self) -> Result<(), WorkError> {
        let (results, contest) = (&self.broker.results, &self.contest);
        let clear = async {
            // Another coordinator that only watched may have done both.
            let _ = results.purge().filter(results_of(contest)).await;
            let _ = results.delete_consumer(&collector_name(contest)).await;
        };
        self.broker.runtime.block_on(clear);
        Ok(())
    }
}

/// A job that waits in the queue already is refused, which is as good as being taken.
fn accepted<T>(
    sent: Result<T, async_nats::jetstream::context::PublishError>,
) -> Result<(), async_nats::Error> {
    /// What the server says where there is a message of this subject already.
    const THERE_ALREADY: &str = "maximum messages per subject exceeded";
    match sent {
        Ok(_) => Ok(()),
        Err(error) if error.to_string().contains(THERE_ALREADY) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
