//! Errors as the API answers them: a status, a word for programs, a sentence for people.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
#[cfg(not(target_arch = "wasm32"))]
use boyi_arena::bot::RegistryError;
#[cfg(not(target_arch = "wasm32"))]
use boyi_arena::store::StoreError;
#[cfg(not(target_arch = "wasm32"))]
use boyi_course::FilesError;
#[cfg(not(target_arch = "wasm32"))]
use boyi_course::register::RegisterError;
use boyi_engine::review::ReviewError;
use boyi_engine::{EngineError, ExportError, ReplayError, SetupError, SpecError, UnknownGame};
use boyi_game::{Language, MoveError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::Localized;

/// An error that is the answer to a request.
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
    pub(crate) message: Localized,
    /// Games that a pasted text could be read as instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<String>,
}

impl ApiError {
    /// An error with a sentence in one language for both, as errors of text formats are.
    pub(crate) fn new(status: StatusCode, error: &'static str, message: impl Into<String>) -> Self {
        Self::localized(status, error, Localized::same(message))
    }

    pub(crate) fn localized(status: StatusCode, error: &'static str, message: Localized) -> Self {
        let body = ErrorReply {
            error,
            message,
            games: Vec::new(),
        };
        Self { status, body }
    }

    /// A text that cannot be read as the game asked for, with the games that it can be read as.
    pub(crate) fn unread(message: Localized, games: Vec<String>) -> Self {
        let mut error = Self::localized(StatusCode::UNPROCESSABLE_ENTITY, "text", message);
        error.body.games = games;
        error
    }

    /// Nothing has this id.
    pub(crate) fn unknown_id(what: &str) -> Self {
        let message = Localized::new(format!("there is no {what} of this name"), "没有这个编号");
        Self::localized(StatusCode::NOT_FOUND, "unknown_id", message)
    }

    /// The request does not fit the state of the game.
    pub(crate) fn conflict(english: &str, chinese: &str) -> Self {
        Self::localized(
            StatusCode::CONFLICT,
            "not_now",
            Localized::new(english, chinese),
        )
    }

    /// Only who has a seat in the game may do this.
    pub(crate) fn no_seat(english: &str, chinese: &str) -> Self {
        let words = Localized::new(english, chinese);
        Self::localized(StatusCode::FORBIDDEN, "no_seat", words)
    }

    /// The server has no room for more.
    pub(crate) fn busy(english: &str, chinese: &str) -> Self {
        let words = Localized::new(english, chinese);
        Self::localized(StatusCode::SERVICE_UNAVAILABLE, "busy", words)
    }

    /// A part of the request cannot be used.
    pub(crate) fn invalid(error: &'static str, why: &dyn std::fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, why.to_string())
    }

    /// The same, said in Chinese, too.
    pub(crate) fn invalid_in_both(
        error: &'static str,
        why: &dyn std::fmt::Display,
        chinese: String,
    ) -> Self {
        let words = Localized::new(why.to_string(), chinese);
        Self::localized(StatusCode::UNPROCESSABLE_ENTITY, error, words)
    }

    /// A fault of the server.
    pub(crate) fn internal(why: &dyn std::fmt::Display) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            why.to_string(),
        )
    }

    pub(crate) fn message(&self) -> &Localized {
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
        let words = Localized::new(
            error.in_language(Language::English),
            error.in_language(Language::Chinese),
        );
        let (status, name) = match error {
            MoveError::Malformed { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "malformed_move"),
            MoveError::Illegal { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            MoveError::NotYourTurn(_) => (StatusCode::CONFLICT, "not_your_turn"),
            MoveError::GameOver => (StatusCode::CONFLICT, "game_over"),
        };
        Self::localized(status, name, words)
    }
}

/// Errors that always mean the same: a part of the request that is invalid, or a fault of the server.
macro_rules! from_errors {
    ($($error:ty => $answer:expr;)*) => {
        $(impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                $answer(&error)
            }
        })*
    };
}

from_errors! {
    SetupError => |error| ApiError::invalid("setup", error);
    SpecError => |error: &SpecError| ApiError::invalid_in_both("player", error, error.in_chinese());
    ExportError => |error| ApiError::invalid("format", error);
    ReplayError => |error| ApiError::invalid("record", error);
    ReviewError => |error| ApiError::invalid("record", error);
    EngineError => ApiError::internal;
    std::io::Error => ApiError::internal;
    serde_json::Error => ApiError::internal;
}

#[cfg(not(target_arch = "wasm32"))]
from_errors! {
    StoreError => ApiError::internal;
    RegistryError => ApiError::internal;
    tokio::task::JoinError => ApiError::internal;
    FilesError => |error| ApiError::invalid("files", error);
}

#[cfg(not(target_arch = "wasm32"))]
impl From<RegisterError> for ApiError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::NoCourse(_) => Self::unknown_id("course"),
            RegisterError::NoPerson { .. } => Self::unknown_id("person"),
            RegisterError::NoAssignment { .. } => Self::unknown_id("lab"),
            RegisterError::NoSubmission(_) => Self::unknown_id("submission"),
            RegisterError::CourseExists(name) => Self::conflict(
                &format!("there is a course `{name}` already"),
                &format!("课程“{name}”已存在"),
            ),
            RegisterError::CourseName(_) => Self::invalid_in_both(
                "course",
                &error,
                "课程代号只能用小写字母、数字和 -".to_owned(),
            ),
            RegisterError::Files(error) => error.into(),
            other => Self::internal(&other),
        }
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
