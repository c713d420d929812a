//! Playing: the games people play at the page, and the requests that drive them.

mod clock;
mod record;
mod player;
mod seats;
mod session;
mod state;

pub(crate) use clock::ClockRules;
pub(crate) use player::{PlayerKind, player_from_outside};
pub(crate) use seats::{HEADER as SEAT_HEADER, SeatKey};
pub(crate) use session::Session;
pub(crate) use state::{GameState, GameSummary};

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use boyi_arena::store::{Filter, Store};
use boyi_arena::{GameRecord, Header, Seats};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::client::Client;
use crate::engine_pool::EnginePool;
use crate::error::{ApiError, ErrorReply};
use crate::evaluation::Evaluation;
use crate::feed::{self, Source};
use crate::http::{JsonBody, Reply, blocking};
use crate::metrics::Metrics;
use crate::nodes::Node;
use crate::positions::{PositionReply, PositionSpec};
use crate::scene::LegalChoice;
use crate::socket::StreamRequest;
use crate::state::App;
use crate::text::{Localized, SideName};
use seats::{SitReply, SitRequest};
use session::Rematch;

/// All games of the page: those being played, and those that rest in the store.
pub(crate) struct Games {
    sessions: Mutex<HashMap<String, Session>>,
    engines: EnginePool,
    store: Store,
    /// The oldest finished game makes room where somebody begins more than this.
    most: u64,
    metrics: Arc<Metrics>,
    /// Where several servers share a database: each game is played by one of them.
    node: Option<Arc<Node>>,
}

/// Games at hand; more than this and finished ones go back to the store.
const MAX_SESSIONS: usize = 200;
/// A game that began so long ago and has no end was left, in seconds.
const ABANDONED_AFTER: u64 = 24 * 3600;
/// A game is rendered at most so often, however fast it is.
const PACE: Duration = Duration::from_millis(20);
/// Nobody says anything on the stream of a game.
const LONGEST_MESSAGE: usize = 4 << 10;

/// Whether a game is played at a page, by the names of those who play.
pub(crate) fn is_page_game(header: &Header) -> bool {
    let names = [&header.first, &header.second];
    names
        .map(|name| PlayerKind::named(name))
        .iter()
        .any(PlayerKind::is_page_game)
}

impl Games {
    /// Goes on with the games of the store. Must be called on a runtime.
    pub(crate) fn open(
        engines: &EnginePool,
        store: Store,
        most: u64,
        metrics: Arc<Metrics>,
        node: Option<Arc<Node>>,
    ) -> Self {
        let games = Self {
            sessions: Mutex::default(),
            engines: engines.clone(),
            store,
            most,
            metrics,
            node,
        };
        let going = games.store.games(&Filter {
            alone: true,
            finished: Some(false),
            ..Filter::default()
        });
        for summary in going.unwrap_or_default() {
            // One that cannot be read must not keep the server from starting.
            let _ = games.find(&summary.id);
        }
        games
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game at hand, or one of the store taken up again.
    fn find(&self, id: &str) -> Result<Session, ApiError> {
        let mut sessions = self.lock();
        if let Some(found) = sessions.get(id) {
            return Ok(found.clone());
        }
        let unknown = || ApiError::unknown_id("game");
        let found = self.store.game(id)?;
        let (summary, record) = found.ok_or_else(unknown)?;
        if summary.of.is_some() || !is_page_game(&record.header) {
            return Err(unknown());
        }
        if let Some(node) = &self.node {
            node.hold(id)?;
        }
        let (engines, store) = (self.engines.clone(), self.store.clone());
        let session = Session::open(id, record, engines, store, Arc::clone(&self.metrics))?;
        if sessions.len() >= MAX_SESSIONS {
            sessions.retain(|_, session| !session.is_evictable());
        }
        sessions.insert(id.to_owned(), session.clone());
        Ok(session)
    }

    fn begin(&self, request: NewGame) -> Result<BegunGame, ApiError> {
        let guests = request.seats.iter().filter(|seat| seat.is_guest()).count();
        let (locks, invitations) = match guests {
            0 => (None, None),
            2 => {
                let (locks, invitations) = seats::free();
                (Some(locks), Some(invitations))
            }
            _ => {
                let why = "who plays by a link plays against somebody else who does";
                return Err(ApiError::invalid("seats", &why));
            }
        };
        let NewGame { line, seats, clock } = request;
        let state = self.begin_with(line, &seats, clock, locks)?.state();
        Ok(BegunGame { state, invitations })
    }

    fn begin_with(
        &self,
        line: PositionSpec,
        seats: &[PlayerKind; 2],
        clock: Option<ClockRules>,
        locks: Option<Seats>,
    ) -> Result<Session, ApiError> {
        if clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(ApiError::invalid(
                "clock",
                &"a clock has 1 second to a day, and at most an hour is added",
            ));
        }
        // Every reader of JSON can hold such a number.
        let seed = match line.seed {
            0 => crate::random::number() >> 11,
            seed => seed & ((1 << 53) - 1),
        };
        let line = PositionSpec { seed, ..line };
        let (game, table) = line.set_up()?;
        for seat in seats {
            seat.engine(game, seed)?;
        }
        let record = table.record();
        let record = GameRecord {
            header: record::header(record, seats, clock, locks),
            events: record::events(table.as_ref(), &record::opening(record), None),
        };
        self.make_room()?;
        self.check_share()?;
        let id = crate::random::id();
        let game = boyi_arena::store::NewGame {
            id: &id,
            of: None,
            record: &record,
        };
        self.store.add_game(&game)?;
        self.find(&id)
    }

