//! Matches and tournaments: every game once, whatever happens on the way.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use boyi_arena::contest::local::Local;
use boyi_arena::contest::{
    self, Exchange, ExchangeError, Finish, Finished, Job, Lease, Plan, Schedule, Source, SprtPlan,
    Standings, WorkError, Worker, work,
};
use boyi_arena::store::{Filter, Store};
use boyi_arena::{Opening, bot};
use boyi_game::Random;
use boyi_search::Stop;

fn plan(players: &[&str], games: u32) -> Plan {
    let mut plan = Plan::of_two("reversi", "a".into(), "b".into());
    "t".clone_into(&mut plan.name);
    plan.players = players.iter().map(|&text| text.into()).collect();
    plan.games = games;
    plan.control = Some("nodes=30".parse().expect("a control"));
    plan.opening_plies = 4;
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan that can be played");
    plan
}

fn run_on(store: &Store, plan: &Plan, threads: usize) -> (Finish, Standings) {
    let mut exchange = Local::new(store, &plan.name, threads, &bot::Options::default());
    let stop = Stop::default();
    contest::run(store, plan, "tournament", &mut exchange, &stop, &mut |_| ())
        .expect("it is played")
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
        let (finish, standings) = contest::run(
            &store,
            &plan,
            "tournament",
            &mut exchange,
            &stop,
            &mut |_| (),
        )
        .expect("it is played");
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
    fn offer(&mut self, jobs: &[Job]) -> Result<(), ExchangeError> {
        self.inner.offer(jobs)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExchangeError> {
        let next = self.inner.next(wait)?;
        self.after -= u32::from(next.is_some());
        if self.after == 0 {
            self.stop.stop();
        }
        Ok(next)
    }

    fn stored(&mut self) -> Result<(), ExchangeError> {
        self.inner.stored()
    }

    fn withdraw(&mut self) -> Result<(), ExchangeError> {
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
    fn offer(&mut self, jobs: &[Job]) -> Result<(), ExchangeError> {
        self.jobs.extend(jobs.iter().cloned());
        Ok(())
    }

    fn next(&mut self, _wait: Duration) -> Result<Option<Finished>, ExchangeError> {
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

    fn stored(&mut self) -> Result<(), ExchangeError> {
        Ok(())
    }

    fn withdraw(&mut self) -> Result<(), ExchangeError> {
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
    let (_, standings) = contest::run(&store, &plan, "tournament", &mut broker, &stop, &mut |_| ())
        .expect("it is played");
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
    assert_eq!(standings.played, 3 * 2 * 2);
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

#[test]
fn openings_of_our_own_are_legal_different_and_near_even() {
    for name in ["reversi", "xiangqi"] {
        let game = boyi_engine::game(name).expect("built in");
        let openings =
            contest::openings::balanced(game, &Opening::usual(), 12, 4, 3).expect("openings");
        assert_eq!(openings.len(), 12, "{name}");
        let again = contest::openings::balanced(game, &Opening::usual(), 12, 4, 3);
        assert_eq!(
            again.expect("openings"),
            openings,
            "the same seed, the same"
        );
        let mut positions = std::collections::HashSet::new();
        for opening in &openings {
            let table = game.lay(&opening.setup(0)).expect("legal moves");
            assert_eq!(table.record().moves.len(), 4);
            assert!(positions.insert(table.position()), "{opening:?} twice");
        }
    }
    let garlic = boyi_engine::game("garlic").expect("built in");
    let openings = contest::openings::balanced(garlic, &Opening::usual(), 12, 4, 3);
    assert_eq!(openings.expect("no openings needed"), [Opening::usual()]);
}

#[test]
fn a_game_of_luck_has_the_same_luck_from_both_sides() {
    let mut plan = Plan::of_two("garlic", "greedy".into(), "random-safe".into());
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
        let read = Plan::read(text).and_then(|mut plan| {
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
