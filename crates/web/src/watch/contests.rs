//! The matches and tournaments this server plays, and all that the store knows.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use boyi_arena::bot::{self, SubmissionOptions, UploadOptions};
use boyi_arena::contest::hub::Hub;
use boyi_arena::contest::local::Local;
use boyi_arena::contest::nats::{Broker, Nats, Relay};
use boyi_arena::contest::{self, ContestError, ContestPlan, Entrant, Exchange, Standings};
use boyi_arena::sandbox::Policy;
use boyi_arena::store::{Contest, ContestState, Store};
use boyi_course::class;
use boyi_game::{Phrase, whole_file};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};

use super::kept::{Cached, Kept};
use super::uploads;
use super::view::{ContestSummary, ContestView};
use crate::error::ApiError;
use crate::state::Options;

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
    /// Why there are no bots of visitors.
    no_uploads: Option<Phrase>,
    /// Contests that were being played when the server died, and how often in a row.
    deaths: Mutex<HashMap<String, u32>>,
    /// Versions of bots that are being checked.
    pub(super) checking: Mutex<HashSet<String>>,
    /// The file that lists the running contests, for a restart to resume them.
    note: Option<PathBuf>,
    most_threads: usize,
    nats: Option<Broker>,
    /// The workers that call this server.
    hub: Hub,
    /// The other servers of the same database.
    relay: OnceLock<Relay>,
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

/// So often in a row may the server die while a contest is played before it no longer goes on by itself.
const MAX_DEATHS: u32 = 2;

/// A contest that is being played, as the next start finds it.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(from = "NotedForm")]
struct Noted {
    concurrency: usize,
    /// How often in a row the server has died in it.
    deaths: u32,
    /// Whether it was stopped in good order.
    clean: bool,
}

/// Once only the games at a time were noted.
#[derive(Deserialize)]
#[serde(untagged)]
enum NotedForm {
    Concurrency(usize),
    Whole {
        concurrency: usize,
        deaths: u32,
        clean: bool,
    },
}

impl From<NotedForm> for Noted {
    fn from(form: NotedForm) -> Self {
        let (concurrency, deaths, clean) = match form {
            NotedForm::Concurrency(concurrency) => (concurrency, 0, false),
            NotedForm::Whole {
                concurrency,
                deaths,
                clean,
            } => (concurrency, deaths, clean),
        };
        Self {
            concurrency,
            deaths,
            clean,
        }
    }
}

/// Whether submissions to a course play.
fn is_class(plan: &ContestPlan) -> bool {
    let mut players = plan.players.iter();
    players.any(|entrant| entrant.player.starts_with(bot::SUBMISSION))
}

