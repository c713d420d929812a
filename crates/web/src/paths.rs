//! Ways: mazes, mazes with supplies, and pictures of road maps, solved and drawn.

mod road_maps;

pub(crate) use road_maps::{__path_country, __path_roads, MAX_PICTURE_BYTES, country, roads};

use std::time::Instant;

use axum::Json;
use axum::extract::State;
use boyi_paths::generate::{self, Kind};
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::search::{ALGORITHMS, GridProblem, Solution, Viewer};
use boyi_paths::supply::{self, Heuristic, SupplyMaze};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalogue::NamedChoice;
use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::{self, ParsedMaze};
use crate::state::App;
use crate::text::TextReply;

/// What there is to choose from.
#[derive(Serialize, ToSchema)]
pub(crate) struct PathsCatalogue {
    pub(crate) searches: Vec<NamedChoice>,
    pub(crate) supply_searches: Vec<String>,
    pub(crate) kinds: Vec<String>,
    /// How colours become values.
    pub(crate) formulas: Vec<String>,
}

/// Searches, kinds and formulas.
#[utoipa::path(get, path = "/api/ways", responses((status = 200, body = PathsCatalogue)))]
pub(crate) async fn catalogue() -> Json<PathsCatalogue> {
    let searches = ALGORITHMS.iter().map(|search| NamedChoice {
        name: search.name.to_owned(),
        about: search.about.to_owned(),
    });
    let estimates = Heuristic::ALL.map(|heuristic| heuristic.name().to_owned());
    let kinds = Kind::NAMED.map(|(name, _)| name.to_owned());
    let formulas = ["squares", "luminance", "sum", "ink", "steps"];
    Json(PathsCatalogue {
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
    pub(crate) search: Option<String>,
    #[serde(default)]
    pub(crate) diagonal: bool,
    /// Row and column to start from, in a maze without supplies.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) entry: Option<[u32; 2]>,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) exit: Option<[u32; 2]>,
}

/// A maze with the way through it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PathReply {
    /// `maze` or `supply`.
    pub(crate) kind: &'static str,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// A digit a cell: 0 free, 1 wall, 2 supply, 3 start, 4 goal.
    pub(crate) cells: String,
    pub(crate) food: Option<u32>,
    pub(crate) search: String,
    /// Cells from start to goal, row by row counted; none where there is no way.
    pub(crate) path: Option<Vec<u32>>,
    /// Steps or days.
    pub(crate) steps: Option<f64>,
    pub(crate) moves: Option<String>,
    /// Cells expanded, where the search counts them.
    pub(crate) expanded: Option<u64>,
    pub(crate) seconds: f64,
}

/// Finds the way through a maze.
#[utoipa::path(post, path = "/api/ways/solve", request_body = SolveRequest, responses((status = 200, body = PathReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn solve(
    State(state): State<App>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Reply<PathReply> {
    let work = move |stop: &Stop| solve_text(&request, stop);
    state.engines.run(Purpose::Study, work).await.map(Json)
}

fn solve_text(request: &SolveRequest, stop: &Stop) -> Result<PathReply, ApiError> {
    match mazes::read(&request.text)? {
        ParsedMaze::Supply(maze) => solve_supply(&maze, request.search.as_deref(), stop),
        ParsedMaze::Grid(grid, usual) => {
            let maze = mazes::with_ends(grid, [request.entry, request.exit])?;
            let wanted = mazes::connectivity(request.diagonal || usual == Connectivity::Eight);
            solve_maze(&maze, wanted, request.search.as_deref(), stop)
        }
    }
}

fn solve_maze(
    maze: &Maze,
    connectivity: Connectivity,
    search: Option<&str>,
    stop: &Stop,
) -> Result<PathReply, ApiError> {
    let name = search.unwrap_or("auto");
    let spec = mazes::search(name)?;
    let problem = GridProblem::of(maze, connectivity).with_weight(spec.weight);
    let is_stopped = || stop.is_stopped();
    let mut viewer = Viewer::new(None, &is_stopped);
    let began = Instant::now();
    let report = spec.algorithm.run_for(&problem, Some(&mut viewer));
    let seconds = began.elapsed().as_secs_f64();
    let solution = Solution::of(maze.grid(), &report);
    if stop.is_stopped() {
        return Err(mazes::stopped());
    }
    if solution.gave_up {
        return Err(ApiError::invalid(
            "search",
            &format!("{name} gave up: try another search"),
        ));
    }
    let (rows, cols) = (maze.grid().rows(), maze.grid().cols());
    let path = solution.path.as_ref();
    let at = |cell: &Cell| cell.row * cols + cell.col;
    Ok(PathReply {
        kind: "maze",
        rows,
        cols,
        cells: mazes::digits(maze),
        food: None,
        search: name.to_owned(),
        path: path.map(|path| path.iter().map(at).collect()),
        steps: match spec.algorithm.name {
            "theta" => solution
                .cost
                .map(|cost| cost as f64 / Connectivity::STRAIGHT as f64),
            _ => path.map(|path| maze::length(path)),
        },
        moves: path
            .filter(|_| spec.algorithm.name != "theta")
            .map(|path| maze::move_string(path)),
        expanded: Some(solution.counts.expanded),
        seconds,
    })
}

fn solve_supply(
    maze: &SupplyMaze,
    search: Option<&str>,
    stop: &Stop,
) -> Result<PathReply, ApiError> {
    let name = search.unwrap_or("auto");
    let began = Instant::now();
    let (trek, expanded) = match name {
        "auto" => (supply::solve(maze), None),
        name => {
            let unknown = |_| {
                ApiError::invalid(
                    "search",
                    &format!("there is no search called `{name}` for mazes with supplies"),
                )
            };
            let heuristic: Heuristic = name.parse().map_err(unknown)?;
            let is_stopped = || stop.is_stopped();
            let mut viewer = Viewer::new(None, &is_stopped);
            let report = supply::search_labels(maze, heuristic, &mut viewer);
            (report.trek, Some(report.counts.expanded))
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    if stop.is_stopped() {
        return Err(mazes::stopped());
    }
    let at = |cell: &supply::Cell| cell.row * maze.cols() + cell.col;
    Ok(PathReply {
        kind: "supply",
        rows: maze.rows(),
        cols: maze.cols(),
        cells: mazes::supply_digits(maze),
        food: Some(maze.food()),
        search: name.to_owned(),
        path: trek
            .as_ref()
            .map(|trek| trek.cells.iter().map(at).collect()),
        steps: trek.as_ref().map(|trek| trek.days() as f64),
        moves: trek.as_ref().map(supply::Trek::moves),
        expanded,
        seconds,
    })
}

/// A maze to make.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MakeRequest {
    /// One of the kinds, or `supply`.
    pub(crate) kind: String,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    #[serde(default)]
    pub(crate) seed: u64,
    pub(crate) food: Option<u32>,
}

/// The page draws no larger ones.
const MAX_SIDE: u32 = 512;

/// Makes a maze.
#[utoipa::path(post, path = "/api/ways/make", request_body = MakeRequest, responses((status = 200, body = TextReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn make(JsonBody(request): JsonBody<MakeRequest>) -> Reply<TextReply> {
    let sides = 2..=MAX_SIDE;
    if !sides.contains(&request.rows) || !sides.contains(&request.cols) {
        return Err(ApiError::invalid(
            "size",
            &"a maze made here has 2 to 512 rows and columns",
        ));
    }
    let invalid = |error: &dyn std::fmt::Display| ApiError::invalid("size", error);
    let text = if request.kind == "supply" {
        let order = supply::Order {
            rows: request.rows,
            cols: request.cols,
            food: request.food.unwrap_or(12),
            supplies: (request.rows * request.cols / 45).max(1),
            ground: supply::Ground::Maze { loops: 30 },
            seed: request.seed,
        };
        order.make().map_err(|error| invalid(&error))?.to_string()
    } else {
        let unknown = || ApiError::invalid("kind", &format!("no kind called `{}`", request.kind));
        let kind = Kind::by_name(&request.kind).ok_or_else(unknown)?;
        let grid = generate::generate(kind, request.rows, request.cols, request.seed);
        maze::write(&grid.map_err(|error| invalid(&error))?)
    };
    Ok(Json(TextReply { text }))
}
