//! Game searches as trees: what the page draws, and what each technique saves.

mod columns;

pub(crate) use columns::TreeReply;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use boyi_engine::{EngineError, PlayerSpec, SearchTree, TreeRequest};
use boyi_game::Table;
use boyi_search::{Algorithm, Ended, Limits, Stop, Techniques};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::look::Line;
use crate::words::Words;

/// Positions sent at most; the drawing says what share of the search that is.
const KEPT: usize = 80_000;

/// A search to be drawn ends after this many positions, whatever its depth.
const MOST_NODES: u64 = 20_000_000;

/// The deepest search to be drawn.
const DEEPEST: u32 = 12;

/// A search whose tree is wanted.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct TreeQuestion {
    /// The game as it stands.
    line: Line,
    /// The search.
    search: String,
    /// Plies.
    depth: u32,
    /// The evaluation; the game's usual one unless said.
    evaluation: Option<String>,
    /// Whether it plays out captures beyond the depth.
    quiescence: bool,
    /// Whether it searches depth 1, then 2, and so on.
    deepen: bool,
    /// What it may use.
    techniques: TechniqueChoice,
    /// Only what lies below the position of this number.
    below: Option<u64>,
}

/// Techniques that can be switched off.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct TechniqueChoice {
    /// The table of positions seen.
    table: bool,
    /// Moves first that look good to the evaluation.
    promise: bool,
    /// Moves first that cut at the same ply before.
    killers: bool,
    /// Moves first that have cut often.
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
#[utoipa::path(post, path = "/api/trees", request_body = TreeQuestion, responses((status = 200, body = TreeReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn tree(
    State(hall): State<App>,
    question: Result<Json<TreeQuestion>, JsonRejection>,
) -> Result<Json<TreeReply>, ApiError> {
    let Json(question) = question?;
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || {
            let table = question.table()?;
            let tree = question.grown(table.as_ref(), KEPT, &stop)?;
            Ok(Json(TreeReply::of(&tree)))
        }
    };
    hall.thinkers.run(stop, work).await?
}

/// What the search does with everything switched on, and with each technique switched off.
#[utoipa::path(post, path = "/api/trees/compare", request_body = TreeQuestion, responses((status = 200, body = [Comparison]), (status = 422, body = ErrorReply)))]
pub(crate) async fn compare(
    State(hall): State<App>,
    question: Result<Json<TreeQuestion>, JsonRejection>,
) -> Result<Json<Vec<Comparison>>, ApiError> {
    let Json(question) = question?;
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || {
            let table = question.table()?;
            let algorithm = question.algorithm()?;
            let mut rows = Vec::new();
            for (what, question) in variants(&question, algorithm) {
                let tree = question.grown(table.as_ref(), 0, &stop)?;
                rows.push(Comparison::of(what, &tree));
            }
            Ok(Json(rows))
        }
    };
    hall.thinkers.run(stop, work).await?
}

/// A search with one technique more or less.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// What is different.
    what: Words,
    /// Positions entered.
    nodes: u64,
    /// Positions judged.
    leaves: u64,
    /// Cuts.
    cuts: u64,
    /// The share of cuts made by the first move.
    first_move_cuts: Option<f64>,
    /// Positions the table settled.
    table_cuts: u64,
    /// Positions searched again.
    researches: u64,
    /// Whether it was searched to the end.
    finished: bool,
}

impl Comparison {
    fn of(what: Words, tree: &SearchTree) -> Self {
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

/// The question with everything on, as it was asked, and with one technique off at a time.
fn variants(question: &TreeQuestion, algorithm: Algorithm) -> Vec<(Words, TreeQuestion)> {
    let full = TreeQuestion {
        techniques: TechniqueChoice {
            table: true,
            promise: true,
            killers: true,
            history: true,
        },
        below: None,
        ..question.clone()
    };
    let name = algorithm.name();
    let mut list = vec![(
        Words::new(
            format!("{name}, everything on"),
            format!("{name}，全部启用"),
        ),
        full.clone(),
    )];
    let mut off = |english: &str, chinese: &str, change: &dyn Fn(&mut TreeQuestion)| {
        let mut changed = full.clone();
        change(&mut changed);
        list.push((Words::new(english, chinese), changed));
    };
    if algorithm == Algorithm::Pvs {
        off("without null windows", "不用零窗口", &|question| {
            "table".clone_into(&mut question.search);
        });
    }
    if matches!(algorithm, Algorithm::Aspiration | Algorithm::Mtdf) {
        off(
            "without the guess (pvs)",
            "不用猜测值（pvs）",
            &|question| {
                "pvs".clone_into(&mut question.search);
            },
        );
    }
    if algorithm.uses_table() {
        off("without the table", "不用置换表", &|question| {
            question.techniques.table = false;
        });
    }
    if !matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta) {
        off("without promise", "不用估值预排", &|question| {
            question.techniques.promise = false;
        });
        off("without killers", "不用杀手着法", &|question| {
            question.techniques.killers = false;
        });
        off("without history", "不用历史启发", &|question| {
            question.techniques.history = false;
        });
        off(
            "without any ordering (alpha-beta)",
            "不排序（alpha-beta）",
            &|question| {
                "alpha-beta".clone_into(&mut question.search);
            },
        );
    }
    if algorithm != Algorithm::Minimax {
        off(
            "without pruning (minimax)",
            "不剪枝（minimax）",
            &|question| {
                "minimax".clone_into(&mut question.search);
            },
        );
    }
    list
}

impl TreeQuestion {
    fn table(&self) -> Result<Box<dyn Table>, ApiError> {
        if self.depth == 0 || self.depth > DEEPEST {
            return Err(ApiError::unfit(
                "depth",
                &"a tree is drawn to a depth of 1 to 12",
            ));
        }
        Ok(self.line.lay()?.1)
    }

    fn algorithm(&self) -> Result<Algorithm, ApiError> {
        let known = self.search.parse();
        known.map_err(|error| ApiError::unfit("search", &error))
    }

    /// Searches and keeps the tree.
    fn grown(&self, table: &dyn Table, cap: usize, stop: &Stop) -> Result<SearchTree, ApiError> {
        let game = boyi_engine::game(&self.line.game)?;
        let guesses = matches!(self.algorithm()?, Algorithm::Aspiration | Algorithm::Mtdf);
        let spec = PlayerSpec {
            evaluation: self.evaluation.clone(),
            quiescence: self.quiescence,
            // The limit of nodes must not make a search deepen; those that guess always do.
            deepen: Some(self.deepen || guesses),
            ..PlayerSpec::named(&self.search)
        };
        let request = TreeRequest {
            limits: Limits {
                depth: Some(self.depth),
                ..Limits::nodes(MOST_NODES)
            },
            stop: stop.clone(),
            techniques: self.techniques.into(),
            below: self.below,
            cap,
        };
        let mut player = game.player(&spec)?;
        player
            .tree(&table.seen(), &request)
            .map_err(|error| match error {
                EngineError::NoTree(_) => ApiError::unfit("search", &error),
                error => ApiError::internal(&error),
            })
    }
}
