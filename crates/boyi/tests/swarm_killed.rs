//! Workers over HTTP and over NATS, with PostgreSQL behind, while workers, coordinators, the database and the
//! broker are killed. `cargo bench -p boyi --bench swarm` is the same at full size.

mod killed;
#[path = "../../arena/tests/postgres/mod.rs"]
mod postgres;
mod started;
mod swarm;

use swarm::{Kills, Swarm, Way};

const SMALL: Swarm = Swarm {
    workers: 8,
    games: 80,
    control: "nodes=3000",
    kills: Kills {
        workers: 8,
        coordinators: 4,
        databases: 2,
        brokers: 2,
    },
    closely: 1,
};

fn played(way: Way) {
    let Some(report) = swarm::run(way, SMALL) else {
        return;
    };
    // A coordinator that is begun while there is no broker or no database says so and ends; nobody else may
    // give up.
    let unexpected = |end: &&String| !end.starts_with("coordinator: boyi: cannot ");
    let gave_up: Vec<&String> = report.gave_up.iter().filter(unexpected).collect();
    assert!(gave_up.is_empty(), "{report:?}");
    println!("{}\n{}", swarm::HEAD, swarm::row(way, SMALL, &report));
}

#[test]
fn over_http_killing_whatever_takes_part_changes_nothing() {
    played(Way::Http);
}

#[test]
fn over_nats_killing_whatever_takes_part_changes_nothing() {
    played(Way::Nats);
}
