//! Path searches step by step: puzzles to watch them on, and films of what they did.

mod puzzle;
mod roads;

pub(crate) use puzzle::{__path_make, __path_read, make, read};
pub(crate) use roads::{__path_make_roads, __path_roads, make_roads, roads};

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use boyi_paths::film::Film as Columns;
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::search::{self, ALGORITHMS, GridProblem, Recorder};
use boyi_paths::supply::{self, Heuristic, SupplyMaze};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base64;
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::words::Words;

/// Events a film holds at most; what comes after is counted, and the path is kept in any case.
const LONGEST_FILM: usize = 1_000_000;

/// The searches one can watch.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmChoices {
    /// Those of mazes.
    maze: Vec<FilmChoice>,
    /// Those of mazes with supplies.
    supply: Vec<FilmChoice>,
}

/// A search to choose.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmChoice {
    /// Its name.
    name: &'static str,
    /// What it does.
    about: Words,
}

/// The searches one can watch.
#[utoipa::path(get, path = "/api/films/choices", responses((status = 200, body = FilmChoices)))]
pub(crate) async fn choices() -> Json<FilmChoices> {
    let maze = ALGORITHMS.iter().map(|search| FilmChoice {
        name: search.name,
        about: Words::new(search.about, in_chinese(search.name)),
    });
    let supply = Heuristic::ALL
        .into_iter()
        .rev()
        .map(|heuristic| FilmChoice {
            name: heuristic.name(),
            about: estimate_words(heuristic),
        });
    let auto = FilmChoice {
        name: "auto",
        about: Words::new(ALGORITHMS[0].about, in_chinese("auto")),
    };
    Json(FilmChoices {
        maze: maze.collect(),
        supply: supply.chain([auto]).collect(),
    })
}

fn in_chinese(search: &str) -> &'static str {
    match search {
        "auto" => "适合这类地图的快速搜索：程序会调用它",
        "astar" => "A*：先看已走代价加估计最小的格子",
        "ida" => "IDA*：逐渐放宽的界之下的深度优先，只记住当前路",
        "ida-table" => "IDA*，并记住每个格子的最小代价",
        "breadth-first" => "广度优先：按看到的先后顺序",
        "uniform-cost" => "一致代价（Dijkstra）：先看已走代价最小的格子",
        "greedy" => "贪心：先看估计最小的格子，路不一定最短",
        "bidirectional" => "从两端同时搜索，直到相遇",
        "fringe" => "边缘搜索：界逐渐放宽，从停下的地方继续",
        "jps" => "跳点搜索：在空地上跳跃前进",
        _ => "",
    }
}

fn estimate_words(heuristic: Heuristic) -> Words {
    match heuristic {
        Heuristic::Zero => Words::new("A* that knows nothing: h = 0", "一无所知的 A*：h = 0"),
        Heuristic::Manhattan => Words::new(
            "A* with rows plus columns to the goal",
            "A*，估计为到终点的行差加列差",
        ),
        Heuristic::Distance => Words::new(
            "A* with the exact distance for a walker who needs no food",
            "A*，估计为不考虑食物时的准确距离",
        ),
        Heuristic::Supplies => Words::new(
            "A* that also knows where the nearest supplies lie",
            "A*，估计还考虑最近的补给",
        ),
    }
}

/// What is to be watched.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FilmRequest {
    /// The maze in the course's format.
    text: String,
    /// Whether it has supplies.
    supply: bool,
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

/// A search from its first step to its last.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmReply {
    /// What it did.
    film: Film,
    /// What it counted.
    counts: FilmCounts,
    /// Steps or days of the way found; null where there is none.
    length: Option<u64>,
    /// Whether no way is shorter.
    optimal: bool,
    /// Time it takes when nobody watches.
    seconds: f64,
    /// Something the viewer should know.
    note: Option<Words>,
}

/// Events in columns; base64 of numbers as differences, seven bits a byte, the sign in the lowest.
#[derive(Serialize, ToSchema)]
pub(crate) struct Film {
    /// Events in it.
    frames: usize,
    /// Events of the search.
    total: u64,
    /// Two bits an event: opened, expanded, reopened, a new bound.
    kinds: String,
    /// Cells, counted row by row.
    places: String,
    /// Cost so far.
    g: String,
    /// Estimate of the rest.
    h: String,
    /// Food, in mazes with supplies.
    loads: String,
    /// The way found.
    path: String,
}

impl From<&Columns> for Film {
    fn from(film: &Columns) -> Self {
        Self {
            frames: film.frames,
            total: film.total,
            kinds: base64::encode(&film.kinds),
            places: base64::encode(&film.places),
            g: base64::encode(&film.g),
            h: base64::encode(&film.h),
            loads: base64::encode(&film.loads),
            path: base64::encode(&film.path),
        }
    }
}

/// What a path search counted itself.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmCounts {
    /// Cells (or labels) expanded.
    expanded: u64,
    /// Cells put into the frontier.
    generated: u64,
    /// The most that waited at once.
    peak_frontier: u64,
    /// Rounds of a deepening search.
    rounds: u32,
}

