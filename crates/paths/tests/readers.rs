//! No text makes a reader panic, and what is written reads back as it was.

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{self, Cell, Maze};
use boyi_paths::movingai::{read_map, read_scenarios, write_map};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = maze::read(&text).map(|grid| Maze::new(grid, None, None));
        let _ = read_map(&text);
        let _ = read_scenarios(&text);
    }

    #[test]
    fn text_that_is_nearly_a_maze_is_read_or_refused(text in "[01 \t\r\n2-]{0,60}") {
        if let Ok(grid) = maze::read(&text) {
            prop_assert_eq!(maze::read(&maze::write(&grid)), Ok(grid));
        }
    }

    #[test]
    fn text_that_is_nearly_a_map_is_read_or_refused(
        height in 0_u32..4, width in 0_u32..4, rows in "[.@TWG\r\nx]{0,20}"
    ) {
        let text = format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}");
        if let Ok(grid) = read_map(&text) {
            prop_assert_eq!(read_map(&write_map(&grid)), Ok(grid));
        }
    }

    #[test]
    fn text_that_is_nearly_a_scenario_is_read_or_refused(text in "[0-9a. \t\n-]{0,80}") {
        let _ = read_scenarios(&text);
    }

    #[test]
    fn grids_survive_both_formats(rows in 1_u32..40, cols in 1_u32..140, seed: u64) {
        let grid = generate(Kind::Obstacles { density: 0.4 }, rows, cols, seed).unwrap();
        prop_assert_eq!(&maze::read(&maze::write(&grid)).unwrap(), &grid);
        prop_assert_eq!(&read_map(&write_map(&grid)).unwrap(), &grid);
    }

    #[test]
    fn scenarios_survive_their_format(
        bucket: u32, width: u32, height: u32, ends: [u32; 4], length in 0.0..1e6_f64
    ) {
        let [row, col, goal_row, goal_col] = ends;
        let map = "maps/some map.map";
        let text = format!(
            "{bucket}\t{map}\t{width}\t{height}\t{col}\t{row}\t{goal_col}\t{goal_row}\t{length:.8}\n"
        );
        let again = read_scenarios(&text).unwrap().remove(0);
        prop_assert!(again.agrees(length));
        prop_assert_eq!((again.start, again.goal), (Cell { row, col }, Cell { row: goal_row, col: goal_col }));
        prop_assert_eq!((again.map.as_str(), again.bucket), (map, bucket));
    }
}
