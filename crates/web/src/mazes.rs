//! Mazes as they come from outside, read in one place for all who watch them, with what is wrong with
//! them in both languages.

use boyi_paths::maze::{self, Cell, Connectivity, Grid, Maze, MazeError, Terrain};
use boyi_paths::search::{SearchSpec, SpecError};
use boyi_paths::supply::SupplyMaze;
use boyi_paths::{FileKind, TextError, movingai};

use crate::error::ApiError;
use crate::text::Localized;

/// What a text turned out to be.
pub(crate) enum ParsedMaze {
    /// A grid, its ground and the steps usual on it; its ends may have to be found.
    Grid(Grid, Terrain, Connectivity),
    Supply(SupplyMaze),
}

/// Reads a maze in the course's formats, in which digits from 2 to 9 are weights, or a `MovingAI` map.
pub(crate) fn read(text: &str) -> Result<ParsedMaze, ApiError> {
    match FileKind::of(text.as_bytes()) {
        FileKind::Supply => SupplyMaze::read(text)
            .map(ParsedMaze::Supply)
            .map_err(|error| unreadable(&error)),
        FileKind::Map => {
            let grid = movingai::read_map(text).map_err(|error| unreadable(&error))?;
            let plain = Terrain::from_fn(&grid, |_| 1);
            Ok(ParsedMaze::Grid(grid, plain, Connectivity::Eight))
        }
        _ => {
            let (grid, terrain) = maze::read_weighted(text).map_err(|error| unreadable(&error))?;
            Ok(ParsedMaze::Grid(grid, terrain, Connectivity::Four))
        }
    }
}

/// A grid with its start and goal; the openings in its sides where none are given.
pub(crate) fn with_ends(grid: Grid, ends: [Option<[u32; 2]>; 2]) -> Result<Maze, ApiError> {
    let [entry, exit] = ends.map(|end| end.map(|[row, col]| Cell { row, col }));
    Maze::new(grid, entry, exit).map_err(|error| {
        let chinese = match error {
            MazeError::Outside { .. } => "起点或终点在地图之外",
            MazeError::Wall { .. } => "起点或终点在墙里",
            MazeError::NoEntry => "左侧没有入口：整列都是墙",
            MazeError::NoExit => "右侧没有出口：整列都是墙",
        };
        refused("maze", &error, chinese)
    })
}

/// A digit a cell: 0 free, 1 wall, 2 to 9 the weight of a free cell.
pub(crate) fn digits(grid: &Grid, terrain: &Terrain) -> String {
    let digit = |cell: Cell| match terrain.weight(grid.node(cell)) {
        _ if !grid.is_free(cell) => '1',
        1 => '0',
        weight => char::from(b'0' + weight as u8),
    };
    let rows = (0..grid.rows()).flat_map(|row| (0..grid.cols()).map(move |col| Cell { row, col }));
    rows.map(digit).collect()
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
    text.parse().map_err(|error| unfit(&error))
}

/// A search that is not made for what it was asked.
pub(crate) fn unfit(error: &SpecError) -> ApiError {
    let chinese = match error {
        SpecError::Unknown(name) => format!("没有名为 `{name}` 的搜索"),
        SpecError::Option { option, .. } => format!("该搜索没有选项 `{option}`"),
        SpecError::Heuristic(unknown) => format!("没有名为 `{}` 的启发函数", unknown.name),
        SpecError::Weight(_) => "权重应为 1 到 1000 之间的数，例如 1.5".to_owned(),
        SpecError::Inconsistent { .. } => {
            "允许斜走时曼哈顿距离会高估，该搜索需要不高估的启发函数".to_owned()
        }
        SpecError::Terrain(_) => "该搜索只适用于没有加权格子的地图，请改用 A*".to_owned(),
        SpecError::OneWalker(_) => "该搜索只规划一个智能体，请改用 CBS 或协作 A*".to_owned(),
        SpecError::FixedMap(_) => "该搜索不能用于变化的地图，请改用 D* Lite 或 LPA*".to_owned(),
        SpecError::Diagonal => "多个智能体只能走四个方向".to_owned(),
        SpecError::Both => "多个智能体与变化的地图不能同时使用".to_owned(),
    };
    refused("search", error, chinese)
}

pub(crate) fn unknown_search(name: &str) -> ApiError {
    unfit(&SpecError::Unknown(name.to_owned()))
}

/// The error of a search whose client has disconnected.
pub(crate) fn stopped() -> ApiError {
    refused("search", &"the search was stopped", "搜索已停止")
}

/// A part of a request that cannot be used, in both languages.
pub(crate) fn refused(
    error: &'static str,
    english: &dyn std::fmt::Display,
    chinese: impl Into<String>,
) -> ApiError {
    let status = axum::http::StatusCode::UNPROCESSABLE_ENTITY;
    ApiError::localized(status, error, Localized::new(english.to_string(), chinese))
}

/// A text that is no maze, with the place of the first mistake.
fn unreadable(error: &TextError) -> ApiError {
    let place = match (error.line, error.column) {
        (Some(line), Some(column)) => format!("第 {line} 行第 {column} 列"),
        (Some(line), None) => format!("第 {line} 行"),
        (None, _) => "这段文本".to_owned(),
    };
    let chinese = format!(
        "{place}无法读取：迷宫由等长的行组成，0 为空地，1 为墙，2 到 9 为加权格子；补给迷宫以“行 列 食物”开头"
    );
    refused("maze", error, chinese)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> &'static str {
        match read(text) {
            Ok(ParsedMaze::Grid(_, _, Connectivity::Four)) => "maze",
            Ok(ParsedMaze::Grid(_, _, Connectivity::Eight)) => "map",
            Ok(ParsedMaze::Supply(_)) => "supply",
            Err(_) => "nothing",
        }
    }

    #[test]
    fn every_format_is_recognised() {
        assert_eq!(kind("111\n000\n111\n"), "maze");
        assert_eq!(kind("1 1 1\n0 0 0\n1 1 1\n"), "maze", "three cells wide");
        assert_eq!(kind("111\n059\n111\n"), "maze", "with weights");
        assert_eq!(kind("\n2 3 5\n3 0 4\n1 1 2\n"), "supply");
        assert_eq!(
            kind("type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"),
            "map"
        );
        assert_eq!(kind("2 3 5\n3 0 9\n1 1 2\n"), "nothing");
        assert_eq!(kind("maze"), "nothing");
    }

    #[test]
    fn digits_show_walls_and_weights() {
        let text = "111\n059\n111\n";
        let Ok(ParsedMaze::Grid(grid, terrain, _)) = read(text) else {
            panic!("a maze");
        };
        assert_eq!(digits(&grid, &terrain), text.replace('\n', ""));
    }
}