    /// One of two people asks for another game, or begins the one that both want.
    fn rematch(&self, id: &str, key: &SeatKey) -> Result<GameState, ApiError> {
        let session = self.find(id)?;
        let next = match session.ask_rematch(key)? {
            Rematch::Asked(state) => return Ok(*state),
            Rematch::Agreed(next) => *next,
        };
        let guests = [PlayerKind::Guest, PlayerKind::Guest];
        let begun = self.begin_with(next.line, &guests, next.clock, Some(next.seats))?;
        Ok(session.goes_on_with(&begun.state().id))
    }

    /// A game as the server that plays it sees it, whichever that is.
    fn state_anywhere(&self, id: &str) -> Option<Value> {
        let node = self.node.as_ref()?;
        if node.is_elsewhere(id) {
            return node.show(id);
        }
        serde_json::to_value(self.find(id).ok()?.state()).ok()
    }

    /// Whether a key or an invitation is one of this game's seats.
    pub(crate) fn opens(&self, id: &str, key: &SeatKey) -> bool {
        let Ok(Some((_, record))) = self.store.game(id) else {
            return false;
        };
        let seats = record.header.seats;
        seats.is_some_and(|seats| key.side(&seats).or_else(|| key.invited(&seats)).is_some())
    }

    /// Removes a game for whoever may.
    fn remove_for(&self, id: &str, key: &SeatKey) -> Result<(), ApiError> {
        self.find(id)?.ensure_may_remove(key)?;
        self.remove(id)
    }

    /// Refuses a client that plays a quarter of all games there may be.
    fn check_share(&self) -> Result<(), ApiError> {
        let share = (self.most / 4).max(1) as usize;
        let (sessions, client) = (self.lock(), Client::current().unwrap_or_default());
        if sessions.len() < share {
            return Ok(());
        }
        let going = sessions.values().filter(|game| game.is_going_for(client));
        if going.take(share).count() < share {
            return Ok(());
        }
        Err(ApiError::busy(
            "you are playing too many games",
            "你进行中的对局太多",
        ))
    }

    /// Removes the oldest finished game where there are too many.
    fn make_room(&self) -> Result<(), ApiError> {
        let alone = Filter {
            alone: true,
            after: Some(0),
            limit: Some(1),
            ..Filter::default()
        };
        if self.store.count_games(&alone)? < self.most {
            return Ok(());
        }
        let over = Filter {
            finished: Some(true),
            ..alone.clone()
        };
        let mut oldest = self.store.games(&over)?;
        if oldest.is_empty() {
            // Nobody's game is taken away in the middle, unless it was left long ago.
            oldest = self.store.games(&alone)?;
            oldest.retain(|game| session::now() > game.began + ABANDONED_AFTER);
        }
        if oldest.is_empty() {
            return Err(ApiError::busy(
                "too many games are being played",
                "进行中的对局太多",
            ));
        }
        oldest.iter().try_for_each(|game| self.remove(&game.id))
    }

    /// Ends the thinking of all games; they stay as they are.
    pub(crate) fn close(&self) {
        self.lock().values().for_each(Session::close);
    }

