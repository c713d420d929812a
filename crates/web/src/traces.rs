//! Path searches step by step: puzzles to watch them on, and traces of what they did.

mod searches;
mod puzzle;
mod grids;
mod roads;

pub(crate) use grids::{__path_trace, trace};
pub(crate) use puzzle::{__path_make, __path_read, make, read};
pub(crate) use roads::{__path_make_roads, __path_roads, MAX_PICTURE_BYTES, make_roads, roads};
pub(crate) use searches::{__path_searches, searches};

use boyi_search::Instant;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use boyi_paths::search::{Counts, Recorder, Viewer};
use boyi_paths::trace::Trace as Columns;
use boyi_search::Stop;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::mazes;
use crate::text::Localized;

/// Events a trace holds at most; what comes after is counted, and the path is kept in any case.
const MAX_TRACE_EVENTS: usize = 1_000_000;

/// A search from its first step to its last.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceReply {
    film: PathTrace,
    counts: TraceCounts,
    /// What the path costs, of all agents together: diagonal steps count the square root of 2, steps into
    /// weighted cells their weight; days in a maze with supplies. Null where there is no path.
    cost: Option<f64>,
    /// Steps of the path, of all agents together; straight lines of a path at any angle.
    steps: Option<u64>,
    /// Whether the search always finds a shortest path on such a map.
    optimal: bool,
    /// Time of the search without a recorder.
    seconds: f64,
    note: Option<Localized>,
}

/// Events in columns; base64 of numbers as differences, seven bits a byte, the sign in the lowest.
#[derive(Serialize, ToSchema)]
pub(crate) struct PathTrace {
    frames: usize,
    /// Events of the search.
    total: u64,
    /// Two bits an event: opened, expanded, reopened, other; of others `h` says what they are: 0 a new
    /// bound, 1 a new wall, 2 a wall gone, 3 a walker's step, 4 a new weight.
    kinds: String,
    /// Cells, counted row by row.
    places: String,
    g: String,
    h: String,
    /// Food in mazes with supplies; which walker, where there are several.
    loads: String,
    path: String,
}

impl From<&Columns> for PathTrace {
    fn from(film: &Columns) -> Self {
        Self {
            frames: film.frames,
            total: film.total,
            kinds: BASE64.encode(&film.kinds),
            places: BASE64.encode(&film.places),
            g: BASE64.encode(&film.g),
            h: BASE64.encode(&film.h),
            loads: BASE64.encode(&film.loads),
            path: BASE64.encode(&film.path),
        }
    }
}

/// What a path search counted itself.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct TraceCounts {
    expanded: u64,
    generated: u64,
    peak_frontier: u64,
    /// Rounds of a deepening search.
    rounds: u32,
}

impl From<&Counts> for TraceCounts {
    fn from(counts: &Counts) -> Self {
        Self {
            expanded: counts.expanded,
            generated: counts.generated,
            peak_frontier: counts.peak_frontier as u64,
            rounds: counts.iterations,
        }
    }
}

/// Runs a search with a recorder, then without one for its time. `place` numbers a node and says what
/// the walker carries.
fn recorded<N, R>(
    stop: &Stop,
    search: impl Fn(&mut Viewer<N>) -> R,
    place: impl Fn(&N) -> (u32, u32),
) -> Result<(PathTrace, R, f64), ApiError> {
    let is_stopped = || stop.is_stopped();
    let mut recorder = Recorder::with_cap(MAX_TRACE_EVENTS);
    let report = search(&mut Viewer::new(Some(&mut recorder), &is_stopped));
    let seconds = best_time(|| {
        search(&mut Viewer::new(None, &is_stopped));
    });
    if stop.is_stopped() {
        return Err(mazes::stopped());
    }
    let trace = PathTrace::from(&Columns::of(&recorder, place));
    Ok((trace, report, seconds))
}

/// The time of some work: the best of three where it is short.
fn best_time(work: impl Fn()) -> f64 {
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
