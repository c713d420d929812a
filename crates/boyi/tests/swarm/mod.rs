//! Many workers and many quick games, while everything that takes part is killed with `kill -9` at random:
//! workers, coordinators, the database, the broker. What comes out must be what comes out undisturbed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use boyi_arena::bot;
use boyi_arena::contest::local::Local;
use boyi_arena::contest::{self, ContestPlan, Standings};
use boyi_arena::store::{Filter, GameSummary, Store};
use boyi_game::Random;
use boyi_search::Stop;
use serde_json::{Value, json};

use crate::killed::{Folder, Started, free_port, nats_at};
use crate::postgres::Postgres;
use crate::started::boyi;

/// How the games go out and the results come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Http,
    Nats,
}

/// How much of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swarm {
    /// Each a process of its own.
    pub(crate) workers: usize,
    /// Games of each of the ten pairings.
    pub(crate) games: u32,
    pub(crate) control: &'static str,
    /// How many are killed while it goes on.
    pub(crate) kills: Kills,
    /// The moves of every so many-th game are compared, too.
    pub(crate) closely: usize,
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kills {
    pub(crate) workers: u32,
    pub(crate) coordinators: u32,
    pub(crate) databases: u32,
    pub(crate) brokers: u32,
}

/// What was seen.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) games: u64,
    /// Programs that ended by themselves before the end, with what they said last.
    pub(crate) gave_up: Vec<String>,
    /// How often somebody had to say that the contest is to go on.
    pub(crate) resumed: u32,
    pub(crate) time: Duration,
    pub(crate) undisturbed: Duration,
}

const NAME: &str = "swarm";
const PLAYERS: [&str; 5] = ["random", "scan", "priority", "pvs", "mtdf"];
const PAIRINGS: u32 = 10;

/// Seconds a worker may be silent.
const LEASE: &str = "5";

/// Without a new game for so long it will never end.
const PATIENCE: Duration = Duration::from_secs(240);
const LOOK_AGAIN: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
enum Victim {
    Worker,
    Coordinator,
    Database,
    Broker,
}

/// Everything that takes part.
struct Ground<'a> {
    way: Way,
    folder: &'a Folder,
    random: Random,
    database: Postgres,
    place: String,
    broker: Option<(Started, String, u16)>,
    page: u16,
    coordinator: Option<Started>,
    workers: Vec<(usize, Started)>,
    hired: usize,
    report: Report,
}

/// `None`, with a word about it, where the database or the broker is not installed.
pub(crate) fn run(way: Way, swarm: Swarm) -> Option<Report> {
    let folder = Folder::new(&format!("swarm-{way:?}"));
    let database = Postgres::start(&format!("swarm-{way:?}"))?;
    let broker = match way {
        Way::Http => None,
        Way::Nats => {
            let port = free_port();
            let Some((server, url)) = nats_at(&folder.path("nats"), port) else {
                boyi_game::shared_files::skip("nats-server is not installed");
                return None;
            };
            Some((server, url, port))
        }
    };
    let place = database.database();
    let mut ground = Ground {
        way,
        folder: &folder,
        random: Random::new(7),
        database,
        place,
        broker,
        page: free_port(),
        coordinator: None,
        workers: Vec::new(),
        hired: 0,
        report: Report {
            games: u64::from(PAIRINGS * swarm.games),
            gave_up: Vec::new(),
            resumed: 0,
            time: Duration::ZERO,
            undisturbed: Duration::ZERO,
        },
    };
    ground.play(swarm);
    ground.compare(swarm);
    Some(ground.report)
}

