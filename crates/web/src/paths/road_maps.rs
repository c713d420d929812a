//! Pictures of road maps: read and searched, or made.

use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use boyi_paths::roads::{self as country_roads, Colours, Country, Formula};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::Reply;
use crate::state::App;

/// Pictures of road maps may be larger than other bodies.
pub(crate) const MAX_PICTURE_BYTES: usize = 32 << 20;

/// How to read a picture of a road map.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RoadsQuery {
    best: Option<usize>,
    formula: Option<String>,
    /// The state to start from, counted from 1.
    from: Option<u32>,
    to: Option<u32>,
}

/// The roads across a picture.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoadsReply {
    pub(crate) states: u32,
    pub(crate) roads: Vec<RoadShown>,
    pub(crate) read_seconds: f64,
    pub(crate) seconds: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RoadShown {
    pub(crate) cost: u64,
    /// States, counted from 1.
    pub(crate) states: Vec<u32>,
    /// Pixels, x and y one after the other.
    pub(crate) points: Vec<u32>,
}

const MAX_ROADS: usize = 50;

/// Finds the shortest roads in a PNG picture.
#[utoipa::path(post, path = "/api/ways/roads", params(RoadsQuery), request_body(content = Vec<u8>, content_type = "image/png"), responses((status = 200, body = RoadsReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn roads(
    State(state): State<App>,
    Query(query): Query<RoadsQuery>,
    picture: Result<Bytes, BytesRejection>,
) -> Reply<RoadsReply> {
    let picture = picture?;
    let work = move |stop: &Stop| find_roads(&picture, &query, stop);
    state.engines.run(Purpose::Study, work).await.map(Json)
}

fn find_roads(picture: &[u8], query: &RoadsQuery, stop: &Stop) -> Result<RoadsReply, ApiError> {
    let invalid = |error: &dyn std::fmt::Display| ApiError::invalid("picture", error);
    let formula = query.formula.as_deref().unwrap_or("squares");
    let unknown = |_| ApiError::invalid("formula", &format!("no formula called `{formula}`"));
    let formula: Formula = formula.parse().map_err(unknown)?;
    let began = Instant::now();
    let map = country_roads::read(picture, formula).map_err(|error| invalid(&error))?;
    let read_seconds = began.elapsed().as_secs_f64();
    let trip = map.trip(query.from.unwrap_or(1), query.to.unwrap_or(map.count()));
    let trip = trip.map_err(|error| invalid(&error))?;
    let began = Instant::now();
    let found = country_roads::k_shortest(&map, trip).map_err(|error| invalid(&error))?;
    let wanted = query.best.unwrap_or(2).clamp(1, MAX_ROADS);
    let found: Vec<RoadShown> = found
        .take_while(|_| !stop.is_stopped())
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
    const MAX_SIDE: u32 = 200;
    if query.rows > MAX_SIDE || query.cols > MAX_SIDE {
        return Err(ApiError::invalid(
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
    let picture = country
        .png()
        .map_err(|error| ApiError::invalid("size", &error))?;
    Ok(([(CONTENT_TYPE, "image/png")], picture).into_response())
}
