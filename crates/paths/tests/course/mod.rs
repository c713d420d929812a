//! The course's mazes and their known answers.

use boyi_game::shared_files;
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::search::ALGORITHMS;

use super::slow::is_path;

#[test]
fn the_course_mazes_take_39_and_116_steps() {
    for (name, rows, cols, steps) in [
        ("maze/input.txt", 18, 25, 39),
        ("maze/input2.txt", 30, 60, 116),
    ] {
        let Some(text) = shared_files::text(name) else {
            return;
        };
        let grid = maze::read(&text).unwrap();
        assert_eq!((grid.rows(), grid.cols()), (rows, cols));
        let maze = Maze::new(grid, None, None).unwrap();
        assert_eq!(maze.entry(), Cell { row: 1, col: 0 });
        assert_eq!(maze.exit(), Cell::new(rows - 2, cols - 1));
        // Plain IDA* solves the small one; the large one is what the table is for.
        let on_the_grid = ALGORITHMS.iter().filter(|a| a.name != "theta");
        for algorithm in on_the_grid.filter(|a| a.name != "ida" || rows == 18) {
            let solution = algorithm.solve(&maze, Connectivity::Four, None);
            let path = solution
                .path
                .unwrap_or_else(|| panic!("{} finds no path", algorithm.name));
            let (grid, entry, exit) = (maze.grid(), maze.entry(), maze.exit());
            assert!(is_path(grid, Connectivity::Four, &path, entry, exit));
            if algorithm.is_optimal(Connectivity::Four) {
                assert_eq!(path.len() - 1, steps, "{}", algorithm.name);
            }
        }
    }
}
