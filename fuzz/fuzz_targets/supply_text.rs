//! Any text as a supply maze: an error, or a maze that reads back and on which the searches agree.
#![no_main]

use boyi_paths::supply::{Heuristic, SupplyMaze, search_labels, solve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(maze) = SupplyMaze::read(text) {
        assert_eq!(SupplyMaze::read(&maze.to_string()).as_ref(), Ok(&maze));
        let fast = solve(&maze);
        if let Some(trek) = &fast {
            assert!(trek.is_possible(&maze));
        }
        let labels = search_labels(&maze, Heuristic::Supplies, &mut ()).trek;
        assert_eq!(fast.map(|trek| trek.days()), labels.map(|trek| trek.days()));
    }
});
