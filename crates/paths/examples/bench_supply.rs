//! How fast supply mazes are solved, beside A* on (cell, food) with the crate `pathfinding`, in one
//! run: `cargo run --release -p boyi-paths --example bench_supply`.
//!
//! Every time is the least processor time of several runs on one thread. The food is the least with
//! which the maze can be solved at all, or one and a half or three times that. "first" is a single
//! call in fresh memory, "fast" one of many with the same [`Solver`]; the ratio is of the latter.

use std::time::Duration;

use boyi_paths::supply::{
    Ground, Heuristic, Order, Solver, SupplyMaze, Tile, search_labels, solve,
};

use boyi_paths::bench::least;

fn main() {
    println!(
        "size     supplies  ground    food   days  generic us   labels us  first us  fast us   ratio"
    );
    for (size, supplies) in [(201, 300), (511, 1500)] {
        let mut logs = Vec::new();
        for ground in [
            Ground::Open { walls: 20 },
            Ground::Open { walls: 30 },
            Ground::Open { walls: 38 },
            Ground::Maze { loops: 5 },
            Ground::Maze { loops: 20 },
        ] {
            let order = Order {
                rows: size,
                cols: size,
                food: u32::MAX,
                supplies,
                ground,
                seed: 1,
            };
            let maze = connected(order);
            let tight = least_food(&maze);
            for food in [tight, tight * 3 / 2, tight * 3] {
                logs.push(row(&maze.with_food(food), supplies, ground).ln());
            }
        }
        let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        println!("{size}x{size}: geometric mean {mean:.0}x\n");
    }
    counts();
}

/// What the heuristics are worth, side by side.
fn counts() {
    let order = Order {
        rows: 201,
        cols: 201,
        food: 70,
        supplies: 300,
        ground: Ground::Maze { loops: 10 },
        seed: 1,
    };
    println!("heuristic  days  expanded  generated  dominated  peak frontier");
    for heuristic in Heuristic::ALL {
        let report = search_labels(&order.make().expect("a possible size"), heuristic, &mut ());
        let days = report.trek.map_or(-1, |trek| trek.days() as i64);
        let counts = report.counts;
        println!(
            "{heuristic:9}  {days:4}  {:8}  {:9}  {:9}  {:13}",
            counts.expanded, counts.generated, counts.dominated, counts.peak_frontier
        );
    }
}

fn connected(order: Order) -> SupplyMaze {
    let mazes = (1..100).map(|seed| Order { seed, ..order }.make().expect("a possible size"));
    mazes
        .into_iter()
        .find(|maze| solve(maze).is_some())
        .expect("few mazes are cut in two by their walls")
}

/// The least food with which the goal can be reached.
fn least_food(maze: &SupplyMaze) -> u32 {
    let (mut too_little, mut enough) = (0, maze.rows() * maze.cols());
    while enough - too_little > 1 {
        let food = u32::midpoint(enough, too_little);
        match solve(&maze.with_food(food)) {
            Some(_) => enough = food,
            None => too_little = food,
        }
    }
    enough
}

fn row(maze: &SupplyMaze, supplies: u32, ground: Ground) -> f64 {
    let days = solve(maze).expect("enough food").days();
    let first = least(1, || solve(maze));
    let mut solver = Solver::default();
    let fast = least(40, || solver.solve(maze));
    let labels = least(1, || search_labels(maze, Heuristic::Distance, &mut ()));
    let mut found = None;
    let generic = least(1, || found = generic_days(maze));
    assert_eq!(found, Some(days));
    let ratio = generic.as_secs_f64() / fast.as_secs_f64();
    let ground = match ground {
        Ground::Open { walls } => format!("open {walls}"),
        Ground::Maze { loops } => format!("maze {loops}"),
    };
    println!(
        "{0}x{0}  {supplies:8}  {ground:8}  {1:4}  {days:5}  {2:10.0}  {3:10.0}  {4:8.1}  {5:7.1}  {ratio:5.0}x",
        maze.rows(),
        maze.food(),
        us(generic),
        us(labels),
        us(first),
        us(fast),
    );
    ratio
}

/// A* as one would write it in an afternoon: states of cell and food, Manhattan distance.
fn generic_days(maze: &SupplyMaze) -> Option<usize> {
    let goal = maze.goal();
    let path = pathfinding::directed::astar::astar(
        &(maze.start(), maze.food()),
        |&(cell, food)| {
            let cells = (food > 0).then(|| maze.neighbours(cell));
            let next = cells
                .into_iter()
                .flatten()
                .map(|next| match maze.tile(next) {
                    Tile::Supply => ((next, maze.food()), 1),
                    _ => ((next, food - 1), 1),
                });
            next.collect::<Vec<_>>()
        },
        |&(cell, _)| cell.row.abs_diff(goal.row) + cell.col.abs_diff(goal.col),
        |&(cell, _)| cell == goal,
    );
    path.map(|(cells, _)| cells.len() - 1)
}

fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
