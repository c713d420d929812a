//! Traces of searches through mazes, with and without supplies.

use axum::Json;
use axum::extract::State;
use boyi_paths::maze::{Maze, Terrain};
use boyi_paths::observer::{Event, Observer};
use boyi_paths::search::{
    Changes, GridProblem, Outcome, Recorder, Report, Trip, TripError, Viewer,
};
use boyi_paths::supply::{self, Heuristic, SupplyMaze};
use boyi_paths::trace::Trace as Columns;
use boyi_search::Stop;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{PathTrace, TraceCounts, TraceReply, best_time, recorded};
use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::{self, ParsedMaze, refused, unfit, unknown_search};
use crate::state::App;
use crate::text::Localized;

/// A search to be recorded.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TraceRequest {
    text: String,
    diagonal: bool,
    /// Row and column to start from; the opening in the side by default.
    entry: Option<[u32; 2]>,
    exit: Option<[u32; 2]>,
    /// A search with its options, such as `weighted-astar:heuristic=octile:weight=1.5`.
    search: String,
    /// Random cells that change while walking.
    #[serde(default)]
    changes: u16,
    /// Agents, the first from start to goal, the others at random.
    #[serde(default = "one")]
    walkers: u8,
    /// The seed of what is random.
    #[serde(default)]
    seed: u64,
}

fn one() -> u8 {
    1
}

/// Searches a maze and records it.
#[utoipa::path(post, path = "/api/films", request_body = TraceRequest, responses((status = 200, body = TraceReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn trace(
    State(state): State<App>,
    JsonBody(request): JsonBody<TraceRequest>,
) -> Reply<TraceReply> {
    let work = move |stop: &Stop| match mazes::read(&request.text)? {
        ParsedMaze::Supply(maze) => trace_supply(&maze, &request.search, stop),
        ParsedMaze::Grid(grid, terrain, _) => {
            let maze = mazes::with_ends(grid, [request.entry, request.exit])?;
            trace_maze(&maze, &terrain, &request, stop)
        }
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

fn trace_maze(
    maze: &Maze,
    terrain: &Terrain,
    request: &TraceRequest,
    stop: &Stop,
) -> Result<TraceReply, ApiError> {
    let spec = mazes::search(&request.search)?;
    let connectivity = mazes::connectivity(request.diagonal);
    let grid = maze.grid();
    let longest = grid.rows() + grid.cols();
    let changes = Changes::random(maze, request.changes.into(), longest, request.seed);
    let trips = Trip::random(maze, request.walkers.max(1).into(), request.seed);
    let trips =
        trips.map_err(|error: TripError| refused("search", &error, "地图上放不下这么多智能体"))?;
    let problem = GridProblem::of(maze, connectivity)
        .with_terrain(terrain)
        .with_changes(&changes)
        .with_others(&trips[1..]);
    spec.check(&problem).map_err(|error| unfit(&error))?;
    let algorithm = spec.algorithm;
    let told = problem
        .with_weight(spec.weight)
        .with_heuristic(spec.heuristic);
    let search_it = |viewer: &mut Viewer<_>| algorithm.run_for(&told, Some(viewer));
    let (film, report, seconds) = recorded(stop, search_it, |&node| {
        let cell = grid.cell(node);
        (cell.row * grid.cols() + cell.col, 0)
    })?;
    let note = match report.outcome {
        _ if algorithm.name == "auto" && film.frames == 0 => Some(Localized::new(
            "The fast search cannot be watched on its way: it works on prepared tables and whole runs of cells at a time. You see its answer only.",
            "快速搜索的过程无法逐步观看：它使用预先准备的表，一次处理整段格子。这里只显示它的答案。",
        )),
        Outcome::GaveUp if algorithm.name == "cbs" => Some(Localized::new(
            "This search gave up: these agents collide in more ways than anybody can wait for.",
            "该搜索已放弃：这些智能体之间的冲突太多。",
        )),
        Outcome::GaveUp => Some(Localized::new(
            "This search gave up: plain IDA* reaches the same cells in more ways than anybody can wait for.",
            "该搜索已放弃：普通 IDA* 会反复到达同样的格子，次数太多。",
        )),
        Outcome::Found(_) | Outcome::NoPath => None,
    };
    Ok(TraceReply {
        film,
        counts: TraceCounts::from(&report.counts),
        cost: report
            .total_cost()
            .map(|cost| cost as f64 / algorithm.unit(connectivity) as f64),
        steps: steps(&report),
        optimal: spec.is_optimal(&problem),
        seconds,
        note,
    })
}

/// Steps of all agents together.
fn steps(report: &Report) -> Option<u64> {
    let routes = std::iter::once(report.route()?).chain(&report.others);
    Some(routes.map(|route| route.path.len() as u64 - 1).sum())
}

fn trace_supply(maze: &SupplyMaze, search: &str, stop: &Stop) -> Result<TraceReply, ApiError> {
    if search == "auto" {
        return Ok(answer_only(maze));
    }
    let heuristic: Heuristic = search.parse().map_err(|_| unknown_search(search))?;
    let search_it = |viewer: &mut Viewer<_>| supply::search_labels(maze, heuristic, viewer);
    let (film, report, seconds) = recorded(stop, search_it, |walker| {
        (walker.cell.row * maze.cols() + walker.cell.col, walker.food)
    })?;
    Ok(TraceReply {
        film,
        counts: TraceCounts {
            expanded: report.counts.expanded,
            generated: report.counts.generated,
            peak_frontier: report.counts.peak_frontier as u64,
            rounds: 1,
        },
        cost: report.trek.as_ref().map(|trek| trek.days() as f64),
        steps: report.trek.map(|trek| trek.days() as u64),
        optimal: true,
        seconds,
        note: None,
    })
}

/// The fast search: it is over in a moment, and there is only its answer to see.
fn answer_only(maze: &SupplyMaze) -> TraceReply {
    let trek = supply::solve(maze);
    let mut recorder = Recorder::with_cap(0);
    if let Some(trek) = &trek {
        let nodes = trek.cells.clone();
        recorder.event(Event::Path { nodes });
    }
    let place = |cell: &supply::Cell| (cell.row * maze.cols() + cell.col, 0);
    TraceReply {
        film: PathTrace::from(&Columns::of(&recorder, place)),
        counts: TraceCounts {
            rounds: 1,
            ..TraceCounts::default()
        },
        cost: trek.as_ref().map(|trek| trek.days() as f64),
        steps: trek.map(|trek| trek.days() as u64),
        optimal: true,
        seconds: best_time(|| {
            supply::solve(maze);
        }),
        note: Some(Localized::new(
            "The fast search cannot be watched on its way. You see its answer only.",
            "快速搜索的过程无法逐步观看，这里只显示它的答案。",
        )),
    }
}
