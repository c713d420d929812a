//! Films of searches through mazes, with and without supplies.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use boyi_paths::maze::Maze;
use boyi_paths::observer::{Event, Observer};
use boyi_paths::search::{self, GridProblem, Outcome, Recorder, Viewer};
use boyi_paths::supply::{self, Heuristic, SupplyMaze};
use boyi_paths::trace::Trace as Columns;
use boyi_search::Stop;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Film, FilmCounts, FilmReply, LONGEST_FILM, quickest};
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::mazes::{self, Found, unknown_search};
use crate::words::Words;

/// What is to be watched.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FilmRequest {
    /// The maze in any of the formats it can be read from.
    text: String,
    /// Whether diagonal steps are allowed; not with supplies.
    diagonal: bool,
    /// Where to start, row and column; the usual place unless said.
    entry: Option<[u32; 2]>,
    /// Where to go.
    exit: Option<[u32; 2]>,
    /// The search.
    search: String,
    /// Whether it may estimate the way still to go.
    estimate: bool,
}

/// Searches a maze and films it.
#[utoipa::path(post, path = "/api/films", request_body = FilmRequest, responses((status = 200, body = FilmReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn film(
    State(hall): State<App>,
    request: Result<Json<FilmRequest>, JsonRejection>,
) -> Result<Json<FilmReply>, ApiError> {
    let Json(request) = request?;
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || match mazes::read(&request.text)? {
            Found::Supply(maze) => film_supply(&maze, &request.search, &stop),
            Found::Grid(grid, _) => {
                let maze = mazes::with_ends(grid, [request.entry, request.exit])?;
                film_maze(&maze, &request, &stop)
            }
        }
    };
    hall.thinkers.run(stop, work).await?.map(Json)
}

fn film_maze(maze: &Maze, request: &FilmRequest, stop: &Stop) -> Result<FilmReply, ApiError> {
    let search = search::by_name(&request.search);
    let search = search.ok_or_else(|| unknown_search(&request.search))?;
    let connectivity = mazes::connectivity(request.diagonal);
    let problem = GridProblem::of(maze, connectivity);
    let problem = if request.estimate {
        problem
    } else {
        problem.blind()
    };
    let is_stopped = || stop.is_stopped();
    let mut recorder = Recorder::with_cap(LONGEST_FILM);
    let mut viewer = Viewer::new(Some(&mut recorder), &is_stopped);
    let report = search.run_for(&problem, Some(&mut viewer));
    let seconds = quickest(|| {
        let mut nobody = Viewer::new(None, &is_stopped);
        search.run_for(&problem, Some(&mut nobody));
    });
    if stop.is_stopped() {
        return Err(mazes::stopped());
    }
    let cols = maze.grid().cols();
    let film = Columns::of(&recorder, |&node| {
        let cell = maze.grid().cell(node);
        (cell.row * cols + cell.col, 0)
    });
    let note = match report.outcome {
        _ if search.name == "auto" => Some(Words::new(
            "The fast search cannot be watched on its way: it works on prepared tables and whole runs of cells at a time. You see its answer only.",
            "快速搜索的过程无法逐步观看：它使用预先准备的表，一次处理整段格子。这里只显示它的答案。",
        )),
        Outcome::GaveUp => Some(Words::new(
            "This search gave up: plain IDA* meets the same cells in more ways than anybody can wait for.",
            "该搜索已放弃：普通 IDA* 会以太多方式重复遇到同样的格子。",
        )),
        Outcome::Found(_) | Outcome::NoPath => None,
    };
    Ok(FilmReply {
        film: Film::from(&film),
        counts: FilmCounts::from(&report.counts),
        length: report.route().map(|route| route.path.len() as u64 - 1),
        optimal: search.is_optimal(connectivity),
        seconds,
        note,
    })
}

fn film_supply(maze: &SupplyMaze, search: &str, stop: &Stop) -> Result<FilmReply, ApiError> {
    if search == "auto" {
        return Ok(answer_only(maze));
    }
    let heuristic: Heuristic = search.parse().map_err(|_| unknown_search(search))?;
    let is_stopped = || stop.is_stopped();
    let mut recorder = Recorder::with_cap(LONGEST_FILM);
    let mut viewer = Viewer::new(Some(&mut recorder), &is_stopped);
    let report = supply::search_labels(maze, heuristic, &mut viewer);
    let seconds = quickest(|| {
        let mut nobody = Viewer::new(None, &is_stopped);
        supply::search_labels(maze, heuristic, &mut nobody);
    });
    if stop.is_stopped() {
        return Err(mazes::stopped());
    }
    let film = Columns::of(&recorder, |walker| {
        (walker.cell.row * maze.cols() + walker.cell.col, walker.food)
    });
    Ok(FilmReply {
        film: Film::from(&film),
        counts: FilmCounts {
            expanded: report.counts.expanded,
            generated: report.counts.generated,
            peak_frontier: report.counts.peak_frontier as u64,
            rounds: 1,
        },
        length: report.trek.map(|trek| trek.days() as u64),
        optimal: true,
        seconds,
        note: None,
    })
}

/// The fast search: it is over in a moment, and there is only its answer to see.
fn answer_only(maze: &SupplyMaze) -> FilmReply {
    let trek = supply::solve(maze);
    let mut recorder = Recorder::with_cap(0);
    if let Some(trek) = &trek {
        let nodes = trek.cells.clone();
        recorder.event(Event::Path { nodes });
    }
    let place = |cell: &supply::Cell| (cell.row * maze.cols() + cell.col, 0);
    FilmReply {
        film: Film::from(&Columns::of(&recorder, place)),
        counts: FilmCounts {
            expanded: 0,
            generated: 0,
            peak_frontier: 0,
            rounds: 1,
        },
        length: trek.map(|trek| trek.days() as u64),
        optimal: true,
        seconds: quickest(|| {
            supply::solve(maze);
        }),
        note: Some(Words::new(
            "The fast search cannot be watched on its way. You see its answer only.",
            "快速搜索的过程无法逐步观看，这里只显示它的答案。",
        )),
    }
}
