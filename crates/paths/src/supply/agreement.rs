//! All searches agree with each other, with the course, and with the slow, obvious one.

use boyi_game::shared_files;
use proptest::prelude::*;

use super::fast::solve_by_each_guide;
use super::slow::fewest_days;
use super::{Ground, Heuristic, Order, SupplyMaze, Walker, search_labels, solve};
use crate::observer::{Change, Event, Recorder};

/// What all searches say, after checking that their walks are walks.
fn days_by_all(maze: &SupplyMaze) -> Vec<Option<usize>> {
    let labels = Heuristic::ALL.map(|heuristic| search_labels(maze, heuristic, &mut ()).trek);
    let fast = solve_by_each_guide(maze).into_iter().chain([solve(maze)]);
    let treks = labels.into_iter().chain(fast);
    treks
        .map(|trek| {
            trek.map(|trek| {
                assert!(trek.is_possible(maze));
                trek.days()
            })
        })
        .collect()
}

#[test]
fn the_course_inputs_take_the_course_days() {
    // The second maze has too little food.
    let expected = [5, 0, 10, 9, 14, 15, 22, 21, 29, 252, 198];
    for (index, days) in expected.into_iter().enumerate() {
        let days = (days > 0).then_some(days);
        let Some(text) = shared_files::text(&format!("supply/input_{index}.txt")) else {
            return;
        };
        let maze = SupplyMaze::read(&text).expect("a maze");
        assert_eq!(days_by_all(&maze), [days; 7], "input {index}");
    }
}

/// The path to the supply and back passes three cells twice.
#[test]
fn a_walk_may_pass_a_cell_twice() {
    let maze = SupplyMaze::read("2 7 6\n3 0 0 0 0 0 4\n1 1 2 1 1 1 1\n").expect("a maze");
    assert_eq!(solve(&maze).expect("enough food").moves(), "RRRRRR");
    let hungry = maze.with_food(5);
    assert_eq!(days_by_all(&hungry), [Some(8); 7]);
    assert_eq!(solve(&hungry).expect("a supply").moves(), "RRDURRRR");
    assert_eq!(days_by_all(&maze.with_food(4)), [None; 7]);
}

#[test]
fn an_observer_sees_labels_and_the_walk() {
    let maze = SupplyMaze::read("1 3 2\n3 0 4\n").expect("a maze");
    let mut recorder = Recorder::with_cap(100);
    let report = search_labels(&maze, Heuristic::Distance, &mut recorder);
    let cells = report.trek.expect("enough food").cells;
    let food = [2, 1, 0].into_iter();
    let nodes = cells.into_iter().zip(food);
    let nodes = nodes.map(|(cell, food)| Walker { cell, food }).collect();
    let last = recorder.events().last();
    assert_eq!(last, Some(&Event::Path { nodes }));
    let closed = |event: &&Event<Walker>| {
        let change = Change::Expanded;
        matches!(event, Event::Node { change: told, .. } if *told == change)
    };
    let closed = recorder.events().iter().filter(closed).count();
    assert_eq!(closed as u64, report.counts.expanded);
}

fn orders() -> impl Strategy<Value = Order> {
    let ground = prop_oneof![
        (0..60u8).prop_map(|walls| Ground::Open { walls }),
        (0..40u8).prop_map(|loops| Ground::Maze { loops }),
    ];
    (1..14u32, 2..14u32, 0..12u32, 0..14u32, ground, any::<u64>()).prop_map(
        |(rows, cols, food, supplies, ground, seed)| Order {
            rows,
            cols,
            food,
            supplies,
            ground,
            seed,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_searches_agree_with_breadth_first_on_cell_and_food(order in orders()) {
        let maze = order.make().expect("a possible size");
        prop_assert_eq!(days_by_all(&maze), [fewest_days(&maze); 7]);
    }
}
