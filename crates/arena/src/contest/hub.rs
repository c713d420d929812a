//! Workers that call a server: they ask for jobs, say that they are still there, and hand in results, in
//! whatever words the server speaks.
//!
//! The jobs come from the store's table, as those of the server's own threads do; a worker that falls
//! silent loses its jobs to the others. Some results of every worker are played again by the server itself,
//! where a game comes out the same each time, and the worker's others wait for that: where the game comes
//! out differently the worker is blocked, and what waited is played by others.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::coordinator::verified;
use super::exchange::{Exchange, Finished, Played};
use super::job::{Job, game_id, hash};
use super::local::{Local, Threads};
use super::work::{WorkError, machine};
use crate::store::{Store, StoredJob};
use crate::{GameRecord, Timing, bot};

/// The contests that workers may play, and the workers; clones share them.
#[derive(Clone)]
pub struct Hub {
    state: Arc<Mutex<State>>,
    lease: Duration,
}

#[derive(Default)]
struct State {
    contests: BTreeMap<String, Open>,
    workers: BTreeMap<String, WorkerStatus>,
    leased: HashMap<(String, String), Held>,
    /// Results that are being played again, by contest and job.
    doubtful: HashMap<(String, String), Finished>,
    /// Results of workers of whom something is being played again.
    waiting: Vec<Finished>,
}

struct Open {
    store: Store,
    threads: Threads,
}

/// A job in the hands of a worker.
struct Held {
    game: String,
    worker: String,
    until: Instant,
    stored: StoredJob,
}

/// What is known of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkerStatus {
    /// Games it handed in.
    pub games: u64,
    /// Of these, how many were played again and came out the same.
    pub confirmed: u64,
    /// Why nothing of it is taken any more.
    pub blocked: Option<String>,
}

/// Why a worker gets nothing.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    #[error("this worker is blocked: {0}")]
    Blocked(String),
    #[error(transparent)]
    Work(#[from] WorkError),
}

/// The first results of a worker are played again, and then one of so many.
const FIRST: u64 = 2;
const ONE_OF: u64 = 20;

/// More jobs than this are not handed out at once.
const MAX_BATCH: u32 = 500;

/// More workers than this are not remembered; the least busy one goes.
const MAX_WORKERS: usize = 10_000;

impl Hub {
    /// `lease` is how long a worker may be silent before its jobs go to others.
    pub fn new(lease: Duration) -> Self {
        Self {
            state: Arc::default(),
            lease,
        }
    }

    /// How long a worker may be silent.
    pub fn lease_time(&self) -> Duration {
        self.lease
    }

    /// An exchange whose jobs are played by the server's own threads and by all who call.
    pub fn join(&self, local: Local) -> Joined {
        let (store, contest, threads) = local.parts();
        let open = Open { store, threads };
        self.lock().contests.insert(contest.clone(), open);
        Joined {
            local,
            hub: self.clone(),
            contest,
        }
    }

    /// The next jobs for a worker, at most so many. `holding` names the games that it has in hand: those it
    /// holds for longer, others that it was given before it has lost, say because it was started anew.
    pub fn take(
        &self,
        worker: &str,
        most: u32,
        holding: &HashSet<String>,
    ) -> Result<Vec<(Job, u64)>, HubError> {
        self.expire()?;
        self.give_back(|held| held.worker == worker && !holding.contains(&held.game))?;
        let mut state = self.lock();
        state.greet(worker)?;
        let until = Instant::now() + self.lease;
        let held = state.leased.values_mut();
        held.filter(|held| held.worker == worker)
            .for_each(|held| held.until = until);
        let names: Vec<String> = state.contests.keys().cloned().collect();
        let mut taken = Vec::new();
        for contest in names {
            let left = most.min(MAX_BATCH) - taken.len() as u32;
            let Some(open) = state.contests.get(&contest).filter(|_| left > 0) else {
                continue;
            };
            let store = open.store.clone();
            for stored in store.take_jobs(&contest, left).map_err(WorkError::from)? {
                let job: Job = serde_json::from_str(&stored.spec)
                    .map_err(|error| WorkError::NoJob(error.to_string()))?;
                let mut players = job.players.iter();
                let is_for_others = job.not_by.as_deref() == Some(machine(worker));
                if is_for_others || players.any(|player| bot::names_program(&player.player)) {
                    // Programs lie on the server alone; its own threads play these, and what nobody could
                    // verify is not verified by the one who said it.
                    let back = store.give_back_job(&contest, &stored.key);
                    back.map_err(WorkError::from)?;
                    continue;
                }
                taken.push((job, u64::from(stored.attempt)));
                let worker = worker.to_owned();
                let key = (contest.clone(), stored.key.clone());
                let held = Held {
                    game: game_id(&contest, &stored.key),
                    worker,
                    until,
                    stored,
                };
                state.leased.insert(key, held);
            }
        }
        Ok(taken)
    }