    pub(crate) fn at_hand(&self) -> usize {
        self.lock().len()
    }

    fn remove(&self, id: &str) -> Result<(), ApiError> {
        if let Some(session) = self.lock().remove(id) {
            session.close();
        }
        let removed = self.store.remove_game(id)?;
        self.store.remove_study(id)?;
        if removed {
            Ok(())
        } else {
            Err(ApiError::unknown_id("game"))
        }
    }

    /// The latest first.
    fn list(&self) -> Result<Vec<GameSummary>, ApiError> {
        let games = self.store.games(&Filter {
            alone: true,
            limit: Some(MAX_LISTED_GAMES),
            ..Filter::default()
        });
        let games = games?;
        let sessions = self.lock();
        let mut listed: Vec<GameSummary> = games
            .into_iter()
            .filter_map(|game| {
                let seats = [&game.first, &game.second].map(|name| PlayerKind::named(name));
                let kind = boyi_engine::game(&game.game).ok()?;
                let at_hand = sessions.get(&game.id);
                seats
                    .iter()
                    .any(PlayerKind::is_page_game)
                    .then(|| GameSummary {
                        titles: seats.map(|seat| seat.title(kind)),
                        moves: game.plies as usize,
                        over: game.ended.is_some(),
                        updated: at_hand.map_or(game.ended.unwrap_or(game.began), Session::updated),
                        game: game.game,
                        id: game.id,
                    })
            })
            .collect();
        listed.sort_by(|a, b| (b.updated, &b.id).cmp(&(a.updated, &a.id)));
        Ok(listed)
    }
}

const MAX_LISTED_GAMES: u32 = 200;

/// A game to begin.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewGame {
    #[serde(flatten)]
    pub(crate) line: PositionSpec,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) seats: [PlayerKind; 2],
    pub(crate) clock: Option<ClockRules>,
}

/// A game that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct BegunGame {
    #[serde(flatten)]
    state: GameState,
    /// Between two people with seats of their own: what opens them, the first player's first. Whoever
    /// hands one in first takes the seat; nobody is told again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    invitations: Option<[String; 2]>,
}

/// A game for two people who have played each other before.
pub(crate) struct PairedGame {
    line: PositionSpec,
    clock: Option<ClockRules>,
    seats: Seats,
}

/// A move of a person.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MoveRequest {
    /// For which side; without it, the person that is awaited.
    pub(crate) side: Option<SideName>,
    pub(crate) text: String,
}

/// A person who speaks for a side.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct SideRequest {
    /// Which; without it, the person at the board.
    pub(crate) side: Option<SideName>,
}

/// What the strongest player would play.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    pub(crate) choice: LegalChoice,
    /// As people write it.
    pub(crate) label: Localized,
    pub(crate) worth: Option<Evaluation>,
}

async fn found(state: App, id: String) -> Result<Session, ApiError> {
    let Json(session) = blocking(move || state.games.find(&id)).await?;
    Ok(session)
}

/// All games, newest first.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameSummary>)))]
pub(crate) async fn list(State(state): State<App>) -> Reply<Vec<GameSummary>> {
    blocking(move || state.games.list()).await
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", request_body = NewGame, responses((status = 201, body = BegunGame), (status = 422, body = ErrorReply)))]
pub(crate) async fn begin(
    State(state): State<App>,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<(StatusCode, Json<BegunGame>), ApiError> {
    let begun = blocking(move || state.games.begin(request)).await?;
    Ok((StatusCode::CREATED, begun))
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 404, body = ErrorReply)))]
pub(crate) async fn show(State(state): State<App>, Path(id): Path<String>) -> Reply<GameState> {
    blocking(move || Ok(state.games.find(&id)?.state())).await
}

/// A game as it stood after so many moves.
#[utoipa::path(get, path = "/api/games/{id}/at/{ply}", params(("id" = String, Path), ("ply" = usize, Path)), responses((status = 200, body = PositionReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn at(
    State(state): State<App>,
    Path((id, ply)): Path<(String, usize)>,
) -> Reply<PositionReply> {
    blocking(move || state.games.find(&id)?.at(ply)).await
}

