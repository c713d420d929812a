//! Any text as a maze, a benchmark map or a list of scenarios: an error, or what reads as it was
//! after writing.
#![no_main]

use boyi_fuzz::round_trip;
use boyi_paths::maze::{self, Maze};
use boyi_paths::movingai::{read_map, read_scenarios, write_map};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(grid) = round_trip(text, maze::read, maze::write) {
        let _ = Maze::new(grid, None, None);
    }
    round_trip(text, read_map, write_map);
    let _ = read_scenarios(text);
});