    /// A worker hands in a game; whether it was waited for. The same result may come any number of times: what
    /// comes again or too late does not count, nor what the worker was never asked for.
    pub fn hand_in(&self, worker: &str, mut finished: Finished) -> Result<bool, HubError> {
        worker.clone_into(&mut finished.worker);
        let key = (finished.contest.clone(), finished.key.clone());
        let mut state = self.lock();
        state.greet(worker)?;
        let Some(stored) = state.held_by(worker, &key) else {
            return Ok(false);
        };
        // Playing through a long game takes a while; others go on meanwhile.
        drop(state);
        let is_record = tells_of(&stored, &finished.record);
        let mut state = self.lock();
        if state.held_by(worker, &key).is_none() {
            return Ok(false);
        }
        state.leased.remove(&key);
        let status = state.workers.entry(worker.to_owned()).or_default();
        if !is_record {
            let game = game_id(&key.0, &key.1);
            let why = format!("what it handed in for game {game} is not a record of it");
            status.blocked = Some(why.clone());
            state.settle(worker, false);
            if let Some(open) = state.contests.get(&key.0) {
                let back = open.store.give_back_job(&key.0, &key.1);
                back.map_err(WorkError::from)?;
            }
            return Err(HubError::Blocked(why));
        }
        status.games += 1;
        let chosen = hash(&format!("{worker} {}", key.1)).is_multiple_of(ONE_OF);
        let sampled = status.games <= FIRST || chosen;
        let Some(open) = state.contests.get(&finished.contest) else {
            return Ok(false);
        };
        if sampled && is_repeatable(&stored) {
            open.threads.play_again(stored);
            state.doubtful.insert(key, finished);
        } else if state.is_doubted(worker) {
            state.waiting.push(finished);
        } else {
            open.threads.hand_in(finished);
        }
        Ok(true)
    }

    /// A worker lets go of all it holds.
    pub fn leave(&self, worker: &str) -> Result<(), HubError> {
        self.give_back(|held| held.worker == worker)
    }

    /// Jobs of workers that have fallen silent go to others.
    fn expire(&self) -> Result<(), HubError> {
        let now = Instant::now();
        self.give_back(|held| held.until < now)
    }

    fn give_back(&self, lost: impl Fn(&Held) -> bool) -> Result<(), HubError> {
        let mut state = self.lock();
        let keys = state.leased.iter().filter(|(_, held)| lost(held));
        let keys: Vec<_> = keys.map(|(key, _)| key.clone()).collect();
        for key in keys {
            state.leased.remove(&key);
            if let Some(open) = state.contests.get(&key.0) {
                let back = open.store.give_back_job(&key.0, &key.1);
                back.map_err(WorkError::from)?;
            }
        }
        Ok(())
    }

    /// All workers that were heard of, by name.
    pub fn workers(&self) -> Vec<(String, WorkerStatus)> {
        let state = self.lock();
        let workers = state.workers.iter();
        workers
            .map(|(name, status)| (name.clone(), status.clone()))
            .collect()
    }

    /// A game that the server's own threads have played: is it one that a worker handed in before?
    fn judge(&self, finished: &Finished) {
        let Played::Here(ours) = &finished.record else {
            return;
        };
        let mut state = self.lock();
        let key = (finished.contest.clone(), finished.key.clone());
        let Some(theirs) = state.doubtful.remove(&key) else {
            return;
        };
        let worker = theirs.worker.clone();
        let status = state.workers.entry(worker.clone()).or_default();
        let same = is_same(ours, theirs.record);
        if same {
            status.confirmed += 1;
        } else {
            let game = game_id(&key.0, &key.1);
            status.blocked = Some(format!(
                "game {game} came out differently when played again"
            ));
        }
        if !same || !state.is_doubted(&worker) {
            state.settle(&worker, same);
        }
    }