/// Forgets a game; one between two people with seats of their own only for one of them.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, body = ErrorReply)))]
pub(crate) async fn remove(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
) -> Result<StatusCode, ApiError> {
    let Json(()) = blocking(move || state.games.remove_for(&id, &seat)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Plays a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = MoveRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn play(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
    JsonBody(request): JsonBody<MoveRequest>,
) -> Reply<GameState> {
    blocking(move || {
        let session = state.games.find(&id)?;
        session.play(&seat, request.side.map(Into::into), &request.text)
    })
    .await
}

/// Takes back to the last decision of a person. Of two people with seats of their own, one asks and the
/// other agrees.
#[utoipa::path(post, path = "/api/games/{id}/take-back", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn take_back(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
) -> Reply<GameState> {
    blocking(move || state.games.find(&id)?.take_back(&seat)).await
}

/// Gives up.
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = SideRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn resign(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
    JsonBody(request): JsonBody<SideRequest>,
) -> Reply<GameState> {
    blocking(move || {
        let session = state.games.find(&id)?;
        session.resign(&seat, request.side.map(Into::into))
    })
    .await
}

/// Offers a draw, or takes the one that was offered.
#[utoipa::path(post, path = "/api/games/{id}/draw", params(("id" = String, Path)), request_body = SideRequest, responses((status = 200, body = GameState), (status = 409, body = ErrorReply)))]
pub(crate) async fn draw(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
    JsonBody(request): JsonBody<SideRequest>,
) -> Reply<GameState> {
    let session = found(state, id).await?;
    let offered = session
        .offer_draw(&seat, request.side.map(Into::into))
        .await;
    offered.map(Json)
}

/// Takes the seat that the invitation in the header `x-boyi-seat` leads to. From then on the key in that
/// header plays the side.
#[utoipa::path(post, path = "/api/games/{id}/sit", params(("id" = String, Path)), request_body = SitRequest, responses((status = 200, body = SitReply), (status = 403, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn sit(
    State(state): State<App>,
    Path(id): Path<String>,
    invitation: SeatKey,
    JsonBody(request): JsonBody<SitRequest>,
) -> Reply<SitReply> {
    blocking(move || state.games.find(&id)?.sit(&invitation, &request.key)).await
}

/// Says no to what the other person asks, and withdraws what one asks oneself.
#[utoipa::path(post, path = "/api/games/{id}/decline", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 403, body = ErrorReply)))]
pub(crate) async fn decline(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
) -> Reply<GameState> {
    blocking(move || state.games.find(&id)?.decline(&seat)).await
}

/// Asks the other person for another game with sides changed, or agrees to it; `next` is its id.
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = String, Path)), responses((status = 200, body = GameState), (status = 403, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn rematch(
    State(state): State<App>,
    Path(id): Path<String>,
    seat: SeatKey,
) -> Reply<GameState> {
    blocking(move || state.games.rematch(&id, &seat)).await
}

/// What the strongest player would play.
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = String, Path)), responses((status = 200, body = Hint), (status = 409, body = ErrorReply)))]
pub(crate) async fn hint(State(state): State<App>, Path(id): Path<String>) -> Reply<Hint> {
    found(state, id).await?.hint().await.map(Json)
}

/// Every change of a game, as it happens: a `GameState` at once, then what has changed (`delta.rs`). A
/// reader that is slower than the game gets the newest state whole, not every one.
pub(crate) async fn live(
    State(state): State<App>,
    Path(id): Path<String>,
    request: StreamRequest,
) -> Result<Response, ApiError> {
    let (app, name) = (Arc::clone(&state), id.clone());
    let here = move || {
        let elsewhere = app
            .node
            .as_ref()
            .is_some_and(|node| node.is_elsewhere(&name));
        if elsewhere {
            Ok(None)
        } else {
            app.games.find(&name).map(Some)
        }
    };
    let Json(here) = blocking(here).await?;
    request.open(state, LONGEST_MESSAGE, async move |socket, state: App| {
        let feed = format!("play {id}");
        let frames = match here {
            Some(session) => {
                let changes = session.changes();
                let render = move || serde_json::to_value(session.state()).ok();
                state
                    .feeds
                    .watch(feed, PACE, || Source::Session(changes), render)
            }
            None => {
                let source = || Source::elsewhere(state.contests.store(), &id);
                let (app, id) = (Arc::clone(&state), id.clone());
                let render = move || app.games.state_anywhere(&id);
                state.feeds.watch(feed, PACE, source, render)
            }
        };
        feed::follow(socket, frames, Arc::clone(&state.metrics)).await;
    })
}
