//! Jobs over `JetStream` of NATS: any number of workers anywhere.
//!
//! Two streams. Jobs wait in a work queue, each under a subject of its own, so that handing one out
//! again while it still waits changes nothing; a worker holds a job by signs of life, and a job whose
//! worker falls silent goes to the next. Results wait until the coordinator has them in its store. A
//! worker hands in its result before it lets go of the job: whoever dies between the two costs a
//! replay, and the second result counts no more than the first.

mod coordinator;
mod relay;
mod worker;

pub use coordinator::Nats;
pub use relay::Relay;
pub use worker::Queue;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use boyi_search::Stop;
use tokio::runtime::Runtime;

use super::job::hash;
use super::work::WorkError;

const JOBS: &str = "BOYI_JOBS";
const RESULTS: &str = "BOYI_RESULTS";

/// Results that are not collected within this time are thrown away.
const RESULT_RETENTION: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long the broker may be away before we give up.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(120);

/// Why there is no broker.
#[derive(Debug, thiserror::Error)]
pub enum BrokerError {
    #[error("cannot reach NATS at {url}: {why}")]
    Unreachable { url: String, why: String },
    #[error("NATS at {url} cannot keep our streams: {why}; was it started with --jetstream?")]
    Streams { url: String, why: String },
}

/// A connection to a broker; clones share it.
#[derive(Clone)]
pub struct Broker {
    runtime: Arc<OwnRuntime>,
    context: Context,
    jobs: Stream,
    results: Stream,
    lease: Duration,
}

impl Broker {
    /// Connects, and makes the streams where they are missing. `lease` is how long a worker may be
    /// silent before its job goes to another.
    pub fn connect(url: &str, lease: Duration) -> Result<Self, BrokerError> {
        let unreachable = |why: String| BrokerError::Unreachable {
            url: url.to_owned(),
            why,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("nats")
            .enable_all()
            .build()
            .map_err(|error| unreachable(error.to_string()))?;
        let client = runtime
            .block_on(async_nats::connect(url))
            .map_err(|error| unreachable(error.to_string()))?;
        // It starts a task of its own, and needs to know where.
        let inside = runtime.enter();
        let context = jetstream::new(client);
        drop(inside);
        let streams = |why: String| BrokerError::Streams {
            url: url.to_owned(),
            why,
        };
        let (jobs, results) = runtime
            .block_on(make_streams(&context))
            .map_err(|error| streams(error.to_string()))?;
        Ok(Self {
            runtime: Arc::new(OwnRuntime(Some(runtime))),
            context,
            jobs,
            results,
            lease,
        })
    }

    /// Connects as soon as there is a broker: tries again and again, more and more rarely, until `stop` is
    /// pressed (`None`) or `until` has passed. `told` hears of every attempt that failed.
    pub fn await_broker(
        url: &str,
        lease: Duration,
        stop: &Stop,
        until: Option<Instant>,
        told: &mut dyn FnMut(&BrokerError),
    ) -> Result<Option<Self>, BrokerError> {
        const FIRST_PAUSE: Duration = Duration::from_millis(250);
        const LONGEST_PAUSE: Duration = Duration::from_secs(10);
        const LOOK_AT_STOP: Duration = Duration::from_millis(50);
        let mut pause = FIRST_PAUSE;
        while !stop.is_stopped() {
            match Self::connect(url, lease) {
                Err(error @ BrokerError::Unreachable { .. }) => {
                    let next = Instant::now() + pause;
                    if until.is_some_and(|until| until < next) {
                        return Err(error);
                    }
                    told(&error);
                    while Instant::now() < next && !stop.is_stopped() {
                        std::thread::sleep(LOOK_AT_STOP);
                    }
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                connected => return connected.map(Some),
            }
        }
        Ok(None)
    }

    /// The consumer of jobs, which all workers share.
    async fn workers(&self) -> Result<PullConsumer, async_nats::Error> {
        let config = self.consumer("workers".to_owned());
        Ok(self.jobs.create_consumer(config).await?)
    }

    /// The consumer of the results of one contest.
    async fn collector(&self, contest: &str) -> Result<PullConsumer, async_nats::Error> {
        let config = pull::Config {
            filter_subject: results_of(contest),
            ..self.consumer(collector_name(contest))
        };
        Ok(self.results.create_consumer(config).await?)
    }

    fn consumer(&self, name: String) -> pull::Config {
        pull::Config {
            durable_name: Some(name),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease,
            max_deliver: -1,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        }
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Broker")
    }
}

/// Where the connection lives. A runtime that is dropped waits for its tasks and must not be inside
/// another one; this one is let go instead, so that a server may hold a broker, too.
struct OwnRuntime(Option<Runtime>);

impl Deref for OwnRuntime {
    type Target = Runtime;

    fn deref(&self) -> &Runtime {
        self.0.as_ref().expect("taken only when it is dropped")
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

async fn make_streams(context: &Context) -> Result<(Stream, Stream), async_nats::Error> {
    let jobs = Config {
        name: JOBS.to_owned(),
        subjects: vec!["boyi.jobs.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        discard_new_per_subject: true,
        ..Config::default()
    };
    let results = Config {
        name: RESULTS.to_owned(),
        subjects: vec!["boyi.results.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: RESULT_RETENTION,
        ..Config::default()
    };
    Ok((
        context.get_or_create_stream(jobs).await?,
        context.get_or_create_stream(results).await?,
    ))
}

fn refused(error: impl fmt::Display) -> WorkError {
    WorkError::Broker(error.to_string())
}

/// Names of contests are anything; subjects are not.
fn token(contest: &str) -> String {
    format!("{:016x}", hash(contest))
}

fn jobs_of(contest: &str) -> String {
    format!("boyi.jobs.{}.*", token(contest))
}

fn subject_of(contest: &str, key: &str) -> String {
    format!("boyi.jobs.{}.{key}", token(contest))
}

fn results_of(contest: &str) -> String {
    format!("boyi.results.{}", token(contest))
}

fn collector_name(contest: &str) -> String {
    format!("contest-{}", token(contest))
}