impl Ground<'_> {
    fn play(&mut self, swarm: Swarm) {
        let began = Instant::now();
        std::fs::write(self.folder.path("plan.toml"), toml(swarm)).expect("room");
        self.begin(swarm);
        for _ in 0..swarm.workers {
            self.hire();
        }
        let store = Store::at(&self.place).expect("a database");
        let mut victims = self.victims(swarm.kills);
        let (mut played, mut grew) = (0, Instant::now());
        loop {
            let now = count(&store);
            if now > played {
                (played, grew) = (now, Instant::now());
            }
            let part = played as f64 / self.report.games as f64;
            while victims.last().is_some_and(|&(at, _)| at <= part) {
                let (_, victim) = victims.pop().expect("looked at");
                self.kill(victim);
            }
            if self.look_after() && victims.is_empty() {
                break;
            }
            assert!(
                grew.elapsed() < PATIENCE,
                "it stands still at {played} games: {:?}",
                self.report
            );
            std::thread::sleep(LOOK_AGAIN);
        }
        self.workers.clear();
        self.coordinator = None;
        self.report.time = began.elapsed();
    }

    /// Who is killed, and at which part of the games; the first one last. Nobody in the last tenth, so that
    /// there is something left to play for those who come after.
    fn victims(&mut self, kills: Kills) -> Vec<(f64, Victim)> {
        let each = [
            (kills.workers, Victim::Worker),
            (kills.coordinators, Victim::Coordinator),
            (kills.databases, Victim::Database),
            (kills.brokers, Victim::Broker),
        ];
        let mut victims = Vec::new();
        for (number, victim) in each {
            for _ in 0..number {
                victims.push((self.random.below(900) as f64 / 1000.0, victim));
            }
        }
        victims.sort_by(|a, b| b.0.total_cmp(&a.0));
        victims
    }

    fn kill(&mut self, victim: Victim) {
        match victim {
            Victim::Worker => {
                let place = self.random.below(self.workers.len() as u64) as usize;
                self.workers.swap_remove(place).1.kill();
                self.hire();
            }
            Victim::Coordinator => {
                if let Some(coordinator) = self.coordinator.take() {
                    coordinator.kill();
                }
                self.pause();
                self.coordinate();
            }
            Victim::Database => {
                self.database.kill();
                self.pause();
                self.database.restart();
            }
            Victim::Broker => {
                let Some((broker, _, port)) = self.broker.take() else {
                    return;
                };
                broker.kill();
                self.pause();
                let (broker, url) = nats_at(&self.folder.path("nats"), port).expect("it was there");
                self.broker = Some((broker, url, port));
            }
        }
    }

    /// Some are back at once, some after a while.
    fn pause(&mut self) {
        std::thread::sleep(Duration::from_millis(self.random.below(2000)));
    }

    fn log(&self, name: &str) -> Stdio {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.path(name));
        log.expect("room").into()
    }

    fn hire(&mut self) {
        self.hired += 1;
        let (number, page) = (self.hired, self.page);
        let name = format!("worker-{number}");
        let mut worker = boyi(&["worker", "--name", &name]);
        match &self.broker {
            None => worker.args(["--server", &format!("http://127.0.0.1:{page}")]),
            Some((_, url, _)) => worker.args(["--nats", url, "--lease", LEASE]),
        };
        worker.stderr(self.log(&name));
        self.workers.push((number, Started::silent(&mut worker)));
    }

    /// Begins the contest.
    fn begin(&mut self, swarm: Swarm) {
        self.coordinate();
        if self.way == Way::Http {
            let plan = json!({
                "kind": "tournament", "name": NAME, "game": "reversi", "size": [4, 4],
                "games": swarm.games, "control": swarm.control,
                "players": PLAYERS.map(|player| json!({ "player": player })),
            });
            let began = Instant::now();
            while self.ask("", Some(plan.to_string())).is_none() {
                assert!(began.elapsed() < PATIENCE, "the server does not begin");
                std::thread::sleep(LOOK_AGAIN);
            }
        }
    }

    fn coordinate(&mut self) {
        let mut command: Command = match self.way {
            Way::Http => {
                let mut serve = boyi(&["serve", "--json", "--lease", LEASE]);
                serve.args(["--port", &self.page.to_string(), "--database", &self.place]);
                serve.arg("--data").arg(self.folder.path("data"));
                serve
            }
            Way::Nats => {
                let (_, url, _) = self.broker.as_ref().expect("it was started");
                let mut tournament = boyi(&["tournament", "--json", "--lease", LEASE]);
                tournament.args(["--nats", url, "--store", &self.place]);
                tournament.arg(self.folder.path("plan.toml"));
                tournament
            }
        };
        command.stderr(self.log("coordinator"));
        self.coordinator = Some(Started::silent(&mut command));
    }

    /// What the server says of the contest; `None` while it says nothing.
    fn ask(&self, what: &str, body: Option<String>) -> Option<Value> {
        let url = format!("http://127.0.0.1:{}/api/contests{what}", self.page);
        let agent = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(20)));
        let agent: ureq::Agent = agent.build().into();
        let answer = match body {
            None => agent.get(&url).call(),
            Some(body) => agent
                .post(&url)
                .header("content-type", "application/json")
                .send(body),
        };
        let text = answer.ok()?.body_mut().read_to_string().ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Does what somebody does who looks after all this: who gave up is started again, and a contest that
    /// stands is told to go on. Whether everything is played.
    fn look_after(&mut self) -> bool {
        let gone = |(_, worker): &mut (usize, Started)| worker.status().is_some();
        let gone: Vec<_> = self.workers.extract_if(.., gone).collect();
        for (number, _) in gone {
            self.gave_up(&format!("worker-{number}"));
            self.hire();
        }
        let ended = self.coordinator.as_mut().and_then(Started::status);
        if let Some(status) = ended {
            if self.way == Way::Nats && status.success() {
                return true;
            }
            self.gave_up("coordinator");
            self.coordinate();
        }
        if self.way == Way::Nats {
            return false;
        }
        let Some(view) = self.ask(&format!("/{NAME}"), None) else {
            return false;
        };
        let is_running = view["summary"]["running"] == true;
        if view["summary"]["done"] == true && !is_running {
            return true;
        }
        if !is_running {
            if let Some(failure) = view["failure"].as_str() {
                self.report.gave_up.push(format!("contest: {failure}"));
            }
            let resumed = self.ask(&format!("/{NAME}/resume"), Some(String::new()));
            self.report.resumed += u32::from(resumed.is_some());
        }
        false
    }

    fn gave_up(&mut self, name: &str) {
        let log = File::open(self.folder.path(name)).map(BufReader::new);
        let lines = log.into_iter().flat_map(BufRead::lines);
        let last = lines.map_while(Result::ok).last().unwrap_or_default();
        self.report.gave_up.push(format!("{name}: {last}"));
    }

    /// Plays the same undisturbed, on threads of this process, and compares: how many, all results, ratings
    /// to the last bit, and moves.
    fn compare(&mut self, swarm: Swarm) {
        let store = Store::at(&self.place).expect("a database");
        let contest = store.contest(NAME).expect("it can be read");
        let plan = contest.expect("it was begun").plan;
        let plan: ContestPlan = serde_json::from_str(&plan).expect("a plan");
        let began = Instant::now();
        let whole = Store::open(&self.folder.path("whole.sqlite")).expect("a new file");
        let standings = undisturbed(&whole, &plan);
        self.report.undisturbed = began.elapsed();
        assert_eq!(standings.played, self.report.games);
        let (found, wanted) = (games(&store), games(&whole));
        assert_eq!(found.len() as u64, self.report.games, "each game once");
        let other = found.iter().find(|(id, how)| wanted.get(*id) != Some(how));
        if let Some((id, how)) = other {
            let ours = moves(&store, id);
            panic!("{id}: {how} {ours:?}, not {:?}", wanted.get(id));
        }
        let found = contest::standings_of(&store, &plan).expect("it can be read");
        assert_eq!(found, standings, "ratings");
        for id in wanted.keys().step_by(swarm.closely) {
            assert_eq!(moves(&store, id), moves(&whole, id), "{id}");
        }
        let left = store.take_jobs(NAME, 1).expect("it can be read");
        assert_eq!(left, [], "nothing is left to be played");
    }
}

