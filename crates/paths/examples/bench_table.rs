//! Prints three tables: mazes, supply mazes and road maps, this crate against the crate
//! `pathfinding`, in one run, in processor time of one thread.
//!
//!     BOYI_MAPS=folder cargo run --release -p boyi-paths --example bench_table [queries a map]
//!
//! Without `BOYI_MAPS` the maps are our own.

use std::path::Path;
use std::time::Duration;

use boyi_paths::bench::{self, Contestant, Query, Row, Workload, least};
use boyi_paths::maze::{Cell, Connectivity, Grid, Step};
use boyi_paths::roads::{self, Colours, Country, Formula, RoadMap, k_shortest};
use boyi_paths::search::by_name;
use boyi_paths::supply::{self, Ground, Heuristic, Order, SupplyMaze, Tile, search_labels};
use pathfinding::prelude::{astar, yen};

fn main() {
    let queries = std::env::args().nth(1);
    let queries = queries.and_then(|word| word.parse().ok()).unwrap_or(100);
    let workloads = match std::env::var_os("BOYI_MAPS") {
        Some(folder) => bench::read_folder(Path::new(&folder), queries).unwrap(),
        None => bench::generated(queries),
    };
    let mut contestants = vec![Contestant::plain("4-pathfinding", peer)];
    contestants.extend(bench::standard());
    print(&workloads, &contestants);

    let four = |name| Contestant::textbook(by_name(name).unwrap(), Connectivity::Four);
    let contestants = [
        Contestant::plain("4-pathfinding", peer),
        Contestant::auto(Connectivity::Four, false),
        four("astar"),
        four("ida-table"),
    ];
    print(&bench::seed_sizes(100), &contestants);

    supply_table();
    roads_table();
}

/// A* of the crate `pathfinding` with Manhattan, a full path each time.
fn peer(grid: &Grid, query: Query) -> Option<u64> {
    let goal = query.goal;
    let found = astar(
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
        |cell| cell.steps_to(goal),
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
                    us(result.preparation) / 1e3,
                    us(result.per_query),
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

/// The food is the least with which the maze can be solved at all, or one and a half or three times
/// that.
fn supply_table() {
    println!("\nsupply maze              food   days  pathfinding us  labels us  fast us   ratio");
    for ground in [
        Ground::Open { walls: 20 },
        Ground::Open { walls: 38 },
        Ground::Maze { loops: 5 },
        Ground::Maze { loops: 20 },
    ] {
        let maze = (1..100)
            .map(|seed| Order {
                rows: 201,
                cols: 201,
                food: u32::MAX,
                supplies: 300,
                ground,
                seed,
            })
            .map(|order| order.make().expect("a possible size"))
            .find(|maze| supply::solve(maze).is_some())
            .expect("few mazes are cut in two by their walls");
        let tight = least_food(&maze);
        for food in [tight, tight * 3 / 2, tight * 3] {
            let maze = maze.with_food(food);
            let days = supply::solve(&maze).expect("enough food").days();
            let mut solver = supply::Solver::default();
            let fast = least(40, || solver.solve(&maze));
            let labels = least(1, || search_labels(&maze, Heuristic::Distance, &mut ()));
            let mut found = None;
            let peer = least(1, || found = peer_days(&maze));
            assert_eq!(found, Some(days));
            println!(
                "{:22} {food:6}  {days:5}  {:14.0}  {:9.0}  {:7.1}  {:5.0}x",
                format!("{ground:?}"),
                us(peer),
                us(labels),
                us(fast),
                us(peer) / us(fast),
            );
        }
    }
}

/// The least food with which the goal can be reached.
fn least_food(maze: &SupplyMaze) -> u32 {
    let (mut too_little, mut enough) = (0, maze.rows() * maze.cols());
    while enough - too_little > 1 {
        let food = u32::midpoint(enough, too_little);
        match supply::solve(&maze.with_food(food)) {
            Some(_) => enough = food,
            None => too_little = food,
        }
    }
    enough
}

/// A* as one would write it in an afternoon: states of cell and food, Manhattan distance.
fn peer_days(maze: &SupplyMaze) -> Option<usize> {
    let path = astar(
        &(maze.start(), maze.food()),
        |&(cell, food)| {
            let cells = (food > 0).then(|| maze.neighbours(cell));
            let next = cells.into_iter().flatten();
            let next = next.map(|next| match maze.tile(next) {
                Tile::Supply => ((next, maze.food()), 1),
                _ => ((next, food - 1), 1),
            });
            next.collect::<Vec<_>>()
        },
        |&(cell, _)| cell.steps_to(maze.goal()),
        |&(cell, _)| cell == maze.goal(),
    );
    path.map(|(cells, _)| cells.len() - 1)
}

fn roads_table() {
    println!("\nstates  colours  read us  solve us  pathfinding us   ratio  k=100 us  k=1000 us");
    for (columns, rows) in [(71, 71), (513, 500)] {
        for colours in [Colours::Random, Colours::Few, Colours::Equal] {
            let country = |seed| Country {
                columns,
                rows,
                holes: 5,
                colours,
                seed,
            };
            let png = |seed| country(seed).png().expect("a possible size");
            let read = |png: &[u8]| roads::read(png, Formula::Squares).expect("a road map");
            let png = (7..100)
                .map(png)
                .find(|png| {
                    let map = read(png);
                    roads::solve(&map, map.whole_trip()).is_ok()
                })
                .expect("few countries are cut in two by their holes");
            let map = read(&png);
            let trip = map.whole_trip();
            let reading = least(5, || read(&png));
            let solving = least(20, || roads::solve(&map, trip));
            let many = |count| {
                let roads = || k_shortest(&map, trip).expect("connected").take(count);
                us(least(3, || roads().count()))
            };
            // Yen's algorithm there takes minutes on larger maps.
            let peer = (map.count() < 6000).then(|| least(2, || peer_roads(&map)));
            let peer = peer.map_or(f64::NAN, us);
            println!(
                "{:6}  {:7}  {:7.0}  {:8.0}  {peer:14.0}  {:5.0}x  {:8.0}  {:9.0}",
                map.count(),
                format!("{colours:?}"),
                us(reading),
                us(solving),
                peer / us(solving),
                many(100),
                many(1000),
            );
        }
    }
}

/// Two roads with Yen's algorithm.
fn peer_roads(map: &RoadMap) -> Vec<u64> {
    let trip = map.whole_trip();
    let steps = |&state: &_| {
        let steps = map.neighbours(state);
        let steps = steps.map(|next| (next, u64::from(map.value(next))));
        steps.collect::<Vec<_>>()
    };
    let roads = yen(&trip.from, steps, |&state| state == trip.to, 2);
    roads.into_iter().map(|(_, cost)| cost).collect()
}

fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
