//! The matches and tournaments this server plays, and all that the store knows.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use boyi_arena::bot;
use boyi_arena::contest::local::Local;
use boyi_arena::contest::nats::{Broker, Nats};
use boyi_arena::contest::{self, ContestError, ContestPlan, Exchange, Standings};
use boyi_arena::store::{Contest, ContestState, Store};
use boyi_game::whole_file;
use boyi_search::Stop;

use super::kept::{Cached, Kept};
use super::view::{ContestSummary, ContestView};
use crate::error::ApiError;

/// The contests; clones share them.
#[derive(Clone)]
pub(crate) struct Contests(Arc<Shared>);

struct Shared {
    store: Store,
    running: Mutex<HashMap<String, Running>>,
    /// What is known of the games of contests that somebody looked at.
    kept: Mutex<HashMap<String, Arc<Mutex<Known>>>>,
    /// Why contests ended before their last game, until they are begun again.
    failures: Mutex<HashMap<String, String>>,
    options: bot::Options,
    /// The file that lists the running contests, for a restart to resume them.
    note: Option<PathBuf>,
    most_threads: usize,
    allow_bots: bool,
    nats: Option<Broker>,
}

/// A contest's games, and what was worked out from all of them.
#[derive(Default)]
struct Known {
    games: Kept,
    standings: Option<Cached<Standings>>,
    history: Option<Cached<Arc<Vec<Standings>>>>,
}

struct Running {
    stop: Stop,
    concurrency: usize,
    standings: Option<Standings>,
    thread: Option<JoinHandle<()>>,
}

const MAX_AT_ONCE: usize = 4;

