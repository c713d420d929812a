//! Any text as a maze, a benchmark map or a list of scenarios: an error, or what writes and reads
//! back as it was.
#![no_main]

use boyi_paths::maze::{self, Maze};
use boyi_paths::movingai::{read_map, read_scenarios, write_map, write_scenarios};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(grid) = maze::read(text) {
        assert_eq!(maze::read(&maze::write(&grid)).as_ref(), Ok(&grid));
        let _ = Maze::new(grid, None, None);
    }
    if let Ok(grid) = read_map(text) {
        assert_eq!(read_map(&write_map(&grid)), Ok(grid));
    }
    if let Ok(list) = read_scenarios(text) {
        assert_eq!(read_scenarios(&write_scenarios(&list)).map(|again| again.len()), Ok(list.len()));
    }
});
