//! Workers that call: whatever becomes of them, every game counts once and comes out as ever.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boyi_arena::bot;
use boyi_arena::contest::hub::{Hub, HubError};
use boyi_arena::contest::local::Local;
use boyi_arena::contest::{
    self, ContestPlan, Finished, Job, Lease, Played, Source, Standings, WorkError, Worker, work,
};
use boyi_arena::store::{Filter, Store};
use boyi_game::Random;
use boyi_search::Stop;

fn plan(games: u32) -> ContestPlan {
    let mut plan = ContestPlan::of_two("reversi", "pvs".into(), "random".into());
    "joined".clone_into(&mut plan.name);
    plan.players.push("scan".into());
    plan.games = games;
    plan.control = Some("nodes=20".parse().expect("a control"));
    plan.opening_plies = Some(4);
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan that can be played");
    plan
}

/// Plays jobs that were taken beforehand; keeps the results.
struct Batch {
    jobs: Vec<(Job, u64)>,
    done: std::sync::mpsc::Sender<Finished>,
}

struct Taken(Job, u64, std::sync::mpsc::Sender<Finished>);

impl Source for Batch {
    fn take(&mut self, _stop: &Stop) -> Result<Option<Box<dyn Lease>>, WorkError> {
        let next = self.jobs.pop();
        let lease =
            |(job, attempt)| -> Box<dyn Lease> { Box::new(Taken(job, attempt, self.done.clone())) };
        Ok(next.map(lease))
    }
}

impl Lease for Taken {
    fn job(&self) -> &Job {
        &self.0
    }

    fn attempt(&self) -> u64 {
        self.1
    }

    fn finish(self: Box<Self>, finished: Finished) -> Result<(), WorkError> {
        let _ = self.2.send(finished);
        Ok(())
    }

    fn give_back(self: Box<Self>) -> Result<(), WorkError> {
        Ok(())
    }
}

/// Games that were played, as they go over a wire.
fn played(jobs: Vec<(Job, u64)>, name: &str) -> Vec<Finished> {
    let (done, results) = std::sync::mpsc::channel();
    let worker = Worker {
        name: name.to_owned(),
        options: bot::Options::default(),
        programs: false,
        live: None,
        stop: Stop::default(),
    };
    work(&worker, &mut Batch { jobs, done }, &mut |_, _| ()).expect("they play");
    let text = |finished: Finished| serde_json::to_string(&finished).expect("plain data");
    let sent: Vec<String> = results.iter().map(text).collect();
    let read = |text: &String| serde_json::from_str(text).expect("plain data");
    sent.iter().map(read).collect()
}

/// Runs a plan with workers beside one thread of the server.
fn run_with(
    store: &Store,
    hub: &Hub,
    plan: &ContestPlan,
    workers: impl Fn(&AtomicBool) + Sync,
) -> Standings {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let helping = scope.spawn(|| workers(&over));
        let local = Local::new(store, &plan.name, 1, &bot::Options::default());
        let mut exchange = hub.join(local);
        let stop = Stop::default();
        let run = contest::run(store, plan, "tournament", &mut exchange, &stop, &mut |_| ());
        over.store(true, Ordering::Relaxed);
        helping.join().expect("no panic");
        run.expect("it is played").1
    })
}

fn undisturbed(plan: &ContestPlan) -> Standings {
    let store = Store::in_memory().expect("memory");
    let mut local = Local::new(&store, &plan.name, 2, &bot::Options::default());
    let stop = Stop::default();
    let run = contest::run(&store, plan, "tournament", &mut local, &stop, &mut |_| ());
    run.expect("it is played").1
}

#[test]
fn workers_that_die_hand_in_twice_or_come_late_change_nothing() {
    let plan = plan(60);
    let store = Store::in_memory().expect("memory");
    let hub = Hub::new(Duration::from_millis(200));
    let standings = run_with(&store, &hub, &plan, |over| {
        std::thread::scope(|scope| {
            for number in 0..6u64 {
                let hub = &hub;
                scope.spawn(move || {
                    let mut random = Random::new(number);
                    let (name, none) = (format!("w{number}"), HashSet::new());
                    while !over.load(Ordering::Relaxed) {
                        let jobs = hub
                            .take(&name, 1 + number as u32, &none)
                            .expect("not blocked");
                        if jobs.is_empty() {
                            std::thread::yield_now();
                            continue;
                        }
                        // Killed with its jobs in hand, or before it has handed in everything.
                        let kept = match random.below(4) {
                            0 => continue,
                            1 => jobs.len() / 2,
                            _ => jobs.len(),
                        };
                        for finished in played(jobs, &name).into_iter().take(kept) {
                            for _ in 0..=random.below(2) {
                                hub.hand_in(&name, finished.clone()).expect("not blocked");
                            }
                        }
                    }
                });
            }
        });
    });
    assert_eq!(standings, undisturbed(&plan));
    let games = store.games(&Filter::default()).expect("no error");
    assert_eq!(games.len(), 180);
    let workers = hub.workers();
    assert!(
        workers.iter().all(|(_, status)| status.blocked.is_none()),
        "{workers:?}"
    );
    let confirmed: u64 = workers.iter().map(|(_, status)| status.confirmed).sum();
    assert!(confirmed > 0, "some were played again: {workers:?}");
}

