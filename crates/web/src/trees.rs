//! Game searches as trees: what the page draws, and what each technique saves.

mod reply;
pub(crate) mod sampled;
pub(crate) mod timed;

pub(crate) use reply::TreeReply;

use axum::Json;
use axum::extract::State;
use boyi_engine::{EngineError, Go, PlayerSpec, SearchTree, TreeRequest};
use boyi_game::Table;
use boyi_search::{Algorithm, Ended, Method, Stop, Techniques};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::positions::PositionSpec;
use crate::state::App;
use crate::text::Localized;

/// Positions sent at most; the drawing says what share of the search that is.
const MAX_TREE_NODES: usize = 80_000;

/// A search to be drawn ends after this many positions, whatever its depth.
const MAX_NODES: u64 = 20_000_000;

const MAX_DEPTH: u32 = 12;

/// A search whose tree is wanted.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct SearchTreeRequest {
    line: PositionSpec,
    search: String,
    depth: u32,
    /// Ends the search after so many positions, whatever its depth.
    nodes: Option<u64>,
    evaluation: Option<String>,
    quiescence: bool,
    deepen: bool,
    techniques: TechniqueChoice,
    /// Only what lies below the position of this number.
    below: Option<u64>,
}

/// Techniques that can be switched off.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct TechniqueChoice {
    table: bool,
    /// Moves first that look good to the evaluation.
    promise: bool,
    killers: bool,
    history: bool,
}

impl From<TechniqueChoice> for Techniques {
    fn from(choice: TechniqueChoice) -> Self {
        Self {
            table: choice.table,
            promise: choice.promise,
            killers: choice.killers,
            history: choice.history,
        }
    }
}

