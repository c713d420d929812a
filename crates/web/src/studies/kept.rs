//! Studies kept on the server for everybody who opens the link. A study of a game in the store has the id
//! of the game, others have one of their own.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::Study;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub(crate) struct StudyReply {
    /// Null where the game has none.
    pub(crate) study: Option<Study>,
}

const MAX_NAME: usize = 200;

/// The study of this name.
#[utoipa::path(get, path = "/api/studies/{id}", params(("id" = String, Path)), responses((status = 200, body = StudyReply)))]
pub(crate) async fn study(State(state): State<App>, Path(id): Path<String>) -> Reply<StudyReply> {
    blocking(move || {
        let text = state.contests.store().study(&id)?;
        let study = text.map(|text| serde_json::from_str(&text)).transpose();
        Ok(StudyReply { study: study? })
    })
    .await
}

/// Keeps a study in place of the one that went by this name.
#[utoipa::path(put, path = "/api/studies/{id}", params(("id" = String, Path)), request_body = Study, responses((status = 204), (status = 422, body = ErrorReply)))]
pub(crate) async fn keep_study(
    State(state): State<App>,
    Path(id): Path<String>,
    JsonBody(study): JsonBody<Study>,
) -> Result<StatusCode, ApiError> {
    let Json(()) = blocking(move || {
        study.check()?;
        if id.len() > MAX_NAME || id.contains(char::is_control) {
            return Err(ApiError::invalid("study", &"no study has such a name"));
        }
        let text = serde_json::to_string(&study)?;
        let store = state.contests.store();
        store.put_study(&id, &text).map_err(ApiError::from)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
