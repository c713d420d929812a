//! Mazes as they come from outside, read in one place for all who solve or watch them.

use boyi_paths::FileKind;
use boyi_paths::maze::{self, Cell, Connectivity, Grid, Maze};
use boyi_paths::movingai;
use boyi_paths::search::SearchSpec;
use boyi_paths::supply::SupplyMaze;

use crate::error::ApiError;

/// What a text turned out to be.
pub(crate) enum ParsedMaze {
    /// A grid and the steps usual on it; its ends may have to be found.
    Grid(Grid, Connectivity),
    Supply(SupplyMaze),
}

/// Reads a maze in the course's formats, or a `MovingAI` map.
pub(crate) fn read(text: &str) -> Result<ParsedMaze, ApiError> {
    match FileKind::of(text.as_bytes()) {
        FileKind::Supply => SupplyMaze::read(text)
            .map(ParsedMaze::Supply)
            .map_err(|error| invalid(&error)),
        FileKind::Map => {
            let grid = movingai::read_map(text).map_err(|error| invalid(&error))?;
            Ok(ParsedMaze::Grid(grid, Connectivity::Eight))
        }
        _ => {
            let grid = maze::read(text).map_err(|error| invalid(&error))?;
            Ok(ParsedMaze::Grid(grid, Connectivity::Four))
        }
    }
}

/// A grid with its start and goal; the openings in its sides where none are given.
pub(crate) fn with_ends(grid: Grid, ends: [Option<[u32; 2]>; 2]) -> Result<Maze, ApiError> {
    let [entry, exit] = ends.map(|end| end.map(|[row, col]| Cell { row, col }));
    Maze::new(grid, entry, exit).map_err(|error| invalid(&error))
}

/// A digit a cell: 0 free, 1 wall, 3 start, 4 goal.
pub(crate) fn digits(maze: &Maze) -> String {
    let grid = maze.grid();
    let digit = |cell: Cell| match cell {
        _ if cell == maze.entry() => '3',
        _ if cell == maze.exit() => '4',
        _ if grid.is_free(cell) => '0',
        _ => '1',
    };
    let rows = (0..grid.rows()).flat_map(|row| (0..grid.cols()).map(move |col| Cell { row, col }));
    rows.map(digit).collect()
}

/// The same with supplies, which are 2.
pub(crate) fn supply_digits(maze: &SupplyMaze) -> String {
    let tiles = maze.tiles().flatten();
    tiles.map(|tile| char::from(b'0' + tile.number())).collect()
}

/// Steps for people who may or may not walk diagonally.
pub(crate) fn connectivity(diagonal: bool) -> Connectivity {
    if diagonal {
        Connectivity::Eight
    } else {
        Connectivity::Four
    }
}

/// A search with its options.
pub(crate) fn search(text: &str) -> Result<SearchSpec, ApiError> {
    text.parse()
        .map_err(|error: boyi_paths::search::SpecError| ApiError::invalid("search", &error))
}

pub(crate) fn unknown_search(name: &str) -> ApiError {
    ApiError::invalid("search", &format!("there is no search called `{name}`"))
}

/// The error of a search whose client has disconnected.
pub(crate) fn stopped() -> ApiError {
    ApiError::invalid("search", &"the search was stopped")
}

fn invalid(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::invalid("maze", error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> &'static str {
        match read(text) {
            Ok(ParsedMaze::Grid(_, Connectivity::Four)) => "maze",
            Ok(ParsedMaze::Grid(_, Connectivity::Eight)) => "map",
            Ok(ParsedMaze::Supply(_)) => "supply",
            Err(_) => "nothing",
        }
    }

    #[test]
    fn every_format_is_recognised() {
        assert_eq!(kind("111\n000\n111\n"), "maze");
        assert_eq!(kind("1 1 1\n0 0 0\n1 1 1\n"), "maze", "three cells wide");
        assert_eq!(kind("\n2 3 5\n3 0 4\n1 1 2\n"), "supply");
        assert_eq!(
            kind("type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"),
            "map"
        );
        assert_eq!(kind("2 3 5\n3 0 9\n1 1 2\n"), "nothing");
        assert_eq!(kind("maze"), "nothing");
    }

    #[test]
    fn digits_show_the_ends() {
        let Ok(ParsedMaze::Grid(grid, _)) = read("111\n000\n111\n") else {
            panic!("a maze");
        };
        let maze = with_ends(grid, [None, Some([1, 1])]).expect("free cells");
        assert_eq!(digits(&maze), "111340111");
    }
}
