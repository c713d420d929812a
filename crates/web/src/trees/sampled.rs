//! Searches whose tree grows leaf by leaf, for the page: by sampling, by proof, with chance; in columns.

use axum::Json;
use axum::extract::State;
use boyi_engine::{EngineError, Go, PlayerSpec, SampledSearch, TreeRequest};
use boyi_game::{Score, Side, ToAct};
use boyi_search::{Ended, Numbers, Proof, ProofNumbers, Stop, Techniques};
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

/// A search whose growing tree is wanted.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct SamplesRequest {
    line: PositionSpec,
    search: String,
    /// Playouts; of a search that does not sample, positions.
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
    /// Who moves: `0` the side that searches, `1` the other, `-` neither or nobody knows.
    mover: String,
    /// How likely a position is where chance moves before it; 1 otherwise.
    odds: Vec<f64>,
    /// Moves to choose from, of a search for a proof; those without a position here have nothing shown yet.
    choices: Vec<u32>,
    /// How likely the move seemed beforehand; only of a search with a prior.
    prior: Vec<f32>,
    /// How often the move was played here or later, and the mean of that; only of RAVE.
    later_visits: Vec<u32>,
    later_value: Vec<Option<f64>>,
    /// For each game the position at which it left the tree, and its result for the side that searches.
    leaf: Vec<u32>,
    result: Vec<f32>,
    revisions: RevisionColumns,
    /// After how many looks a proof of a draw was asked for, a win being disproven.
    draw_from: Option<u32>,
    exploration: f64,
    best: Vec<u32>,
    value: Option<i32>,
    nodes: u64,
    seconds: f64,
    finished: bool,
}

/// What was thought of positions, for searches that do not take the mean of playouts: each time it changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevisionColumns {
    /// How many leaves had been looked at.
    look: Vec<u32>,
    node: Vec<u32>,
    /// What is still to be shown to prove and to disprove it; null where it cannot be shown.
    proof: Vec<Option<u32>>,
    disproof: Vec<Option<u32>>,
    /// Its value for the side that searches.
    value: Vec<f64>,
}

impl RevisionColumns {
    fn of(found: &SampledSearch, side: Side) -> Self {
        let mut columns = Self {
            look: found
                .revisions
                .iter()
                .map(|revision| revision.look)
                .collect(),
            node: found
                .revisions
                .iter()
                .map(|revision| revision.node)
                .collect(),
            proof: Vec::new(),
            disproof: Vec::new(),
            value: Vec::new(),
        };
        for revision in &found.revisions {
            match revision.numbers {
                Numbers::Proof(numbers) => {
                    let shown = |number: u32, other: u32| (other > 0).then_some(number);
                    let ProofNumbers { proof, disproof } = numbers;
                    columns.proof.push(shown(proof, disproof));
                    columns.disproof.push(shown(disproof, proof));
                }
                Numbers::Value(value) => columns.value.push(match side {
                    Side::First => value,
                    Side::Second => -value,
                }),
            }
        }
        columns
    }
}

/// Samples and shows the tree.
#[utoipa::path(post, path = "/api/trees/samples", request_body = SamplesRequest, responses((status = 200, body = SamplesReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn samples(
    State(state): State<App>,
    JsonBody(question): JsonBody<SamplesRequest>,
) -> Reply<SamplesReply> {
    let work = move |stop: &Stop| question.search(stop);
    state.engines.run(Purpose::Study, work).await.map(Json)
}

impl SamplesRequest {
    fn search(&self, stop: &Stop) -> Result<SamplesReply, ApiError> {
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
            exploration,
            seed: Some(self.seed),
            ..PlayerSpec::named(&self.search)
        };
        let spec = if spec.is_sampling() {
            PlayerSpec {
                playouts: Some(self.playouts),
                ..spec
            }
        } else {
            PlayerSpec {
                nodes: Some(self.playouts),
                seed: None,
                ..spec
            }
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
        let found = found.map_err(|error| match error {
            EngineError::NoSamples(_) => ApiError::invalid("search", &error),
            error => error.into(),
        })?;
        Ok(SamplesReply::of(&found, side))
    }
}

impl SamplesReply {
    fn of(found: &SampledSearch, side: Side) -> Self {
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
        let mover = branches.iter().map(|branch| match branch.mover {
            Some(mover) if mover == side => '0',
            Some(_) => '1',
            None => '-',
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
            mover: mover.collect(),
            choices: branches.iter().map(|branch| branch.moves).collect(),
            odds: branches.iter().map(|branch| branch.odds).collect(),
            prior: facts().map(|facts| facts.prior).collect(),
            later_visits: facts().map(|facts| facts.later_visits).collect(),
            later_value: facts().map(|facts| facts.later_value).collect(),
            leaf: found.playouts.iter().map(|playout| playout.leaf).collect(),
            result: found.playouts.iter().map(|playout| playout.value).collect(),
            revisions: RevisionColumns::of(found, side),
            draw_from: found.draw_from,
            exploration: found.exploration,
            best: found.best.clone(),
            value: found.value.map(Score::value),
            nodes: found.counts.nodes,
            seconds: found.seconds,
            finished: found.ended != Ended::Stopped,
        }
    }
}
