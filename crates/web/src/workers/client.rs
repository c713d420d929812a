//! The worker's side: a batch of games at a time, played by several threads, handed in together.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boyi_arena::contest::{Finished, Job, Lease, Source, WorkError, Worker, work};
use boyi_game::Random;
use boyi_search::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{LeaseReply, LeaseRequest, LeasedGame, ResultsReply, ResultsRequest};

/// How a server is joined.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The address of its page.
    pub server: String,
    pub token: Option<String>,
    /// What this worker goes by.
    pub name: String,
    /// Games at the same time.
    pub threads: usize,
    /// Ends when there was nothing to play for so long.
    pub until_idle: Option<Duration>,
    /// How long the server may be away.
    pub patience: Duration,
}

/// How often the server was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    pub calls: u64,
    pub games: u64,
}

/// A batch lasts about so long, so that the server is called every ten to thirty seconds.
const BATCH_TIME: Duration = Duration::from_secs(20);
const MAX_GAMES: f64 = 500.0;

/// Results are handed in at the latest after so long, which is also the sign of life; sooner where the server
/// forgets a worker sooner.
const HAND_IN: Duration = Duration::from_secs(15);
const SIGNS_A_LEASE: u32 = 3;

/// Results of more text than this go in several requests.
const MAX_TEXT: usize = 600 << 10;

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Plays games of a server until the switch is pressed or nothing is left to play. `told` hears of every
/// game, and of those that could not be played here; `away` hears once why the server cannot be reached,
/// each time that it cannot.
pub fn join(
    joining: &Joining,
    worker: &Worker,
    told: &(dyn Fn(&Job, Option<&WorkError>) + Sync),
    away: &dyn Fn(&str),
) -> Result<Calls, WorkError> {
    let shared = Arc::new(SharedGames::default());
    std::thread::scope(|scope| {
        for number in 0..joining.threads.max(1) {
            let mut source = SharedSource(Arc::clone(&shared));
            let worker = Worker {
                name: format!("{}/{}", worker.name, number + 1),
                options: worker.options.clone(),
                programs: worker.programs,
                live: worker.live.clone(),
                stop: worker.stop.clone(),
            };
            scope.spawn(move || {
                // Taking from memory does not fail.
                let _ = work(&worker, &mut source, &mut |job, error| told(job, error));
            });
        }
        let mut caller = Caller {
            joining,
            shared: &shared,
            away,
            stop: &worker.stop,
            agent: ureq::Agent::config_builder()
                .timeout_global(Some(Duration::from_secs(60)))
                .http_status_as_error(false)
                .build()
                .into(),
            random: Random::new(u64::from(std::process::id()) ^ now()),
            hand_in: HAND_IN,
            calls: Calls::default(),
        };
        let called = caller.run();
        shared.close();
        called.map(|()| caller.calls)
    })
}

/// What threads and caller share.
#[derive(Default)]
struct SharedGames {
    state: Mutex<SharedState>,
    changed: Condvar,
}

#[derive(Default)]
struct SharedState {
    jobs: VecDeque<LeasedGame>,
    /// All games that were leased and neither handed in nor given back.
    holding: HashSet<String>,
    playing: usize,
    done: Vec<Finished>,
    finished: u64,
    closed: bool,
}

impl SharedGames {
    fn lock(&self) -> MutexGuard<'_, SharedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.jobs.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until something has changed, but not longer than this.
    fn wait<'a>(
        &self,
        state: MutexGuard<'a, SharedState>,
        time: Duration,
    ) -> MutexGuard<'a, SharedState> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

struct SharedSource(Arc<SharedGames>);

impl Source for SharedSource {
    fn take(&mut self, stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        const LOOK_AGAIN: Duration = Duration::from_millis(100);
        let mut state = self.0.lock();
        loop {
            if state.closed || stop.is_stopped() {
                return Ok(None);
            }
            if let Some(game) = state.jobs.pop_front() {
                state.playing += 1;
                let shared = Arc::clone(&self.0);
                return Ok(Some(Box::new(SharedLease { game, shared })));
            }
            state = self.0.wait(state, LOOK_AGAIN);
        }
    }
}

