//! Every search agrees with a slow one that shares no code with it, on mazes of every kind, with
//! unreachable goals, ties and both connectivities.

mod benchmark_maps;
mod course;
mod slow;

use boyi_paths::fast::{Method, Solver};
use boyi_paths::generate::{Kind, Stream, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid};
use boyi_paths::search::{ALGORITHMS, GridProblem, Outcome};

/// A maze nobody has seen: kind, size, density, ends.
struct Query {
    grid: Grid,
    start: Cell,
    goal: Cell,
}

fn query(seed: u64, largest: u32) -> Query {
    let mut stream = Stream::new(seed ^ 0x5EED);
    let rows = 1 + stream.below(largest);
    let cols = 1 + stream.below(largest);
    let kind = match stream.below(8u32) {
        0 => Kind::Perfect,
        1 => Kind::Braided { share: 0.3 },
        2 => Kind::Rooms {
            side: 1 + stream.below(5),
            doors: 0.8,
        },
        3 => Kind::Obstacles { density: 0.05 },
        4 => Kind::Obstacles { density: 0.2 },
        5 => Kind::Obstacles { density: 0.35 },
        6 => Kind::Obstacles { density: 0.45 },
        _ => Kind::Obstacles { density: 0.0 },
    };
    let grid = generate(kind, rows, cols, stream.bits()).unwrap();
    // Mostly free cells, now and then a wall: then there is no path.
    let free = grid.free_list();
    let mut pick = || {
        if free.is_empty() || stream.below(50u32) == 0 {
            Cell {
                row: stream.below(rows),
                col: stream.below(cols),
            }
        } else {
            free[stream.below(free.len() as u32) as usize]
        }
    };
    let (start, goal) = (pick(), pick());
    Query { grid, start, goal }
}

/// Every fast method, asked twice, because buffers are kept between queries.
fn check_fast(query: &Query, connectivity: Connectivity, seed: u64) {
    let Query { grid, start, goal } = query;
    let truth = slow::distance(grid, connectivity, *start, *goal);
    let all = Method::ALL.iter();
    let methods = all.filter_map(|&method| Solver::with_method(grid, connectivity, method));
    let picked = [
        Solver::new(grid, connectivity),
        Solver::prepared(grid, connectivity),
    ];
    for mut solver in methods.chain(picked) {
        let context = format!("{:?}, {connectivity:?}, seed {seed}", solver.method());
        for (from, to) in [(*start, *goal), (*goal, *start)] {
            let found = solver.find(from, to);
            assert_eq!(found.map(|found| found.cost), truth, "{context}");
            if let Some(found) = found {
                let path = found.path;
                assert!(
                    slow::is_path(grid, connectivity, path, from, to),
                    "{context}"
                );
                assert_eq!(slow::cost(path, connectivity), found.cost, "{context}");
            }
        }
    }
}

fn check(seed: u64, largest: u32, skip: &[&str]) {
    let query = query(seed, largest);
    let Query { grid, start, goal } = &query;
    let (start, goal) = (*start, *goal);
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        check_fast(&query, connectivity, seed);
        let truth = slow::distance(grid, connectivity, start, goal);
        let problem = GridProblem::new(grid, connectivity, start, goal);
        // Theta* has no steps; see tests/any_angle.rs.
        let on_the_grid = ALGORITHMS.iter().filter(|a| a.name != "theta");
        for algorithm in on_the_grid.filter(|a| !skip.contains(&a.name)) {
            let report = algorithm.run(&problem, None);
            let name = algorithm.name;
            let Outcome::Found(route) = &report.outcome else {
                assert_eq!(report.outcome, Outcome::NoPath, "{name}, seed {seed}");
                assert_eq!(
                    truth, None,
                    "{name} misses a path, {connectivity:?}, seed {seed}"
                );
                continue;
            };
            let truth = truth.unwrap_or_else(|| panic!("{name} invents a path, seed {seed}"));
            if algorithm.is_optimal(connectivity) {
                assert_eq!(route.cost, truth, "{name}, {connectivity:?}, seed {seed}");
            } else {
                assert!(route.cost >= truth, "{name}, {connectivity:?}, seed {seed}");
            }
            let cells: Vec<Cell> = route.path.iter().map(|&node| grid.cell(node)).collect();
            assert!(report.others.is_empty(), "{name}: one walker");
            let legal = slow::is_path(grid, connectivity, &cells, start, goal);
            assert!(legal, "{name}, seed {seed}: {cells:?}");
            assert_eq!(
                slow::cost(&cells, connectivity),
                route.cost,
                "{name}, seed {seed}"
            );
        }
    }
}

#[test]
fn all_searches_agree_with_the_slow_one_on_ten_thousand_mazes() {
    for seed in 0..10_000 {
        check(seed, 20, &["ida"]);
    }
}

/// Plain IDA* is exponential, so that its mazes are tiny.
#[test]
fn plain_ida_agrees_with_the_slow_one() {
    for seed in 0..3_000 {
        check(seed, 5, &[]);
    }
}

#[test]
fn wide_mazes_cross_word_borders() {
    for seed in 20_000..20_150 {
        check(seed, 150, &["ida", "ida-table"]);
    }
}
