//! Studies: branches and comments on a game, kept on the server for everybody who opens the link. A
//! study of a game in the store has the id of the game, others have one of their own.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::positions::MoveText;
use crate::state::App;

/// A game with branches and comments.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Study {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    /// On the position it starts from.
    #[serde(default)]
    pub(crate) comment: String,
    /// Every move of every branch, each after the one it follows; of several that follow the same,
    /// the first is the main line.
    pub(crate) moves: Vec<StudyMove>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct StudyMove {
    /// The place in the list of the move it follows; none at the start.
    pub(crate) parent: Option<usize>,
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    #[serde(default)]
    pub(crate) comment: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StudyReply {
    /// Null where the game has none.
    pub(crate) study: Option<Study>,
}

/// More moves than anybody looks at in one game.
const MAX_MOVES: usize = 5_000;
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

impl Study {
    /// Whether its parts fit together. Whether the moves are legal is said when somebody goes there.
    fn check(&self) -> Result<(), ApiError> {
        boyi_engine::game(&self.game)?;
        if self.moves.len() > MAX_MOVES {
            return Err(ApiError::invalid(
                "study",
                &"a study has at most 5000 moves",
            ));
        }
        let ordered = |(index, mv): (usize, &StudyMove)| mv.parent.is_none_or(|at| at < index);
        if !self.moves.iter().enumerate().all(ordered) {
            let why = "every move of a study stands after the one it follows";
            return Err(ApiError::invalid("study", &why));
        }
        Ok(())
    }
}
