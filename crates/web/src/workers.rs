//! Workers over HTTP: they lease games of the contests that run here, and hand in what they played.
//!
//! A call is one request whoever the worker is and wherever: it works behind any firewall. What matters is
//! the number of calls, not of cores, so a worker takes as many games as it plays in some twenty seconds.

mod client;

pub use client::{Calls, Joining, join};

use std::collections::HashSet;

use axum::extract::State;
use axum::http::StatusCode;
use boyi_arena::contest::hub::{HubError, WorkerStatus};
use boyi_arena::contest::{Finished, Job};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;

/// A worker asks for games; with none it says that it is still there.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct LeaseRequest {
    /// What it goes by.
    pub(crate) worker: String,
    /// At most so many games more.
    pub(crate) games: u32,
    /// The games it has in hand, as `CONTEST.KEY`; others that it was given go back.
    #[serde(default)]
    pub(crate) holding: HashSet<String>,
    /// It ends, and lets go of what it holds.
    #[serde(default)]
    pub(crate) leaves: bool,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct LeaseReply {
    /// What is to be played: the games as the contest describes them.
    #[schema(value_type = Vec<Object>)]
    pub(crate) games: Vec<LeasedGame>,
    /// How long it may be silent before its games go to others, in seconds.
    pub(crate) lease: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct LeasedGame {
    pub(crate) job: Job,
    pub(crate) attempt: u64,
}

/// A worker hands in games; the same game may come any number of times.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ResultsRequest {
    pub(crate) worker: String,
    #[schema(value_type = Vec<Object>)]
    pub(crate) results: Vec<Finished>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ResultsReply {
    /// How many were of contests that run here.
    pub(crate) taken: usize,
}

/// A worker as the page shows it.
#[derive(Serialize, ToSchema)]
pub(crate) struct WorkerView {
    pub(crate) name: String,
    /// Games it handed in.
    pub(crate) games: u64,
    /// Of these, how many were played again here and came out the same.
    pub(crate) confirmed: u64,
    /// Why nothing of it is taken any more.
    pub(crate) blocked: Option<String>,
}

const MAX_NAME: usize = 100;

/// Leases games to a worker.
#[utoipa::path(post, path = "/api/workers/lease", request_body = LeaseRequest, responses((status = 200, body = LeaseReply), (status = 403, body = ErrorReply)))]
pub(crate) async fn lease(
    State(state): State<App>,
    JsonBody(request): JsonBody<LeaseRequest>,
) -> Reply<LeaseReply> {
    blocking(move || {
        let hub = state.contests.hub();
        let worker = named(&request.worker)?;
        if request.leaves {
            hub.leave(worker);
        }
        let games = if request.leaves {
            Vec::new()
        } else {
            hub.take(worker, request.games, &request.holding)?
        };
        let leased = |(job, attempt)| LeasedGame { job, attempt };
        Ok(LeaseReply {
            games: games.into_iter().map(leased).collect(),
            lease: hub.lease_time().as_secs_f64(),
        })
    })
    .await
}

/// Takes in what a worker has played.
#[utoipa::path(post, path = "/api/workers/results", request_body = ResultsRequest, responses((status = 200, body = ResultsReply), (status = 403, body = ErrorReply)))]
pub(crate) async fn results(
    State(state): State<App>,
    JsonBody(request): JsonBody<ResultsRequest>,
) -> Reply<ResultsReply> {
    blocking(move || {
        let hub = state.contests.hub();
        let worker = named(&request.worker)?;
        let mut taken = 0;
        for finished in request.results {
            taken += usize::from(hub.hand_in(worker, finished)?);
        }
        Ok(ResultsReply { taken })
    })
    .await
}

/// The workers that were heard of.
#[utoipa::path(get, path = "/api/workers", responses((status = 200, body = Vec<WorkerView>)))]
pub(crate) async fn list(State(state): State<App>) -> Reply<Vec<WorkerView>> {
    let view = |(name, status): (String, WorkerStatus)| WorkerView {
        name,
        games: status.games,
        confirmed: status.confirmed,
        blocked: status.blocked,
    };
    blocking(move || {
        Ok(state
            .contests
            .hub()
            .workers()
            .into_iter()
            .map(view)
            .collect())
    })
    .await
}

fn named(worker: &str) -> Result<&str, ApiError> {
    let fits = !worker.is_empty() && worker.chars().count() <= MAX_NAME;
    if fits && !worker.chars().any(char::is_control) {
        Ok(worker)
    } else {
        Err(ApiError::invalid(
            "worker",
            &"a worker has a name of at most 100 characters",
        ))
    }
}

impl From<HubError> for ApiError {
    fn from(error: HubError) -> Self {
        match error {
            HubError::Blocked(_) => Self::new(StatusCode::FORBIDDEN, "blocked", error.to_string()),
            HubError::Work(error) => Self::internal(&error),
        }
    }
}
