//! A trace shows what the search did: the same counts, the same path, in few bytes.

use boyi_paths::generate::{self, generate};
use boyi_paths::maze::{Connectivity, Grid, Maze, Node};
use boyi_paths::observer::Recorder;
use boyi_paths::roads::{self, Colours, Country, Formula};
use boyi_paths::search::{ALGORITHMS, GridProblem, Outcome, Viewer};
use boyi_paths::supply::{Ground, Heuristic, Order, search_labels};
use boyi_paths::trace::Trace;
use std::cell::Cell;

/// Cells numbered row by row.
fn trace(grid: &Grid, recorder: &Recorder<Node>) -> Trace {
    Trace::of(recorder, |&node| {
        let cell = grid.cell(node);
        (cell.row * grid.cols() + cell.col, 0)
    })
}

fn count(trace: &Trace, wanted: &[Kind]) -> u64 {
    frames(trace)
        .filter(|frame| wanted.contains(&frame.kind))
        .count() as u64
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Opened,
    Expanded,
    Reopened,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    kind: Kind,
    place: u32,
    g: u64,
    h: u64,
    load: u32,
}

/// What the page reads out of a trace, one frame after the other.
fn frames(trace: &Trace) -> impl Iterator<Item = Frame> + '_ {
    let [mut places, mut g, mut h, mut loads] =
        [&trace.places, &trace.g, &trace.h, &trace.loads].map(|column| numbers(column));
    (0..trace.frames).map(move |index| Frame {
        kind: match trace.kinds[index / 4] >> (2 * (index % 4)) & 3 {
            0 => Kind::Opened,
            1 => Kind::Expanded,
            2 => Kind::Reopened,
            _ => Kind::Other,
        },
        place: places.next().expect("a place a frame") as u32,
        g: g.next().expect("a cost a frame"),
        h: h.next().expect("a heuristic a frame"),
        load: loads.next().unwrap_or(0) as u32,
    })
}

/// The numbers of a column of differences.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let (mut bytes, mut before) = (bytes.iter(), 0_u64);
    std::iter::from_fn(move || {
        let (mut folded, mut shift) = (0, 0);
        loop {
            let byte = *bytes.next()?;
            folded |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let step = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        before = before.wrapping_add_signed(step);
        Some(before)
    })
}

fn path(trace: &Trace) -> Vec<u32> {
    numbers(&trace.path).map(|place| place as u32).collect()
}

fn is_complete(trace: &Trace) -> bool {
    trace.frames as u64 == trace.total
}

fn size(trace: &Trace) -> usize {
    let Trace {
        kinds,
        places,
        g,
        h,
        loads,
        path,
        ..
    } = trace;
    let columns = [kinds, places, g, h, loads, path];
    columns.into_iter().map(Vec::len).sum()
}

fn random_maze(seed: u64) -> Maze {
    let kinds = [
        generate::Kind::Braided { share: 0.4 },
        generate::Kind::Rooms {
            side: 4,
            doors: 0.8,
        },
        generate::Kind::Obstacles { density: 0.3 },
    ];
    let kind = kinds[seed as usize % kinds.len()];
    let grid = generate(kind, 15, 17 + seed as u32 % 5, seed).expect("a legal size");
    let free = grid.free_list();
    let (entry, exit) = (free.first().copied(), free.last().copied());
    Maze::new(grid, entry, exit).expect("free ends")
}

#[test]
fn a_trace_counts_what_the_search_counts() {
    for seed in 0..60 {
        let maze = random_maze(seed);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            for algorithm in ALGORITHMS
                .iter()
                .filter(|algorithm| algorithm.name != "ida")
            {
                for blind in [false, true] {
                    let problem = GridProblem::of(&maze, connectivity);
                    let problem = if blind { problem.blind() } else { problem };
                    let mut recorder = Recorder::with_cap(usize::MAX);
                    let report = algorithm.run(&problem, Some(&mut recorder));
                    let trace = trace(maze.grid(), &recorder);
                    let what = format!("{} seed {seed} {connectivity:?} {blind}", algorithm.name);
                    let expected: Vec<u32> = report.route().map_or(Vec::new(), |route| {
                        let place = |&node| {
                            let cell = maze.grid().cell(node);
                            cell.row * maze.grid().cols() + cell.col
                        };
                        route.path.iter().map(place).collect()
                    });
                    assert_eq!(path(&trace), expected, "{what}");
                    assert!(is_complete(&trace));
                    if algorithm.name == "auto" {
                        assert_eq!(trace.frames, 0, "the fast search is not watched");
                        continue;
                    }
                    assert_eq!(
                        count(&trace, &[Kind::Expanded]),
                        report.counts.expanded,
                        "{what}"
                    );
                    let opened = count(&trace, &[Kind::Opened, Kind::Reopened]);
                    assert_eq!(opened, report.counts.generated, "{what}");
                    let unwatched = algorithm.run(&problem, None);
                    assert_eq!(unwatched, report, "{what}: watching changes nothing");
                }
            }
        }
    }
}

#[test]
fn with_an_estimate_of_nothing_paths_are_as_short() {
    for seed in 0..40 {
        let maze = random_maze(seed);
        let problem = GridProblem::of(&maze, Connectivity::Eight);
        for algorithm in ALGORITHMS {
            if algorithm.name == "ida" || !algorithm.is_optimal(Connectivity::Eight) {
                continue;
            }
            let usual = algorithm.run(&problem, None);
            let blind = algorithm.run(&problem.blind(), None);
            assert_eq!(usual.cost(), blind.cost(), "{} {seed}", algorithm.name);
        }
    }
}