/// Searches and shows the tree.
#[utoipa::path(post, path = "/api/trees", request_body = SearchTreeRequest, responses((status = 200, body = TreeReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn tree(
    State(state): State<App>,
    JsonBody(question): JsonBody<SearchTreeRequest>,
) -> Reply<TreeReply> {
    let work = move |stop: &Stop| {
        let table = question.table()?;
        let tree = question.search(table.as_ref(), MAX_TREE_NODES, stop)?;
        Ok(TreeReply::of(&tree))
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

/// What the search does with everything switched on, and with each technique switched off.
#[utoipa::path(post, path = "/api/trees/compare", request_body = SearchTreeRequest, responses((status = 200, body = [Comparison]), (status = 422, body = ErrorReply)))]
pub(crate) async fn compare(
    State(state): State<App>,
    JsonBody(question): JsonBody<SearchTreeRequest>,
) -> Reply<Vec<Comparison>> {
    let work = move |stop: &Stop| {
        let table = question.table()?;
        let algorithm = question.algorithm()?;
        let mut rows = Vec::new();
        for (what, question) in ablations(&question, algorithm) {
            let tree = question.search(table.as_ref(), 0, stop)?;
            rows.push(Comparison::of(what, &tree));
        }
        Ok(rows)
    };
    state.engines.run(Purpose::Study, work).await.map(Json)
}

/// A search with one technique more or less.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    what: Localized,
    nodes: u64,
    leaves: u64,
    cuts: u64,
    /// The share of cuts made by the first move.
    first_move_cuts: Option<f64>,
    /// Positions the table settled.
    table_cuts: u64,
    researches: u64,
    finished: bool,
}

impl Comparison {
    fn of(what: Localized, tree: &SearchTree) -> Self {
        let counts = &tree.counts;
        Self {
            what,
            nodes: counts.nodes,
            leaves: counts.leaves,
            cuts: counts.all_cuts(),
            first_move_cuts: counts.first_move_cuts(),
            table_cuts: counts.table_cuts,
            researches: counts.researches,
            finished: tree.ended != Ended::Nodes,
        }
    }
}

/// The request with every technique on, then with one technique off at a time.
fn ablations(
    question: &SearchTreeRequest,
    algorithm: Option<Algorithm>,
) -> Vec<(Localized, SearchTreeRequest)> {
    let full = SearchTreeRequest {
        techniques: TechniqueChoice {
            table: true,
            promise: true,
            killers: true,
            history: true,
        },
        below: None,
        ..question.clone()
    };
    let name = &question.search;
    let everything = Localized::new(
        format!("{name}, everything on"),
        format!("{name}，全部启用"),
    );
    let mut list = vec![(everything, full.clone())];
    let mut off = |when: bool, english: &str, chinese: &str, change: fn(&mut SearchTreeRequest)| {
        if when {
            let mut changed = full.clone();
            change(&mut changed);
            list.push((Localized::new(english, chinese), changed));
        }
    };
    let pvs = algorithm == Some(Algorithm::Pvs);
    let guesses = guesses(algorithm);
    let plain = [Algorithm::Minimax, Algorithm::AlphaBeta];
    let orders = algorithm.is_some_and(|algorithm| !plain.contains(&algorithm));
    let prunes = algorithm != Some(Algorithm::Minimax);
    off(pvs, "without null windows", "不用零窗口", |it| {
        "table".clone_into(&mut it.search);
    });
    off(
        guesses,
        "without the guess (pvs)",
        "不用猜测值（pvs）",
        |it| {
            "pvs".clone_into(&mut it.search);
        },
    );
    off(
        algorithm.is_some_and(Algorithm::uses_table),
        "without the table",
        "不用置换表",
        |it| {
            it.techniques.table = false;
        },
    );
    off(
        orders,
        "without static ordering",
        "不用静态排序",
        |it| {
            it.techniques.promise = false;
        },
    );
    off(orders, "without killers", "不用杀手着法", |it| {
        it.techniques.killers = false;
    });
    off(orders, "without history", "不用历史启发", |it| {
        it.techniques.history = false;
    });
    off(
        orders,
        "without any ordering (alpha-beta)",
        "不排序（alpha-beta）",
        |it| {
            "alpha-beta".clone_into(&mut it.search);
        },
    );
    off(
        prunes,
        "without pruning (minimax)",
        "不剪枝（minimax）",
        |it| {
            "minimax".clone_into(&mut it.search);
        },
    );
    list
}

fn guesses(algorithm: Option<Algorithm>) -> bool {
    matches!(algorithm, Some(Algorithm::Aspiration | Algorithm::Mtdf))
}

impl SearchTreeRequest {
    fn table(&self) -> Result<Box<dyn Table>, ApiError> {
        if self.depth == 0 || self.depth > MAX_DEPTH {
            return Err(ApiError::invalid(
                "depth",
                &"a tree is drawn to a depth of 1 to 12",
            ));
        }
        Ok(self.line.set_up()?.1)
    }

    /// None for a beam, which is no classic search and has a tree all the same.
    fn algorithm(&self) -> Result<Option<Algorithm>, ApiError> {
        if self.search == Method::Beam.name() {
            return Ok(None);
        }
        let known = self.search.parse().map(Some);
        known.map_err(|error| ApiError::invalid("search", &error))
    }

    fn search(&self, table: &dyn Table, cap: usize, stop: &Stop) -> Result<SearchTree, ApiError> {
        let game = boyi_engine::game(&self.line.game)?;
        let guesses = guesses(self.algorithm()?);
        let spec = PlayerSpec {
            evaluation: self.evaluation.clone(),
            quiescence: self.quiescence,
            // The limit of nodes must not make a search deepen; those that guess always do.
            deepen: Some(self.deepen || guesses),
            ..PlayerSpec::named(&self.search)
        };
        let request = TreeRequest {
            go: Go {
                depth: Some(self.depth),
                stop: stop.clone(),
                ..Go::nodes(self.nodes.unwrap_or(MAX_NODES).clamp(1, MAX_NODES))
            },
            techniques: self.techniques.into(),
            below: self.below,
            cap,
        };
        let mut player = game.player(&spec)?;
        player
            .tree(&table.seen(), &request)
            .map_err(|error| match error {
                EngineError::NoTree(_) => ApiError::invalid("search", &error),
                error => error.into(),
            })
    }
}
