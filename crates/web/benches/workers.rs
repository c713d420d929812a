//! Many simulated workers and many short games, over HTTP and over NATS, with workers that vanish. Run with
//! `cargo bench -p boyi-web --bench workers`; prints a table. `BOYI_GAMES` and `BOYI_WORKERS` ask for other
//! numbers. Everything runs in this process and talks over loopback; NATS is left out where it is not there.

#[path = "../../boyi/tests/killed/mod.rs"]
mod killed;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boyi_arena::bot;
use boyi_arena::contest::nats::{Broker, Nats, Queue};
use boyi_arena::contest::{self, ContestPlan, Worker, work};
use boyi_arena::store::{Filter, Store};
use boyi_game::Random;
use boyi_search::Stop;
use boyi_web::{AppState, Joining, Options};
use serde_json::{Value, json};
use tokio::net::TcpListener;

fn main() {
    // The test harness only wants to see that it runs.
    let quick = std::env::args().any(|word| word == "--test");
    let asked = |name: &str| std::env::var(name).ok()?.parse().ok();
    let games = if quick {
        200
    } else {
        asked("BOYI_GAMES").unwrap_or(100_000)
    };
    let workers = if quick {
        8
    } else {
        asked("BOYI_WORKERS").unwrap_or(200)
    };
    println!(
        "| {workers} workers, {games} games | time | games/s | calls | calls a worker and minute |"
    );
    println!("|---|---|---|---|---|");
    over_http(games, workers);
    let folder = killed::Folder::new("bench-workers");
    match killed::nats(&folder.path("nats")) {
        None => println!("| NATS is not installed | | | | |"),
        Some((_server, url)) => over_nats(games, workers, &url),
    }
}

fn row(what: &str, games: u64, workers: u64, time: Duration, calls: Option<u64>) {
    let seconds = time.as_secs_f64();
    let rate = games as f64 / seconds;
    let calls = calls.map_or_else(
        || "| |".to_owned(),
        |calls| {
            format!(
                "{calls} | {:.1} |",
                60.0 * calls as f64 / seconds / workers as f64
            )
        },
    );
    println!("| {what} | {seconds:.1} s | {rate:.0} | {calls}");
}

/// One that leases games and vanishes, once in a while.
fn ghosts(address: SocketAddr, over: &AtomicBool) {
    let mut random = Random::new(1);
    let agent = ureq::Agent::new_with_defaults();
    while !over.load(Ordering::Relaxed) {
        let name = format!("ghost {}", random.below(1000));
        let body = json!({ "worker": name, "games": 1 + random.below(20) }).to_string();
        let url = format!("http://{address}/api/workers/lease");
        let call = agent.post(&url).header("content-type", "application/json");
        let _ = call.send(body);
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn over_http(games: u64, workers: u64) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        data: Some(folder.path().to_owned()),
        lease: Some(Duration::from_secs(3)),
        ..Options::default()
    };
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let address = runtime.block_on(async {
        let state = AppState::open(options).expect("a store");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let ended = async {
            let _ = ended.await;
        };
        tokio::spawn(async move { boyi_web::serve(listener, state, ended).await });
        address
    });
    let url = format!("http://{address}");
    let (stop, over, calls) = (Stop::default(), AtomicBool::new(false), AtomicU64::new(0));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..workers {
            let joining = Joining {
                server: url.clone(),
                token: None,
                name: format!("worker {number}"),
                threads: 1,
                until_idle: None,
                patience: Duration::from_secs(60),
            };
            let worker = worker(number, &stop);
            let calls = &calls;
            scope.spawn(move || {
                let joined = boyi_web::join(&joining, &worker, &|_, _| ());
                calls.fetch_add(joined.expect("it plays").calls, Ordering::Relaxed);
            });
        }
        scope.spawn(|| ghosts(address, &over));
        let plan = json!({
            "kind": "match", "name": "bench", "game": "reversi", "size": [4, 4], "games": games,
            "control": "nodes=1", "players": [
                { "name": "a", "player": "random" }, { "name": "b", "player": "scan" }],
        });
        let agent = ureq::Agent::new_with_defaults();
        let begun = agent
            .post(format!("{url}/api/contests"))
            .header("content-type", "application/json")
            .send(plan.to_string());
        begun.expect("it begins");
        loop {
            let mut view = agent
                .get(format!("{url}/api/contests/bench"))
                .call()
                .expect("a view");
            let text = view.body_mut().read_to_string().expect("a body");
            let view: Value = serde_json::from_str(&text).expect("JSON");
            if view["summary"]["done"] == true && view["summary"]["running"] == false {
                assert_eq!(view["played"], games, "every game once");
                break;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        over.store(true, Ordering::Relaxed);
        stop.stop();
    });
    let calls = calls.load(Ordering::Relaxed);
    row(
        "HTTP, every fifth of a second one vanishes",
        games,
        workers,
        began.elapsed(),
        Some(calls),
    );
    let _ = end.send(());
    runtime.shutdown_background();
}

fn worker(number: u64, stop: &Stop) -> Worker {
    Worker {
        name: format!("worker {number}"),
        options: bot::Options::default(),
        programs: false,
        live: None,
        stop: stop.clone(),
    }
}

fn over_nats(games: u64, workers: u64, url: &str) {
    let mut plan = ContestPlan::of_two("reversi", "random".into(), "scan".into());
    "bench".clone_into(&mut plan.name);
    plan.size = Some((4, 4));
    plan.games = games as u32;
    plan.control = "nodes=1".parse().ok();
    plan.prepare(&bot::Options::default(), Path::new(""))
        .expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("games.sqlite")).expect("a store");
    let connect = || Broker::connect(url, Duration::from_secs(5)).expect("a broker");
    let stop = Stop::default();
    let began = Instant::now();
    let broker = connect();
    std::thread::scope(|scope| {
        for number in 0..workers {
            let (worker, broker) = (worker(number, &stop), broker.clone());
            scope.spawn(move || {
                let mut queue = Queue::new(&broker).expect("a queue");
                work(&worker, &mut queue, &mut |_, _| ()).expect("it plays");
            });
        }
        let mut exchange = Nats::new(&connect(), &plan.name).expect("an exchange");
        let never = Stop::default();
        let run = contest::run(&store, &plan, "match", &mut exchange, &never, &mut |_| ());
        let (_, standings) = run.expect("it is played");
        assert_eq!(standings.played, games);
        stop.stop();
    });
    let kept = store.count_games(&Filter::default()).expect("no error");
    assert_eq!(kept, games, "every game once");
    row("NATS", games, workers, began.elapsed(), None);
}
