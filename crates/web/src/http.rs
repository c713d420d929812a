//! What handlers share: the JSON body they take, the reply they give, work away from the async threads.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};

#[cfg(not(target_arch = "wasm32"))]
use crate::client::{Client, on_blocking_thread};
use crate::error::ApiError;

pub(crate) type Reply<T> = Result<Json<T>, ApiError>;

/// [`Json`] of a request, answered with an [`ApiError`] where it cannot be read.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Sync, T> FromRequest<S> for JsonBody<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Self(body))
    }
}

/// Runs work that reads or writes the store on a thread that may block.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Reply<T> {
    let client = Client::current();
    let work = move || on_blocking_thread(client, work);
    tokio::task::spawn_blocking(work).await?.map(Json)
}

/// A browser asks in a worker of its own, which may be kept waiting.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn blocking<T>(work: impl FnOnce() -> Result<T, ApiError>) -> Reply<T> {
    work().map(Json)
}
