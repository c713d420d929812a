//! Road maps: the picture as states, the search spreading over it, and the best roads.

use std::io::Cursor;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{Query, State};
use boyi_paths::film::Film as Columns;
use boyi_paths::observer::Recorder;
use boyi_paths::roads::{self as country, Colours, Country, Formula, Road, RoadMap};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Film, LONGEST_FILM, quickest};
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;

/// How many of the best roads there may be.
const MOST_ROADS: usize = 10;

/// States the page draws at most.
const MOST_STATES: u32 = 250_000;

/// A country to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FilmedRoadsRequest {
    /// Rows of states.
    rows: u32,
    /// Columns of states.
    cols: u32,
    /// The seed.
    seed: u64,
    /// How many of the best roads to find.
    best: usize,
}

/// What to look for in a picture.
#[derive(Deserialize, IntoParams)]
pub(crate) struct FilmedRoadsQuery {
    /// How many of the best roads to find.
    best: usize,
}

/// A road map and the search on it. States are counted from 0.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmedRoads {
    /// In pixels of the picture.
    width: u32,
    /// In pixels of the picture.
    height: u32,
    /// States in an even row.
    columns: u32,
    /// The centre of each state.
    x: Vec<u32>,
    /// The centre of each state.
    y: Vec<u32>,
    /// Six hexadecimal digits a state.
    colours: String,
    /// What each state costs.
    values: Vec<u32>,
    /// Where the roads begin.
    from: u32,
    /// Where they end.
    to: u32,
    /// How the search spread.
    film: Film,
    /// The best roads, best first.
    roads: Vec<FilmedRoad>,
    /// Time the search takes when nobody watches.
    seconds: f64,
}

/// A road.
#[derive(Serialize, ToSchema)]
pub(crate) struct FilmedRoad {
    /// The values of its states without the first.
    cost: u64,
    /// Its states.
    states: Vec<u32>,
}

/// Makes a road map and searches it.
#[utoipa::path(post, path = "/api/films/roads/new", request_body = FilmedRoadsRequest, responses((status = 200, body = FilmedRoads), (status = 422, body = ErrorReply)))]
pub(crate) async fn make_roads(
    State(hall): State<App>,
    request: Result<Json<FilmedRoadsRequest>, JsonRejection>,
) -> Result<Json<FilmedRoads>, ApiError> {
    let Json(request) = request?;
    if request.rows.saturating_mul(request.cols) > MOST_STATES
        || request.rows < 1
        || request.cols < 2
    {
        return Err(ApiError::unfit(
            "size",
            &"a map for the page has 2 to 250,000 states",
        ));
    }
    let work = move || {
        let country = Country {
            rows: request.rows,
            columns: request.cols,
            holes: 8,
            colours: Colours::Random,
            seed: request.seed,
        };
        let mut picture = Vec::new();
        let made = country.write_png(&mut picture);
        made.map_err(|error| ApiError::unfit("map", &error))?;
        reply(&picture, request.best)
    };
    hall.thinkers.run(Stop::default(), work).await?.map(Json)
}

/// Reads a picture of a road map and searches it.
#[utoipa::path(post, path = "/api/films/roads", params(FilmedRoadsQuery), request_body(content = Vec<u8>, content_type = "image/png"), responses((status = 200, body = FilmedRoads), (status = 422, body = ErrorReply)))]
pub(crate) async fn roads(
    State(hall): State<App>,
    Query(query): Query<FilmedRoadsQuery>,
    picture: Result<Bytes, BytesRejection>,
) -> Result<Json<FilmedRoads>, ApiError> {
    let picture = picture?;
    let work = move || reply(&picture, query.best);
    hall.thinkers.run(Stop::default(), work).await?.map(Json)
}

fn reply(picture: &[u8], best: usize) -> Result<FilmedRoads, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit("map", error);
    let map: RoadMap =
        country::read(Cursor::new(picture), Formula::Squares).map_err(|error| unfit(&error))?;
    if map.count() > MOST_STATES {
        return Err(unfit(&"the page draws maps of at most 250,000 states"));
    }
    let trip = map.whole_trip();
    let mut recorder = Recorder::with_cap(LONGEST_FILM);
    country::shortest(&map, trip, &mut recorder).map_err(|error| unfit(&error))?;
    let film = Columns::of(&recorder, |state| (state.number() - 1, 0));
    let found = country::k_shortest(&map, trip).map_err(|error| unfit(&error))?;
    let found: Vec<Road> = found.take(best.clamp(1, MOST_ROADS)).collect();
    let places: Vec<_> = map.states().map(|state| map.place(state)).collect();
    let colour = |state| {
        let [r, g, b] = map.colour(state);
        format!("{r:02x}{g:02x}{b:02x}")
    };
    Ok(FilmedRoads {
        width: 8 * map.columns() + 1,
        height: 8 * map.rows() + 5,
        columns: map.columns(),
        x: places.iter().map(|place| place.x).collect(),
        y: places.iter().map(|place| place.y).collect(),
        colours: map.states().map(colour).collect(),
        values: map.states().map(|state| map.value(state)).collect(),
        from: trip.from.number() - 1,
        to: trip.to.number() - 1,
        film: Film::from(&film),
        roads: found
            .iter()
            .map(|road| FilmedRoad {
                cost: road.cost,
                states: road.states.iter().map(|state| state.number() - 1).collect(),
            })
            .collect(),
        seconds: quickest(|| {
            let _ = country::shortest(&map, trip, &mut ());
        }),
    })
}
