//! Matches and tournaments: every game once, whatever happens on the way.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use boyi_arena::contest::local::Local;
use boyi_arena::contest::{
    self, ContestError, ContestPlan, Exchange, Finish, Finished, Job, Lease, Played, Schedule,
    Source, SprtPlan, Standings, WorkError, Worker, work,
};
use boyi_arena::store::{Filter, Store};
use boyi_arena::{Opening, bot};
use boyi_engine::Go;
use boyi_game::{Random, ToAct};
use boyi_search::Stop;

fn plan(players: &[&str], games: u32) -> ContestPlan {
    let mut plan = ContestPlan::of_two("reversi", "a".into(), "b".into());
    "t".clone_into(&mut plan.name);
    plan.players = players.iter().map(|&text| text.into()).collect();
    plan.games = games;
    plan.control = Some("nodes=30".parse().expect("a control"));
    plan.opening_plies = Some(4);
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan that can be played");
    plan
}

fn run_on(store: &Store, plan: &ContestPlan, threads: usize) -> (Finish, Standings) {
    let mut exchange = Local::new(store, &plan.name, threads, &bot::Options::default());
    run(store, plan, &mut exchange, &Stop::default()).expect("it is played")
}

/// The tournament, played by whoever stands behind the exchange.
fn run(
    store: &Store,
    plan: &ContestPlan,
    exchange: &mut impl Exchange,
    stop: &Stop,
) -> Result<(Finish, Standings), ContestError> {
    contest::run(store, plan, "tournament", exchange, stop, &mut |_| ())
}

/// The moves of every game, by job.
fn games(store: &Store) -> BTreeMap<String, Vec<String>> {
    let all = store.games(&Filter::default()).expect("no error");
    all.into_iter()
        .map(|game| {
            let (_, record) = store.game(&game.id).expect("no error").expect("listed");
            let moves = record.moves().map(|mv| mv.text.clone()).collect();
            (game.of.expect("of the tournament").1, moves)
        })
        .collect()
}

#[test]
fn the_same_games_are_played_by_one_thread_and_by_three() {
    let plan = plan(&["pvs", "mtdf", "random"], 6);
    let stores = [1, 3].map(|threads| {
        let store = Store::in_memory().expect("memory");
        let (finish, standings) = run_on(&store, &plan, threads);
        assert_eq!(finish, Finish::Done);
        assert_eq!((standings.played, standings.planned), (18, 18));
        (games(&store), standings)
    });
    assert_eq!(stores[0], stores[1]);
    let (_, standings) = &stores[0];
    let last = standings.rows.last().expect("three players");
    assert_eq!(last.name, "random", "{standings:?}");
}

#[test]
fn what_was_played_is_not_played_again() {
    let store = Store::in_memory().expect("memory");
    run_on(&store, &plan(&["pvs", "random"], 4), 2);
    let before = games(&store);
    assert_eq!(before.len(), 4);
    // More games, then a player more: the old games stay as they are.
    let (_, standings) = run_on(&store, &plan(&["pvs", "random"], 8), 2);
    assert_eq!(standings.played, 8);
    run_on(&store, &plan(&["pvs", "random", "scan"], 8), 2);
    let after = games(&store);
    assert_eq!(after.len(), 24);
    assert!(
        before
            .iter()
            .all(|(key, moves)| after.get(key) == Some(moves))
    );
    // Nothing is left to do.
    let number = |store: &Store| store.count_games(&Filter::default()).expect("no error");
    run_on(&store, &plan(&["pvs", "random", "scan"], 8), 2);
    assert_eq!(number(&store), 24);
}

#[test]
fn a_tournament_that_was_stopped_goes_on() {
    let plan = plan(&["pvs", "mtdf"], 20);
    let whole = Store::in_memory().expect("memory");
    let (_, undisturbed) = run_on(&whole, &plan, 2);
    let store = Store::in_memory().expect("memory");
    let mut runs = 0;
    loop {
        runs += 1;
        let stop = Stop::default();
        let mut exchange = Stopping {
            inner: Local::new(&store, &plan.name, 2, &bot::Options::default()),
            after: 7,
            stop: stop.clone(),
        };
        let (finish, standings) = run(&store, &plan, &mut exchange, &stop).expect("it is played");
        if finish == Finish::Done {
            assert_eq!(standings, undisturbed);
            break;
        }
        assert!(standings.played < 20);
    }
    assert!(runs >= 3, "stopped twice at least, not {runs}");
    assert_eq!(games(&store), games(&whole));
}

