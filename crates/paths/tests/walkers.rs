//! Several walkers: conflict-based search is optimal against brute force over all joint states, and
//! nobody collides.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use boyi_paths::generate::{Kind, Stream, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid, Maze};
use boyi_paths::search::{
    GridProblem, Outcome, Report, SearchSpec, SpecError, Trip, TripError, cbs, cooperative,
};

/// The least total cost by Dijkstra over the joint states: where everybody is, and who has stopped
/// for good. Whoever has not stopped pays one a tick.
fn brute_force(grid: &Grid, trips: &[Trip]) -> Option<u64> {
    let start: Vec<(Cell, bool)> = trips.iter().map(|trip| (trip.start, false)).collect();
    let mut best = BTreeMap::from([(start.clone(), 0)]);
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, state))) = open.pop() {
        if best[&state] < cost {
            continue;
        }
        if state.iter().all(|&(_, stopped)| stopped) {
            return Some(cost);
        }
        for (next, price) in joint_moves(grid, trips, &state) {
            let cost = cost + price;
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                open.push(Reverse((cost, next)));
            }
        }
    }
    None
}

type Joint = Vec<(Cell, bool)>;

fn joint_moves(grid: &Grid, trips: &[Trip], state: &Joint) -> Vec<(Joint, u64)> {
    // To stop at the goal takes no time and costs nothing.
    let mut moves = Vec::new();
    for (walker, &(cell, stopped)) in state.iter().enumerate() {
        if !stopped && cell == trips[walker].goal {
            let mut next = state.clone();
            next[walker].1 = true;
            moves.push((next, 0));
        }
    }
    let mut ticks: Vec<Joint> = vec![Vec::new()];
    for &(cell, stopped) in state {
        let mut options = vec![cell];
        if !stopped {
            let (row, col) = (i64::from(cell.row), i64::from(cell.col));
            let around = [
                (row - 1, col),
                (row + 1, col),
                (row, col - 1),
                (row, col + 1),
            ];
            let cells = around.iter().filter(|(row, col)| *row >= 0 && *col >= 0);
            let cells = cells.map(|&(row, col)| Cell::new(row as u32, col as u32));
            options.extend(cells.filter(|&cell| grid.is_free(cell)));
        }
        ticks = ticks
            .iter()
            .flat_map(|tick| {
                options.iter().map(|&option| {
                    let mut tick = tick.clone();
                    tick.push((option, stopped));
                    tick
                })
            })
            .collect();
    }
    let price = state.iter().filter(|(_, stopped)| !stopped).count() as u64;
    let legal = |tick: &Joint| {
        (0..tick.len()).all(|two| {
            (0..two).all(|one| {
                tick[one].0 != tick[two].0
                    && !(tick[one].0 == state[two].0 && tick[two].0 == state[one].0)
            })
        })
    };
    moves.extend(ticks.into_iter().filter(legal).map(|tick| (tick, price)));
    moves
}

/// Every path leads from start to goal by steps and waits, and nobody collides.
fn check(grid: &Grid, trips: &[Trip], report: &Report) -> u64 {
    let own = report.route().expect("a path");
    let routes: Vec<_> = std::iter::once(own).chain(&report.others).collect();
    assert_eq!(routes.len(), trips.len());
    let paths: Vec<Vec<Cell>> = routes
        .iter()
        .map(|route| route.path.iter().map(|&node| grid.cell(node)).collect())
        .collect();
    for ((path, trip), route) in paths.iter().zip(trips).zip(&routes) {
        assert_eq!((path[0], path[path.len() - 1]), (trip.start, trip.goal));
        assert!(path.iter().all(|&cell| grid.is_free(cell)));
        assert!(path.windows(2).all(|pair| pair[0].steps_to(pair[1]) <= 1));
        assert_eq!(
            route.cost,
            path.len() as u64 - 1,
            "the cost is the time of arrival"
        );
    }
    let ticks = paths.iter().map(Vec::len).max().expect("somebody");
    let at = |walker: usize, time: usize| paths[walker][time.min(paths[walker].len() - 1)];
    for time in 0..ticks {
        for two in 0..paths.len() {
            for one in 0..two {
                assert_ne!(at(one, time), at(two, time), "at time {time}");
                if time > 0 {
                    let exchanged =
                        at(one, time) == at(two, time - 1) && at(two, time) == at(one, time - 1);
                    assert!(!exchanged, "at time {time}");
                }
            }
        }
    }
    report.total_cost().expect("paths")
}

fn trips(grid: &Grid, walkers: usize, stream: &mut Stream) -> Option<Vec<Trip>> {
    let mut starts = grid.free_list();
    if starts.len() < walkers {
        return None;
    }
    let mut goals = starts.clone();
    stream.shuffle(&mut starts);
    stream.shuffle(&mut goals);
    let pairs = starts.into_iter().zip(goals).take(walkers);
    Some(pairs.map(|(start, goal)| Trip { start, goal }).collect())
}

fn problem<'a>(grid: &'a Grid, trips: &'a [Trip]) -> GridProblem<'a> {
    GridProblem::new(grid, Connectivity::Four, trips[0].start, trips[0].goal)
        .with_others(&trips[1..])
}

