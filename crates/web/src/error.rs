//! What is said when something cannot be done: a status, a word for programs, a sentence for people.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boyi_engine::{ExportError, ReplayError, SetupError, SpecError, UnknownGame};
use boyi_game::{Language, MoveError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::words::Words;

/// An answer that is none.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorReply,
}

/// Why a request was refused.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct ErrorReply {
    /// A word for programs: `illegal_move`, `unknown_id`.
    pub(crate) error: &'static str,
    /// A sentence for people.
    pub(crate) message: Words,
}

impl ApiError {
    /// An error with a sentence in one language for both, as errors of text formats are.
    pub(crate) fn new(status: StatusCode, error: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = Words {
            en: message.clone(),
            zh: message,
        };
        Self::said(status, error, message)
    }

    /// An error said in both languages.
    pub(crate) fn said(status: StatusCode, error: &'static str, message: Words) -> Self {
        let body = ErrorReply { error, message };
        Self { status, body }
    }

    /// No game, match or job of that name.
    pub(crate) fn unknown_id(what: &str) -> Self {
        let message = Words::new(format!("there is no {what} of this name"), "没有这个编号");
        Self::said(StatusCode::NOT_FOUND, "unknown_id", message)
    }

    /// It makes no sense now.
    pub(crate) fn conflict(english: &str, chinese: &str) -> Self {
        Self::said(
            StatusCode::CONFLICT,
            "not_now",
            Words::new(english, chinese),
        )
    }

    /// Too much is going on already.
    pub(crate) fn busy(english: &str, chinese: &str) -> Self {
        let words = Words::new(english, chinese);
        Self::said(StatusCode::SERVICE_UNAVAILABLE, "busy", words)
    }

    /// What was sent cannot be understood.
    pub(crate) fn unfit(error: &'static str, why: &dyn std::fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, why.to_string())
    }

    /// Our own fault.
    pub(crate) fn internal(why: &dyn std::fmt::Display) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            why.to_string(),
        )
    }

    /// The sentence, for streams.
    pub(crate) fn message(&self) -> &Words {
        &self.body.message
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<MoveError> for ApiError {
    fn from(error: MoveError) -> Self {
        let words = Words::new(
            error.in_language(Language::English),
            error.in_language(Language::Chinese),
        );
        let (status, name) = match error {
            MoveError::Malformed { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "malformed_move"),
            MoveError::Illegal { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            MoveError::NotYourTurn(_) => (StatusCode::CONFLICT, "not_your_turn"),
            MoveError::GameOver => (StatusCode::CONFLICT, "game_over"),
        };
        Self::said(status, name, words)
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        Self::unfit("setup", &error)
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> Self {
        Self::unfit("player", &error)
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> Self {
        Self::unfit("format", &error)
    }
}

impl From<ReplayError> for ApiError {
    fn from(error: ReplayError) -> Self {
        Self::unfit("record", &error)
    }
}

impl From<UnknownGame> for ApiError {
    fn from(error: UnknownGame) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_game", error.to_string())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> Self {
        let name = match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            _ => "bad_json",
        };
        Self::new(error.status(), name, error.body_text())
    }
}

impl From<BytesRejection> for ApiError {
    fn from(error: BytesRejection) -> Self {
        Self::new(error.status(), "too_large", error.body_text())
    }
}
