//! Ways: mazes, mazes with supplies, and pictures of road maps, solved and drawn.

use std::io::Cursor;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use boyi_paths::generate::{self, Kind};
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::movingai;
use boyi_paths::roads::{self, Colours, Country, Formula};
use boyi_paths::search::{self, ALGORITHMS};
use boyi_paths::supply::{self, Heuristic, SupplyMaze};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::catalogue::NamedChoice;
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;

/// Pictures of road maps may be larger than other bodies.
pub(crate) const LARGEST_PICTURE: usize = 32 << 20;

/// What there is to choose from.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaysCatalogue {
    /// Searches for mazes.
    pub(crate) searches: Vec<NamedChoice>,
    /// Searches for mazes with supplies.
    pub(crate) supply_searches: Vec<String>,
    /// Kinds of mazes that can be made.
    pub(crate) kinds: Vec<String>,
    /// How colours become values.
    pub(crate) formulas: Vec<String>,
}

/// Searches, kinds and formulas.
#[utoipa::path(get, path = "/api/ways", responses((status = 200, body = WaysCatalogue)))]
pub(crate) async fn catalogue() -> Json<WaysCatalogue> {
    let searches = ALGORITHMS.iter().map(|search| NamedChoice {
        name: search.name.to_owned(),
        about: search.about.to_owned(),
    });
    let estimates = Heuristic::ALL.map(|heuristic| heuristic.name().to_owned());
    let kinds = Kind::NAMED.map(|(name, _)| name.to_owned());
    let formulas = ["squares", "luminance", "sum", "ink", "steps"];
    Json(WaysCatalogue {
        searches: searches.collect(),
        supply_searches: ["auto".to_owned()].into_iter().chain(estimates).collect(),
        kinds: kinds.into(),
        formulas: formulas.map(str::to_owned).into(),
    })
}

/// A maze to solve.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SolveRequest {
    /// The maze as text: rows of 0 and 1, `M N T` and numbers, or a `MovingAI` map.
    pub(crate) text: String,
    /// The search by name; the fast one unless said.
    #[serde(default)]
    pub(crate) search: Option<String>,
    /// Steps in eight directions.
    #[serde(default)]
    pub(crate) diagonal: bool,
    /// Row and column to start from, in a maze without supplies.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) entry: Option<[u32; 2]>,
    /// Row and column to go to.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) exit: Option<[u32; 2]>,
}

/// A maze with the way through it.
#[derive(Serialize, ToSchema)]
pub(crate) struct WayReply {
    /// `maze` or `supply`.
    pub(crate) kind: &'static str,
    /// Rows.
    pub(crate) rows: u32,
    /// Columns.
    pub(crate) cols: u32,
    /// A digit a cell: 0 free, 1 wall, 2 supply, 3 start, 4 goal.
    pub(crate) cells: String,
    /// What the walker carries.
    pub(crate) food: Option<u32>,
    /// The search that was used.
    pub(crate) search: String,
    /// Cells from start to goal, row by row counted; none where there is no way.
    pub(crate) path: Option<Vec<u32>>,
    /// Steps or days.
    pub(crate) steps: Option<f64>,
    /// The moves as letters.
    pub(crate) moves: Option<String>,
    /// Cells expanded, where the search counts them.
    pub(crate) expanded: Option<u64>,
    /// Time of the search.
    pub(crate) seconds: f64,
}

/// Finds the way through a maze.
#[utoipa::path(post, path = "/api/ways/solve", request_body = SolveRequest, responses((status = 200, body = WayReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn solve(
    State(hall): State<App>,
    request: Result<Json<SolveRequest>, JsonRejection>,
) -> Result<Json<WayReply>, ApiError> {
    let Json(request) = request?;
    let solved = hall
        .thinkers
        .run(Stop::default(), move || solve_text(&request))
        .await??;
    Ok(Json(solved))
}

