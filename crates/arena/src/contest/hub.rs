//! Workers that call a server: they ask for jobs, say that they are still there, and hand in results, in
//! whatever words the server speaks.
//!
//! The jobs come from the store's table, a batch at a time, as those of the server's own threads do; a worker
//! that falls silent loses its jobs to the others. Nobody waits for the store but who takes jobs. Some results of every worker are played again by the server itself,
//! where a game comes out the same each time, and the worker's others wait for that: where the game comes
//! out differently the worker is blocked, and what waited is played by others.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::coordinator::verified;
use super::exchange::{Exchange, Finished, Played};
use super::job::{Job, game_id, hash};
use super::local::{Local, Shared};
use super::work::{WorkError, machine};
use crate::store::StoredJob;
use crate::{GameRecord, Timing, bot};

/// The contests that workers may play, and the workers; clones share them.
#[derive(Clone)]
pub struct Hub {
    state: Arc<Mutex<State>>,
    lease: Duration,
}

#[derive(Default)]
struct State {
    contests: BTreeMap<String, Shared>,
    workers: BTreeMap<String, WorkerStatus>,
    /// Who has called lately, and when.
    calls: HashMap<String, Instant>,
    leased: HashMap<(String, String), Held>,
    /// Results that are being played again, by contest and job.
    doubtful: HashMap<(String, String), Finished>,
    /// Results of workers of whom something is being played again.
    waiting: Vec<(Finished, StoredJob)>,
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

/// Jobs that are handed out at a time, by all together.
const MIN_WINDOW: usize = 4096;
const MAX_WINDOW: usize = 1 << 14;

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
        let contest = local.contest().to_owned();
        let shared = local.shared();
        self.lock().contests.insert(contest.clone(), shared);
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
        let mut state = self.lock();
        state.greet(worker)?;
        let until = Instant::now() + self.lease;
        let held = state.leased.values_mut();
        held.filter(|held| held.worker == worker)
            .for_each(|held| held.until = until);
        state.calls.insert(worker.to_owned(), until);
        // Nobody takes so many that there are none left for the others.
        let share = Self::window(state.calls.len()) / state.calls.len();
        let most = most.min(MAX_BATCH) as usize;
        let most = most.min(share.max(1));
        let contests: Vec<(String, Shared)> = state.contests.clone().into_iter().collect();
        drop(state);
        self.expire();
        self.give_back(|held| held.worker == worker && !holding.contains(&held.game));
        let mut taken = Vec::new();
        for (contest, shared) in contests {
            let left = most - taken.len();
            let jobs = shared.take(left, |stored| is_for(worker, stored))?;
            let mut state = self.lock();
            if !state.contests.contains_key(&contest) {
                continue;
            }
            let until = Instant::now() + self.lease;
            for stored in jobs {
                let job: Job = serde_json::from_str(&stored.spec)
                    .map_err(|error| WorkError::NoJob(error.to_string()))?;
                taken.push((job, u64::from(stored.attempt)));
                let key = (contest.clone(), stored.key.clone());
                let held = Held {
                    game: game_id(&contest, &stored.key),
                    worker: worker.to_owned(),
                    until,
                    stored,
                };
                state.leased.insert(key, held);
            }
        }
        Ok(taken)
    }

    /// How many jobs it takes to keep so many workers busy.
    fn window(workers: usize) -> usize {
        (workers * MAX_BATCH as usize).clamp(MIN_WINDOW, MAX_WINDOW)
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
            if let Some(shared) = state.contests.get(&key.0) {
                shared.give_back(stored);
            }
            drop(state);
            self.give_back(|held| held.worker == worker);
            return Err(HubError::Blocked(why));
        }
        status.games += 1;
        let chosen = hash(&format!("{worker} {}", key.1)).is_multiple_of(ONE_OF);
        let sampled = status.games <= FIRST || chosen;
        let Some(shared) = state.contests.get(&finished.contest) else {
            return Ok(false);
        };
        if sampled && is_repeatable(&stored) {
            shared.play_again(stored);
            state.doubtful.insert(key, finished);
        } else if state.is_doubted(worker) {
            state.waiting.push((finished, stored));
        } else {
            shared.hand_in(finished);
        }
        Ok(true)
    }

    /// A worker lets go of all it holds.
    pub fn leave(&self, worker: &str) {
        self.lock().calls.remove(worker);
        self.give_back(|held| held.worker == worker);
    }

    /// Jobs of workers that have fallen silent go to others.
    fn expire(&self) {
        let now = Instant::now();
        self.lock().calls.retain(|_, until| *until >= now);
        self.give_back(|held| held.until < now);
    }

    fn give_back(&self, lost: impl Fn(&Held) -> bool) {
        let mut state = self.lock();
        let State {
            leased, contests, ..
        } = &mut *state;
        for ((contest, _), held) in leased.extract_if(|_, held| lost(held)) {
            if let Some(shared) = contests.get(&contest) {
                shared.give_back(held.stored);
            }
        }
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
        drop(state);
        if !same {
            self.give_back(|held| held.worker == worker);
        }
    }

    fn close(&self, contest: &str) {
        let mut state = self.lock();
        state.contests.remove(contest);
        state.leased.retain(|(of, _), _| of != contest);
        state.doubtful.retain(|(of, _), _| of != contest);
        state
            .waiting
            .retain(|(result, _)| result.contest != contest);
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
        for (result, stored) in waited {
            if result.worker != worker {
                self.waiting.push((result, stored));
            } else if let Some(shared) = self.contests.get(&result.contest) {
                if counts {
                    shared.hand_in(result);
                } else {
                    shared.give_back(stored);
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

/// Whether a job is for this worker. Programs lie on the server alone; its own threads play these, and what
/// nobody could verify is not verified by the one who said it.
fn is_for(worker: &str, stored: &StoredJob) -> bool {
    let job: Option<Job> = serde_json::from_str(&stored.spec).ok();
    job.is_some_and(|job| {
        let mut players = job.players.iter();
        let is_for_others = job.not_by.as_deref() == Some(machine(worker));
        !is_for_others && !players.any(|player| bot::names_program(&player.player))
    })
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

    fn window(&self) -> usize {
        Hub::window(self.hub.lock().calls.len())
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError> {
        self.hub.expire();
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
