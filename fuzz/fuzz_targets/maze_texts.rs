//! Any text as a maze, a benchmark map or a list of scenarios: an error, or what writes and reads
//! back as it was.
#![no_main]

use boyi_fuzz::round_trip;
use boyi_paths::maze::{self, Maze};
use boyi_paths::movingai::{read_map, read_scenarios, write_map, write_scenarios};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(grid) = round_trip(text, maze::read, maze::write) {
        let _ = Maze::new(grid, None, None);
    }
    round_trip(text, read_map, write_map);
    if let Ok(list) = read_scenarios(text) {
        assert_eq!(read_scenarios(&write_scenarios(&list)).map(|again| again.len()), Ok(list.len()));
    }
});
