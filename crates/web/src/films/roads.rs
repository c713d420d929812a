//! Road maps: the picture as states, the search spreading over it, and the best roads.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{Query, State};
use boyi_paths::roads::{
    self as country, Colours, Country, Formula, Road, RoadMap, RoadProblem, RoadSearch,
};
use boyi_paths::search::{Optimal, Recorder, Viewer};
use boyi_paths::trace::Trace as Columns;
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Film, FilmCounts, FilmReply, LONGEST_FILM, quickest};
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::mazes::{self, unknown_search};

/// How many of the best roads there may be.
const MOST_ROADS: usize = 10;

/// How many searches are watched at once.
const MOST_FILMS: usize = 2;

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
    /// The searches to watch.
    searches: Vec<String>,
}

/// What to look for in a picture.
#[derive(Deserialize, IntoParams)]
pub(crate) struct FilmedRoadsQuery {
    /// How many of the best roads to find.
    best: usize,
    /// The searches to watch, with commas.
    searches: String,
}

/// A road map and the searches on it. States are counted from 0.
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
    /// How the searches spread, in the order in which they were asked for.
    films: Vec<FilmReply>,
    /// The best roads, best first.
    roads: Vec<FilmedRoad>,
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
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || {
            let country = Country {
                rows: request.rows,
                columns: request.cols,
                holes: 8,
                colours: Colours::Random,
                seed: request.seed,
            };
            let picture = country.png();
            let picture = picture.map_err(|error| ApiError::unfit("map", &error))?;
            let searches = request.searches.iter().map(String::as_str).collect();
            reply(&picture, request.best, searches, &stop)
        }
    };
    hall.thinkers.run(stop, work).await?.map(Json)
}

/// Reads a picture of a road map and searches it.
#[utoipa::path(post, path = "/api/films/roads", params(FilmedRoadsQuery), request_body(content = Vec<u8>, content_type = "image/png"), responses((status = 200, body = FilmedRoads), (status = 422, body = ErrorReply)))]
pub(crate) async fn roads(
    State(hall): State<App>,
    Query(query): Query<FilmedRoadsQuery>,
    picture: Result<Bytes, BytesRejection>,
) -> Result<Json<FilmedRoads>, ApiError> {
    let picture = picture?;
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || {
            let searches = query.searches.split(',').collect();
            reply(&picture, query.best, searches, &stop)
        }
    };
    hall.thinkers.run(stop, work).await?.map(Json)
}

fn reply(
    picture: &[u8],
    best: usize,
    mut searches: Vec<&str>,
    stop: &Stop,
) -> Result<FilmedRoads, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit("map", error);
    let map: RoadMap = country::read(picture, Formula::Squares).map_err(|error| unfit(&error))?;
    if map.count() > MOST_STATES {
        return Err(unfit(&"the page draws maps of at most 250,000 states"));
    }
    let trip = map.whole_trip();
    let found = country::k_shortest(&map, trip).map_err(|error| unfit(&error))?;
    let found = found.take_while(|_| !stop.is_stopped());
    let found: Vec<Road> = found.take(best.clamp(1, MOST_ROADS)).collect();
    searches.truncate(MOST_FILMS);
    let films = searches.into_iter().map(|name| film(&map, name, stop));
    let films = films.collect::<Result<_, _>>()?;
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
        films,
        roads: found
            .iter()
            .map(|road| FilmedRoad {
                cost: road.cost,
                states: road.states.iter().map(|state| state.number() - 1).collect(),
            })
            .collect(),
    })
}

/// One search across the whole map.
fn film(map: &RoadMap, name: &str, stop: &Stop) -> Result<FilmReply, ApiError> {
    let search = RoadSearch::by_name(name).ok_or_else(|| unknown_search(name))?;
    let problem = RoadProblem::new(map, map.whole_trip());
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
    let film = Columns::of(&recorder, |&node| (problem.state(node).number() - 1, 0));
    Ok(FilmReply {
        film: Film::from(&film),
        counts: FilmCounts::from(&report.counts),
        length: report.cost(),
        optimal: search.optimal == Optimal::Always,
        seconds,
        note: None,
    })
}
