#![doc = include_str!("../README.md")]

mod words;
mod error;
mod scene;
mod worth;
mod catalogue;
mod look;
mod studies;
mod notation;
mod analyse;
mod games;
mod mazes;
mod ways;
mod base64;
mod films;
mod trees;
mod lab;
mod watch;
mod thinkers;
mod live;
mod hall;
mod guard;
mod assets;
mod chance;
mod describe;

pub use assets::MISSING;
pub use chance::token as new_token;
pub use describe::{openapi, typescript};
pub use guard::{Access, is_loopback};
pub use hall::{Hall, Options};

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Json, Router, middleware};
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use hall::App;

/// Bodies larger than this are refused; pictures of road maps have a limit of their own.
const LARGEST_BODY: usize = 1 << 20;

/// The API with its description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(look::look))
        .routes(routes!(look::read))
        .routes(routes!(look::export))
        .routes(routes!(look::arrange))
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::show, games::remove))
        .routes(routes!(games::at))
        .routes(routes!(games::play))
        .routes(routes!(games::take_back))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw))
        .routes(routes!(games::hint))
        .routes(routes!(studies::study, studies::keep_study))
        .routes(routes!(ways::catalogue))
        .routes(routes!(ways::solve))
        .routes(routes!(ways::make))
        .routes(routes!(ways::country))
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
        .routes(routes!(watch::bots::list_bots))
        .routes(routes!(watch::bots::bot_log))
        .merge(large())
}

/// Search made visible: films of path searches, trees of game searches.
fn visible() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(films::choices))
        .routes(routes!(films::make))
        .routes(routes!(films::read))
        .routes(routes!(films::film))
        .routes(routes!(films::make_roads))
        .routes(routes!(trees::tree))
        .routes(routes!(trees::compare))
}

/// Requests whose bodies may be large.
fn large() -> OpenApiRouter<App> {
    let limit = DefaultBodyLimit::max(ways::LARGEST_PICTURE);
    OpenApiRouter::new()
        .routes(routes!(ways::roads))
        .routes(routes!(films::roads))
        .routes(routes!(watch::bots::upload_bot))
        .layer(limit)
}

/// The whole server. Tests send requests straight in; no socket needed.
pub fn router(hall: Arc<Hall>) -> Router {
    let (router, _) = api().split_for_parts();
    router
        .route("/api/openapi.json", get(async || Json(openapi())))
        .route("/api/games/{id}/live", get(games::live))
        .route("/api/analyse/live", get(analyse::live))
        .route("/api/lab/live", get(lab::live))
        .route("/api/watch/live", get(watch::live))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&hall),
            guard::guard,
        ))
        .with_state(hall)
}

/// Serves until `end` resolves.
pub async fn serve(
    listener: TcpListener,
    hall: Arc<Hall>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    axum::serve(listener, router(hall))
        .with_graceful_shutdown(end)
        .await
}
