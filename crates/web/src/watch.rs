//! Watching: matches and tournaments as they are played, begun from the page or from the command
//! line, and every game of theirs.

pub(crate) mod bots;
mod contests;
mod kept;
pub(crate) mod record;
mod stream;
pub(crate) mod uploads;
mod view;

pub(crate) use contests::Contests;
pub(crate) use stream::{WatchEvent, live};
pub(crate) use view::ContestView;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use boyi_arena::contest::{ContestPlan, Entrant, Row, Schedule, SprtPlan, Standings};
use boyi_arena::store::Filter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;
use view::{ContestSummary, GameEntry};

/// A match or tournament to begin.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewContest {
    /// `match`, `tournament` or `sprt`.
    pub(crate) kind: String,
    pub(crate) name: Option<String>,
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) size: Option<[usize; 2]>,
    /// Who plays: built-in players, bots as `bot:NAME`, those of visitors as `upload:OWNER/NAME`.
    pub(crate) players: Vec<NewEntrant>,
    /// `round-robin`, `gauntlet` or `swiss`.
    pub(crate) schedule: Option<String>,
    /// Rounds of a Swiss tournament.
    pub(crate) rounds: Option<u32>,
    /// Games of each pairing, an even number.
    pub(crate) games: u32,
    /// What a move may cost: `nodes=1000`, `move=100ms`, `1m+0.5s`.
    pub(crate) control: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) concurrency: Option<usize>,
    /// Whether programs may think in their opponent's time.
    #[serde(default)]
    pub(crate) ponder: bool,
    /// Bounds of a sequential test, in normalized Elo.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) sprt: Option<[f64; 2]>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewEntrant {
    pub(crate) name: Option<String>,
    /// What it is: `pvs:depth=3`, `bot:mine`.
    pub(crate) player: String,
}

/// More games than anybody begins from a page.
const MAX_GAMES: u32 = 100_000;
const MAX_PLAYERS: usize = 64;

/// All matches and tournaments, the latest first.
#[utoipa::path(get, path = "/api/contests", responses((status = 200, body = Vec<ContestSummary>)))]
pub(crate) async fn list(State(state): State<App>) -> Reply<Vec<ContestSummary>> {
    blocking(move || state.contests.list()).await
}

/// Begins a match or tournament.
#[utoipa::path(post, path = "/api/contests", request_body = NewContest, responses((status = 201, body = ContestView), (status = 422, body = ErrorReply)))]
pub(crate) async fn begin(
    State(state): State<App>,
    JsonBody(request): JsonBody<NewContest>,
) -> Result<(StatusCode, Json<ContestView>), ApiError> {
    let Json(view) = blocking(move || {
        let concurrency = request.concurrency.unwrap_or(1);
        let (kind, plan) = request.plan()?;
        let id = state.contests.begin(kind, plan, concurrency)?;
        state.contests.view(&id)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Where a match or tournament stands.
#[utoipa::path(get, path = "/api/contests/{id}", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply)))]
pub(crate) async fn show(State(state): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || state.contests.view(&id)).await
}

/// Stops a match or tournament; it can go on later.
#[utoipa::path(post, path = "/api/contests/{id}/stop", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn stop(State(state): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || {
        state.contests.stop(&id)?;
        state.contests.view(&id)
    })
    .await
}

/// Goes on with a match or tournament.
#[utoipa::path(post, path = "/api/contests/{id}/resume", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply)))]
pub(crate) async fn resume(State(state): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || {
        state.contests.resume(&id, 1)?;
        state.contests.view(&id)
    })
    .await
}

/// How ratings and the test's likelihood ratio moved.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContestHistory {
    pub(crate) played: Vec<u64>,
    pub(crate) names: Vec<String>,
    pub(crate) elo: Vec<Vec<f64>>,
    /// Half the width of the interval, where known.
    pub(crate) error: Vec<Vec<Option<f64>>>,
    pub(crate) llr: Option<Vec<f64>>,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) bounds: Option<[f64; 2]>,
}