    fn close(&self, contest: &str) {
        let mut state = self.lock();
        state.contests.remove(contest);
        state.leased.retain(|(of, _), _| of != contest);
        state.doubtful.retain(|(of, _), _| of != contest);
        state.waiting.retain(|result| result.contest != contest);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A job that this worker has in hand.
    fn held_by(&self, worker: &str, key: &(String, String)) -> Option<StoredJob> {
        let held = self.leased.get(key).filter(|held| held.worker == worker);
        held.map(|held| held.stored.clone())
    }

    /// Whether something of a worker is being played again.
    fn is_doubted(&self, worker: &str) -> bool {
        self.doubtful.values().any(|result| result.worker == worker)
    }

    /// What waited of a worker counts, or is to be played by others.
    fn settle(&mut self, worker: &str, counts: bool) {
        let waited = std::mem::take(&mut self.waiting);
        for result in waited {
            if result.worker != worker {
                self.waiting.push(result);
            } else if let Some(open) = self.contests.get(&result.contest) {
                if counts {
                    open.threads.hand_in(result);
                } else {
                    // Where this fails the job is handed out again when the contest goes on.
                    let _ = open.store.give_back_job(&result.contest, &result.key);
                }
            }
        }
    }

    fn greet(&mut self, worker: &str) -> Result<(), HubError> {
        if self.workers.len() >= MAX_WORKERS && !self.workers.contains_key(worker) {
            let idle = self
                .workers
                .iter()
                .filter(|(_, known)| known.blocked.is_none());
            let idle = idle.min_by_key(|(_, known)| known.games);
            if let Some(name) = idle.map(|(name, _)| name.clone()) {
                self.workers.remove(&name);
            }
        }
        let known = self.workers.entry(worker.to_owned()).or_default();
        match &known.blocked {
            Some(why) => Err(HubError::Blocked(why.clone())),
            None => Ok(()),
        }
    }
}

/// Whether a result is a record of its job's game, as far as the rules tell.
fn tells_of(stored: &StoredJob, played: &Played) -> bool {
    let job: Option<Job> = serde_json::from_str(&stored.spec).ok();
    match played {
        Played::Here(_) => true,
        Played::Elsewhere(text) => job.is_some_and(|job| verified(&job, text).is_some()),
    }
}

/// Whether a game comes out the same each time: where no clock runs.
fn is_repeatable(stored: &StoredJob) -> bool {
    let job: Option<Job> = serde_json::from_str(&stored.spec).ok();
    job.is_some_and(|job| {
        // A player may have limits of its own, and several threads race each other.
        let steady = |player: &str| !player.contains("time=") && !player.contains("threads=");
        job.terms.control.timing == Timing::Untimed
            && job.players.iter().all(|player| steady(&player.player))
    })
}

fn is_same(ours: &GameRecord, theirs: Played) -> bool {
    let theirs = match theirs {
        Played::Here(record) => Some(record),
        Played::Elsewhere(text) => GameRecord::read(&text).ok(),
    };
    theirs.is_some_and(|theirs| {
        let moves = |record: &GameRecord| -> Vec<String> {
            record.moves().map(|mv| mv.text.clone()).collect()
        };
        let outcome = |record: &GameRecord| record.closing().and_then(|end| end.outcome.clone());
        moves(ours) == moves(&theirs) && outcome(ours) == outcome(&theirs)
    })
}

/// The exchange of a contest that workers may join.
pub struct Joined {
    local: Local,
    hub: Hub,
    contest: String,
}

impl Exchange for Joined {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.local.offer(jobs)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError> {
        let expired = self.hub.expire();
        if let Err(HubError::Work(error)) = expired {
            return Err(error);
        }
        let finished = self.local.next(wait)?;
        if let Some(finished) = &finished {
            self.hub.judge(finished);
        }
        Ok(finished)
    }

    fn stored(&mut self) -> Result<(), WorkError> {
        self.local.stored()
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        self.hub.close(&self.contest);
        self.local.withdraw()
    }

    fn close(&mut self) -> Result<(), WorkError> {
        self.hub.close(&self.contest);
        self.local.close()
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.hub.close(&self.contest);
    }
}
