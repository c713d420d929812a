//! Road maps: the picture as states, the search spreading over it, and the best roads.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query, State};
use boyi_paths::roads::{
    self as country, Colours, Country, Formula, Road, RoadMap, RoadProblem, RoadSearch,
};
use boyi_paths::search::{Optimal, Viewer};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{TraceCounts, TraceReply, recorded};
use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::unknown_search;
use crate::state::App;

const MAX_ROADS: usize = 10;

const MAX_TRACES: usize = 2;

/// States the page draws at most.
const MAX_STATES: u32 = 250_000;

/// A country to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RoadTracesRequest {
    rows: u32,
    cols: u32,
    seed: u64,
    best: usize,
    searches: Vec<String>,
}

/// What to look for in a picture.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RoadTracesQuery {
    best: usize,
    /// The searches to watch, with commas.
    searches: String,
}

/// A road map and the searches on it. States are counted from 0.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoadTraces {
    /// In pixels of the picture.
    width: u32,
    /// In pixels of the picture.
    height: u32,
    /// States in an even row.
    columns: u32,
    x: Vec<u32>,
    y: Vec<u32>,
    /// Six hexadecimal digits a state.
    colours: String,
    values: Vec<u32>,
    from: u32,
    to: u32,
    films: Vec<TraceReply>,
    roads: Vec<TracedRoad>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TracedRoad {
    /// The values of its states without the first.
    cost: u64,
    states: Vec<u32>,
}

/// Makes a road map and searches it.
#[utoipa::path(post, path = "/api/films/roads/new", request_body = RoadTracesRequest, responses((status = 200, body = RoadTraces), (status = 422, body = ErrorReply)))]
pub(crate) async fn make_roads(
    State(state): State<App>,
    JsonBody(request): JsonBody<RoadTracesRequest>,
) -> Reply<RoadTraces> {
    if request.rows.saturating_mul(request.cols) > MAX_STATES
        || request.rows < 1
        || request.cols < 2
    {
        return Err(ApiError::invalid(
            "size",
            &"a map for the page has 2 to 250,000 states",
        ));
    }
    let work = move |stop: &Stop| {
        let country = Country {
            rows: request.rows,
            columns: request.cols,
            holes: 8,
            colours: Colours::Random,
            seed: request.seed,
        };
        let picture = country
            .png()
            .map_err(|error| ApiError::invalid("map", &error))?;
        let searches = request.searches.iter().map(String::as_str).collect();
        reply(&picture, request.best, searches, stop)
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

/// Reads a picture of a road map and searches it.
#[utoipa::path(post, path = "/api/films/roads", params(RoadTracesQuery), request_body(content = Vec<u8>, content_type = "image/png"), responses((status = 200, body = RoadTraces), (status = 422, body = ErrorReply)))]
pub(crate) async fn roads(
    State(state): State<App>,
    Query(query): Query<RoadTracesQuery>,
    picture: Result<Bytes, BytesRejection>,
) -> Reply<RoadTraces> {
    let picture = picture?;
    let work = move |stop: &Stop| {
        let searches = query.searches.split(',').collect();
        reply(&picture, query.best, searches, stop)
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

fn reply(
    picture: &[u8],
    best: usize,
    mut searches: Vec<&str>,
    stop: &Stop,
) -> Result<RoadTraces, ApiError> {
    let invalid = |error: &dyn std::fmt::Display| ApiError::invalid("map", error);
    let map: RoadMap = country::read(picture, Formula::Squares).map_err(|error| invalid(&error))?;
    if map.count() > MAX_STATES {
        return Err(invalid(&"the page draws maps of at most 250,000 states"));
    }
    let trip = map.whole_trip();
    let found = country::k_shortest(&map, trip).map_err(|error| invalid(&error))?;
    let found = found.take_while(|_| !stop.is_stopped());
    let found: Vec<Road> = found.take(best.clamp(1, MAX_ROADS)).collect();
    searches.truncate(MAX_TRACES);
    let films = searches.into_iter().map(|name| trace(&map, name, stop));
    let films = films.collect::<Result<_, _>>()?;
    let places: Vec<_> = map.states().map(|state| map.place(state)).collect();
    let colour = |state| {
        let [r, g, b] = map.colour(state);
        format!("{r:02x}{g:02x}{b:02x}")
    };
    Ok(RoadTraces {
        width: 8 * map.columns() + 1,
        height: 8 * map.rows() + 5,
        columns: map.columns(),
        x: places.iter().map(|place| place.x).collect(),
        y: places.iter().map(|place| place.y).collect(),
        colours: map.states().map(colour).collect(),
        values: map.states().map(|state| map.value(state)).collect(),
        from: trip.from.number() - 1,
        to: trip.to.number() - 1,
        films,
        roads: found
            .iter()
            .map(|road| TracedRoad {
                cost: road.cost,
                states: road.states.iter().map(|state| state.number() - 1).collect(),
            })
            .collect(),
    })
}

/// One search across the whole map.
fn trace(map: &RoadMap, name: &str, stop: &Stop) -> Result<TraceReply, ApiError> {
    let search = RoadSearch::by_name(name).ok_or_else(|| unknown_search(name))?;
    let problem = RoadProblem::new(map, map.whole_trip());
    let search_it = |viewer: &mut Viewer<_>| search.run_for(&problem, Some(viewer));
    let place = |&node: &_| (problem.state(node).number() - 1, 0);
    let (film, report, seconds) = recorded(stop, search_it, place)?;
    Ok(TraceReply {
        film,
        counts: TraceCounts::from(&report.counts),
        length: report.cost().map(|cost| cost as f64),
        optimal: search.optimal == Optimal::Always,
        seconds,
        note: None,
    })
}
