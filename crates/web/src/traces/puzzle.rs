//! Maps for the page: made to order, or read from a text.

use axum::Json;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use boyi_paths::generate::{self, Kind, Making};
use boyi_paths::maze::{Cell, Connectivity, Maze, Terrain};
use boyi_paths::search;
use boyi_paths::supply::{self, Ground, Order, SupplyMaze, Tile};
use boyi_paths::trace::column;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::{self, ParsedMaze, refused};

/// The page draws maps of at most this many cells.
const MAX_CELLS: u32 = 1024 * 1024;

/// A map to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleRequest {
    /// `perfect`, `braided`, `rooms`, `obstacles` or `supply`.
    kind: String,
    rows: u32,
    cols: u32,
    seed: u64,
}

/// A text that holds a map.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleText {
    /// In the course's formats, with weights from 2 to 9, or a `MovingAI` map.
    text: String,
}

/// A map as the page holds it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleReply {
    supply: bool,
    rows: u32,
    cols: u32,
    /// A digit a cell: 0 free, 1 wall; without supplies 2 to 9 is the weight of a free cell, with supplies
    /// 2 is one.
    cells: String,
    /// Cells are counted row by row from 0.
    start: u32,
    goal: u32,
    /// How much food the walker carries; 0 without supplies.
    food: u32,
    diagonal: bool,
    /// How it was made, where that can be watched.
    making: Option<PuzzleMaking>,
}

/// How a map was made, for an animation.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleMaking {
    /// Were all cells free at first, or all walls?
    begins_free: bool,
    /// The cells in the order in which they changed from wall to free or back, packed as the columns of a
    /// film are.
    steps: String,
}

/// Makes a map.
#[utoipa::path(post, path = "/api/films/new", request_body = PuzzleRequest, responses((status = 200, body = PuzzleReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn make(JsonBody(request): JsonBody<PuzzleRequest>) -> Reply<PuzzleReply> {
    let PuzzleRequest {
        kind,
        rows,
        cols,
        seed,
    } = request;
    if rows.saturating_mul(cols) > MAX_CELLS || rows < 3 || cols < 3 {
        return Err(refused(
            "size",
            &"a map for the page has at least 3 rows and columns and at most 1,048,576 cells",
            "地图至少 3 行 3 列，最多 1,048,576 格",
        ));
    }
    if kind == "supply" {
        let order = Order {
            rows,
            cols,
            food: (rows + cols) / 4 + 3,
            supplies: rows * cols / 40 + 2,
            ground: Ground::Open { walls: 25 },
            seed,
        };
        return supply_maze(order).map(|maze| Json(PuzzleReply::of_supply(&maze)));
    }
    let kind = Kind::by_name(&kind).ok_or_else(|| {
        let english = format!("there is no kind of maze called `{kind}`");
        refused("kind", &english, format!("没有名为 `{kind}` 的迷宫"))
    })?;
    // Corridors need odd sides to be closed all around.
    let is_carved = matches!(kind, Kind::Perfect | Kind::Braided { .. });
    let [rows, cols] = [rows, cols].map(|side| side | u32::from(is_carved));
    let (maze, making) = open_maze(kind, [rows, cols], seed)?;
    let plain = Terrain::from_fn(maze.grid(), |_| 1);
    let reply = PuzzleReply::of_maze(&maze, &plain, Connectivity::Four);
    let steps = making.steps.iter().map(|&cell| at(cell, cols).into());
    Ok(Json(PuzzleReply {
        making: Some(PuzzleMaking {
            begins_free: making.begins_free,
            steps: BASE64.encode(column(steps)),
        }),
        ..reply
    }))
}

fn at(cell: Cell, cols: u32) -> u32 {
    cell.row * cols + cell.col
}

/// How many seeds are tried for a maze with a path: random walls often leave none, and then there is
/// little to see.
const MAX_SEEDS: u64 = 30;

