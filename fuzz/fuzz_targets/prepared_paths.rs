//! Any bytes as a file of prepared paths, and a good file with some bytes changed: an error, or a solver
//! that answers without panicking.
#![no_main]

use std::sync::OnceLock;

use boyi_paths::fast::Solver;
use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid};
use libfuzzer_sys::fuzz_target;

static FILES: OnceLock<(Grid, [Vec<u8>; 4])> = OnceLock::new();

fuzz_target!(|input: (&[u8], u8, Vec<(u16, u8)>)| {
    let (bytes, which, changes) = input;
    let (grid, files) = FILES.get_or_init(|| {
        let grid = generate(Kind::Obstacles { density: 0.2 }, 12, 70, 1).expect("a legal size");
        let saved = |make: fn(&Grid, Connectivity) -> Solver, kind| make(&grid, kind).save();
        let files = [
            saved(Solver::new, Connectivity::Four),
            saved(Solver::new, Connectivity::Eight),
            saved(Solver::prepared, Connectivity::Four),
            saved(Solver::prepared, Connectivity::Eight),
        ];
        (grid, files)
    });
    let mut changed = files[usize::from(which) % files.len()].clone();
    for (at, byte) in changes {
        let at = usize::from(at) % changed.len();
        changed[at] ^= byte;
    }
    for bytes in [bytes, &changed] {
        if let Ok(mut solver) = Solver::load(grid, bytes) {
            solver.find(Cell { row: 0, col: 0 }, Cell { row: 11, col: 69 });
        }
    }
});