impl Contests {
    pub(crate) fn open(store: Store, threads: usize, set_up: &Options) -> Self {
        let folder = set_up.data.as_deref();
        let (allow_bots, sandbox) = (set_up.allow_bots, set_up.sandbox);
        let (nats, node) = (set_up.nats.clone(), set_up.node.as_deref());
        let lease = set_up.lease.unwrap_or(Duration::from_secs(60));
        let mut options = bot::Options {
            registry: folder.map(|folder| folder.join("bots.json")),
            ..bot::Options::default()
        };
        options.sandbox.policy = sandbox.unwrap_or_default();
        let opened = uploads::open(folder, allow_bots, sandbox.unwrap_or(Policy::Require));
        let no_uploads = opened.as_ref().err().cloned();
        options.uploads = opened.ok();
        options.submissions = set_up.class_folder().map(|folder| SubmissionOptions {
            folder,
            policy: set_up.class_sandbox().policy,
        });
        let contests = Self(Arc::new(Shared {
            store,
            running: Mutex::default(),
            kept: Mutex::default(),
            failures: Mutex::default(),
            options,
            note: folder.map(|folder| folder.join("running.json")),
            no_uploads,
            deaths: Mutex::default(),
            checking: Mutex::default(),
            most_threads: threads.max(1),
            nats,
            hub: Hub::new(lease),
            relay: OnceLock::new(),
        }));
        if let Some(broker) = &contests.0.nats {
            let alone = format!("server-{}", std::process::id());
            let node = node.unwrap_or(&alone);
            let shared = Arc::downgrade(&contests.0);
            let stop = move |id: &str| {
                let (shared, id) = (shared.clone(), id.to_owned());
                // Stopping waits for games to end.
                std::thread::spawn(move || shared.upgrade().map(|shared| Self(shared).stop(&id)));
            };
            let relay = Relay::join(broker, contests.0.store.live(), node, stop);
            let _ = contests.0.relay.set(relay);
        }
        contests.resume_running();
        contests
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    pub(crate) fn relay(&self) -> Option<&Relay> {
        self.0.relay.get()
    }

    /// Whether another server plays a contest.
    fn runs_elsewhere(&self, id: &str) -> bool {
        self.relay().is_some_and(|relay| relay.runs(id).is_some())
    }

    /// The bots of visitors, or why there are none.
    pub(crate) fn uploads(&self) -> Result<&UploadOptions, Phrase> {
        let options = self.0.options.uploads.as_ref();
        options.ok_or_else(|| {
            let why = self.0.no_uploads.clone();
            why.expect("either there are uploads or a reason")
        })
    }

    pub(super) fn options(&self) -> &bot::Options {
        &self.0.options
    }

    pub(super) fn checking(&self) -> MutexGuard<'_, HashSet<String>> {
        let checking = &self.0.checking;
        checking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a contest that is being played names this player.
    pub(super) fn is_playing(&self, plays: impl Fn(&str) -> bool) -> bool {
        let running: Vec<String> = self.lock().keys().cloned().collect();
        let plans = running.iter().filter_map(|id| Some(self.find(id).ok()?.1));
        plans
            .flat_map(|plan| plan.players)
            .any(|entrant| plays(&entrant.player))
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
        let noted: HashMap<String, Noted> = text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let died = |noted: &Noted| noted.deaths + u32::from(!noted.clean);
        for (id, noted) in &noted {
            self.deaths().insert(id.clone(), died(noted));
        }
        // Before any of them is begun: should one bring the server down, all are known to have been there.
        self.note(&self.lock());
        for (id, noted) in noted {
            // A contest that cannot resume must not keep the server from starting, and one that brought
            // it down twice is not taken up again by itself.
            if died(&noted) < MAX_DEATHS {
                let _ = self.resume_noted(&id, noted.concurrency);
            }
        }
    }

    /// Contests that wait for somebody to go on with them, because the server died twice in them.
    pub(crate) fn held_back(&self) -> Vec<String> {
        let deaths = self.deaths();
        let often = deaths.iter().filter(|(_, count)| **count >= MAX_DEATHS);
        let mut held: Vec<String> = often.map(|(id, _)| id.clone()).collect();
        held.sort();
        held
    }

    /// Stops all contests, and notes that nothing died: they go on at the next start.
    pub(crate) fn rest(&self) {
        let clean = |concurrency, deaths| Noted {
            concurrency,
            deaths,
            clean: true,
        };
        let held_back = self.held_back();
        let mut running = self.lock();
        let mut noted: HashMap<String, Noted> = running
            .iter()
            .map(|(id, running)| (id.clone(), clean(running.concurrency, 0)))
            .collect();
        noted.extend(held_back.into_iter().map(|id| (id, clean(1, MAX_DEATHS))));
        let threads: Vec<JoinHandle<()>> = running
            .values_mut()
            .filter_map(|running| {
                running.stop.stop();
                running.thread.take()
            })
            .collect();
        drop(running);
        for thread in threads {
            let _ = thread.join();
        }
        self.write_note(&noted);
    }

    /// Begins a contest and returns its id.
    pub(crate) fn begin(
        &self,
        kind: &'static str,
        mut plan: ContestPlan,
        concurrency: usize,
    ) -> Result<String, ApiError> {
        // Users of the page may not run arbitrary programs, only registered bots.
        let known = |text: &str| text.starts_with("bot:") || text.starts_with(bot::UPLOAD);
        let stranger = |text: &str| bot::names_program(text) && !known(text);
        if plan.players.iter().any(|player| stranger(&player.player)) {
            let why =
                "only built-in players and bots (bot:NAME, upload:OWNER/NAME) play from the page";
            return Err(ApiError::invalid("player", &why));
        }
        for entrant in &mut plan.players {
            self.name_version(entrant)?;
        }
        plan.prepare(&self.0.options, Path::new(""))
            .map_err(|error| ApiError::invalid_in_both("contest", &error, error.in_chinese()))?;
        if plan.name.is_empty() {
            plan.name = plan.name_of_content(kind);
        }
        let id = plan.name.clone();
        self.start(kind.to_owned(), plan, concurrency)?;
        Ok(id)
    }

    /// Begins the tournament of a class, whose players are submissions, or goes on with it with others.
    pub(crate) fn begin_class(&self, plan: ContestPlan) -> Result<(), ApiError> {
        if self.lock().contains_key(&plan.name) {
            self.stop(&plan.name)?;
        }
        self.start(class::KIND.to_owned(), plan, 1)
    }

    /// A contest is played by the version of a bot that was there when it began.
    fn name_version(&self, entrant: &mut Entrant) -> Result<(), ApiError> {
        let Some(upload) = entrant.player.strip_prefix(bot::UPLOAD) else {
            return Ok(());
        };
        let uploads = self.uploads().map_err(uploads::refused)?;
        let found = upload
            .parse()
            .and_then(|upload| uploads.uploads.resolved(&upload))
            .map_err(|error| ApiError::invalid("player", &error))?;
        if entrant.name == entrant.player {
            entrant.name = found.to_string();
        }
        entrant.player = found.to_string();
        Ok(())
    }

    /// Goes on with a contest of the store, because somebody wants it.
    pub(crate) fn resume(&self, id: &str, concurrency: usize) -> Result<(), ApiError> {
        self.deaths().remove(id);
        self.resume_noted(id, concurrency)
    }

    fn resume_noted(&self, id: &str, concurrency: usize) -> Result<(), ApiError> {
        let (found, plan) = self.find(id)?;
        self.start(found.kind, plan, concurrency)
    }

    fn start(&self, kind: String, plan: ContestPlan, concurrency: usize) -> Result<(), ApiError> {
        let mut running = self.lock();
        let id = plan.name.clone();
        if running.contains_key(&id) || self.runs_elsewhere(&id) {
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
        if let Some(holder) = contest::holder(&self.0.store, &id)? {
            return Err(ApiError::conflict(
                &format!("its games are being handed out by another: {holder}"),
                &format!("另一进程正在分派它的对局：{holder}"),
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
        self.deaths().remove(&plan.name);
        self.note(&running);
        drop(running);
        store.live().standings_changed(&plan.name);
    }

    /// Who plays: workers through the broker where there is one, threads of this server and workers that
    /// call it otherwise.
    fn exchange(
        &self,
        plan: &ContestPlan,
        concurrency: usize,
    ) -> Result<Box<dyn Exchange>, ContestError> {
        let Shared { store, options, .. } = &*self.0;
        if is_class(plan) {
            // Submissions lie here, built, and nowhere else.
            return Ok(Box::new(Local::new(
                store,
                &plan.name,
                concurrency,
                options,
            )));
        }
        Ok(match &self.0.nats {
            Some(broker) => Box::new(Nats::new(broker, &plan.name)?),
            None => {
                let local = Local::new(store, &plan.name, concurrency, options);
                Box::new(self.0.hub.join(local))
            }
        })
    }

    /// Stops a contest and waits until nothing of it runs.
    pub(crate) fn stop(&self, id: &str) -> Result<(), ApiError> {
        let thread = {
            let mut running = self.lock();
            let Some(found) = running.get_mut(id) else {
                drop(running);
                return Err(match self.find(id)?.0.state {
                    ContestState::Done => {
                        ApiError::conflict("all of it has been played", "已经全部下完")
                    }
                    ContestState::Open => {
                        ApiError::conflict("it is not being played", "并未在进行")
                    }
                });
            };
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
            .map(|contest| {
                let here = running.contains_key(&contest.id);
                ContestSummary::of(contest, here || self.runs_elsewhere(&contest.id))
            })
            .collect())
    }

    pub(crate) fn view(&self, id: &str) -> Result<ContestView, ApiError> {
        let (found, plan) = self.find(id)?;
        let (is_running, shown) = match self.lock().get(id) {
            Some(running) => (true, running.standings.clone()),
            None => (self.runs_elsewhere(id), None),
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
        view.held_back = self.held_back().iter().any(|held| held == id);
        let hands_out = self.0.nats.is_none() && !is_class(&plan);
        view.joinable = self.lock().contains_key(id) && hands_out;
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

    fn deaths(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        let deaths = &self.0.deaths;
        deaths.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what is being played, and what waits after the server died in it.
    fn note(&self, running: &HashMap<String, Running>) {
        if let Some(relay) = self.relay() {
            relay.set_running(running.keys().cloned().collect());
        }
        let deaths = self.deaths();
        let waiting = deaths.iter().map(|(id, &deaths)| (id, 1, deaths));
        let playing = running.iter().map(|(id, running)| {
            let died = deaths.get(id).copied().unwrap_or(0);
            (id, running.concurrency, died)
        });
        let noted: HashMap<String, Noted> = waiting
            .chain(playing)
            .map(|(id, concurrency, deaths)| {
                let noted = Noted {
                    concurrency,
                    deaths,
                    clean: false,
                };
                (id.clone(), noted)
            })
            .collect();
        drop(deaths);
        self.write_note(&noted);
    }

    fn write_note(&self, noted: &HashMap<String, Noted>) {
        let Some(file) = &self.0.note else { return };
        // Losing the note costs a click after a restart, no game.
        if let Ok(text) = serde_json::to_string(noted) {
            let _ = whole_file::write(file, text);
        }
    }
}
