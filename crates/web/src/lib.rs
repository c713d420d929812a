#![doc = include_str!("../README.md")]
#![cfg_attr(
    target_arch = "wasm32",
    allow(
        dead_code,
        reason = "a server says more than the API in a browser does"
    )
)]

mod text;
mod error;
mod http;
mod scene;
mod evaluation;
mod explorer;
mod likes;
mod catalogue;
mod positions;
mod studies;
mod names;
mod analyse;
mod mazes;
mod traces;
mod trees;
mod lab;
mod lessons;
mod rules;
mod puzzles;
#[cfg(target_arch = "wasm32")]
pub mod browser;

// The server around the API.
#[cfg(not(target_arch = "wasm32"))]
mod client;
#[cfg(not(target_arch = "wasm32"))]
mod games;
#[cfg(not(target_arch = "wasm32"))]
mod watch;
#[cfg(not(target_arch = "wasm32"))]
mod workers;
#[cfg(not(target_arch = "wasm32"))]
mod course;
#[cfg(not(target_arch = "wasm32"))]
mod engine_pool;
#[cfg(not(target_arch = "wasm32"))]
mod delta;
#[cfg(not(target_arch = "wasm32"))]
mod feed;
#[cfg(not(target_arch = "wasm32"))]
mod socket;
#[cfg(not(target_arch = "wasm32"))]
mod state;
#[cfg(not(target_arch = "wasm32"))]
mod limits;
#[cfg(not(target_arch = "wasm32"))]
mod connections;
#[cfg(not(target_arch = "wasm32"))]
mod server;
#[cfg(not(target_arch = "wasm32"))]
mod nodes;
#[cfg(not(target_arch = "wasm32"))]
mod guard;
#[cfg(not(target_arch = "wasm32"))]
mod guesses;
#[cfg(not(target_arch = "wasm32"))]
mod health;
#[cfg(not(target_arch = "wasm32"))]
mod metrics;
#[cfg(not(target_arch = "wasm32"))]
mod log;
#[cfg(not(target_arch = "wasm32"))]
mod assets;
#[cfg(not(target_arch = "wasm32"))]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod random;
#[cfg(not(target_arch = "wasm32"))]
mod describe;

#[cfg(not(target_arch = "wasm32"))]
pub use assets::MISSING;
#[cfg(not(target_arch = "wasm32"))]
pub use course::GradingOptions;
#[cfg(not(target_arch = "wasm32"))]
pub use describe::{openapi, typescript};
#[cfg(not(target_arch = "wasm32"))]
pub use guard::Access;
#[cfg(not(target_arch = "wasm32"))]
pub use limits::Limits;
#[cfg(not(target_arch = "wasm32"))]
pub use log::LogForm;
#[cfg(not(target_arch = "wasm32"))]
pub use page::{PageError, WrittenPage, has_engines, write_page};
#[cfg(not(target_arch = "wasm32"))]
pub use random::token as new_token;
#[cfg(not(target_arch = "wasm32"))]
pub use server::serve;
#[cfg(not(target_arch = "wasm32"))]
pub use state::{AppState, Options};
#[cfg(not(target_arch = "wasm32"))]
pub use workers::{Calls, Joining, join};

#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
#[cfg(not(target_arch = "wasm32"))]
use axum::routing::get;
#[cfg(not(target_arch = "wasm32"))]
use axum::{Json, Router, middleware};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[cfg(target_arch = "wasm32")]
use browser::{engine_pool, games, state};
use state::App;

/// Bodies larger than this are refused; pictures of road maps have a limit of their own.
#[cfg(not(target_arch = "wasm32"))]
const MAX_BODY_BYTES: usize = 1 << 20;

#[cfg(not(target_arch = "wasm32"))]
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .merge(stateless())
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::show, games::remove))
        .routes(routes!(games::at))
        .routes(routes!(games::play))
        .routes(routes!(games::take_back))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw))
        .routes(routes!(games::sit))
        .routes(routes!(games::decline))
        .routes(routes!(games::rematch))
        .routes(routes!(games::hint))
        .routes(routes!(studies::kept::study, studies::kept::keep_study))
        .routes(routes!(watch::list, watch::begin))
        .routes(routes!(watch::show))
        .routes(routes!(watch::stop))
        .routes(routes!(watch::resume))
        .routes(routes!(watch::moved))
        .routes(routes!(watch::games))
        .routes(routes!(watch::record::record))
        .routes(routes!(watch::record::record_at))
        .routes(routes!(watch::record::records))
        .routes(routes!(watch::record::export_record))
        .routes(routes!(workers::list))
        .routes(routes!(workers::lease))
        .routes(routes!(workers::results))
        .routes(routes!(watch::bots::list_bots))
        .routes(routes!(watch::bots::bot_log))
        .routes(routes!(watch::bots::bot_templates))
        .routes(routes!(watch::uploads::remove_bot))
        .merge(course::routes())
        .merge(large())
}

/// What is answered out of the request alone, by a server and in a browser alike.
fn stateless() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(positions::look))
        .routes(routes!(positions::read))
        .routes(routes!(positions::export))
        .routes(routes!(positions::arrange))
        .routes(routes!(explorer::explore))
        .routes(routes!(likes::likes))
        .merge(visible())
        .merge(pictures())
}

/// Search made visible: films of path searches, trees of game searches.
fn visible() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(traces::searches))
        .routes(routes!(traces::make))
        .routes(routes!(traces::read))
        .routes(routes!(traces::trace))
        .routes(routes!(traces::make_roads))
        .routes(routes!(trees::tree))
        .routes(routes!(trees::compare))
        .routes(routes!(lessons::list_lessons))
        .routes(routes!(lessons::lesson))
        .routes(routes!(lessons::answer_lesson))
        .routes(routes!(rules::rules))
        .routes(routes!(puzzles::puzzles))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(puzzles::try_puzzle))
        .routes(routes!(trees::sampled::samples))
        .routes(routes!(trees::timed::timed))
}

/// Requests whose bodies may be large.
fn pictures() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(traces::roads))
        .layer(DefaultBodyLimit::max(traces::MAX_PICTURE_BYTES))
}

#[cfg(not(target_arch = "wasm32"))]
fn large() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(watch::uploads::upload_bot))
        .layer(DefaultBodyLimit::max(traces::MAX_PICTURE_BYTES))
}

/// The whole server. Tests send requests straight in; no socket needed.
#[cfg(not(target_arch = "wasm32"))]
pub fn router(state: Arc<AppState>) -> Router {
    let (router, _) = api().split_for_parts();
    // What is handed over has been checked by the server it came to.
    nodes::answer(&state, router.clone());
    router
        .route("/metrics", get(metrics::metrics))
        .route("/api/openapi.json", get(async || Json(openapi())))
        .route("/api/games/{id}/live", get(games::live))
        .route("/api/analyse/live", get(analyse::live))
        .route("/api/lab/live", get(lab::live))
        .route("/api/watch/live", get(watch::live))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            nodes::hand_over,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            guard::guard,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            log::observe,
        ))
        .with_state(state)
}
