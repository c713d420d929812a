//! Any bytes as a file of prepared paths: an error, or a solver that answers without panicking.
#![no_main]

use boyi_paths::fast::Solver;
use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::Cell;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let grid = generate(Kind::Obstacles { density: 0.2 }, 12, 70, 1).expect("a legal size");
    if let Ok(mut solver) = Solver::load(&grid, bytes) {
        solver.find(Cell { row: 0, col: 0 }, Cell { row: 11, col: 69 });
    }
});
