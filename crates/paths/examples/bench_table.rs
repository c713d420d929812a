//! Prints the table: this crate against the crate `pathfinding`, in one run, in processor time.
//!
//!     BOYI_MAPS=folder cargo run --release -p boyi-paths --example bench_table [queries a map]
//!
//! Without `BOYI_MAPS` the maps are our own.

use std::path::Path;

use boyi_paths::bench::{self, Contestant, Query, Row, Workload};
use boyi_paths::maze::{Cell, Connectivity, Grid, Step};
use boyi_paths::search::by_name;

fn main() {
    let queries = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(100);
    let workloads = match std::env::var_os("BOYI_MAPS") {
        Some(folder) => bench::read_folder(Path::new(&folder), queries).unwrap(),
        None => bench::generated(queries),
    };
    let mut contestants = vec![Contestant::plain("4-pathfinding", peer)];
    contestants.extend(bench::standard());
    print(&workloads, &contestants);

    let small = bench::seed_sizes(100);
    let four = |name| Contestant::textbook(by_name(name).unwrap(), Connectivity::Four);
    let contestants = [
        Contestant::plain("4-pathfinding", peer),
        Contestant::auto(Connectivity::Four, false),
        four("astar"),
        four("ida-table"),
    ];
    print(&small, &contestants);
}

/// A* of the crate `pathfinding` with Manhattan, a full path each time.
fn peer(grid: &Grid, query: Query) -> Option<u64> {
    let goal = query.goal;
    let found = pathfinding::prelude::astar(
        &query.start,
        |&cell| {
            Step::STRAIGHT.into_iter().filter_map(move |step| {
                let (rows, cols) = step.delta();
                let row = cell.row.wrapping_add_signed(rows);
                let col = cell.col.wrapping_add_signed(cols);
                let next = Cell { row, col };
                grid.is_free(next).then_some((next, 1_u32))
            })
        },
        |cell| cell.row.abs_diff(goal.row) + cell.col.abs_diff(goal.col),
        |&cell| cell == goal,
    );
    found.map(|(path, _)| path.len() as u64 - 1)
}

fn print(workloads: &[Workload], contestants: &[Contestant]) {
    let rows: Vec<Row> = workloads
        .iter()
        .map(|workload| {
            let row = bench::row(workload, contestants);
            println!("{} ({} queries)", row.map, row.queries);
            for result in &row.results {
                println!(
                    "    {:16} {:14} prepared in {:7.2} ms  {:10.2} us a query  {:8.1}x",
                    result.contestant,
                    result.method,
                    result.preparation.as_secs_f64() * 1e3,
                    result.per_query.as_secs_f64() * 1e6,
                    result.times_faster_than(&row.results[0]),
                );
            }
            row
        })
        .collect();
    println!("geometric mean against {}", contestants[0].name);
    for (index, contestant) in contestants.iter().enumerate() {
        let mean = bench::mean_ratio(&rows, index, 0).unwrap_or(f64::NAN);
        println!("    {:16} {mean:8.1}x", contestant.name);
    }
}
