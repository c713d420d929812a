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

/// The pause before the broker is tried again.
const RETRY: Duration = Duration::from_millis(250);

/// The jobs of one contest.
pub struct Nats {
    broker: Broker,
    contest: String,
    collector: PullConsumer,
    fetched: VecDeque<Message>,
    last: Option<Message>,
    failing_since: Option<Instant>,
    /// How many jobs were handed out again.
    again: u64,
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
            again: 0,
        })
    }

    /// Publishes jobs under their subjects, and once more while the broker is away: one that waits there
    /// already is not taken in twice.
    fn publish(&self, jobs: &[(String, &Job)]) -> Result<(), WorkError> {
        self.patiently(async || {
            let mut waiting = VecDeque::new();
            for (subject, job) in jobs {
                let text = serde_json::to_string(job).expect("jobs are plain data");
                let context = &self.broker.context;
                waiting.push_back(context.publish(subject.clone(), text.into()).await?);
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
        })
    }

    /// Tries again and again while the broker is away, which the client notices and mends by itself.
    fn patiently(
        &self,
        work: impl AsyncFn() -> Result<(), async_nats::Error>,
    ) -> Result<(), WorkError> {
        let began = Instant::now();
        loop {
            match self.broker.runtime.block_on(work()) {
                Ok(()) => return Ok(()),
                Err(error) if began.elapsed() > RECONNECT_TIMEOUT => return Err(refused(error)),
                Err(_) => std::thread::sleep(RETRY),
            }
        }
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
        let subject = |job: &Job| subject_of(&job.contest, &job.key);
        let jobs: Vec<_> = jobs.iter().map(|job| (subject(job), job)).collect();
        self.publish(&jobs)
    }

    fn offer_again(&mut self, job: &Job) -> Result<(), WorkError> {
        // Whoever handed in the result lets go of the job after that: under the old subject the new job
        // would not be taken in, or go with the old one.
        self.again += 1;
        let subject = subject_of(&job.contest, &format!("{}-{}", job.key, self.again));
        self.publish(&[(subject, job)])
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
        self.patiently(async || {
            let purge = self.broker.jobs.purge().filter(jobs_of(&self.contest));
            Ok(purge.await.map(drop)?)
        })
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
