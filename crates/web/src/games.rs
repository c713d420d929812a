//! Playing: the games people play at the page, and the requests that drive them.

mod clock;
mod saved;
mod seat;
mod session;
mod state;

pub(crate) use clock::ClockRules;
pub(crate) use saved::Store;
pub(crate) use seat::Seat;
pub(crate) use session::Session;
pub(crate) use state::{GameState, GameSummary};

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::live;
use crate::look::{Line, LookReply};
use crate::scene::LegalChoice;
use crate::thinkers::Thinkers;
use crate::words::SideName;
use crate::worth::Worth;
use clock::Clock;
use saved::{Saved, SavedClock};
use session::now;

/// All games being played.
pub(crate) struct Games {
    sessions: Mutex<HashMap<String, Session>>,
    thinkers: Thinkers,
    store: Store,
}

/// Older finished games make room where somebody begins more than this.
const MOST_GAMES: usize = 500;

impl Games {
    /// Takes up the saved games. Must be called on a runtime.
    pub(crate) fn open(thinkers: &Thinkers, store: Store) -> Self {
        let saved = store.load();
        let open = |saved: &Saved| Session::open(saved, thinkers.clone(), store.clone()).ok();
        let sessions = saved
            .iter()
            .filter_map(|saved| Some((saved.id.clone(), open(saved)?)));
        Self {
            sessions: Mutex::new(sessions.collect()),
            thinkers: thinkers.clone(),
            store,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Session, ApiError> {
        let found = self.lock().get(id).cloned();
        found.ok_or_else(|| ApiError::unknown_id("game"))
    }

    fn begin(&self, request: &NewGame) -> Result<Session, ApiError> {
        if request.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(ApiError::unfit(
                "clock",
                &"a clock has 1 second to a day, and at most an hour is added",
            ));
        }
        let seed = request.line.seed;
        let seed = if seed == 0 {
            crate::chance::number() >> 11
        } else {
            seed
        };
        let line = Line {
            seed,
            ..request.line.clone()
        };
        let (_, table) = line.lay()?;
        let record = table.record();
        let clock = request.clock.map(Clock::new);
        let saved = Saved {
            id: crate::chance::name(),
            game: record.game.clone(),
            rules: record.rules.clone(),
            start: record.start.clone(),
            seed,
            moves: record
                .moves
                .iter()
                .map(|mv| (mv.side.into(), mv.text.clone()))
                .collect(),
            notes: Vec::new(),
            seats: request.seats.clone(),
            clock: clock.map(|clock| SavedClock {
                rules: clock.rules,
                left: [clock.rules.seconds; 2],
            }),
            ended: None,
            created: now(),
            updated: now(),
        };
        self.make_room()?;
        let session = Session::open(&saved, self.thinkers.clone(), self.store.clone())?;
        self.store.save(&saved);
        self.lock().insert(saved.id, session.clone());
        Ok(session)
    }

    /// Removes the oldest game where there are too many, finished ones first.
    fn make_room(&self) -> Result<(), ApiError> {
        let mut sessions = self.lock();
        if sessions.len() < MOST_GAMES {
            return Ok(());
        }
        let oldest = sessions
            .values()
            .map(|session| {
                let state = session.state();
                (state.scene.over.is_none(), state.updated, state.id)
            })
            .min();
        let (_, _, id) = oldest.ok_or_else(|| ApiError::internal(&"no room for games"))?;
        if let Some(session) = sessions.remove(&id) {
            session.close();
        }
        self.store.remove(&id);
        Ok(())
    }
}

/// A game to begin.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewGame {
    /// The game and where it starts.
    #[serde(flatten)]
    pub(crate) line: Line,
    /// Who plays, first player first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) seats: [Seat; 2],
    /// Clocks, if wanted.
    #[serde(default)]
    pub(crate) clock: Option<ClockRules>,
}

/// A move of a person.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MoveRequest {
    /// For which side; without it, the person that is awaited.
    #[serde(default)]
    pub(crate) side: Option<SideName>,
    /// The move, in any form the game reads.
    pub(crate) text: String,
}

/// A person who speaks for a side.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct SideRequest {
    /// Which; without it, the person at the board.
    #[serde(default)]
    pub(crate) side: Option<SideName>,
}

/// What the strongest player would play.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    /// Its move.
    pub(crate) choice: LegalChoice,
    /// What it thinks of it.
    pub(crate) worth: Option<Worth>,
    /// What it expects to follow.
    pub(crate) line: Vec<String>,
}

type Reply<T> = Result<Json<T>, ApiError>;