#[test]
fn conflict_based_search_is_optimal_against_brute_force() {
    let (mut solved, mut cooperated, mut worse) = (0, 0, 0);
    for seed in 0..400 {
        let mut stream = Stream::new(seed);
        let (rows, cols) = (2 + stream.below(2_u32), 2 + stream.below(3_u32));
        let density = 0.25;
        let grid = generate(Kind::Obstacles { density }, rows, cols, seed).expect("a legal size");
        let walkers = 2 + (seed % 2) as usize;
        let Some(trips) = trips(&grid, walkers, &mut stream) else {
            continue;
        };
        let truth = brute_force(&grid, &trips);
        let problem = problem(&grid, &trips);
        // What cannot be solved is not proven by this search: it would go on for long.
        let Some(truth) = truth else {
            let report = cooperative::search(&problem, &mut ());
            assert_eq!(report.outcome, Outcome::NoPath, "seed {seed}");
            continue;
        };
        let report = cbs::search(&problem, &mut ());
        assert_eq!(check(&grid, &trips, &report), truth, "seed {seed}");
        solved += 1;
        let quick = cooperative::search(&problem, &mut ());
        if let Outcome::Found(_) = quick.outcome {
            let cost = check(&grid, &trips, &quick);
            assert!(cost >= truth, "seed {seed}");
            cooperated += 1;
            worse += u32::from(cost > truth);
        }
    }
    assert!(
        solved > 200 && cooperated < solved && worse > 0,
        "{solved} {cooperated} {worse}"
    );
}

#[test]
fn walkers_in_larger_mazes_do_not_collide() {
    let mut solved = 0;
    for seed in 0..30 {
        let kind = if seed % 2 == 0 {
            Kind::Obstacles { density: 0.15 }
        } else {
            Kind::Rooms {
                side: 4,
                doors: 0.9,
            }
        };
        let grid = generate(kind, 14, 18, seed).expect("a legal size");
        let free = grid.free_list();
        let maze = Maze::new(grid, free.first().copied(), free.last().copied()).expect("ends");
        let Ok(trips) = Trip::random(&maze, 5, seed) else {
            continue;
        };
        let problem = GridProblem::of(&maze, Connectivity::Four).with_others(&trips[1..]);
        let alone = trips.iter().all(|&trip| {
            cbs::search(&problem.with_ends(trip), &mut ())
                .cost()
                .is_some()
        });
        let quick = cooperative::search(&problem, &mut ());
        if !alone || quick.cost().is_none() {
            continue;
        }
        let report = cbs::search(&problem, &mut ());
        if report.outcome == Outcome::GaveUp {
            continue;
        }
        let [best, first_come] = [&report, &quick].map(|report| check(maze.grid(), &trips, report));
        assert!(best <= first_come, "seed {seed}");
        solved += 1;
    }
    assert!(solved > 15, "{solved}");
}

#[test]
fn in_a_corridor_with_a_bay_one_walker_steps_aside() {
    let grid = boyi_paths::maze::read("000\n101\n").expect("a maze");
    let cell = Cell::new;
    let trips = [
        Trip {
            start: cell(0, 0),
            goal: cell(0, 2),
        },
        Trip {
            start: cell(0, 2),
            goal: cell(0, 0),
        },
    ];
    let report = cbs::search(&problem(&grid, &trips), &mut ());
    // One goes straight in 2; the other steps into the bay, waits a tick, and needs 4 or 5 in all.
    assert_eq!(
        check(&grid, &trips, &report),
        brute_force(&grid, &trips).expect("solvable")
    );
    // Who comes first passes the bay; cooperative A* finds no way for the other.
    assert_eq!(
        cooperative::search(&problem(&grid, &trips), &mut ()).outcome,
        Outcome::NoPath
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let grid = boyi_paths::maze::read("000\n101\n").expect("a maze");
    let cell = Cell::new;
    let trip = |start, goal| Trip { start, goal };
    let same = [trip(cell(0, 0), cell(0, 1)), trip(cell(0, 0), cell(0, 2))];
    assert!(matches!(
        Trip::check(&same, &grid),
        Err(TripError::Shared { what: "start", .. })
    ));
    let same = [trip(cell(0, 0), cell(0, 1)), trip(cell(0, 2), cell(0, 1))];
    assert!(matches!(
        Trip::check(&same, &grid),
        Err(TripError::Shared { what: "end", .. })
    ));
    for wall in [cell(1, 0), cell(5, 5)] {
        let walled = [trip(cell(0, 0), wall)];
        assert!(matches!(
            Trip::check(&walled, &grid),
            Err(TripError::NotFree { walker: 1, .. })
        ));
    }
    let two = [trip(cell(0, 0), cell(0, 2)), trip(cell(0, 2), cell(0, 0))];
    assert_eq!(Trip::check(&two, &grid), Ok(()));
    let astar: SearchSpec = "astar".parse().expect("A*");
    let refused = astar.run(&problem(&grid, &two), None);
    assert_eq!(refused, Err(SpecError::OneWalker("astar")));
    let maze = Maze::new(grid, None, Some(cell(0, 2))).expect("ends");
    assert_eq!(Trip::random(&maze, 9, 1), Err(TripError::NoRoom(9)));
    assert_eq!(Trip::random(&maze, 3, 1).map(|trips| trips.len()), Ok(3));
}
