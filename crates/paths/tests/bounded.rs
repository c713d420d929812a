//! Weighted A* and anytime repairing A* keep the bounds they state, against a slow search.

mod slow;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid};
use boyi_paths::search::{GridProblem, Outcome, Weight, ara, astar, weighted_astar};
use proptest::prelude::*;

fn map(kind: usize, rows: u32, cols: u32, seed: u64) -> Grid {
    let density = 0.3;
    let (_, named) = Kind::NAMED[kind % Kind::NAMED.len()];
    let kind = if kind == 0 {
        Kind::Obstacles { density }
    } else {
        named
    };
    generate(kind, rows, cols, seed).expect("a legal size")
}

/// A map with free cells, how one walks on it, and a weight.
fn questions() -> impl Strategy<Value = (Grid, Connectivity, Weight)> {
    let weight = (1000_u32..8000)
        .prop_map(|thousandths| Weight::from_thousandths(thousandths).expect("at least 1"));
    let grid = (0_usize..5, 2_u32..26, 2_u32..26, any::<u64>())
        .prop_map(|(kind, rows, cols, seed)| map(kind, rows, cols, seed))
        .prop_filter("a free cell", |grid| !grid.free_list().is_empty());
    (grid, any::<bool>(), weight).prop_map(|(grid, eight, weight)| {
        let connectivity = if eight {
            Connectivity::Eight
        } else {
            Connectivity::Four
        };
        (grid, connectivity, weight)
    })
}

/// The first free cell and the last.
fn ends(grid: &Grid) -> (Cell, Cell) {
    let free = grid.free_list();
    (free[0], free[free.len() - 1])
}

proptest! {
    #[test]
    fn weighted_paths_cost_at_most_the_weight_times_the_least(
        (grid, connectivity, weight) in questions(),
    ) {
        let (start, goal) = ends(&grid);
        let problem = GridProblem::new(&grid, connectivity, start, goal);
        let report = weighted_astar(&problem, weight, &mut ());
        let truth = slow::distance(&grid, connectivity, start, goal);
        prop_assert_eq!(report.cost().is_some(), truth.is_some());
        if let (Some(cost), Some(truth)) = (report.cost(), truth) {
            prop_assert!(cost >= truth && weight.bounds(cost, truth), "{} for {}", cost, truth);
        }
        if weight == Weight::ONE {
            prop_assert_eq!(report, astar(&problem, &mut ()));
        }
    }

    #[test]
    fn anytime_bounds_hold_in_every_round_and_the_last_path_is_a_shortest(
        (grid, connectivity, first) in questions(),
    ) {
        let (start, goal) = ends(&grid);
        let problem = GridProblem::new(&grid, connectivity, start, goal);
        let mut rounds = Vec::new();
        let report = ara::search(&problem, first, |round| rounds.push(round), &mut ());
        let truth = slow::distance(&grid, connectivity, start, goal);
        let Outcome::Found(route) = &report.outcome else {
            prop_assert_eq!(truth, None);
            prop_assert!(rounds.is_empty());
            return Ok(());
        };
        let truth = truth.expect("a path was found");
        prop_assert_eq!(route.cost, truth);
        let cells: Vec<Cell> = route.path.iter().map(|&node| grid.cell(node)).collect();
        prop_assert!(slow::is_path(&grid, connectivity, &cells, start, goal));
        prop_assert_eq!(slow::cost(&cells, connectivity), truth);
        for (index, round) in rounds.iter().enumerate() {
            prop_assert!(round.cost >= truth && round.lower_bound <= truth, "{:?}", round);
            prop_assert!(round.weight.bounds(round.cost, truth), "{:?} for {}", round, truth);
            if index > 0 {
                prop_assert!(round.cost <= rounds[index - 1].cost);
                prop_assert!(round.weight < rounds[index - 1].weight);
            }
        }
        prop_assert_eq!(rounds.last().map(|round| round.cost), Some(truth));
        prop_assert_eq!(rounds.len() as u32, report.counts.iterations);
    }
}

/// The first path of a large weight is found with fewer expansions than A* needs, and the rounds
/// together do not repeat all of it.
#[test]
fn a_large_weight_is_quick_where_the_map_is_open() {
    let grid = generate(
        Kind::Rooms {
            side: 8,
            doors: 0.8,
        },
        161,
        161,
        1,
    )
    .expect("a legal size");
    let free = grid.free_list();
    let ends = (free[0], free[free.len() - 1]);
    let problem = GridProblem::new(&grid, Connectivity::Four, ends.0, ends.1);
    let exact = astar(&problem, &mut ());
    let weighted = weighted_astar(&problem, Weight::THREE, &mut ());
    assert!(
        weighted.counts.expanded < exact.counts.expanded,
        "{weighted:?}"
    );
}