struct SharedLease {
    game: LeasedGame,
    shared: Arc<SharedGames>,
}

impl Lease for SharedLease {
    fn job(&self) -> &Job {
        &self.game.job
    }

    fn attempt(&self) -> u64 {
        self.game.attempt
    }

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError> {
        let mut state = self.shared.lock();
        state.done.push(finished);
        state.finished += 1;
        Ok(())
    }

    fn give_back(self: Box<Self>) -> Result<(), WorkError> {
        // The next call says that it is no longer in hand, and another plays it.
        self.shared.lock().holding.remove(&self.game.job.game_id());
        Ok(())
    }
}

impl Drop for SharedLease {
    fn drop(&mut self) {
        self.shared.lock().playing -= 1;
        self.shared.changed.notify_all();
    }
}

/// The thread that talks to the server.
struct Caller<'a> {
    joining: &'a Joining,
    shared: &'a SharedGames,
    away: &'a dyn Fn(&str),
    stop: &'a Stop,
    agent: ureq::Agent,
    random: Random,
    /// How long to play before results are handed in.
    hand_in: Duration,
    calls: Calls,
}

impl Caller<'_> {
    fn run(&mut self) -> Result<(), WorkError> {
        let mut want = 2 * self.joining.threads.max(1) as u32;
        let (mut handed_in, mut idle_since) = (Instant::now(), None::<Instant>);
        while !self.stop.is_stopped() {
            let began = Instant::now();
            let before = self.shared.lock().finished;
            let got = match self.lease(want) {
                // Nothing is lost by a call that was broken off.
                Err(_) if self.stop.is_stopped() => break,
                got => got?,
            };
            if got == 0 && self.is_idle() {
                let since = *idle_since.get_or_insert_with(Instant::now);
                let limit = self.joining.until_idle;
                if limit.is_some_and(|limit| since.elapsed() >= limit) {
                    break;
                }
                let pause = (since.elapsed() / 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
                self.rest(pause);
                continue;
            }
            idle_since = None;
            // Until the batch is played, or it is time to say something.
            let mut state = self.shared.lock();
            while !self.stop.is_stopped()
                && (!state.jobs.is_empty() || state.playing > 0)
                && handed_in.elapsed() < self.hand_in
            {
                state = self.shared.wait(state, Duration::from_millis(200));
            }
            let played = state.finished - before;
            drop(state);
            self.hand_in()?;
            handed_in = Instant::now();
            // As many as were played in this time, for the time a batch should last.
            let rate = played as f64 / began.elapsed().as_secs_f64().max(0.001);
            let held = self.shared.lock().jobs.len() as f64;
            let full = (rate * BATCH_TIME.as_secs_f64()).clamp(1.0, MAX_GAMES);
            want = (full - held).max(0.0) as u32;
        }
        self.hand_in()?;
        self.leave();
        Ok(())
    }

    fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        state.jobs.is_empty() && state.playing == 0 && state.done.is_empty()
    }

    /// Asks for more games, and puts them with the others.
    fn lease(&mut self, games: u32) -> Result<usize, WorkError> {
        let request = LeaseRequest {
            worker: self.joining.name.clone(),
            games,
            holding: self.shared.lock().holding.clone(),
            leaves: false,
        };
        let reply: LeaseReply = self.call("lease", &request)?;
        let got = reply.games.len();
        let lease = Duration::try_from_secs_f64(reply.lease).unwrap_or(HAND_IN);
        self.hand_in = HAND_IN.min(lease / SIGNS_A_LEASE);
        let mut state = self.shared.lock();
        let ids = reply.games.iter().map(|game| game.job.game_id());
        state.holding.extend(ids);
        state.jobs.extend(reply.games);
        drop(state);
        self.shared.changed.notify_all();
        Ok(got)
    }

    /// Hands in what is done, in parts that the server takes.
    fn hand_in(&mut self) -> Result<(), WorkError> {
        let done = std::mem::take(&mut self.shared.lock().done);
        let mut part = Vec::new();
        let mut length = 0;
        for finished in done {
            let text = serde_json::to_string(&finished).map_or(0, |text| text.len());
            if length + text > MAX_TEXT {
                self.send(std::mem::take(&mut part))?;
                length = 0;
            }
            length += text;
            part.push(finished);
        }
        self.send(part)
    }

    fn send(&mut self, results: Vec<Finished>) -> Result<(), WorkError> {
        if results.is_empty() {
            return Ok(());
        }
        self.calls.games += results.len() as u64;
        let worker = self.joining.name.clone();
        let request = ResultsRequest { worker, results };
        let _: ResultsReply = self.call("results", &request)?;
        let mut state = self.shared.lock();
        for result in &request.results {
            let id = format!("{}.{}", result.contest, result.key);
            state.holding.remove(&id);
        }
        Ok(())
    }

    /// Lets go of what is left; where that gets lost its time runs out.
    fn leave(&self) {
        let request = LeaseRequest {
            worker: self.joining.name.clone(),
            games: 0,
            holding: HashSet::new(),
            leaves: true,
        };
        let _: Result<LeaseReply, _> = self.try_call("lease", &request);
    }

    /// Calls the server, again and again while it is away, each time after a longer pause.
    fn call<T: DeserializeOwned>(
        &mut self,
        what: &str,
        request: &impl Serialize,
    ) -> Result<T, WorkError> {
        let began = Instant::now();
        let mut pause = FIRST_PAUSE;
        let mut is_known = false;
        loop {
            self.calls.calls += 1;
            match self.try_call(what, request) {
                Ok(reply) => return Ok(reply),
                Err(Failed::Refused(why)) => return Err(WorkError::Server(why)),
                Err(Failed::Away(why)) => {
                    if self.stop.is_stopped() || began.elapsed() > self.joining.patience {
                        return Err(WorkError::Server(why));
                    }
                    if !std::mem::replace(&mut is_known, true) {
                        (self.away)(&why);
                    }
                    self.rest(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
            }
        }
    }

    fn try_call<T: DeserializeOwned>(
        &self,
        what: &str,
        request: &impl Serialize,
    ) -> Result<T, Failed> {
        let away = |error: &dyn std::fmt::Display| Failed::Away(error.to_string());
        let url = format!(
            "{}/api/workers/{what}",
            self.joining.server.trim_end_matches('/')
        );
        let body = serde_json::to_string(request).expect("requests are plain data");
        let mut call = self
            .agent
            .post(&url)
            .header("content-type", "application/json");
        if let Some(token) = &self.joining.token {
            call = call.header("authorization", format!("Bearer {token}"));
        }
        let mut response = call.send(body).map_err(|error| away(&error))?;
        let status = response.status();
        let reader = response.body_mut().with_config().limit(64 << 20);
        let text = reader.read_to_string().map_err(|error| away(&error))?;
        if status.is_success() {
            return serde_json::from_str(&text).map_err(|error| Failed::Refused(error.to_string()));
        }
        let said: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        let said = said.and_then(|said| Some(said["message"]["en"].as_str()?.to_owned()));
        let why = format!("{url}: {}", said.unwrap_or_else(|| status.to_string()));
        // Too many calls or no room for more: later, perhaps.
        let later = status.is_server_error() || status.as_u16() == 429;
        Err(if later {
            Failed::Away(why)
        } else {
            Failed::Refused(why)
        })
    }

    /// A pause of about this length, so that many workers do not all call at once.
    fn rest(&mut self, pause: Duration) {
        let jitter = 500 + self.random.below(1000) as u32;
        let until = Instant::now() + pause * jitter / 1000;
        while Instant::now() < until && !self.stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(20).min(pause));
        }
    }
}

enum Failed {
    /// The server did not answer, or cannot at the moment.
    Away(String),
    Refused(String),
}

fn now() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.map_or(0, |time| time.as_nanos() as u64)
}
