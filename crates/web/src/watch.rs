//! Watching: matches and tournaments as they are played, begun from the page or from the command
//! line, and every game of theirs.

pub(crate) mod bots;
mod contests;
pub(crate) mod record;
mod stream;
mod view;

pub(crate) use contests::Contests;
pub(crate) use stream::{WatchNews, live};
pub(crate) use view::ContestView;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use boyi_arena::contest::{ContestPlan, Entrant, Schedule, SprtPlan, history};
use boyi_arena::store::Filter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use view::{ContestSummary, GameLine};

/// A match or tournament to begin.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewContest {
    /// `match`, `tournament` or `sprt`.
    pub(crate) kind: String,
    /// What to call it; made up unless said.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The game.
    pub(crate) game: String,
    /// The rule set.
    #[serde(default)]
    pub(crate) rules: Option<String>,
    /// Rows and columns.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) size: Option<[usize; 2]>,
    /// Who plays: built-in players, or bots as `bot:NAME`.
    pub(crate) players: Vec<NewEntrant>,
    /// `round-robin`, `gauntlet` or `swiss`.
    #[serde(default)]
    pub(crate) schedule: Option<String>,
    /// Rounds of a Swiss tournament.
    #[serde(default)]
    pub(crate) rounds: Option<u32>,
    /// Games of each pairing, an even number.
    pub(crate) games: u32,
    /// What a move may cost: `nodes=1000`, `move=100ms`, `1m+0.5s`.
    #[serde(default)]
    pub(crate) control: Option<String>,
    /// Everything random is drawn from it.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Games at the same time.
    #[serde(default)]
    pub(crate) concurrency: Option<usize>,
    /// Bounds of a sequential test, in normalized Elo.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) sprt: Option<[f64; 2]>,
}

/// Somebody who plays.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewEntrant {
    /// What it goes by.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// What it is: `pvs:depth=3`, `bot:mine`.
    pub(crate) player: String,
}

/// More games than anybody begins from a page.
const MOST_GAMES: u32 = 100_000;
const MOST_PLAYERS: usize = 64;

type Reply<T> = Result<Json<T>, ApiError>;

/// All matches and tournaments, the latest first.
#[utoipa::path(get, path = "/api/contests", responses((status = 200, body = Vec<ContestSummary>)))]
pub(crate) async fn list(State(hall): State<App>) -> Reply<Vec<ContestSummary>> {
    blocking(move || hall.contests.list()).await
}

/// Begins a match or tournament.
#[utoipa::path(post, path = "/api/contests", request_body = NewContest, responses((status = 201, body = ContestView), (status = 422, body = ErrorReply)))]
pub(crate) async fn begin(
    State(hall): State<App>,
    request: Result<Json<NewContest>, JsonRejection>,
) -> Result<(StatusCode, Json<ContestView>), ApiError> {
    let Json(request) = request?;
    let Json(view) = blocking(move || {
        let concurrency = request.concurrency.unwrap_or(1);
        let (kind, plan) = request.plan()?;
        let id = hall.contests.begin(kind, plan, concurrency)?;
        hall.contests.view(&id)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Where a match or tournament stands.
#[utoipa::path(get, path = "/api/contests/{id}", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply)))]
pub(crate) async fn show(State(hall): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || hall.contests.view(&id)).await
}

/// Stops a match or tournament; it can go on later.
#[utoipa::path(post, path = "/api/contests/{id}/stop", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply)))]
pub(crate) async fn stop(State(hall): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || {
        hall.contests.stop(&id)?;
        hall.contests.view(&id)
    })
    .await
}

/// Goes on with a match or tournament.
#[utoipa::path(post, path = "/api/contests/{id}/resume", params(("id" = String, Path)), responses((status = 200, body = ContestView), (status = 404, body = ErrorReply)))]
pub(crate) async fn resume(State(hall): State<App>, Path(id): Path<String>) -> Reply<ContestView> {
    blocking(move || {
        hall.contests.resume(&id, 1)?;
        hall.contests.view(&id)
    })
    .await
}

/// How ratings and the test's likelihood ratio moved.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContestHistory {
    /// Games played at each moment.
    pub(crate) played: Vec<u64>,
    /// The players.
    pub(crate) names: Vec<String>,
    /// Elo of each player at each moment.
    pub(crate) elo: Vec<Vec<f64>>,
    /// Half the width of the interval, where known.
    pub(crate) error: Vec<Vec<Option<f64>>>,
    /// The log-likelihood ratio of a sequential test.
    pub(crate) llr: Option<Vec<f64>>,
    /// Where the test ends.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) bounds: Option<[f64; 2]>,
}