fn toml(swarm: Swarm) -> String {
    let players = PLAYERS.map(|player| format!("{player:?}")).join(", ");
    let Swarm { games, control, .. } = swarm;
    format!(
        "game = \"reversi\"\nname = \"{NAME}\"\nsize = [4, 4]\nplayers = [{players}]\n\
         games = {games}\ncontrol = \"{control}\"\n"
    )
}

fn undisturbed(store: &Store, plan: &ContestPlan) -> Standings {
    let mut local = Local::new(store, &plan.name, 2, &bot::Options::default());
    let stop = Stop::default();
    let run = contest::run(store, plan, "tournament", &mut local, &stop, &mut |_| ());
    run.expect("it is played").1
}

fn finished() -> Filter<'static> {
    Filter {
        contest: Some(NAME),
        finished: Some(true),
        ..Filter::default()
    }
}

fn count(store: &Store) -> u64 {
    store.count_games(&finished()).expect("it can be read")
}

/// How every game came out.
fn games(store: &Store) -> BTreeMap<String, String> {
    let games = store.games(&finished()).expect("it can be read");
    let of = |game: GameSummary| {
        let how = format!("{} {:?} {:?}", game.first, game.plies, game.closing);
        (game.id, how)
    };
    games.into_iter().map(of).collect()
}

fn moves(store: &Store, id: &str) -> Vec<String> {
    let (_, record) = store.game(id).expect("it can be read").expect("listed");
    record.moves().map(|mv| mv.text.clone()).collect()
}

/// A line of the table.
pub(crate) fn row(way: Way, swarm: Swarm, report: &Report) -> String {
    let Kills {
        workers,
        coordinators,
        databases,
        brokers,
    } = swarm.kills;
    let brokers = if way == Way::Nats { brokers } else { 0 };
    let seconds = report.time.as_secs_f64();
    format!(
        "| {way:?} | {} | {} | {workers} / {coordinators} / {databases} / {brokers} | {} | {} | {seconds:.0} s | {:.0} | {:.0} s |",
        report.games,
        swarm.workers,
        report.gave_up.len(),
        report.resumed,
        report.games as f64 / seconds,
        report.undisturbed.as_secs_f64(),
    )
}

/// The head of the table that rows belong to.
pub(crate) const HEAD: &str = "\
| way | games | workers | killed: workers / coordinators / databases / brokers | gave up | resumed by hand | time | games/s | undisturbed |
|---|---|---|---|---|---|---|---|---|";