fn solve_text(request: &SolveRequest) -> Result<WayReply, ApiError> {
    let text = request.text.as_str();
    if is_supply(text) {
        let maze = SupplyMaze::read(text).map_err(|error| ApiError::unfit("maze", &error))?;
        return solve_supply(&maze, request.search.as_deref());
    }
    let (grid, diagonal) = if text.trim_start().starts_with("type") {
        let grid = movingai::read_map(text).map_err(|error| ApiError::unfit("maze", &error))?;
        (grid, true)
    } else {
        let grid = maze::read(text).map_err(|error| ApiError::unfit("maze", &error))?;
        (grid, request.diagonal)
    };
    let cell = |[row, col]: [u32; 2]| Cell { row, col };
    let maze = Maze::new(grid, request.entry.map(cell), request.exit.map(cell))
        .map_err(|error| ApiError::unfit("maze", &error))?;
    let name = request.search.as_deref().unwrap_or("auto");
    let unknown = || ApiError::unfit("search", &format!("there is no search called `{name}`"));
    let search = search::by_name(name).ok_or_else(unknown)?;
    let connectivity = if diagonal {
        Connectivity::Eight
    } else {
        Connectivity::Four
    };
    let began = Instant::now();
    let solution = search.solve(&maze, connectivity, None);
    let seconds = began.elapsed().as_secs_f64();
    if solution.gave_up {
        return Err(ApiError::unfit(
            "search",
            &format!("{name} gave up: try another search"),
        ));
    }
    let grid = maze.grid();
    let (rows, cols) = (grid.rows(), grid.cols());
    let at = |cell: &Cell| cell.row * cols + cell.col;
    let letter = |index: u32| {
        let cell = Cell {
            row: index / cols,
            col: index % cols,
        };
        match cell {
            _ if cell == maze.entry() => '3',
            _ if cell == maze.exit() => '4',
            _ if grid.is_free(cell) => '0',
            _ => '1',
        }
    };
    Ok(WayReply {
        kind: "maze",
        rows,
        cols,
        cells: (0..rows * cols).map(letter).collect(),
        food: None,
        search: name.to_owned(),
        path: solution
            .path
            .as_ref()
            .map(|path| path.iter().map(at).collect()),
        steps: solution.path.as_ref().map(|path| maze::length(path)),
        moves: solution.path.as_ref().map(|path| maze::move_string(path)),
        expanded: Some(solution.counts.expanded),
        seconds,
    })
}

fn solve_supply(maze: &SupplyMaze, search: Option<&str>) -> Result<WayReply, ApiError> {
    let name = search.unwrap_or("auto");
    let began = Instant::now();
    let (trek, expanded) = match name {
        "auto" => (supply::solve(maze), None),
        name => {
            let unknown = |_| {
                ApiError::unfit(
                    "search",
                    &format!("there is no search called `{name}` for mazes with supplies"),
                )
            };
            let heuristic: Heuristic = name.parse().map_err(unknown)?;
            let report = supply::search_labels(maze, heuristic, &mut ());
            (report.trek, Some(report.counts.expanded))
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    let digits = maze
        .tiles()
        .flatten()
        .map(|tile| char::from(b'0' + tile.number()));
    let cells = |trek: &supply::Trek| {
        let at = trek
            .cells
            .iter()
            .map(|cell| cell.row * maze.cols() + cell.col);
        at.collect()
    };
    Ok(WayReply {
        kind: "supply",
        rows: maze.rows(),
        cols: maze.cols(),
        cells: digits.collect(),
        food: Some(maze.food()),
        search: name.to_owned(),
        path: trek.as_ref().map(cells),
        steps: trek.as_ref().map(|trek| trek.days() as f64),
        moves: trek.as_ref().map(supply::Trek::moves),
        expanded,
        seconds,
    })
}

/// Three numbers on the first line, and not a maze three cells wide.
fn is_supply(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first: Vec<&str> = lines
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let numbers = first.len() == 3 && first.iter().all(|word| word.parse::<u32>().is_ok());
    let width = lines
        .next()
        .map_or(0, |line| line.split_whitespace().count());
    let bits = first.iter().all(|word| matches!(*word, "0" | "1"));
    numbers && !(bits && width == 3)
}

/// A maze to make.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MakeRequest {
    /// One of the kinds, or `supply`.
    pub(crate) kind: String,
    /// Rows.
    pub(crate) rows: u32,
    /// Columns.
    pub(crate) cols: u32,
    /// The same seed makes the same maze.
    #[serde(default)]
    pub(crate) seed: u64,
    /// What the walker carries, with supplies.
    #[serde(default)]
    pub(crate) food: Option<u32>,
}

/// A maze as text.
#[derive(Serialize, ToSchema)]
pub(crate) struct MakeReply {
    /// The text.
    pub(crate) text: String,
}

/// The page draws no larger ones.
const LONGEST_SIDE: u32 = 512;

/// Makes a maze.
#[utoipa::path(post, path = "/api/ways/make", request_body = MakeRequest, responses((status = 200, body = MakeReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn make(
    request: Result<Json<MakeRequest>, JsonRejection>,
) -> Result<Json<MakeReply>, ApiError> {
    let Json(request) = request?;
    let sides = 2..=LONGEST_SIDE;
    if !sides.contains(&request.rows) || !sides.contains(&request.cols) {
        return Err(ApiError::unfit(
            "size",
            &"a maze made here has 2 to 512 rows and columns",
        ));
    }
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit("size", error);
    let text = if request.kind == "supply" {
        let order = supply::Order {
            rows: request.rows,
            cols: request.cols,
            food: request.food.unwrap_or(12),
            supplies: (request.rows * request.cols / 45).max(1),
            ground: supply::Ground::Maze { loops: 30 },
            seed: request.seed,
        };
        order.make().map_err(|error| unfit(&error))?.to_string()
    } else {
        let unknown = || ApiError::unfit("kind", &format!("no kind called `{}`", request.kind));
        let kind = Kind::by_name(&request.kind).ok_or_else(unknown)?;
        let grid = generate::generate(kind, request.rows, request.cols, request.seed);
        maze::write(&grid.map_err(|error| unfit(&error))?)
    };
    Ok(Json(MakeReply { text }))
}

