//! Handing in: files one by one, or an archive of them.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use boyi_course::register::{HandInError, Role};
use boyi_course::{Files, now};
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::VersionView;
use super::visits::allowed;
use crate::error::{ApiError, ErrorReply};
use crate::http::blocking;
use crate::state::App;
use crate::text::Localized;

/// Files to be handed in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HandInRequest {
    pub(crate) files: Vec<HandedInFile>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct HandedInFile {
    /// Folders are separated by `/`.
    pub(crate) name: String,
    /// In base 64.
    pub(crate) content: String,
}

/// Hands in: the body is a zip, tar or tar.gz, or JSON with the files in base 64.
#[utoipa::path(post, path = "/api/courses/{course}/labs/{lab}/submissions", params(("course" = String, Path), ("lab" = String, Path)), request_body = HandInRequest, responses((status = 201, body = VersionView), (status = 401, body = ErrorReply), (status = 409, body = ErrorReply), (status = 413, body = ErrorReply), (status = 422, body = ErrorReply), (status = 429, body = ErrorReply)))]
pub(crate) async fn hand_in(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<VersionView>), ApiError> {
    let body = body?;
    let taken = blocking(move || {
        let person = allowed(&state, &course, &headers, Role::Student)?;
        let files = read(&headers, &body)?.own();
        let register = state.register();
        let kept = register.hand_in(&course, &name, &person.id, &files, now())?;
        let lab = register.assignment(&course, &name)?;
        VersionView::of(&state, &lab, &kept)
    });
    Ok((StatusCode::CREATED, taken.await?))
}

fn read(headers: &HeaderMap, body: &[u8]) -> Result<Files, ApiError> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
        return Ok(Files::unpack(body)?);
    }
    let wrong = |why: &dyn std::fmt::Display| {
        ApiError::new(StatusCode::BAD_REQUEST, "bad_json", why.to_string())
    };
    let request: HandInRequest = serde_json::from_slice(body).map_err(|error| wrong(&error))?;
    let mut files = Vec::new();
    for file in request.files {
        let content = STANDARD
            .decode(file.content)
            .map_err(|error| wrong(&error))?;
        files.push((file.name, content));
    }
    Ok(Files::new(files)?)
}

impl From<HandInError> for ApiError {
    fn from(error: HandInError) -> Self {
        let words = Localized::new(error.to_string(), error.in_chinese());
        let (status, name) = match error {
            HandInError::Register(error) => return error.into(),
            HandInError::NotOpen { .. } => (StatusCode::CONFLICT, "not_open"),
            HandInError::TooLate { .. } => (StatusCode::CONFLICT, "too_late"),
            HandInError::NoAttempts(_) => (StatusCode::CONFLICT, "no_attempts"),
            HandInError::TooOften { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_often"),
            HandInError::Same(_) => (StatusCode::CONFLICT, "same"),
        };
        Self::localized(status, name, words)
    }
}
