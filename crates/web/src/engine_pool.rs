//! The engine pool: every search of the server. Playing, hints, analyses and the rest have places and
//! queues of their own, so that none waits behind another, and threads whose priority says who matters.

mod queue;

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use boyi_search::Stop;
use tokio::sync::oneshot;

use crate::client::Client;
use crate::error::ApiError;
use crate::metrics::Histogram;
pub(crate) use queue::{Entry, Place};
use queue::{Queue, Rules};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The computer's move in a game: never refused, as games are limited already.
    Play,
    /// Hints, answers to offered draws.
    Hint,
    /// An analysis of up to ten minutes, which makes room for others when it has had some of them.
    Analysis,
    /// Trees, films, paths, experiments.
    Study,
}

impl Purpose {
    pub(crate) const ALL: [Self; 4] = [Self::Play, Self::Hint, Self::Analysis, Self::Study];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Hint => "hint",
            Self::Analysis => "analysis",
            Self::Study => "study",
        }
    }

    /// Searches at once that many share the cores, so the system runs those with a lower number first.
    const fn nice(self) -> i32 {
        match self {
            Self::Play => 0,
            Self::Hint => 3,
            Self::Study => 10,
            Self::Analysis => 19,
        }
    }

    fn rules(self, threads: usize) -> Rules {
        match self {
            Self::Play => Rules {
                places: threads,
                each: threads,
                waiting_each: usize::MAX,
                slice: None,
            },
            Self::Hint => Rules {
                places: threads,
                each: threads.div_ceil(2),
                waiting_each: 32,
                slice: None,
            },
            Self::Analysis => Rules {
                places: ANALYSES_A_CORE * threads,
                each: (ANALYSES_A_CORE - 1) * threads,
                waiting_each: 32,
                slice: Some(ANALYSIS_SLICE),
            },
            Self::Study => Rules {
                places: 2 * threads,
                each: threads.max(2),
                waiting_each: 32,
                slice: None,
            },
        }
    }
}

/// Analyses at once. They share the time that playing leaves over; many threads of low priority would
/// together weigh as much as one of the usual.
const ANALYSES_A_CORE: usize = 4;
/// An analysis keeps its place for so long, and longer while nobody waits.
const ANALYSIS_SLICE: Duration = Duration::from_secs(20);
/// Memory for the tables of all analyses, and the most that one of them gets, in mebibytes.
const ANALYSIS_TABLES: usize = 1024;
const MAX_TABLE: usize = 64;
/// How long to wait where the system has no thread to give.
const THREAD_RETRY: Duration = Duration::from_millis(100);

/// Runs every search of the server; clones share the places.
#[derive(Clone)]
pub(crate) struct EnginePool {
    queues: Arc<[Queue; 4]>,
}

/// Stops the search when the one who wants its result is dropped.
pub(crate) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl EnginePool {
    pub(crate) fn new(threads: usize) -> Self {
        let queue = |purpose: Purpose| Queue::new(purpose.rules(threads.max(1)));
        Self {
            queues: Arc::new(Purpose::ALL.map(queue)),
        }
    }

    fn queue(&self, purpose: Purpose) -> &Queue {
        &self.queues[purpose as usize]
    }

    /// Takes a place, or a ticket for the next one of this client.
    pub(crate) fn enter(
        &self,
        purpose: Purpose,
        client: Client,
        stop: &Stop,
    ) -> Result<Entry, ApiError> {
        let full = |_| ApiError::busy("too many are waiting for the engine", "等待引擎的人太多");
        self.queue(purpose).enter(client, stop).map_err(full)
    }

    /// Runs `work` on a thread of its own once one is free. Dropping the future stops the work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        purpose: Purpose,
        work: impl FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = Stop::default();
        let client = Client::current().unwrap_or_default();
        let place = self.enter(purpose, client, &stop)?.place().await;
        let inside = stop.clone();
        self.run_in(place, purpose, stop, move || work(&inside))
            .await
    }

    /// Runs `work` in a place. Dropping the future stops the work; the place is free when it has ended.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        place: Place,
        purpose: Purpose,
        stop: Stop,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _guard = StopOnDrop(stop);
        let (answer, answered) = oneshot::channel();
        let job = move || {
            // Those that it will start have the same.
            boyi_platform::process::lower_priority(purpose.nice());
            // Nobody receives an answer whose work was stopped.
            let _ = answer.send(work());
            drop(place);
        };
        // A system without a free thread is busy, and busy is no failure of the engine.
        let hand = loop {
            let (hand, handed) = mpsc::channel();
            let thread = thread::Builder::new().name("think".to_owned());
            let started = thread.spawn(move || handed.recv().map(|job: Job| job()));
            match started {
                Ok(_) => break hand,
                Err(_) => tokio::time::sleep(THREAD_RETRY).await,
            }
        };
        // The thread waits for it.
        let _ = hand.send(Box::new(job) as Job);
        answered
            .await
            .map_err(|_| ApiError::internal(&"the engine failed"))?
    }

    /// The table that an analysis may have now, in mebibytes.
    pub(crate) fn analysis_table(&self) -> usize {
        let (running, _) = self.load(Purpose::Analysis);
        (ANALYSIS_TABLES / running.max(1)).clamp(1, MAX_TABLE)
    }

    /// How many searches run, and how many wait.
    pub(crate) fn load(&self, purpose: Purpose) -> (usize, usize) {
        self.queue(purpose).load()
    }

    /// How long searches waited for their place.
    pub(crate) fn waits(&self, purpose: Purpose) -> &Histogram {
        self.queue(purpose).waits()
    }
}

type Job = Box<dyn FnOnce() + Send>;
