//! Jobs played by threads of this program, handed out by the store's table of jobs.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use boyi_search::Stop;

use super::exchange::{Exchange, Finished};
use super::job::Job;
use super::work::{Lease, Source, WorkError, Worker, work};
use crate::bot;
use crate::store::{Store, StoredJob};

/// Jobs that are taken from the store at a time: quick games take no longer than a write to the disk.
const BATCH: usize = 16;

/// Jobs that one passes over in looking for those that fit.
const MAX_TAKEN: usize = 4096;

/// Threads that play.
pub struct Local {
    store: Store,
    contest: String,
    taken: TakenJobs,
    again: TakenJobs,
    options: bot::Options,
    concurrency: usize,
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
    /// Jobs that were offered and have not come back.
    awaited: usize,
    results: Receiver<Result<Finished, WorkError>>,
    sender: Sender<Result<Finished, WorkError>>,
}

impl Local {
    /// Plays the jobs of this contest, so many at a time.
    pub fn new(store: &Store, contest: &str, concurrency: usize, options: &bot::Options) -> Self {
        let (sender, results) = channel();
        Self {
            store: store.clone(),
            contest: contest.to_owned(),
            taken: TakenJobs::default(),
            again: TakenJobs::default(),
            options: options.clone(),
            concurrency: concurrency.max(1),
            stop: Stop::default(),
            threads: Vec::new(),
            awaited: 0,
            results,
            sender,
        }
    }

    pub(super) fn contest(&self) -> &str {
        &self.contest
    }

    /// What others play from, too, and hand in to.
    pub(super) fn shared(&self) -> Shared {
        Shared {
            store: self.store.clone(),
            contest: self.contest.clone(),
            taken: self.taken.clone(),
            again: self.again.clone(),
            results: self.sender.clone(),
        }
    }

    fn join(&mut self) {
        for thread in self.threads.drain(..) {
            // A thread that panicked has told why on standard error.
            let _ = thread.join();
        }
    }

    /// Gives back what was taken and not begun.
    fn give_back(&self) -> Result<(), WorkError> {
        let mut jobs = std::mem::take(&mut *locked(&self.taken));
        jobs.append(&mut locked(&self.again));
        let keys: Vec<String> = jobs.into_iter().map(|job| job.key).collect();
        Ok(self.store.give_back_jobs(&self.contest, &keys)?)
    }
}

/// The jobs of a contest that this process has taken from the store and nobody has begun to play, and where
/// results go: for its own threads and for whoever else plays.
#[derive(Clone)]
pub(super) struct Shared {
    store: Store,
    contest: String,
    taken: TakenJobs,
    /// For the threads of this process alone.
    again: TakenJobs,
    results: Sender<Result<Finished, WorkError>>,
}

impl Shared {
    /// The next jobs that fit, at most so many. Those that do not stay, for others.
    pub(super) fn take(
        &self,
        most: usize,
        fits: impl Fn(&StoredJob) -> bool,
    ) -> Result<Vec<StoredJob>, WorkError> {
        let mut taken = locked(&self.taken);
        let (mut found, mut others) = (Vec::new(), VecDeque::new());
        while found.len() < most && others.len() < MAX_TAKEN {
            let Some(job) = taken.pop_front() else {
                let missing = (most - found.len()).max(BATCH) as u32;
                taken.extend(self.store.take_jobs(&self.contest, missing)?);
                if taken.is_empty() {
                    break;
                }
                continue;
            };
            if fits(&job) {
                found.push(job);
            } else {
                others.push_back(job);
            }
        }
        others.append(&mut taken);
        *taken = others;
        Ok(found)
    }

    /// A job that was taken is to be played by a thread of this process, before others.
    pub(super) fn play_again(&self, job: StoredJob) {
        locked(&self.again).push_back(job);
    }

    /// A job that was taken is to be played after all, before others.
    pub(super) fn give_back(&self, job: StoredJob) {
        locked(&self.taken).push_front(job);
    }

    /// Somebody has played a job.
    pub(super) fn hand_in(&self, finished: Finished) {
        // The receiver is gone once the contest is decided.
        let _ = self.results.send(Ok(finished));
    }
}

/// Jobs that were taken and nobody has begun to play, shared by all threads.
type TakenJobs = Arc<Mutex<VecDeque<StoredJob>>>;

fn locked(taken: &TakenJobs) -> MutexGuard<'_, VecDeque<StoredJob>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Local {
    /// Starts threads in the place of those that found nothing to play.
    fn muster(&mut self) -> Result<(), WorkError> {
        self.threads.retain(|thread| !thread.is_finished());
        for number in self.threads.len()..self.concurrency.min(self.awaited) {
            let worker = Worker {
                name: format!("thread {}", number + 1),
                options: self.options.clone(),
                programs: true,
                live: Some(self.store.live().clone()),
                stop: self.stop.clone(),
            };
            let shared = self.shared();
            let play = move || {
                let results = shared.results.clone();
                let mut table = JobTable(shared);
                let mut failed = None;
                let worked = work(&worker, &mut table, &mut |_, error| {
                    if let Some(error) = error {
                        // What cannot be played in this program cannot be played by its next thread.
                        worker.stop.stop();
                        failed = Some(error.to_string());
                    }
                });
                let error = failed.map(WorkError::Unplayable).or(worked.err());
                if let Some(error) = error {
                    let _ = results.send(Err(error));
                }
            };
            let name = format!("games {}", number + 1);
            let thread = std::thread::Builder::new().name(name).spawn(play);
            self.threads
                .push(thread.map_err(|error| WorkError::Unplayable(error.to_string()))?);
        }
        Ok(())
    }
}

impl Exchange for Local {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.awaited += jobs.len();
        self.muster()
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError> {
        match self.results.recv_timeout(wait) {
            Ok(finished) => {
                self.awaited = self.awaited.saturating_sub(1);
                Ok(Some(finished?))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                // A thread may have looked for a job just before more were offered.
                if self.awaited > 0 && !self.stop.is_stopped() {
                    self.muster()?;
                }
                Ok(None)
            }
        }
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        self.stop.stop();
        self.join();
        self.give_back()
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.stop.stop();
        self.join();
    }
}

/// The jobs as a thread sees them.
struct JobTable(Shared);

impl Source for JobTable {
    fn take(&mut self, _stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        let again = locked(&self.0.again).pop_front();
        let next = match again {
            Some(job) => Some(job),
            None => self.0.take(1, |_| true)?.pop(),
        };
        let Some(stored) = next else {
            return Ok(None);
        };
        let job: Job = serde_json::from_str(&stored.spec)
            .map_err(|error| WorkError::NoJob(error.to_string()))?;
        Ok(Some(Box::new(LocalLease {
            store: self.0.store.clone(),
            results: self.0.results.clone(),
            job,
            attempt: stored.attempt.into(),
        })))
    }
}

struct LocalLease {
    store: Store,
    results: Sender<Result<Finished, WorkError>>,
    job: Job,
    attempt: u64,
}

impl Lease for LocalLease {
    fn job(&self) -> &Job {
        &self.job
    }

    fn attempt(&self) -> u64 {
        self.attempt
    }

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError> {
        // The receiver is gone once the contest is decided.
        let _ = self.results.send(Ok(finished));
        Ok(())
    }

    fn give_back(self: Box<Self>) -> Result<(), WorkError> {
        self.store.live().forget(&self.job.game_id());
        Ok(self.store.give_back_job(&self.job.contest, &self.job.key)?)
    }
}
