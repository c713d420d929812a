//! Ground that is slow to cross and heuristics by name: every search agrees with a relaxation that
//! a blackboard would show.

use boyi_paths::generate::{Kind, Stream, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid, Terrain};
use boyi_paths::search::{ALGORITHMS, Changes, GridProblem, Heuristic, Problem, SearchSpec};

const BOTH: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

/// Lowers costs until none can be lowered any more (Bellman-Ford).
fn least_cost(problem: &GridProblem) -> Option<u64> {
    let mut cost: Vec<Option<u64>> = vec![None; problem.nodes()];
    cost[problem.start().index()] = Some(0);
    loop {
        let mut is_settled = true;
        for cell in problem.grid().free_list() {
            let node = problem.grid().node(cell);
            let Some(known) = cost[node.index()] else {
                continue;
            };
            problem.each_neighbour(node, |next, step| {
                let through = known + step;
                if cost[next.index()].is_none_or(|before| before > through) {
                    cost[next.index()] = Some(through);
                    is_settled = false;
                }
            });
        }
        if is_settled {
            return cost[problem.goal().index()];
        }
    }
}

fn ground(seed: u64) -> (Grid, Terrain, [Cell; 2]) {
    let kind = Kind::Obstacles { density: 0.25 };
    let grid = generate(kind, 9, 12, seed).expect("a legal size");
    let heavy = generate(Kind::Obstacles { density: 0.5 }, 9, 12, seed + 1000).expect("as large");
    let mut stream = Stream::new(seed);
    let weights: Vec<u8> = (0..9 * 12).map(|_| 2 + stream.below(8_u64) as u8).collect();
    let weight = |cell: Cell| {
        if heavy.is_free(cell) {
            1
        } else {
            weights[(cell.row * 12 + cell.col) as usize]
        }
    };
    let terrain = Terrain::from_fn(&grid, weight);
    let free = grid.free_list();
    (grid, terrain, [free[0], free[free.len() - 1]])
}

fn spec(algorithm: &str, heuristic: Option<Heuristic>) -> SearchSpec {
    let text = match heuristic {
        None => algorithm.to_owned(),
        Some(named) => format!("{algorithm}:heuristic={named}"),
    };
    text.parse().expect("a search")
}

#[test]
fn searches_that_promise_a_shortest_path_keep_it_on_any_ground_with_any_heuristic() {
    let mut kept = 0;
    for seed in 0..25 {
        let (grid, terrain, [start, goal]) = ground(seed);
        for connectivity in BOTH {
            let plain = GridProblem::new(&grid, connectivity, start, goal);
            for problem in [plain, plain.with_terrain(&terrain)] {
                let least = least_cost(&problem);
                for algorithm in ALGORITHMS.iter().filter(|one| one.name != "ida") {
                    let named = Heuristic::ALL.into_iter().map(Some);
                    let named = named.filter(|_| algorithm.has_heuristic());
                    for heuristic in [None].into_iter().chain(named) {
                        let spec = spec(algorithm.name, heuristic);
                        let Ok(report) = spec.run(&problem, None) else {
                            continue;
                        };
                        let what = format!("{spec} {connectivity:?} {seed}");
                        assert_eq!(report.cost().is_some(), least.is_some(), "{what}");
                        if spec.is_optimal(&problem) {
                            assert_eq!(report.cost(), least, "{what}");
                            kept += 1;
                        } else if algorithm.name != "theta" {
                            assert!(report.cost() >= least, "{what}");
                        }
                    }
                }
            }
        }
    }
    assert!(kept > 3000, "{kept}");
}

#[test]
fn repairing_searches_know_the_ground_too() {
    for seed in 0..25 {
        let (grid, terrain, [start, goal]) = ground(seed);
        let maze =
            boyi_paths::maze::Maze::new(grid.clone(), Some(start), Some(goal)).expect("ends");
        let changes = Changes::random(&maze, 12, 1, seed);
        let mut after = grid.clone();
        for change in changes.list() {
            after.set_free(change.cell, change.free);
        }
        let now = GridProblem::new(&after, Connectivity::Four, start, goal).with_terrain(&terrain);
        let problem = GridProblem::of(&maze, Connectivity::Four)
            .with_terrain(&terrain)
            .with_changes(&changes);
        // All changes come before the first step, so that the walk is the shortest of the last map.
        for name in ["lpa", "dstar-lite", "astar"] {
            let report = spec(name, None).run(&problem, None).expect("fits");
            assert_eq!(report.cost(), least_cost(&now), "{name} {seed}");
        }
    }
}

#[test]
fn what_a_search_cannot_do_is_said() {
    let (grid, terrain, [start, goal]) = ground(1);
    let rough = GridProblem::new(&grid, Connectivity::Eight, start, goal).with_terrain(&terrain);
    let refused = |spec: &str| {
        let spec: SearchSpec = spec.parse().expect("a search");
        spec.run(&rough, None).expect_err("refused").to_string()
    };
    assert_eq!(
        refused("jps"),
        "jps knows plain ground only: use astar or another search of grid steps"
    );
    assert_eq!(
        refused("lpa:heuristic=manhattan"),
        "lpa needs a heuristic that is never too long: manhattan is, where there are diagonal steps"
    );
    let misled = spec("astar", Some(Heuristic::Manhattan));
    assert!(!misled.is_optimal(&rough));
    assert!(
        !spec("breadth-first", None)
            .is_optimal(&rough.with_ends(boyi_paths::search::Trip { start, goal }))
    );
}
