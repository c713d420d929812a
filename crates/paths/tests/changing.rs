//! After every change of the map LPA* and D* Lite know what a fresh search would find.

mod slow;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid, Maze};
use boyi_paths::search::dstar_lite::DStarLite;
use boyi_paths::search::lpa::Lpa;
use boyi_paths::search::{ALGORITHMS, Changes, GridProblem, Outcome, Recorder, by_name};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Case {
    grid: Grid,
    start: Cell,
    goal: Cell,
    connectivity: Connectivity,
    /// Cells that change, and how many steps the walker takes before each.
    changes: Vec<(Cell, u8)>,
}

fn case() -> impl Strategy<Value = Case> {
    let numbers = (2_u32..14, 2_u32..14, any::<u64>(), any::<bool>(), 0.0..0.5);
    numbers.prop_flat_map(|(rows, cols, seed, eight, density)| {
        let cell = (0..rows, 0..cols).prop_map(|(row, col)| Cell::new(row, col));
        let changes = proptest::collection::vec((cell.clone(), 0_u8..4), 0..25);
        (cell.clone(), cell, changes).prop_map(move |(start, goal, changes)| {
            let kind = Kind::Obstacles { density };
            let mut grid = generate(kind, rows, cols, seed).expect("a legal size");
            grid.set_free(start, true);
            grid.set_free(goal, true);
            let connectivity = if eight {
                Connectivity::Eight
            } else {
                Connectivity::Four
            };
            Case {
                grid,
                start,
                goal,
                connectivity,
                changes,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn lpa_equals_a_fresh_search_after_every_change(case in case()) {
        let Case { mut grid, start, goal, connectivity, changes } = case;
        let original = grid.clone();
        let problem = GridProblem::new(&original, connectivity, start, goal);
        let mut plan = Lpa::new(&problem);
        let truth = slow::distance(&grid, connectivity, start, goal);
        prop_assert_eq!(plan.plan().cost(), truth);
        for (cell, _) in changes {
            // Even the ends may be walled here: then there is no path until they are free again.
            let free = !grid.is_free(cell);
            grid.set_free(cell, free);
            let report = plan.change(cell, free);
            let truth = slow::distance(&grid, connectivity, start, goal);
            prop_assert_eq!(report.cost(), truth);
            if let Some(route) = report.route() {
                let cells: Vec<Cell> = route.path.iter().map(|&node| grid.cell(node)).collect();
                prop_assert!(slow::is_path(&grid, connectivity, &cells, start, goal));
                prop_assert_eq!(slow::cost(&cells, connectivity), route.cost);
            }
        }
    }

    #[test]
    fn dstar_lite_equals_a_fresh_search_wherever_its_walker_is(case in case()) {
        let Case { mut grid, start, goal, connectivity, changes } = case;
        let original = grid.clone();
        let problem = GridProblem::new(&original, connectivity, start, goal);
        let mut plan = DStarLite::new(&problem);
        let mut here = start;
        prop_assert_eq!(plan.cost(), slow::distance(&grid, connectivity, here, goal));
        for (cell, steps) in changes {
            for _ in 0..steps {
                if here == goal || plan.cost().is_none() {
                    break;
                }
                let before = here;
                here = plan.step();
                prop_assert!(slow::is_path(&grid, connectivity, &[before, here], before, here));
                prop_assert_eq!(plan.cost(), slow::distance(&grid, connectivity, here, goal));
            }
            if cell == here || cell == goal {
                continue;
            }
            let free = !grid.is_free(cell);
            grid.set_free(cell, free);
            plan.change(cell, free);
            prop_assert_eq!(plan.cost(), slow::distance(&grid, connectivity, here, goal));
        }
    }
}

fn maze(kind: Kind, seed: u64) -> Maze {
    let grid = generate(kind, 21, 31, seed).expect("a legal size");
    let free = grid.free_list();
    Maze::new(grid, free.first().copied(), free.last().copied()).expect("free ends")
}

/// By name, with a list of changes: nobody walks through a wall that stands at that time, and who
/// searches anew after each change with an optimal search takes as good a path as D* Lite.
#[test]
fn walkers_on_changing_maps_take_legal_paths() {
    let mut arrived = 0;
    for seed in 0..60 {
        let kind = if seed % 2 == 0 {
            Kind::Obstacles { density: 0.25 }
        } else {
            Kind::Braided { share: 0.5 }
        };
        let maze = maze(kind, seed);
        let changes = Changes::random(&maze, 40, 60, seed);
        for algorithm in ALGORITHMS
            .iter()
            .filter(|a| a.name != "ida" && a.follows_changes())
        {
            let problem = GridProblem::of(&maze, Connectivity::Four).with_changes(&changes);
            let mut recorder = Recorder::with_cap(usize::MAX);
            let report = algorithm.run(&problem, Some(&mut recorder));
            assert_eq!(
                report,
                algorithm.run(&problem, None),
                "{}: watching changes nothing",
                algorithm.name
            );
            let Outcome::Found(route) = &report.outcome else {
                continue;
            };
            arrived += 1;
            let cells: Vec<Cell> = route
                .path
                .iter()
                .map(|&node| maze.grid().cell(node))
                .collect();
            assert_eq!(slow::cost(&cells, Connectivity::Four), route.cost);
            if algorithm.name == "lpa" {
                let mut last = maze.grid().clone();
                for change in changes.list() {
                    last.set_free(change.cell, change.free);
                }
                let truth = slow::distance(&last, Connectivity::Four, maze.entry(), maze.exit());
                assert_eq!(Some(route.cost), truth, "seed {seed}");
                assert!(slow::is_path(
                    &last,
                    Connectivity::Four,
                    &cells,
                    maze.entry(),
                    maze.exit()
                ));
                continue;
            }
            assert_eq!(
                (cells[0], cells[cells.len() - 1]),
                (maze.entry(), maze.exit())
            );
            walked(&maze, &recorder, &cells, algorithm.name);
        }
    }
    assert!(arrived > 300, "{arrived} walks");
}

/// Replays a trace: every step of the walker is a step on the map of that moment.
fn walked(maze: &Maze, recorder: &Recorder<boyi_paths::maze::Node>, path: &[Cell], name: &str) {
    use boyi_paths::search::Event;
    let mut now = maze.grid().clone();
    let mut walk: Vec<Cell> = Vec::new();
    for event in recorder.events() {
        match event {
            Event::Wall { node, free } => now.set_free(maze.grid().cell(*node), *free),
            Event::Walk { walker: 0, node } => {
                let cell = maze.grid().cell(*node);
                if let Some(&before) = walk.last() {
                    assert!(
                        slow::is_path(&now, Connectivity::Four, &[before, cell], before, cell),
                        "{name}"
                    );
                }
                walk.push(cell);
            }
            _ => {}
        }
    }
    assert_eq!(walk, path, "{name}");
}

/// A door closes right before the walker: the detour is known in advance, by hand.
#[test]
fn a_door_that_closes_sends_the_walker_round() {
    let text = "1111111\n0000000\n1011101\n1000001\n1111111\n";
    let maze = Maze::new(boyi_paths::maze::read(text).expect("a maze"), None, None).expect("ends");
    let changes = Changes::read("3 wall 1,5\n", &maze).expect("a change");
    let problem = GridProblem::of(&maze, Connectivity::Four).with_changes(&changes);
    for name in ["dstar-lite", "astar", "weighted-astar", "jps"] {
        let report = by_name(name).expect("a search").run(&problem, None);
        // Three steps, two back, two down, four right, two up, one right.
        assert_eq!(
            report.cost(),
            None,
            "{name}: the detour ends at the same wall"
        );
    }
    let changes = Changes::read("3 wall 1,4\n", &maze).expect("a change");
    let problem = GridProblem::of(&maze, Connectivity::Four).with_changes(&changes);
    for name in ["dstar-lite", "astar", "jps"] {
        let report = by_name(name).expect("a search").run(&problem, None);
        assert_eq!(report.cost(), Some(3 + 2 + 2 + 4 + 2 + 1), "{name}");
        assert_eq!(report.counts.iterations, 2, "{name}");
    }
}