#[test]
fn a_worker_whose_games_come_out_differently_is_blocked() {
    let plan = plan(20);
    let store = Store::in_memory().expect("memory");
    let hub = Hub::new(Duration::from_secs(60));
    let standings = run_with(&store, &hub, &plan, |over| {
        let mut blocked = false;
        while !over.load(Ordering::Relaxed) && !blocked {
            let jobs = match hub.take("liar", 1, &HashSet::new()) {
                Ok(jobs) => jobs,
                Err(HubError::Blocked(_)) => break,
                Err(error) => panic!("{error}"),
            };
            for (mut job, attempt) in jobs {
                // A legal game by other players: nobody sees that from the record alone.
                let (contest, key) = (job.contest.clone(), job.key.clone());
                for player in &mut job.players {
                    "random".clone_into(&mut player.player);
                }
                for mut finished in played(vec![(job, attempt)], "liar") {
                    finished.contest.clone_from(&contest);
                    finished.key.clone_from(&key);
                    assert!(matches!(finished.record, Played::Elsewhere(_)));
                    blocked |= hub.hand_in("liar", finished).is_err();
                }
            }
        }
        // The honest go on.
        hub.leave("liar");
    });
    let (_, status) = &hub.workers()[0];
    assert!(status.blocked.is_some(), "{status:?}");
    assert!(matches!(
        hub.take("liar", 1, &HashSet::new()),
        Err(HubError::Blocked(_))
    ));
    assert_eq!(
        standings,
        undisturbed(&plan),
        "what was doubtful was played again"
    );
}

/// What somebody hands in who wants to stop a contest, or to have another game counted: made of an honest
/// record.
type Forgery = fn(&str) -> String;

/// Runs a contest with a worker that is honest until it is believed, and forges everything from then on.
fn run_with_forger(plan: &ContestPlan, forge: Forgery) -> (Standings, Store, Hub) {
    const HONEST: usize = 12;
    let store = Store::in_memory().expect("memory");
    let hub = Hub::new(Duration::from_secs(60));
    let standings = run_with(&store, &hub, plan, |over| {
        let mut handed_in = 0;
        while !over.load(Ordering::Relaxed) {
            let Ok(jobs) = hub.take("forger", 3, &HashSet::new()) else {
                break;
            };
            for mut finished in played(jobs, "forger") {
                if handed_in >= HONEST {
                    finished.record = Played::from(forge(&String::from(finished.record)));
                }
                handed_in += 1;
                let _ = hub.hand_in("forger", finished);
            }
        }
    });
    (standings, store, hub)
}

#[test]
fn a_worker_that_hands_in_something_else_is_blocked_and_its_games_are_played() {
    let plan = plan(60);
    let undisturbed = undisturbed(&plan);
    let forgeries: [Forgery; 4] = [
        |_| String::new(),
        |record| record.replace("\"seed\":", "\"seed\":1"),
        // A game that is over sooner, on a smaller board.
        |record| record.replace("\"start\":\"", "\"start\":\"4x4 "),
        // The game is cut short, and its first player is said to have won.
        |record| {
            let lines: Vec<&str> = record.lines().take(8).collect();
            let end = r#"{"event":"end","cause":"rules","outcome":"first","reason":"","reason_zh":"","points":null}"#;
            format!("{}\n{end}\n", lines.join("\n"))
        },
    ];
    for forge in forgeries {
        let (standings, store, hub) = run_with_forger(&plan, forge);
        assert_eq!(standings, undisturbed);
        let (_, status) = &hub.workers()[0];
        let why = status.blocked.as_deref().expect("it is blocked");
        assert!(why.contains("is not a record of it"), "{why}");
        assert_eq!(store.take_jobs("joined", 1).expect("no error"), []);
    }
}

#[test]
fn a_fault_that_only_one_worker_saw_is_played_again_by_another() {
    let mut plan = plan(60);
    // Against the clock nothing is played again to see whether it comes out the same.
    plan.control = Some("1000s".parse().expect("a control"));
    plan.players.truncate(0);
    plan.players.extend(["scan".into(), "priority".into()]);
    let undisturbed = undisturbed(&plan);
    let (standings, store, _) = run_with_forger(&plan, |record| {
        let mut lines: Vec<&str> = record.lines().take(9).collect();
        let fault =
            r#"{"event":"fault","side":"second","fault":{"kind":"crashed","how":"signal 9"}}"#;
        let end = r#"{"event":"end","cause":"fault","outcome":"first","reason":"the second player crashed","reason_zh":"","points":null}"#;
        lines.extend([fault, end]);
        lines.join("\n") + "\n"
    });
    assert_eq!(standings, undisturbed);
    assert_eq!(store.take_jobs("joined", 1).expect("no error"), []);
}