impl Contests {
    pub(crate) fn open(
        store: Store,
        folder: Option<&Path>,
        threads: usize,
        allow_bots: bool,
        nats: Option<Broker>,
    ) -> Self {
        let options = bot::Options {
            registry: folder.map(|folder| folder.join("bots.json")),
            ..bot::Options::default()
        };
        let contests = Self(Arc::new(Shared {
            store,
            running: Mutex::default(),
            kept: Mutex::default(),
            failures: Mutex::default(),
            options,
            note: folder.map(|folder| folder.join("running.json")),
            most_threads: threads.max(1),
            allow_bots,
            nats,
        }));
        contests.resume_running();
        contests
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn allow_bots(&self) -> bool {
        self.0.allow_bots
    }

    pub(super) fn registry(&self) -> Option<&Path> {
        self.0.options.registry.as_deref()
    }

    fn resume_running(&self) {
        let text = self
            .0
            .note
            .as_ref()
            .and_then(|file| fs::read_to_string(file).ok());
        let noted: HashMap<String, usize> = text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        for (id, concurrency) in noted {
            // A contest that cannot resume must not keep the server from starting.
            let _ = self.resume(&id, concurrency);
        }
    }

    /// Begins a contest and returns its id.
    pub(crate) fn begin(
        &self,
        kind: &'static str,
        mut plan: ContestPlan,
        concurrency: usize,
    ) -> Result<String, ApiError> {
        // Users of the page may not run arbitrary programs, only registered bots.
        let stranger = |text: &str| bot::names_program(text) && !text.starts_with("bot:");
        if plan.players.iter().any(|player| stranger(&player.player)) {
            let why = "only built-in players and registered bots (bot:NAME) play from the page";
            return Err(ApiError::invalid("player", &why));
        }
        plan.prepare(&self.0.options, Path::new(""))
            .map_err(|error| ApiError::invalid("contest", &error))?;
        if plan.name.is_empty() {
            plan.name = plan.name_of_content(kind);
        }
        let id = plan.name.clone();
        self.start(kind.to_owned(), plan, concurrency)?;
        Ok(id)
    }

    /// Goes on with a contest of the store.
    pub(crate) fn resume(&self, id: &str, concurrency: usize) -> Result<(), ApiError> {
        let (found, plan) = self.find(id)?;
        self.start(found.kind, plan, concurrency)
    }

    fn start(&self, kind: String, plan: ContestPlan, concurrency: usize) -> Result<(), ApiError> {
        let mut running = self.lock();
        let id = plan.name.clone();
        if running.contains_key(&id) {
            return Err(ApiError::conflict(
                "it is being played already",
                "已经在进行",
            ));
        }
        if running.len() >= MAX_AT_ONCE {
            return Err(ApiError::busy(
                "too many contests are being played",
                "进行中的比赛太多",
            ));
        }
        // Asked for again under the same name: what was played counts, so it must be the same game.
        if let Some(other) = self.0.store.contest(&id)?
            && (other.kind != kind || other.game != plan.game)
        {
            return Err(ApiError::conflict(
                "another contest has this name",
                "名称已被占用",
            ));
        }
        let text = serde_json::to_string(&plan)?;
        let put = self.0.store.put_contest(&id, &kind, &plan.game, &text);
        put?;
        self.failures().remove(&id);
        let concurrency = concurrency.clamp(1, self.0.most_threads);
        let stop = Stop::default();
        let (contests, pressed) = (self.clone(), stop.clone());
        let work = move || contests.play(&plan, &kind, concurrency, &pressed);
        let thread = std::thread::Builder::new()
            .name("contest".to_owned())
            .spawn(work);
        running.insert(
            id,
            Running {
                stop,
                concurrency,
                standings: None,
                thread: Some(thread?),
            },
        );
        self.note(&running);
        Ok(())
    }

    /// Plays to the end, on a thread of its own.
    fn play(&self, plan: &ContestPlan, kind: &str, concurrency: usize, stop: &Stop) {
        let store = &self.0.store;
        let mut show = |standings: &Standings| {
            if let Some(running) = self.lock().get_mut(&plan.name) {
                running.standings = Some(standings.clone());
            }
            store.live().standings_changed(&plan.name);
        };
        let played = self.exchange(plan, concurrency).and_then(|mut exchange| {
            contest::run(store, plan, kind, &mut *exchange, stop, &mut show)
        });
        if let Err(error) = played {
            // It is not taken up again by itself.
            let why = error.to_string();
            self.failures().insert(plan.name.clone(), why);
        }
        let mut running = self.lock();
        running.remove(&plan.name);
        self.note(&running);
        drop(running);
        store.live().standings_changed(&plan.name);
    }

    /// Who plays: workers through the broker where there is one, threads of this server otherwise.
    fn exchange(
        &self,
        plan: &ContestPlan,
        concurrency: usize,
    ) -> Result<Box<dyn Exchange>, ContestError> {
        let Shared { store, options, .. } = &*self.0;
        Ok(match &self.0.nats {
            Some(broker) => Box::new(Nats::new(broker, &plan.name)?),
            None => Box::new(Local::new(store, &plan.name, concurrency, options)),
        })
    }

    /// Stops a contest and waits until nothing of it runs.
    pub(crate) fn stop(&self, id: &str) -> Result<(), ApiError> {
        let thread = {
            let mut running = self.lock();
            let found = running.get_mut(id);
            let found = found.ok_or_else(|| ApiError::unknown_id("running contest"))?;
            found.stop.stop();
            found.thread.take()
        };
        if let Some(thread) = thread {
            thread
                .join()
                .map_err(|_| ApiError::internal(&"the contest failed"))?;
        }
        Ok(())
    }

    /// A contest of the store with its plan.
    fn find(&self, id: &str) -> Result<(Contest, ContestPlan), ApiError> {
        let found = self.0.store.contest(id)?;
        let found = found.ok_or_else(|| ApiError::unknown_id("contest"))?;
        let plan = serde_json::from_str(&found.plan)?;
        Ok((found, plan))
    }

    pub(crate) fn list(&self) -> Result<Vec<ContestSummary>, ApiError> {
        let all = self.0.store.contests()?;
        let running = self.lock();
        Ok(all
            .iter()
            .map(|contest| ContestSummary::of(contest, running.contains_key(&contest.id)))
            .collect())
    }

    pub(crate) fn view(&self, id: &str) -> Result<ContestView, ApiError> {
        let (found, plan) = self.find(id)?;
        let (is_running, shown) = match self.lock().get(id) {
            Some(running) => (true, running.standings.clone()),
            None => (false, None),
        };
        let store = &self.0.store;
        let known = self.known(id);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known {
            games, standings, ..
        } = &mut *known;
        games.catch_up(store, id)?;
        let standings = match shown {
            Some(standings) => standings,
            None => Cached::get(standings, games.version(), &found.plan, || {
                contest::standings_of(store, &plan)
            })?,
        };
        let open = found.state == ContestState::Open;
        let mut view = ContestView::of(store, &found, &plan, &standings, games, is_running, open);
        view.failure = self.failures().get(id).cloned();
        Ok(view)
    }

    /// How the standings of a contest moved, with its plan.
    pub(super) fn history(
        &self,
        id: &str,
        points: usize,
    ) -> Result<(ContestPlan, Arc<Vec<Standings>>), ApiError> {
        let (found, plan) = self.find(id)?;
        let store = &self.0.store;
        let known = self.known(id);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { games, history, .. } = &mut *known;
        games.catch_up(store, id)?;
        let moments = Cached::get(history, games.version(), &found.plan, || {
            contest::history(store, &plan, points).map(Arc::new)
        })?;
        Ok((plan, moments))
    }

    /// One who looks works it out, the others wait for that.
    fn known(&self, id: &str) -> Arc<Mutex<Known>> {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kept.entry(id.to_owned()).or_default())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        let running = &self.0.running;
        running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<String, String>> {
        let failures = &self.0.failures;
        failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, running: &HashMap<String, Running>) {
        let Some(file) = &self.0.note else { return };
        let noted: HashMap<&str, usize> = running
            .iter()
            .map(|(id, running)| (id.as_str(), running.concurrency))
            .collect();
        // Losing the note costs a click after a restart, no game.
        if let Ok(text) = serde_json::to_string(&noted) {
            let _ = whole_file::write(file, text);
        }
    }
}
