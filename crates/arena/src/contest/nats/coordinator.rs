//! The coordinator's side: jobs into the queue, results out of it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;

use super::{Broker, PATIENCE, collector_name, jobs_of, results_of, subject_of};
use crate::contest::exchange::{Exchange, ExchangeError, Finished};
use crate::contest::job::Job;

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
    pub fn new(broker: &Broker, contest: &str) -> Result<Self, ExchangeError> {
        let collector = broker
            .runtime
            .block_on(broker.collector(contest))
            .map_err(|error| ExchangeError::Broker(error.to_string()))?;
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
        let mut batch = self
            .collector
            .fetch()
            .max_messages(BATCH)
            .messages()
            .await?;
        while let Some(message) = batch.next().await {
            self.fetched.push_back(message?);
        }
        if self.fetched.is_empty() {
            // Nothing there yet: wait for one.
            let mut batch = self
                .collector
                .batch()
                .max_messages(1)
                .expires(wait)
                .messages()
                .await?;
            while let Some(message) = batch.next().await {
                self.fetched.push_back(message?);
            }
        }
        Ok(())
    }
}

impl Exchange for Nats {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), ExchangeError> {
        let broker = self.broker.clone();
        let refused = |error: async_nats::Error| ExchangeError::Broker(error.to_string());
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
            Ok(())
        };
        broker.runtime.block_on(publish).map_err(refused)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExchangeError> {
        if self.fetched.is_empty() {
            let runtime = self.broker.runtime.clone();
            match runtime.block_on(self.fetch(wait)) {
                Ok(()) => self.failing_since = None,
                Err(error) => {
                    // The broker may be starting again; the client connects by itself.
                    let since = *self.failing_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > PATIENCE {
                        return Err(ExchangeError::Broker(error.to_string()));
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

    fn stored(&mut self) -> Result<(), ExchangeError> {
        if let Some(message) = self.last.take() {
            // Where this gets lost the result comes again, which does not matter.
            let _ = self.broker.runtime.block_on(message.ack());
        }
        Ok(())
    }

    fn withdraw(&mut self) -> Result<(), ExchangeError> {
        let broker = self.broker.clone();
        let contest = self.contest.clone();
        let purge = async {
            broker.jobs.purge().filter(jobs_of(&contest)).await?;
            Ok::<(), async_nats::Error>(())
        };
        broker
            .runtime
            .block_on(purge)
            .map_err(|error| ExchangeError::Broker(error.to_string()))
    }

    fn close(&mut self) -> Result<(), ExchangeError> {
        let broker = self.broker.clone();
        let contest = self.contest.clone();
        let clear = async {
            broker.results.purge().filter(results_of(&contest)).await?;
            let name = collector_name(&contest);
            broker.results.delete_consumer(&name).await?;
            Ok::<(), async_nats::Error>(())
        };
        broker
            .runtime
            .block_on(clear)
            .map_err(|error| ExchangeError::Broker(error.to_string()))
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
