//! Road maps: the picture as states, the search spreading over it, and the best roads.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query, State};
use boyi_paths::UnknownName;
use boyi_paths::roads::{
    self as country, Colours, Country, Formula, Road, RoadMap, RoadProblem, RoadSearch, Trip,
};
use boyi_paths::search::{Optimal, Viewer};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{TraceCounts, TraceReply, recorded};
use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::mazes::{refused, unknown_search};
use crate::state::App;

/// Pictures of road maps may be larger than other bodies.
pub(crate) const MAX_PICTURE_BYTES: usize = 32 << 20;

const MAX_ROADS: usize = 10;

const MAX_TRACES: usize = 4;

/// States the page draws at most.
const MAX_STATES: u32 = 250_000;

/// A country to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RoadTracesRequest {
    rows: u32,
    cols: u32,
    seed: u64,
    /// How many of the best roads.
    best: usize,
    searches: Vec<String>,
    /// How a colour becomes a value; `squares` by default.
    formula: Option<String>,
    /// States to start from and to go to, counted from 0; the first and the last by default.
    from: Option<u32>,
    to: Option<u32>,
}

/// What to look for in a picture.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RoadTracesQuery {
    best: usize,
    /// The searches to watch, with commas.
    searches: String,
    formula: Option<String>,
    from: Option<u32>,
    to: Option<u32>,
}

/// What is asked of a map, however it came.
struct RoadQuestion<'a> {
    best: usize,
    searches: Vec<&'a str>,
    formula: Option<&'a str>,
    ends: [Option<u32>; 2],
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
        return Err(refused(
            "size",
            &"a map for the page has 2 to 250,000 states",
            "地图可有 2 到 250,000 个州",
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
        let question = RoadQuestion {
            best: request.best,
            searches: request.searches.iter().map(String::as_str).collect(),
            formula: request.formula.as_deref(),
            ends: [request.from, request.to],
        };
        reply(&picture, question, stop)
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
        let question = RoadQuestion {
            best: query.best,
            searches: query.searches.split(',').collect(),
            formula: query.formula.as_deref(),
            ends: [query.from, query.to],
        };
        reply(&picture, question, stop)
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

fn reply(picture: &[u8], mut question: RoadQuestion, stop: &Stop) -> Result<RoadTraces, ApiError> {
    let name = question.formula.unwrap_or(Formula::default().name());
    let formula: Formula = name.parse().map_err(|error: UnknownName| {
        refused("formula", &error, format!("没有名为 `{name}` 的公式"))
    })?;
    let unreadable = "这张图片不是公路图：州是 8 像素的六边形，白色为空地";
    let map: RoadMap =
        country::read(picture, formula).map_err(|error| refused("map", &error, unreadable))?;
    if map.count() > MAX_STATES {
        let english = "the page draws maps of at most 250,000 states";
        return Err(refused("map", &english, "页面最多显示 250,000 个州的地图"));
    }
    let [from, to] = question.ends;
    let number = |end: u32| end.saturating_add(1);
    let trip = map
        .trip(from.map_or(1, number), to.map_or(map.count(), number))
        .map_err(|error| refused("map", &error, "起点或终点不在地图上"))?;
    // Where no road leads there the searches still show how they find that out.
    let found = country::k_shortest(&map, trip);
    let found = found.into_iter().flatten();
    let found = found.take_while(|_| !stop.is_stopped());
    let found: Vec<Road> = found.take(question.best.clamp(1, MAX_ROADS)).collect();
    question.searches.truncate(MAX_TRACES);
    let searches = question.searches.into_iter();
    let films = searches.map(|name| trace(&map, trip, name, stop));
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

/// One search across the map.
fn trace(map: &RoadMap, trip: Trip, name: &str, stop: &Stop) -> Result<TraceReply, ApiError> {
    let search = RoadSearch::by_name(name).ok_or_else(|| unknown_search(name))?;
    let problem = RoadProblem::new(map, trip);
    let search_it = |viewer: &mut Viewer<_>| search.run_for(&problem, Some(viewer));
    let place = |&node: &_| (problem.state(node).number() - 1, 0);
    let (film, report, seconds) = recorded(stop, search_it, place)?;
    Ok(TraceReply {
        film,
        counts: TraceCounts::from(&report.counts),
        cost: report.cost().map(|cost| cost as f64),
        steps: report.route().map(|route| route.path.len() as u64 - 1),
        optimal: search.optimal == Optimal::Always,
        seconds,
        note: None,
    })
}