/// Presses the switch after so many results.
struct Stopping {
    inner: Local,
    after: u32,
    stop: Stop,
}

impl Exchange for Stopping {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.inner.offer(jobs)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, WorkError> {
        let next = self.inner.next(wait)?;
        self.after -= u32::from(next.is_some());
        if self.after == 0 {
            self.stop.stop();
        }
        Ok(next)
    }

    fn stored(&mut self) -> Result<(), WorkError> {
        self.inner.stored()
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        self.inner.withdraw()
    }
}

/// A broker as bad as they come: results come twice, out of order, some only at the second attempt,
/// and results of strangers come in between.
struct Unreliable {
    jobs: VecDeque<Job>,
    results: Vec<Finished>,
    random: Random,
    attempts: HashMap<String, u64>,
}

struct InHand {
    job: Job,
    results: Sender<Finished>,
}

impl Lease for InHand {
    fn job(&self) -> &Job {
        &self.job
    }

    fn attempt(&self) -> u64 {
        1
    }

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError> {
        let _ = self.results.send(finished);
        Ok(())
    }

    fn give_back(self: Box<Self>) -> Result<(), WorkError> {
        Ok(())
    }
}

struct One(Option<InHand>);

impl Source for One {
    fn take(&mut self, _stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        Ok(self.0.take().map(|held| Box::new(held) as Box<dyn Lease>))
    }
}

impl Exchange for Unreliable {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.jobs.extend(jobs.iter().cloned());
        Ok(())
    }

    fn next(&mut self, _wait: Duration) -> Result<Option<Finished>, WorkError> {
        if let Some(job) = self.jobs.pop_front() {
            let attempts = self.attempts.entry(job.key.clone()).or_default();
            *attempts += 1;
            if *attempts < 3 && self.random.below(3) == 0 {
                // The worker was lost: the job comes again.
                self.jobs.push_back(job);
                return Ok(None);
            }
            let (results, played) = channel();
            let mut source = One(Some(InHand { job, results }));
            let worker = Worker {
                name: "test".to_owned(),
                options: bot::Options::default(),
                programs: false,
                live: None,
                stop: Stop::default(),
            };
            work(&worker, &mut source, &mut |_, _| ())?;
            for finished in played.try_iter() {
                self.results.push(finished.clone());
                self.results.push(finished.clone());
                self.results.push(Finished {
                    contest: "another".to_owned(),
                    ..finished
                });
            }
        }
        if self.results.is_empty() {
            return Ok(None);
        }
        let place = self.random.below(self.results.len() as u64) as usize;
        Ok(Some(self.results.swap_remove(place)))
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        Ok(())
    }
}

#[test]
fn results_that_come_twice_late_or_from_strangers_count_once() {
    let plan = plan(&["pvs", "random", "scan"], 6);
    let whole = Store::in_memory().expect("memory");
    let (_, undisturbed) = run_on(&whole, &plan, 1);
    let store = Store::in_memory().expect("memory");
    let mut broker = Unreliable {
        jobs: VecDeque::new(),
        results: Vec::new(),
        random: Random::new(5),
        attempts: HashMap::new(),
    };
    let stop = Stop::default();
    let (_, standings) = run(&store, &plan, &mut broker, &stop).expect("it is played");
    assert_eq!(standings, undisturbed);
    assert_eq!(games(&store), games(&whole));
}

#[test]
fn a_swiss_tournament_is_played_round_by_round() {
    let mut swiss = plan(&["pvs", "random", "scan", "priority", "mtdf"], 2);
    swiss.schedule = Schedule::Swiss;
    swiss.rounds = Some(3);
    let store = Store::in_memory().expect("memory");
    let (finish, standings) = run_on(&store, &swiss, 2);
    assert_eq!(finish, Finish::Done);
    assert_eq!((standings.played, standings.planned), (12, 3 * 2 * 2));
    let before = contest::standings_of(&Store::in_memory().expect("memory"), &swiss);
    assert_eq!(
        before.expect("no error").planned,
        12,
        "known from the start"
    );
    assert!(standings.rows.iter().all(|row| row.games() >= 4));
}

