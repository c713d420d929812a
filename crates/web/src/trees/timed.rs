//! Searches within a time, without a drawing: what two searches make of the same position in the same time.
//!
//! Drawing slows a search down. So it first runs by itself, and what it had done when the time was over is
//! the limit of a second run that is drawn: with that many positions, or playouts, it is the same search.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use boyi_engine::{Go, PlayerSpec};
use boyi_game::{Score, Side, ToAct};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::positions::PositionSpec;
use crate::state::App;

/// The longest that a search may take.
const MAX_MILLISECONDS: u64 = 2000;

/// A search by name and the time it has.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct TimedRequest {
    line: PositionSpec,
    search: String,
    milliseconds: u64,
    /// Of searches that sample.
    seed: u64,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimedReply {
    nodes: u64,
    /// Games played in thought; null for searches that do not sample.
    playouts: Option<u64>,
    /// Plies of the expected line, or the depth that was finished.
    depth: u32,
    best: Vec<String>,
    value: Option<i32>,
    seconds: f64,
}

/// Searches for some time.
#[utoipa::path(post, path = "/api/trees/timed", request_body = TimedRequest, responses((status = 200, body = TimedReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn timed(
    State(state): State<App>,
    JsonBody(question): JsonBody<TimedRequest>,
) -> Reply<TimedReply> {
    let work = move |stop: &Stop| question.search(stop);
    state.engines.run(Purpose::Study, work).await.map(Json)
}

impl TimedRequest {
    fn search(&self, stop: &Stop) -> Result<TimedReply, ApiError> {
        if self.milliseconds == 0 || self.milliseconds > MAX_MILLISECONDS {
            let allowed = "a search may take 1 to 2000 milliseconds";
            return Err(ApiError::invalid("milliseconds", &allowed));
        }
        let table = self.line.set_up()?.1;
        let game = boyi_engine::game(&self.line.game)?;
        let is_known = game
            .searches()
            .iter()
            .any(|known| known.name == self.search);
        if !is_known {
            let unknown = format!("{} is no search of {}", self.search, game.name());
            return Err(ApiError::invalid("search", &unknown));
        }
        let named = PlayerSpec::named(&self.search);
        let is_sampling = named.is_sampling();
        let spec = PlayerSpec {
            // A seed makes a search that does not sample draw among equal moves.
            seed: is_sampling.then_some(self.seed),
            ..named
        };
        let side = match table.to_act() {
            ToAct::One(side) => side,
            ToAct::Both | ToAct::Nobody => Side::First,
        };
        let go = Go {
            stop: stop.clone(),
            ..Go::time(Duration::from_millis(self.milliseconds))
        };
        let mut player = game.player(&spec)?;
        let thought = player.think(&table.seen(), side, &go, &mut |_| ())?;
        let line = thought.lines.first();
        Ok(TimedReply {
            nodes: thought.counts.nodes,
            playouts: is_sampling.then_some(thought.counts.leaves),
            depth: line.map_or(0, |line| line.depth),
            best: line.map(|line| line.moves.clone()).unwrap_or_default(),
            value: line.map(|line| Score::value(line.score)),
            seconds: thought.elapsed.as_secs_f64(),
        })
    }
}
