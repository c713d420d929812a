//! Path searches step by step: puzzles to watch them on, and films of what they did.

mod choices;
mod puzzle;
mod grids;
mod roads;

pub(crate) use choices::{__path_choices, choices};
pub(crate) use grids::{__path_film, film};
pub(crate) use puzzle::{__path_make, __path_read, make, read};
pub(crate) use roads::{__path_make_roads, __path_roads, make_roads, roads};

use std::time::{Duration, Instant};

use boyi_paths::search::Counts;
use boyi_paths::trace::Trace as Columns;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base64;
use crate::words::Words;

/// Events a film holds at most; what comes after is counted, and the path is kept in any case.
const LONGEST_FILM: usize = 1_000_000;

/// A search from its first step to its last.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmReply {
    /// What it did.
    film: Film,
    /// What it counted.
    counts: FilmCounts,
    /// Steps, days or cost of the way found; null where there is none.
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

impl From<&Counts> for FilmCounts {
    fn from(counts: &Counts) -> Self {
        Self {
            expanded: counts.expanded,
            generated: counts.generated,
            peak_frontier: counts.peak_frontier as u64,
            rounds: counts.iterations,
        }
    }
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