/// Searches a maze and films it.
#[utoipa::path(post, path = "/api/films", request_body = FilmRequest, responses((status = 200, body = FilmReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn film(
    State(hall): State<App>,
    request: Result<Json<FilmRequest>, JsonRejection>,
) -> Result<Json<FilmReply>, ApiError> {
    let Json(request) = request?;
    let work = move || {
        if request.supply {
            film_supply(&request)
        } else {
            film_maze(&request)
        }
    };
    hall.thinkers.run(Stop::default(), work).await?.map(Json)
}

fn film_maze(request: &FilmRequest) -> Result<FilmReply, ApiError> {
    let search = search::by_name(&request.search);
    let search = search.ok_or_else(|| unknown_search(&request.search))?;
    let grid = maze::read(&request.text).map_err(|error| ApiError::unfit("maze", &error))?;
    let [entry, exit] =
        [request.entry, request.exit].map(|end| end.map(|[row, col]| Cell { row, col }));
    let maze = Maze::new(grid, entry, exit).map_err(|error| ApiError::unfit("maze", &error))?;
    let connectivity = if request.diagonal {
        Connectivity::Eight
    } else {
        Connectivity::Four
    };
    let problem = GridProblem::of(&maze, connectivity);
    let problem = if request.estimate {
        problem
    } else {
        problem.blind()
    };
    let mut recorder = Recorder::with_cap(LONGEST_FILM);
    let report = search.run(&problem, Some(&mut recorder));
    let cols = maze.grid().cols();
    let film = Columns::of(&recorder, |&node| {
        let cell = maze.grid().cell(node);
        (cell.row * cols + cell.col, 0)
    });
    let gave_up = report.outcome == search::Outcome::GaveUp;
    let note = if search.name == "auto" {
        Some(Words::new(
            "The fast search cannot be watched on its way: it works on prepared tables and whole runs of cells at a time. You see its answer only.",
            "快速搜索的过程无法逐步观看：它使用预先准备的表，一次处理整段格子。这里只显示它的答案。",
        ))
    } else if gave_up {
        Some(Words::new(
            "This search gave up: plain IDA* meets the same cells in more ways than anybody can wait for.",
            "该搜索已放弃：普通 IDA* 会以太多方式重复遇到同样的格子。",
        ))
    } else {
        None
    };
    let counts = report.counts;
    Ok(FilmReply {
        film: Film::from(&film),
        counts: FilmCounts {
            expanded: counts.expanded,
            generated: counts.generated,
            peak_frontier: counts.peak_frontier as u64,
            rounds: counts.iterations,
        },
        length: report.route().map(|route| route.path.len() as u64 - 1),
        optimal: search.is_optimal(connectivity),
        seconds: quickest(|| {
            search.run(&problem, None);
        }),
        note,
    })
}

fn film_supply(request: &FilmRequest) -> Result<FilmReply, ApiError> {
    let maze = SupplyMaze::read(&request.text).map_err(|error| ApiError::unfit("maze", &error))?;
    if request.search == "auto" {
        let trek = supply::solve(&maze);
        let place = |cell: &supply::Cell| cell.row * maze.cols() + cell.col;
        let cells: Vec<supply::Cell> = trek.as_ref().map_or(Vec::new(), |trek| trek.cells.clone());
        let mut recorder = Recorder::with_cap(0);
        if !cells.is_empty() {
            boyi_paths::observer::Observer::path(&mut recorder, &cells);
        }
        return Ok(FilmReply {
            film: Film::from(&Columns::of(&recorder, |cell| (place(cell), 0))),
            counts: FilmCounts {
                expanded: 0,
                generated: 0,
                peak_frontier: 0,
                rounds: 1,
            },
            length: trek.map(|trek| trek.days() as u64),
            optimal: true,
            seconds: quickest(|| {
                supply::solve(&maze);
            }),
            note: Some(Words::new(
                "The fast search cannot be watched on its way. You see its answer only.",
                "快速搜索的过程无法逐步观看，这里只显示它的答案。",
            )),
        });
    }
    let heuristic: Heuristic = request
        .search
        .parse()
        .map_err(|_| unknown_search(&request.search))?;
    let mut recorder = Recorder::with_cap(LONGEST_FILM);
    let report = supply::search_labels(&maze, heuristic, &mut recorder);
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
        seconds: quickest(|| {
            supply::search_labels(&maze, heuristic, &mut ());
        }),
        note: None,
    })
}

fn unknown_search(name: &str) -> ApiError {
    ApiError::unfit("search", &format!("there is no search called `{name}`"))
}

/// The time of some work: the best of three where it is short.
fn quickest(work: impl Fn()) -> f64 {
    let once = || {
        let began = Instant::now();
        work();
        began.elapsed()
    };
    let first = once();
    let best = if first < Duration::from_millis(50) {
        first.min(once()).min(once())
    } else {
        first
    };
    best.as_secs_f64()
}