/// All games, newest first.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameSummary>)))]
pub(crate) async fn list(State(hall): State<App>) -> Json<Vec<GameSummary>> {
    let sessions: Vec<Session> = hall.games.lock().values().cloned().collect();
    let summary = |session: &Session| {
        let state = session.state();
        GameSummary {
            id: state.id,
            game: state.game,
            titles: state.seats.map(|seat| seat.title),
            moves: state.moves.len(),
            over: state.scene.over.is_some(),
            updated: state.updated,
        }
    };
    let mut games: Vec<GameSummary> = sessions.iter().map(summary).collect();
    games.sort_by(|a, b| (b.updated, &b.id).cmp(&(a.updated, &a.id)));
    Json(games)
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", request_body = NewGame, responses((status = 201, body = GameState), (status = 422, body = ErrorReply)))]
pub(crate) async fn begin(
    State(hall): State<App>,
    request: Result<Json<NewGame>, JsonRejection>,
) -> Result<(StatusCode, Json<GameState>), ApiError> {
    let Json(request) = request?;
    let session = hall.games.begin(&request)?;
    Ok((StatusCode::CREATED, Json(session.state())))
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 404, body = ErrorReply)))]
pub(crate) async fn show(State(hall): State<App>, Path(id): Path<String>) -> Reply<GameState> {
    Ok(Json(hall.games.find(&id)?.state()))
}

/// A game as it stood after so many moves.
#[utoipa::path(get, path = "/api/games/{id}/at/{ply}", params(("id" = String, Path), ("ply" = usize, Path)), responses((status = 200, body = LookReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn at(
    State(hall): State<App>,
    Path((id, ply)): Path<(String, usize)>,
) -> Reply<LookReply> {
    Ok(Json(hall.games.find(&id)?.at(ply)?))
}

/// Forgets a game.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, body = ErrorReply)))]
pub(crate) async fn remove(
    State(hall): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let removed = hall.games.lock().remove(&id);
    removed.ok_or_else(|| ApiError::unknown_id("game"))?.close();
    hall.games.store.remove(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// Plays a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = MoveRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn play(
    State(hall): State<App>,
    Path(id): Path<String>,
    request: Result<Json<MoveRequest>, JsonRejection>,
) -> Reply<GameState> {
    let Json(request) = request?;
    let session = hall.games.find(&id)?;
    Ok(Json(
        session.play(request.side.map(Into::into), &request.text)?,
    ))
}

/// Takes back to the last decision of a person.
#[utoipa::path(post, path = "/api/games/{id}/take-back", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn take_back(State(hall): State<App>, Path(id): Path<String>) -> Reply<GameState> {
    Ok(Json(hall.games.find(&id)?.take_back()?))
}

/// Gives up.
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = SideRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn resign(
    State(hall): State<App>,
    Path(id): Path<String>,
    request: Result<Json<SideRequest>, JsonRejection>,
) -> Reply<GameState> {
    let Json(request) = request?;
    let session = hall.games.find(&id)?;
    Ok(Json(session.resign(request.side.map(Into::into))?))
}

/// Offers a draw, or takes the one that was offered.
#[utoipa::path(post, path = "/api/games/{id}/draw", params(("id" = String, Path)), request_body = SideRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn draw(
    State(hall): State<App>,
    Path(id): Path<String>,
    request: Result<Json<SideRequest>, JsonRejection>,
) -> Reply<GameState> {
    let Json(request) = request?;
    let session = hall.games.find(&id)?;
    let state = session.offer_draw(request.side.map(Into::into)).await?;
    Ok(Json(state))
}

/// What the strongest player would play.
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = String, Path)), responses((status = 200, body = Hint), (status = 409, body = ErrorReply)))]
pub(crate) async fn hint(State(hall): State<App>, Path(id): Path<String>) -> Reply<Hint> {
    let session = hall.games.find(&id)?;
    let (side, thought) = session.hint().await?;
    let state = session.state();
    let game = boyi_engine::game(&state.game)?;
    let best = thought.best.unwrap_or_default();
    let side_name = SideName::from(side);
    let mut choices = state.scene.legal.into_iter();
    let found = choices.find(|choice| choice.side == side_name && choice.text == best);
    let line = thought.lines.first();
    Ok(Json(Hint {
        choice: found
            .ok_or_else(|| ApiError::conflict("the board has changed meanwhile", "棋盘已经变了"))?,
        worth: line.map(|line| Worth::of(game, line.score, side)),
        line: line.map(|line| line.moves.clone()).unwrap_or_default(),
    }))
}

/// Every change of a game, as it happens: a `GameState` at once and after each change. A reader that
/// is slower than the game gets the newest state, not every one.
pub(crate) async fn live(
    State(hall): State<App>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let session = hall.games.find(&id)?;
    let place = hall.streams.enter()?;
    Ok(upgrade.on_upgrade(move |socket| live::follow(socket, place, session)))
}