/// A maze of this kind with a way through, if one of the next seeds has one.
fn open_maze(kind: Kind, [rows, cols]: [u32; 2], seed: u64) -> Result<(Maze, Making), ApiError> {
    let made = |seed| {
        let making = generate::watch(kind, rows, cols, seed)
            .map_err(|error| ApiError::invalid("size", &error))?;
        let free = making.grid.free_list();
        let ends = match kind {
            Kind::Perfect | Kind::Braided { .. } => [None, None],
            _ => [free.first(), free.last()].map(|end| end.map(|cell| [cell.row, cell.col])),
        };
        Ok((mazes::with_ends(making.grid.clone(), ends)?, making))
    };
    let is_open = |(maze, _): &(Maze, Making)| {
        let search = search::by_name("auto");
        search.is_some_and(|search| search.solve(maze, Connectivity::Four, None).path.is_some())
    };
    let seeds = (0..MAX_SEEDS).map(|more| seed.wrapping_add(more << 32));
    let found = seeds.filter_map(|seed| made(seed).ok()).find(is_open);
    found.map_or_else(|| made(seed), Ok)
}

/// The same with supplies.
fn supply_maze(order: Order) -> Result<SupplyMaze, ApiError> {
    let made = |seed| Order { seed, ..order }.make();
    let seeds = (0..MAX_SEEDS).map(|more| order.seed.wrapping_add(more << 32));
    let is_open = |maze: &SupplyMaze| supply::solve(maze).is_some();
    let found = seeds.filter_map(|seed| made(seed).ok()).find(is_open);
    let found = found.map_or_else(|| made(order.seed), Ok);
    found.map_err(|error| ApiError::invalid("maze", &error))
}

/// Reads a map.
#[utoipa::path(post, path = "/api/films/read", request_body = PuzzleText, responses((status = 200, body = PuzzleReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn read(JsonBody(request): JsonBody<PuzzleText>) -> Reply<PuzzleReply> {
    Ok(Json(match mazes::read(&request.text)? {
        ParsedMaze::Supply(maze) => PuzzleReply::of_supply(&maze),
        ParsedMaze::Grid(grid, terrain, usual) => {
            // A maze is crossed from opening to opening; a map, or a grid without openings, from its
            // first free cell to its last.
            let free = grid.free_list();
            let ends = [free.first(), free.last()].map(|end| end.map(|cell| [cell.row, cell.col]));
            let maze = match usual {
                Connectivity::Four => mazes::with_ends(grid.clone(), [None, None])
                    .or_else(|_| mazes::with_ends(grid, ends))?,
                Connectivity::Eight => mazes::with_ends(grid, ends)?,
            };
            PuzzleReply::of_maze(&maze, &terrain, usual)
        }
    }))
}

impl PuzzleReply {
    fn of_maze(maze: &Maze, terrain: &Terrain, usual: Connectivity) -> Self {
        let cols = maze.grid().cols();
        Self {
            supply: false,
            rows: maze.grid().rows(),
            cols,
            cells: mazes::digits(maze.grid(), terrain),
            start: at(maze.entry(), cols),
            goal: at(maze.exit(), cols),
            food: 0,
            diagonal: usual == Connectivity::Eight,
            making: None,
        }
    }

    fn of_supply(maze: &SupplyMaze) -> Self {
        let [start, goal] = [maze.start(), maze.goal()];
        let place = |cell: supply::Cell| cell.row * maze.cols() + cell.col;
        let digit = |tile: &Tile| match tile {
            Tile::Wall => '1',
            Tile::Supply => '2',
            Tile::Free | Tile::Start | Tile::Goal => '0',
        };
        Self {
            supply: true,
            rows: maze.rows(),
            cols: maze.cols(),
            cells: maze.tiles().flatten().map(digit).collect(),
            start: place(start),
            goal: place(goal),
            food: maze.food(),
            diagonal: false,
            making: None,
        }
    }
}
