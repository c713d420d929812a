#![doc = include_str!("../README.md")]

mod text;
mod error;
mod client;
mod http;
mod scene;
mod evaluation;
mod explorer;
mod likes;
mod catalogue;
mod positions;
mod studies;
mod analyse;
mod games;
mod mazes;
mod traces;
mod trees;
mod lab;
mod lessons;
mod rules;
mod puzzles;
mod watch;
mod workers;
mod engine_pool;
mod delta;
mod feed;
mod socket;
mod state;
mod limits;
mod connections;
mod server;
mod nodes;
mod guard;
mod guesses;
mod health;
mod metrics;
mod log;
mod assets;
mod random;
mod describe;

pub use assets::MISSING;
pub use describe::{openapi, typescript};
pub use guard::Access;
pub use limits::Limits;
pub use log::LogForm;
pub use random::token as new_token;
pub use server::serve;
pub use state::{AppState, Options};
pub use workers::{Calls, Joining, join};

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Json, Router, middleware};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use state::App;

/// Bodies larger than this are refused; pictures of road maps have a limit of their own.
const MAX_BODY_BYTES: usize = 1 << 20;

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(positions::look))
        .routes(routes!(positions::read))
        .routes(routes!(positions::export))
        .routes(routes!(positions::arrange))
        .routes(routes!(explorer::explore))
        .routes(routes!(likes::likes))
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::show, games::remove))
        .routes(routes!(games::at))
        .routes(routes!(games::play))
        .routes(routes!(games::take_back))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw))
        .routes(routes!(games::hint))
        .routes(routes!(studies::study, studies::keep_study))
        .merge(visible())
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
        .merge(large())
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
fn large() -> OpenApiRouter<App> {
    let limit = DefaultBodyLimit::max(traces::MAX_PICTURE_BYTES);
    OpenApiRouter::new()
        .routes(routes!(traces::roads))
        .routes(routes!(watch::uploads::upload_bot))
        .layer(limit)
}

/// The whole server. Tests send requests straight in; no socket needed.
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