#[test]
fn a_sequential_test_stops_when_it_is_clear() {
    let mut plan = plan(&["pvs", "random"], 2000);
    plan.sprt = Some(SprtPlan {
        elo0: 0.0,
        elo1: 200.0,
        alpha: 0.05,
        beta: 0.05,
        logistic: false,
    });
    let store = Store::in_memory().expect("memory");
    let (finish, standings) = run_on(&store, &plan, 2);
    assert_eq!(finish, Finish::Done);
    assert!(standings.played < 200, "{} games", standings.played);
    let duel = standings.duel.expect("two players");
    assert!(
        duel.verdicts[0]
            .english
            .starts_with("passed: pvs against random")
    );
    assert!(duel.difference.is_some(), "reversi counts points");
    // Asking again plays nothing more.
    let before = store.count_games(&Filter::default()).expect("no error");
    run_on(&store, &plan, 2);
    assert_eq!(
        store.count_games(&Filter::default()).expect("no error"),
        before
    );
}

/// Counts what is handed out and plays nothing.
struct Counting {
    open: usize,
    stop: Stop,
}

impl Exchange for Counting {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.open += jobs.len();
        Ok(())
    }

    fn next(&mut self, _wait: Duration) -> Result<Option<Finished>, WorkError> {
        self.stop.stop();
        Ok(None)
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        Ok(())
    }
}

