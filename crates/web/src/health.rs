//! `GET /healthz`: whether the server lives, for whoever restarts it otherwise.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::state::App;

/// What takes longer counts as not there.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the server lives.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok` or `failing`.
    pub(crate) status: &'static str,
    /// How long the store took to answer, in milliseconds; nothing where it did not.
    pub(crate) store_ms: Option<f64>,
    /// How long a task waited for a thread that answers, in milliseconds; nothing where none came.
    pub(crate) loop_ms: Option<f64>,
    pub(crate) uptime_seconds: u64,
}

/// Whether the server lives: its store answers, and so do its threads.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health), (status = 503, body = Health)))]
pub(crate) async fn healthz(State(state): State<App>) -> (StatusCode, Json<Health>) {
    let asked = Arc::clone(&state);
    let store = took(tokio::task::spawn_blocking(move || {
        // There is no such contest; the store must know.
        asked.contests.store().contest("").is_ok()
    }));
    let turn = took(tokio::spawn(async { true }));
    let (store_ms, loop_ms) = tokio::join!(store, turn);
    let is_well = store_ms.is_some() && loop_ms.is_some();
    let (code, status) = if is_well {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "failing")
    };
    let health = Health {
        status,
        store_ms,
        loop_ms,
        uptime_seconds: state.began.elapsed().as_secs(),
    };
    (code, Json(health))
}

/// How long a task took, in milliseconds, if it came out well.
async fn took(task: tokio::task::JoinHandle<bool>) -> Option<f64> {
    let began = Instant::now();
    let done = timeout(PATIENCE, task).await.ok()?.ok()?;
    done.then(|| began.elapsed().as_micros() as f64 / 1000.0)
}