#[test]
fn supplies_and_roads_have_traces_too() {
    for seed in 0..30 {
        let ground = Ground::Open { walls: 25 };
        let order = Order {
            rows: 12,
            cols: 12,
            food: 9,
            supplies: 8,
            ground,
            seed,
        };
        let maze = order.make().expect("a possible size");
        for heuristic in Heuristic::ALL {
            let mut recorder = Recorder::with_cap(usize::MAX);
            let report = search_labels(&maze, heuristic, &mut recorder);
            let trace = Trace::of(&recorder, |walker| {
                (walker.cell.row * maze.cols() + walker.cell.col, walker.food)
            });
            assert_eq!(count(&trace, &[Kind::Expanded]), report.counts.expanded);
            assert_eq!(count(&trace, &[Kind::Opened]), report.counts.generated);
            // Nothing is opened where the estimate knows that there is no hope.
            if let Some(first) = frames(&trace).next() {
                assert_eq!((first.load, first.g), (maze.food(), 0));
            }
            assert_eq!(
                path(&trace).len(),
                report.trek.map_or(0, |trek| trek.cells.len())
            );
        }
    }
    let country = Country {
        rows: 12,
        columns: 15,
        holes: 10,
        colours: Colours::Random,
        seed: 3,
    };
    let picture = country.png().expect("a possible size");
    let map = roads::read(&picture, Formula::Squares).expect("our own picture");
    let mut recorder = Recorder::with_cap(usize::MAX);
    let road = roads::shortest(&map, map.whole_trip(), &mut recorder).expect("connected");
    let trace = Trace::of(&recorder, |state| (state.number(), 0));
    let numbers: Vec<u32> = road.states.iter().map(|state| state.number()).collect();
    assert_eq!(path(&trace), numbers);
    // Within a bucket the order is any, so the trace may run past the end; but every state of the road
    // is expanded at what the road costs up to there.
    let mut cost = 0;
    for (index, &state) in road.states.iter().enumerate() {
        cost += if index == 0 {
            0
        } else {
            u64::from(map.value(state))
        };
        let mut frames = frames(&trace).filter(|frame| frame.kind == Kind::Expanded);
        let frame = frames.find(|frame| frame.place == state.number());
        assert_eq!(
            frame.map(|frame| frame.g),
            Some(cost),
            "state {index} of the road"
        );
    }
    assert_eq!(cost, road.cost);
}

#[test]
fn a_trace_that_is_too_long_says_so() {
    let maze = random_maze(4);
    let problem = GridProblem::of(&maze, Connectivity::Four);
    let (mut all, mut some) = (Recorder::with_cap(usize::MAX), Recorder::with_cap(50));
    for recorder in [&mut all, &mut some] {
        ALGORITHMS[1].run(&problem, Some(recorder));
    }
    let (all, some) = (trace(maze.grid(), &all), trace(maze.grid(), &some));
    assert!(!is_complete(&some) && is_complete(&all));
    assert_eq!((some.frames, some.total), (50, all.total));
    assert_eq!(path(&some), path(&all), "the path is kept in any case");
    let first: Vec<Frame> = frames(&all).take(50).collect();
    assert_eq!(frames(&some).collect::<Vec<_>>(), first);
}

#[test]
fn a_large_maze_takes_little_more_than_a_megabyte() {
    let grid = Grid::from_fn(512, 512, |_| true).expect("a legal size");
    let maze = Maze::new(grid, None, None).expect("free ends");
    for name in ["astar", "uniform-cost"] {
        let algorithm = boyi_paths::search::by_name(name).expect("a search");
        let problem = GridProblem::of(&maze, Connectivity::Four);
        let mut recorder = Recorder::with_cap(usize::MAX);
        algorithm.run(&problem, Some(&mut recorder));
        let trace = trace(maze.grid(), &recorder);
        assert!(size(&trace) < 3_000_000, "{name}: {} bytes", size(&trace));
    }
}

#[test]
fn a_viewer_who_leaves_ends_every_search() {
    let kind = generate::Kind::Braided { share: 0.4 };
    let grid = generate(kind, 301, 301, 5).expect("a legal size");
    let maze = Maze::new(grid, None, None).expect("gates");
    let problem = GridProblem::of(&maze, Connectivity::Four).blind();
    let watched = ALGORITHMS
        .iter()
        .filter(|algorithm| algorithm.name != "auto");
    for algorithm in watched {
        let asked = Cell::new(0);
        let leaves = || {
            asked.set(asked.get() + 1);
            asked.get() == 3
        };
        let mut recorder = Recorder::with_cap(usize::MAX);
        let mut viewer = Viewer::new(Some(&mut recorder), &leaves);
        let report = algorithm.run_for(&problem, Some(&mut viewer));
        assert_eq!(report.outcome, Outcome::GaveUp, "{}", algorithm.name);
        assert_eq!(asked.get(), 3, "{}: asked no more", algorithm.name);
        let expanded = report.counts.expanded;
        assert!(expanded < 1000, "{}: {expanded} expanded", algorithm.name);
        let trace = trace(maze.grid(), &recorder);
        assert_eq!(count(&trace, &[Kind::Expanded]), expanded);
        assert_eq!(path(&trace), []);
    }
    let order = Order {
        rows: 60,
        cols: 60,
        food: 30,
        supplies: 60,
        ground: Ground::Open { walls: 10 },
        seed: 1,
    };
    let maze = order.make().expect("a possible size");
    let mut viewer = Viewer::new(None, &|| true);
    let report = search_labels(&maze, Heuristic::Zero, &mut viewer);
    assert!(report.trek.is_none() && report.counts.expanded < 1000);
}
