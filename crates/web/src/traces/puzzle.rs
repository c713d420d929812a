//! Mazes for the page: made to order, or read from a text.

use axum::Json;
use boyi_paths::generate::{self, generate};
use boyi_paths::maze::{Connectivity, Maze};
use boyi_paths::search;
use boyi_paths::supply::{self, Ground, Order, SupplyMaze};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::{self, ParsedMaze};

/// The page draws mazes of at most this many cells.
const MAX_CELLS: u32 = 1024 * 1024;

/// A maze to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleRequest {
    /// `perfect`, `braided`, `rooms`, `obstacles` or `supply`.
    kind: String,
    rows: u32,
    cols: u32,
    seed: u64,
}

/// A text that holds a maze.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleText {
    /// In the course's formats, or a `MovingAI` map.
    text: String,
}

/// A maze as the page holds it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleReply {
    supply: bool,
    rows: u32,
    cols: u32,
    /// A letter a cell: 0 free, 1 wall, 2 supply, 3 start, 4 goal.
    cells: String,
    /// How much food the walker carries; 0 without supplies.
    food: u32,
    diagonal: bool,
}

/// Makes a maze.
#[utoipa::path(post, path = "/api/films/new", request_body = PuzzleRequest, responses((status = 200, body = PuzzleReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn make(JsonBody(request): JsonBody<PuzzleRequest>) -> Reply<PuzzleReply> {
    let PuzzleRequest {
        kind,
        rows,
        cols,
        seed,
    } = request;
    if rows.saturating_mul(cols) > MAX_CELLS || rows < 3 || cols < 3 {
        return Err(ApiError::invalid(
            "size",
            &"a maze for the page has 3 to 1,048,576 cells, at least 3 a side",
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
    let kind = generate::Kind::by_name(&kind).ok_or_else(|| {
        ApiError::invalid("kind", &format!("there is no kind of maze called `{kind}`"))
    })?;
    // Corridors need odd sides to be closed all around.
    let odd = |side: u32| side | 1;
    let maze = open_maze(kind, [odd(rows), odd(cols)], seed)?;
    Ok(Json(PuzzleReply::of_maze(&maze, Connectivity::Four)))
}

/// How many seeds are tried for a maze with a path: random walls often leave none, and then there is
/// little to see.
const MAX_SEEDS: u64 = 30;

/// A maze of this kind with a way through, if one of the next seeds has one.
fn open_maze(kind: generate::Kind, [rows, cols]: [u32; 2], seed: u64) -> Result<Maze, ApiError> {
    let made = |seed| {
        let invalid = |error: &dyn std::fmt::Display| ApiError::invalid("maze", error);
        let grid = generate(kind, rows, cols, seed).map_err(|error| invalid(&error))?;
        let free = grid.free_list();
        let ends = match kind {
            generate::Kind::Perfect | generate::Kind::Braided { .. } => (None, None),
            _ => (free.first().copied(), free.last().copied()),
        };
        Maze::new(grid, ends.0, ends.1).map_err(|error| invalid(&error))
    };
    let is_open = |maze: &Maze| {
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

/// Reads a maze.
#[utoipa::path(post, path = "/api/films/read", request_body = PuzzleText, responses((status = 200, body = PuzzleReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn read(
    JsonBody(PuzzleText { text }): JsonBody<PuzzleText>,
) -> Reply<PuzzleReply> {
    Ok(Json(match mazes::read(&text)? {
        ParsedMaze::Supply(maze) => PuzzleReply::of_supply(&maze),
        ParsedMaze::Grid(grid, usual) => {
            // A map of a game has no gates in its sides: from its first free cell to its last.
            let free = grid.free_list();
            let (first, last) = (free.first().copied(), free.last().copied());
            let ends = match usual {
                Connectivity::Four => [None, None],
                Connectivity::Eight => {
                    [first, last].map(|end| end.map(|cell| [cell.row, cell.col]))
                }
            };
            PuzzleReply::of_maze(&mazes::with_ends(grid, ends)?, usual)
        }
    }))
}

impl PuzzleReply {
    fn of_maze(maze: &Maze, usual: Connectivity) -> Self {
        Self {
            supply: false,
            rows: maze.grid().rows(),
            cols: maze.grid().cols(),
            cells: mazes::digits(maze),
            food: 0,
            diagonal: usual == Connectivity::Eight,
        }
    }

    fn of_supply(maze: &SupplyMaze) -> Self {
        Self {
            supply: true,
            rows: maze.rows(),
            cols: maze.cols(),
            cells: mazes::supply_digits(maze),
            food: maze.food(),
            diagonal: false,
        }
    }
}
