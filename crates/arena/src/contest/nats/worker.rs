//! The worker's side: jobs out of the queue, held by signs of life, results in.

use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use boyi_search::Stop;
use futures_util::StreamExt;
use tokio::task::JoinHandle;

use super::{Broker, RECONNECT_TIMEOUT, refused, results_of};
use crate::contest::exchange::Finished;
use crate::contest::job::Job;
use crate::contest::work::{Lease, Source, WorkError};

/// How long to wait for a job before looking at the stop signal.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// How long a job that cannot be played here rests before it is handed out again.
const REST: Duration = Duration::from_secs(2);

/// The queue of jobs.
pub struct Queue {
    broker: Broker,
    workers: PullConsumer,
}

impl Queue {
    pub fn new(broker: &Broker) -> Result<Self, WorkError> {
        let workers = broker.runtime.block_on(broker.workers()).map_err(refused)?;
        Ok(Self {
            broker: broker.clone(),
            workers,
        })
    }

    async fn fetch(&self) -> Result<Option<Message>, async_nats::Error> {
        let batch = self.workers.batch().max_messages(1).expires(POLL_INTERVAL);
        let mut batch = batch.messages().await?;
        let mut found = None;
        while let Some(message) = batch.next().await {
            found = Some(message?);
        }
        Ok(found)
    }

    /// Like [`Source::take`], but waits no longer than until then.
    pub fn take_until(
        &mut self,
        stop: &Stop,
        until: Option<Instant>,
    ) -> Result<Option<Box<dyn Lease>>, WorkError> {
        let mut failing_since: Option<Instant> = None;
        while !stop.is_stopped() && until.is_none_or(|until| Instant::now() < until) {
            match self.broker.runtime.block_on(self.fetch()) {
                Ok(None) => failing_since = None,
                Ok(Some(message)) => {
                    if let Some(lease) = NatsLease::new(&self.broker, message) {
                        return Ok(Some(Box::new(lease)));
                    }
                }
                Err(error) => {
                    // The broker may be starting again; the client connects by itself.
                    let since = *failing_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > RECONNECT_TIMEOUT {
                        return Err(WorkError::Broker(error.to_string()));
                    }
                    std::thread::sleep(POLL_INTERVAL);
                }
            }
        }
        Ok(None)
    }
}

impl Source for Queue {
    fn take(&mut self, stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        self.take_until(stop, None)
    }
}

/// A job that this worker holds, with the task that keeps telling the broker so.
struct NatsLease {
    broker: Broker,
    message: Message,
    job: Job,
    attempt: u64,
    alive: JoinHandle<()>,
}

impl NatsLease {
    /// `None` where the message is no job; it is thrown away.
    fn new(broker: &Broker, message: Message) -> Option<Self> {
        let job: Option<Job> = serde_json::from_slice(&message.payload).ok();
        let Some(job) = job else {
            let _ = broker.runtime.block_on(message.ack_with(AckKind::Term));
            return None;
        };
        let attempt = message
            .info()
            .map_or(1, |info| info.delivered.max(1) as u64);
        let every = broker.lease / 3;
        let sign = message.clone();
        let alive = broker.runtime.spawn(async move {
            loop {
                tokio::time::sleep(every).await;
                let _ = sign.ack_with(AckKind::Progress).await;
            }
        });
        Some(Self {
            broker: broker.clone(),
            message,
            job,
            attempt,
            alive,
        })
    }
}

impl Drop for NatsLease {
    fn drop(&mut self) {
        self.alive.abort();
    }
}

impl Lease for NatsLease {
    fn job(&self) -> &Job {
        &self.job
    }

    fn attempt(&self) -> u64 {
        self.attempt
    }

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError> {
        let text = serde_json::to_string(&finished).expect("results are plain data");
        let hand_in = async {
            // The same attempt handed in twice is one result to the broker, too. A job that was handed out
            // again is another message, whose result must not be taken for the first one's.
            let mut headers = HeaderMap::new();
            let message = self.message.info().map_or(0, |info| info.stream_sequence);
            let id = format!("{}.{message}.{}", finished.key, finished.attempt);
            headers.insert("Nats-Msg-Id", id.as_str());
            let subject = results_of(&finished.contest);
            let sent = self
                .broker
                .context
                .publish_with_headers(subject, headers, text.into())
                .await?;
            sent.await?;
            // Only now: a job without a result must not leave the queue.
            self.message.double_ack().await
        };
        // A result that cannot be handed in is not lost: the job goes to the next worker.
        let result: Result<(), async_nats::Error> = self.broker.runtime.block_on(hand_in);
        result.map_err(refused)
    }

    fn give_back(self: Box<Self>) -> Result<(), WorkError> {
        let back = self.message.ack_with(AckKind::Nak(Some(REST)));
        let result = self.broker.runtime.block_on(back);
        result.map_err(refused)
    }
}