/// How to read a picture of a road map.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RoadsQuery {
    /// How many of the shortest roads.
    #[serde(default)]
    best: Option<usize>,
    /// How a colour becomes a value.
    #[serde(default)]
    formula: Option<String>,
    /// The state to start from, counted from 1.
    #[serde(default)]
    from: Option<u32>,
    /// The state to go to.
    #[serde(default)]
    to: Option<u32>,
}

/// The roads across a picture.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoadsReply {
    /// States on the map.
    pub(crate) states: u32,
    /// Shortest first.
    pub(crate) roads: Vec<RoadShown>,
    /// Time to read the picture.
    pub(crate) read_seconds: f64,
    /// Time to search.
    pub(crate) seconds: f64,
}

/// A road.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoadShown {
    /// What it costs.
    pub(crate) cost: u64,
    /// States, counted from 1.
    pub(crate) states: Vec<u32>,
    /// Pixels, x and y one after the other.
    pub(crate) points: Vec<u32>,
}

const MOST_ROADS: usize = 50;

/// Finds the shortest roads in a PNG picture.
#[utoipa::path(post, path = "/api/ways/roads", params(RoadsQuery), request_body(content = Vec<u8>, content_type = "image/png"), responses((status = 200, body = RoadsReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn roads(
    State(hall): State<App>,
    Query(query): Query<RoadsQuery>,
    picture: Result<Bytes, BytesRejection>,
) -> Result<Json<RoadsReply>, ApiError> {
    let picture = picture?;
    let solved = hall
        .thinkers
        .run(Stop::default(), move || find_roads(&picture, &query))
        .await??;
    Ok(Json(solved))
}

fn find_roads(picture: &[u8], query: &RoadsQuery) -> Result<RoadsReply, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit("picture", error);
    let formula = query.formula.as_deref().unwrap_or("squares");
    let unknown = |_| ApiError::unfit("formula", &format!("no formula called `{formula}`"));
    let formula: Formula = formula.parse().map_err(unknown)?;
    let began = Instant::now();
    let map = roads::read(Cursor::new(picture), formula).map_err(|error| unfit(&error))?;
    let read_seconds = began.elapsed().as_secs_f64();
    let trip = map.trip(query.from.unwrap_or(1), query.to.unwrap_or(map.count()));
    let trip = trip.map_err(|error| unfit(&error))?;
    let began = Instant::now();
    let found = roads::k_shortest(&map, trip).map_err(|error| unfit(&error))?;
    let wanted = query.best.unwrap_or(2).clamp(1, MOST_ROADS);
    let found: Vec<RoadShown> = found
        .take(wanted)
        .map(|road| RoadShown {
            cost: road.cost,
            states: road.states.iter().map(|state| state.number()).collect(),
            points: road
                .states
                .iter()
                .map(|&state| map.place(state))
                .flat_map(|place| [place.x, place.y])
                .collect(),
        })
        .collect();
    Ok(RoadsReply {
        states: map.count(),
        roads: found,
        read_seconds,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// A picture to make.
#[derive(Deserialize, IntoParams)]
pub(crate) struct CountryQuery {
    rows: u32,
    cols: u32,
    #[serde(default)]
    seed: u64,
}

/// Makes a picture of a road map.
#[utoipa::path(get, path = "/api/ways/country.png", params(CountryQuery), responses((status = 200, content_type = "image/png"), (status = 422, body = ErrorReply)))]
pub(crate) async fn country(Query(query): Query<CountryQuery>) -> Result<Response, ApiError> {
    const MOST: u32 = 200;
    if query.rows > MOST || query.cols > MOST {
        return Err(ApiError::unfit(
            "size",
            &"a map made here has at most 200 rows and columns",
        ));
    }
    let country = Country {
        rows: query.rows,
        columns: query.cols,
        holes: 12,
        colours: Colours::Random,
        seed: query.seed,
    };
    let mut picture = Vec::new();
    let made = country.write_png(&mut picture);
    made.map_err(|error| ApiError::unfit("size", &error))?;
    Ok(([(CONTENT_TYPE, "image/png")], picture).into_response())
}