/// How ratings moved over the games.
#[utoipa::path(get, path = "/api/contests/{id}/history", params(("id" = String, Path)), responses((status = 200, body = ContestHistory), (status = 404, body = ErrorReply)))]
pub(crate) async fn moved(
    State(hall): State<App>,
    Path(id): Path<String>,
) -> Reply<ContestHistory> {
    const MOMENTS: usize = 80;
    blocking(move || {
        let plan = hall.contests.plan(&id)?;
        let moments = history(hall.contests.store(), &plan, MOMENTS).map_err(internal)?;
        let names: Vec<String> = plan
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect();
        let of = |name: &str, moment: &boyi_arena::contest::Standings| {
            moment.rows.iter().find(|row| row.name == name).cloned()
        };
        let each = |name: &String| moments.iter().map(|moment| of(name, moment)).collect();
        let rows: Vec<Vec<Option<boyi_arena::contest::Row>>> = names.iter().map(each).collect();
        let elo = |rows: &Vec<Option<boyi_arena::contest::Row>>| {
            rows.iter()
                .map(|row| row.as_ref().map_or(0.0, |row| row.elo))
                .collect()
        };
        let error = |rows: &Vec<Option<boyi_arena::contest::Row>>| {
            rows.iter()
                .map(|row| row.as_ref().and_then(|row| row.error))
                .collect()
        };
        let sprt = |moment: &boyi_arena::contest::Standings| moment.duel.as_ref()?.sprt;
        let tested: Option<Vec<_>> = moments.iter().map(sprt).collect();
        let tested = tested.filter(|tested| !tested.is_empty());
        Ok(ContestHistory {
            played: moments.iter().map(|moment| moment.played).collect(),
            elo: rows.iter().map(elo).collect(),
            error: rows.iter().map(error).collect(),
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

/// Which games of a contest.
#[derive(Deserialize, IntoParams)]
pub(crate) struct GamesQuery {
    /// Only games before this number, for the next page.
    #[serde(default)]
    before: Option<i64>,
}

/// The finished games of a match or tournament, the latest first, a hundred at a time.
#[utoipa::path(get, path = "/api/contests/{id}/games", params(("id" = String, Path), GamesQuery), responses((status = 200, body = Vec<GameLine>)))]
pub(crate) async fn games(
    State(hall): State<App>,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Reply<Vec<GameLine>> {
    blocking(move || {
        let games = hall.contests.store().games(&Filter {
            contest: Some(&id),
            finished: Some(true),
            before: query.before,
            limit: Some(100),
            ..Filter::default()
        });
        Ok(games.map_err(internal)?.iter().map(GameLine::of).collect())
    })
    .await
}

impl NewContest {
    fn plan(self) -> Result<(&'static str, ContestPlan), ApiError> {
        let unfit = |why: &dyn std::fmt::Display| ApiError::unfit("contest", why);
        let kind = match self.kind.as_str() {
            "match" => "match",
            "tournament" => "tournament",
            "sprt" => "sprt",
            other => return Err(unfit(&format!("`{other}` is no kind of contest"))),
        };
        if self.games > MOST_GAMES || self.players.len() > MOST_PLAYERS {
            return Err(unfit(&"that is too much for one contest"));
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
            return Err(unfit(&"it takes two players at least"));
        };
        let mut plan = ContestPlan::of_two(&self.game, a, b);
        plan.players.extend(players);
        plan.rules = self.rules.filter(|rules| !rules.is_empty());
        plan.size = self.size.map(|[rows, cols]| (rows, cols));
        plan.games = self.games;
        plan.rounds = self.rounds;
        plan.seed = self.seed.unwrap_or(plan.seed);
        plan.schedule = match self.schedule.as_deref() {
            None | Some("round-robin") => Schedule::RoundRobin,
            Some("gauntlet") => Schedule::Gauntlet,
            Some("swiss") => Schedule::Swiss,
            Some(other) => return Err(unfit(&format!("`{other}` is no schedule"))),
        };
        plan.control = match self
            .control
            .as_deref()
            .filter(|text| !text.trim().is_empty())
        {
            None => None,
            Some(text) => Some(text.parse().map_err(|error| unfit(&error))?),
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
                return Err(unfit(
                    &"a name is at most 60 letters, digits, blanks, - or _",
                ));
            }
            name.trim().clone_into(&mut plan.name);
        }
        Ok((kind, plan))
    }
}

pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
    ApiError::internal(&error)
}

/// Work with the store, away from the threads that answer.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Reply<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(internal)?.map(Json)
}