#[test]
fn a_contest_of_any_size_is_begun_at_once_or_refused() {
    let players: Vec<String> = (0..64).map(|seed| format!("random:seed={seed}")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut large = plan(&players, 2);
    large.games = 400;
    let store = Store::in_memory().expect("memory");
    let run = |plan: &ContestPlan| {
        let stop = Stop::default();
        let mut exchange = Counting {
            open: 0,
            stop: stop.clone(),
        };
        let ran = run(&store, plan, &mut exchange, &stop);
        ran.map(|(_, standings)| (exchange.open, standings.planned))
    };
    let (open, planned) = run(&large).expect("it begins");
    assert_eq!(planned, 806_400);
    assert!(open < 10_000, "{open} jobs were written down at once");
    large.games = 100_000;
    let why = "201600000 games: at most 1000000 are played in one contest";
    let refused = run(&large).expect_err("too many").to_string();
    assert!(refused.contains(why), "{refused}");
    let refused = large.prepare(&bot::Options::default(), Path::new(""));
    assert!(refused.expect_err("too many").to_string().contains(why));
}

#[test]
fn more_jobs_than_are_handed_out_at_a_time_are_all_played() {
    let mut long = plan(&["random:seed=1", "random:seed=2"], 2);
    long.games = 9000;
    let store = Store::in_memory().expect("memory");
    let (finish, standings) = run_on(&store, &long, 2);
    assert_eq!((finish, standings.played), (Finish::Done, 9000));
    assert_eq!(
        store.count_games(&Filter::default()).expect("no error"),
        9000
    );
}

#[test]
fn two_coordinators_of_one_contest_both_come_to_its_end() {
    let plan = plan(&["pvs", "mtdf", "random"], 20);
    let whole = Store::in_memory().expect("memory");
    let (_, undisturbed) = run_on(&whole, &plan, 1);
    let store = Store::in_memory().expect("memory");
    let (told, ended) = channel();
    for _ in 0..2 {
        let (store, plan, told) = (store.clone(), plan.clone(), told.clone());
        std::thread::spawn(move || {
            let _ = told.send(run_on(&store, &plan, 2));
        });
    }
    for _ in 0..2 {
        let (finish, standings) = ended
            .recv_timeout(Duration::from_secs(120))
            .expect("neither waits for ever");
        assert_eq!((finish, &standings), (Finish::Done, &undisturbed));
    }
    assert_eq!(games(&store), games(&whole));
    assert_eq!(contest::holder(&store, "t").expect("no error"), None);
}

/// Workers of two machines, of which one tells lies that nobody can see through.
struct Liar {
    jobs: VecDeque<Job>,
    lies: usize,
    /// Whether the other one finds the same.
    is_right: bool,
}

impl Exchange for Liar {
    fn offer(&mut self, jobs: &[Job]) -> Result<(), WorkError> {
        self.jobs.extend(jobs.iter().cloned());
        Ok(())
    }

    fn next(&mut self, _wait: Duration) -> Result<Option<Finished>, WorkError> {
        let Some(job) = self.jobs.pop_front() else {
            return Ok(None);
        };
        let by_liar = job.not_by.is_none();
        assert!(by_liar || job.not_by.as_deref() == Some("liar"));
        let (results, played) = channel();
        let mut source = One(Some(InHand { job, results }));
        let worker = Worker {
            name: if by_liar { "liar/1" } else { "honest/1" }.to_owned(),
            options: bot::Options::default(),
            programs: false,
            live: None,
            stop: Stop::default(),
        };
        work(&worker, &mut source, &mut |_, _| ())?;
        let mut finished = played.try_iter().next().expect("it was played");
        if by_liar || self.is_right {
            self.lies += usize::from(by_liar);
            finished.record = Played::from(crashed(&String::from(finished.record)));
        } else {
            finished.record = Played::from(String::from(finished.record));
        }
        Ok(Some(finished))
    }

    fn withdraw(&mut self) -> Result<(), WorkError> {
        Ok(())
    }
}

/// The same game, but the second player is said to have crashed after its first moves.
fn crashed(record: &str) -> String {
    let mut lines: Vec<&str> = record.lines().take(9).collect();
    let fault = r#"{"event":"fault","side":"second","fault":{"kind":"crashed","how":"signal 9"}}"#;
    let end = r#"{"event":"end","cause":"fault","outcome":"first","reason":"the second player crashed","reason_zh":"后手崩溃","points":null}"#;
    lines.extend([fault, end]);
    lines.join("\n") + "\n"
}

#[test]
fn a_fault_that_nobody_can_verify_is_played_again_by_another_worker() {
    let plan = plan(&["pvs", "random"], 6);
    let whole = Store::in_memory().expect("memory");
    let (_, undisturbed) = run_on(&whole, &plan, 1);
    for is_right in [false, true] {
        let store = Store::in_memory().expect("memory");
        let mut exchange = Liar {
            jobs: VecDeque::new(),
            lies: 0,
            is_right,
        };
        let stop = Stop::default();
        let ran = run(&store, &plan, &mut exchange, &stop);
        let (_, standings) = ran.expect("it is played");
        assert_eq!(exchange.lies, 6);
        let faults: u64 = standings.rows.iter().map(|row| row.faults).sum();
        if is_right {
            assert_eq!(faults, 6, "two of two saw it crash");
        } else {
            assert_eq!(standings, undisturbed);
        }
    }
}

/// How far from even an opening is, seen by the strongest player four times as long as it was looked at
/// when it was chosen; far off where it sees who wins.
fn off_balance(game: &'static dyn boyi_engine::Game, opening: &Opening) -> f64 {
    const NODES: u64 = 40_000;
    const DECIDED: i32 = 10_000;
    let mut judge = game
        .player(&"strong".parse().expect("a player"))
        .expect("ours");
    let table = game.lay(&opening.setup(0)).expect("legal moves");
    let ToAct::One(side) = table.to_act() else {
        panic!("{opening:?} is over")
    };
    let orders = Go::nodes(NODES);
    let thought = judge.think(&table.seen(), side, &orders, &mut |_| ());
    let score = thought.expect("a game of ours").lines[0].score;
    f64::from(if score.is_decided() {
        DECIDED
    } else {
        score.value().abs()
    })
}

/// Moves at random, as openings are before anybody looks at them.
fn drawn(game: &dyn boyi_engine::Game, plies: usize, random: &mut Random) -> Opening {
    let mut table = game.lay(&Opening::usual().setup(0)).expect("the start");
    let mut moves = Vec::new();
    for _ in 0..plies {
        let ToAct::One(side) = table.to_act() else {
            panic!("no game ends so soon")
        };
        let legal = table.legal_moves(side);
        let mv = legal[random.below(legal.len() as u64) as usize]
            .text
            .clone();
        table.play(side, &mv).expect("legal");
        moves.push(mv);
    }
    Opening {
        moves: Some(moves.join(" ")),
        ..Opening::usual()
    }
}

#[test]
fn openings_of_our_own_are_legal_different_and_balanced() {
    const COUNT: u32 = 12;
    const PLIES: usize = 6;
    for name in ["reversi", "gomoku", "xiangqi"] {
        let game = boyi_engine::game(name).expect("built in");
        let find = |count| {
            let found =
                contest::openings::balanced(game, &Opening::usual(), count, PLIES as u32, 3);
            found.expect("openings")
        };
        let openings = find(COUNT);
        assert_eq!(openings.len(), COUNT as usize, "{name}");
        assert_eq!(find(2), openings[..2], "more of them are the same and more");
        let mut positions = std::collections::HashSet::new();
        for opening in &openings {
            let table = game.lay(&opening.setup(0)).expect("legal moves");
            assert_eq!(table.record().moves.len(), PLIES);
            assert!(positions.insert(table.position()), "{opening:?} twice");
        }
        // Whoever looks longer finds them nearer to even than what chance alone begins with.
        let mut random = Random::new(17);
        let mean = |openings: &[Opening]| {
            let all = openings.iter().map(|opening| off_balance(game, opening));
            all.sum::<f64>() / openings.len() as f64
        };
        let by_chance: Vec<Opening> = (0..COUNT)
            .map(|_| drawn(game, PLIES, &mut random))
            .collect();
        let (ours, theirs) = (mean(&openings), mean(&by_chance));
        println!("{name}: {ours:.0} off even, by chance {theirs:.0}");
        assert!(
            ours < 0.6 * theirs,
            "{name}: {ours} off, by chance {theirs}"
        );
    }
    let garlic = boyi_engine::game("garlic").expect("built in");
    let openings = contest::openings::balanced(garlic, &Opening::usual(), 12, 4, 3);
    assert_eq!(openings.expect("no openings needed"), [Opening::usual()]);
}

#[test]
fn every_opening_is_played_once_from_either_side_and_openings_come_from_files_too() {
    let folder = std::env::temp_dir().join(format!("boyi-openings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of ours");
    let lines = "# two openings\nf5 d6 c3   # a tiger\n\n\
                 -------------------O-------OO------XXX-------------------------- X\n";
    std::fs::write(folder.join("openings.txt"), lines).expect("ours");
    let mut plan = plan(&["pvs", "scan"], 4);
    plan.openings = Some("openings.txt".to_owned());
    plan.prepare(&bot::Options::default(), &folder)
        .expect("a plan");
    std::fs::remove_dir_all(&folder).expect("ours");
    let store = Store::in_memory().expect("memory");
    run_on(&store, &plan, 1);
    let mut begun: BTreeMap<(String, String), Vec<[String; 2]>> = BTreeMap::new();
    for game in store.games(&Filter::default()).expect("no error") {
        let (_, record) = store.game(&game.id).expect("no error").expect("listed");
        let given = record.moves().filter(|mv| mv.opening);
        let given: Vec<&str> = given.map(|mv| mv.text.as_str()).collect();
        let start = (record.header.start.clone(), given.join(" "));
        begun
            .entry(start)
            .or_default()
            .push([game.first, game.second]);
    }
    let starts: Vec<&str> = begun.keys().map(|(_, moves)| moves.as_str()).collect();
    assert_eq!(starts, ["f5 d6 c3", ""], "{begun:?}");
    for mut games in begun.into_values() {
        games.sort();
        assert_eq!(games, [["pvs", "scan"], ["scan", "pvs"]]);
    }
}

#[test]
fn a_game_of_luck_has_the_same_luck_from_both_sides() {
    let mut plan = ContestPlan::of_two("garlic", "greedy".into(), "random-safe".into());
    "luck".clone_into(&mut plan.name);
    plan.games = 6;
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan");
    let store = Store::in_memory().expect("memory");
    let (_, standings) = run_on(&store, &plan, 2);
    let seeds: Vec<u64> = store
        .games(&Filter::default())
        .expect("no error")
        .iter()
        .map(|game| {
            store
                .game(&game.id)
                .expect("no error")
                .expect("listed")
                .1
                .header
                .seed
        })
        .collect();
    let different: std::collections::BTreeSet<u64> = seeds.iter().copied().collect();
    assert_eq!((seeds.len(), different.len()), (6, 3), "each seed twice");
    let duel = standings.duel.expect("two players");
    assert!(
        duel.difference.expect("garlic counts points").mean > 0.0,
        "greedy is better"
    );
}

#[test]
fn plans_that_cannot_be_played_say_why() {
    let message = |text: &str| {
        let read = ContestPlan::read(text).and_then(|mut plan| {
            plan.prepare(&bot::Options::default(), Path::new(""))?;
            Ok(plan)
        });
        read.expect_err(text).to_string()
    };
    for (text, part) in [
        ("players = []", "missing field `game`"),
        (
            "game = \"chess\"\nplayers = [\"a\", \"b\"]",
            "no game called `chess`",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\"]",
            "two players at least",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"pvs\"]",
            "two players are called `pvs`",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"nobody\"]",
            "player `nobody`: there is no player",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\ngames = 3",
            "3 games are not an even number",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\nschedule = \"swiss\"",
            "needs `rounds`",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\ncontrol = \"soon\"",
            "`soon` in `soon` limits nothing",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\nopenings = \"none.txt\"",
            "cannot read openings",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\ngmaes = 4",
            "unknown field `gmaes`",
        ),
        (
            "game = \"reversi\"\nplayers = [\"pvs\", \"random\"]\nsprt = { elo0 = 5.0, elo1 = 0.0 }",
            "elo0 = 5 must be below elo1 = 0",
        ),
    ] {
        let message = message(text);
        assert!(message.contains(part), "{text}: {message}");
    }
}