/// How ratings moved over the games.
#[utoipa::path(get, path = "/api/contests/{id}/history", params(("id" = String, Path)), responses((status = 200, body = ContestHistory), (status = 404, body = ErrorReply)))]
pub(crate) async fn moved(
    State(state): State<App>,
    Path(id): Path<String>,
) -> Reply<ContestHistory> {
    const HISTORY_POINTS: usize = 80;
    blocking(move || {
        let (plan, moments) = state.contests.history(&id, HISTORY_POINTS)?;
        let names: Vec<String> = plan
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect();
        let row = |name: &str, moment: &Standings| {
            moment.rows.iter().find(|row| row.name == name).cloned()
        };
        let each = |name: &String| moments.iter().map(|moment| row(name, moment)).collect();
        let rows: Vec<Vec<Option<Row>>> = names.iter().map(each).collect();
        let elo = |row: &Option<Row>| row.as_ref().map_or(0.0, |row| row.elo);
        let error = |row: &Option<Row>| row.as_ref().and_then(|row| row.error);
        let sprt = |moment: &Standings| moment.duel.as_ref()?.sprt;
        let tested: Option<Vec<_>> = moments.iter().map(sprt).collect();
        let tested = tested.filter(|tested| !tested.is_empty());
        Ok(ContestHistory {
            played: moments.iter().map(|moment| moment.played).collect(),
            elo: rows
                .iter()
                .map(|rows| rows.iter().map(elo).collect())
                .collect(),
            error: rows
                .iter()
                .map(|rows| rows.iter().map(error).collect())
                .collect(),
            bounds: tested.as_ref().and_then(|tested| {
                let (low, high) = tested.last()?.bounds;
                Some([low, high])
            }),
            llr: tested.map(|tested| tested.iter().map(|progress| progress.llr).collect()),
            names,
        })
    })
    .await
}

/// Which games of a list.
#[derive(Deserialize, IntoParams)]
pub(crate) struct GamesQuery {
    /// Only games before this number, for the next page.
    pub(super) before: Option<i64>,
}

/// The finished games of a match or tournament, the latest first, a hundred at a time.
#[utoipa::path(get, path = "/api/contests/{id}/games", params(("id" = String, Path), GamesQuery), responses((status = 200, body = Vec<GameEntry>)))]
pub(crate) async fn games(
    State(state): State<App>,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Reply<Vec<GameEntry>> {
    blocking(move || {
        let games = state.contests.store().games(&Filter {
            contest: Some(&id),
            finished: Some(true),
            before: query.before,
            limit: Some(100),
            ..Filter::default()
        });
        Ok(games?.iter().map(GameEntry::of).collect())
    })
    .await
}

impl NewContest {
    fn plan(self) -> Result<(&'static str, ContestPlan), ApiError> {
        let invalid = |why: &dyn std::fmt::Display| ApiError::invalid("contest", why);
        let kind = match self.kind.as_str() {
            "match" => "match",
            "tournament" => "tournament",
            "sprt" => "sprt",
            other => return Err(invalid(&format!("`{other}` is no kind of contest"))),
        };
        if self.games > MAX_GAMES || self.players.len() > MAX_PLAYERS {
            return Err(invalid(&"that is too much for one contest"));
        }
        let mut players = self.players.into_iter().map(|entrant| Entrant {
            name: entrant
                .name
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| entrant.player.clone()),
            player: entrant.player,
            files: None,
        });
        let (Some(a), Some(b)) = (players.next(), players.next()) else {
            return Err(invalid(&"it takes two players at least"));
        };
        let mut plan = ContestPlan::of_two(&self.game, a, b);
        plan.players.extend(players);
        plan.rules = self.rules.filter(|rules| !rules.is_empty());
        plan.size = self.size.map(|[rows, cols]| (rows, cols));
        plan.games = self.games;
        plan.ponder = self.ponder;
        plan.rounds = self.rounds;
        plan.seed = self.seed.unwrap_or(plan.seed);
        plan.schedule = match self.schedule.as_deref() {
            None | Some("round-robin") => Schedule::RoundRobin,
            Some("gauntlet") => Schedule::Gauntlet,
            Some("swiss") => Schedule::Swiss,
            Some(other) => return Err(invalid(&format!("`{other}` is no schedule"))),
        };
        plan.control = match self
            .control
            .as_deref()
            .filter(|text| !text.trim().is_empty())
        {
            None => None,
            Some(text) => Some(text.parse().map_err(|error| invalid(&error))?),
        };
        plan.sprt = self.sprt.map(|[elo0, elo1]| SprtPlan {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            logistic: false,
        });
        let fits = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
        if let Some(name) = self.name.filter(|name| !name.trim().is_empty()) {
            if name.chars().count() > 60 || !name.chars().all(fits) {
                return Err(invalid(
                    &"a name is at most 60 letters, digits, blanks, - or _",
                ));
            }
            name.trim().clone_into(&mut plan.name);
        }
        Ok((kind, plan))
    }
}
