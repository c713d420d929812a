//! Two hundred workers, a hundred thousand short games, over HTTP and over NATS, with PostgreSQL behind, while
//! workers, coordinators, the database and the broker are killed with `kill -9`. Run with
//! `cargo bench -p boyi --bench swarm`; prints a table, and panics where anything came out differently than
//! undisturbed. `BOYI_GAMES` and `BOYI_WORKERS` ask for other numbers, `BOYI_WAY` for `http` or `nats` alone.
//! Needs nats-server and PostgreSQL; everything stays on loopback.

#![allow(dead_code, reason = "of the shared parts some are used here")]

#[path = "../tests/killed/mod.rs"]
mod killed;
#[path = "../../arena/tests/postgres/mod.rs"]
mod postgres;
#[path = "../tests/started/mod.rs"]
mod started;
#[path = "../tests/swarm/mod.rs"]
mod swarm;

use swarm::{Kills, Swarm, Way};

fn main() {
    // The test harness only wants to see that it runs.
    let quick = std::env::args().any(|word| word == "--test");
    let asked = |name: &str, usual: u32| {
        let asked = std::env::var(name).ok().and_then(|text| text.parse().ok());
        if quick { 20 } else { asked.unwrap_or(usual) }
    };
    let games = asked("BOYI_GAMES", 100_000);
    let swarm = Swarm {
        workers: asked("BOYI_WORKERS", 200) as usize,
        // Ten pairings, each from both sides.
        games: (games / 20).max(1) * 2,
        control: "nodes=1",
        kills: Kills {
            workers: (games / 500).max(10),
            coordinators: (games / 5000).max(4),
            databases: (games / 10_000).max(2),
            brokers: (games / 10_000).max(2),
        },
        closely: 50,
    };
    let way = std::env::var("BOYI_WAY").unwrap_or_default();
    println!("{}", swarm::HEAD);
    for (name, way_of) in [("http", Way::Http), ("nats", Way::Nats)] {
        if !way.is_empty() && way != name {
            continue;
        }
        if let Some(report) = swarm::run(way_of, swarm) {
            println!("{}", swarm::row(way_of, swarm, &report));
            for end in &report.gave_up {
                println!("gave up: {end}");
            }
        }
    }
}
