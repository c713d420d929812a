//! Searches by sampling for the page: the tree and every game, in columns.

use axum::Json;
use axum::extract::State;
use boyi_engine::{EngineError, Go, PlayerSpec, SampledSearch, TreeRequest};
use boyi_game::{Score, Side, ToAct};
use boyi_search::{Ended, Proof, Stop, Techniques};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::positions::PositionSpec;
use crate::state::App;

/// Games that are sent at most.
const MAX_PLAYOUTS: u64 = 20_000;

/// Positions sent at most.
const MAX_BRANCHES: usize = 20_000;

/// A search by sampling whose tree is wanted.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct SamplesRequest {
    line: PositionSpec,
    search: String,
    playouts: u64,
    /// The exploration constant; the usual one unless said.
    exploration: Option<f64>,
    seed: u64,
}

/// A search and its tree. Columns hold a value a position, parents first; moves are places in `moves`.
#[derive(Serialize, ToSchema)]
pub(crate) struct SamplesReply {
    moves: Vec<String>,
    /// How far back among the positions the one before stands; 0 for none.
    back: Vec<u32>,
    /// The move that led here, plus 1; 0 for none.
    mv: Vec<u32>,
    /// A letter each: `n` a position, `c` chance is to move, `f` the game is over, `w`, `d`, `l` a proven
    /// win, draw or loss of the side to move.
    kind: String,
    /// How likely the move seemed beforehand; only of a search with a prior.
    prior: Vec<f32>,
    /// How often the move was played here or later, and the mean of that; only of RAVE.
    later_visits: Vec<u32>,
    later_value: Vec<Option<f64>>,
    /// For each game the position at which it left the tree, and its result for the side that searches.
    leaf: Vec<u32>,
    result: Vec<f32>,
    exploration: f64,
    best: Vec<u32>,
    value: Option<i32>,
    nodes: u64,
    seconds: f64,
    finished: bool,
}

/// Samples and shows the tree.
#[utoipa::path(post, path = "/api/trees/samples", request_body = SamplesRequest, responses((status = 200, body = SamplesReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn samples(
    State(state): State<App>,
    JsonBody(question): JsonBody<SamplesRequest>,
) -> Reply<SamplesReply> {
    let work = move |stop: &Stop| question.search(stop).map(|found| SamplesReply::of(&found));
    state.engines.run(Purpose::Study, work).await.map(Json)
}

impl SamplesRequest {
    fn search(&self, stop: &Stop) -> Result<SampledSearch, ApiError> {
        if self.playouts == 0 || self.playouts > MAX_PLAYOUTS {
            let allowed = "a tree is drawn of 1 to 20000 playouts";
            return Err(ApiError::invalid("playouts", &allowed));
        }
        let exploration = match self.exploration {
            Some(c) if !(0.0..=100.0).contains(&c) => {
                let allowed = "the exploration constant is a number from 0 to 100";
                return Err(ApiError::invalid("exploration", &allowed));
            }
            given => given.map(|c| (c * 1000.0).round() as u32),
        };
        let table = self.line.set_up()?.1;
        let game = boyi_engine::game(&self.line.game)?;
        let spec = PlayerSpec {
            playouts: Some(self.playouts),
            exploration,
            seed: Some(self.seed),
            ..PlayerSpec::named(&self.search)
        };
        let request = TreeRequest {
            go: Go {
                stop: stop.clone(),
                ..Go::default()
            },
            techniques: Techniques::ALL,
            below: None,
            cap: MAX_BRANCHES,
        };
        let side = match table.to_act() {
            ToAct::One(side) => side,
            ToAct::Both | ToAct::Nobody => Side::First,
        };
        let found = game.player(&spec)?.sampled(&table.seen(), side, &request);
        found.map_err(|error| match error {
            EngineError::NoSamples(_) => ApiError::invalid("search", &error),
            error => error.into(),
        })
    }
}

impl SamplesReply {
    fn of(found: &SampledSearch) -> Self {
        let branches = &found.branches;
        let back = (0u32..).zip(branches);
        let back = back.map(|(at, branch)| branch.parent.map_or(0, |parent| at - parent));
        let kind = branches.iter().map(|branch| match branch.facts.proof {
            _ if branch.is_chance => 'c',
            _ if branch.is_over => 'f',
            Some(Proof::Win) => 'w',
            Some(Proof::Draw) => 'd',
            Some(Proof::Loss) => 'l',
            None => 'n',
        });
        let facts = || branches.iter().map(|branch| branch.facts);
        Self {
            moves: found.moves.clone(),
            back: back.collect(),
            mv: branches
                .iter()
                .map(|branch| branch.mv.map_or(0, |mv| mv + 1))
                .collect(),
            kind: kind.collect(),
            prior: facts().map(|facts| facts.prior).collect(),
            later_visits: facts().map(|facts| facts.later_visits).collect(),
            later_value: facts().map(|facts| facts.later_value).collect(),
            leaf: found.playouts.iter().map(|playout| playout.leaf).collect(),
            result: found.playouts.iter().map(|playout| playout.value).collect(),
            exploration: found.exploration,
            best: found.best.clone(),
            value: found.value.map(Score::value),
            nodes: found.counts.nodes,
            seconds: found.seconds,
            finished: found.ended != Ended::Stopped,
        }
    }
}
