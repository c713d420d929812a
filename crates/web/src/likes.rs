//! What the evaluations like about a position: each piece is taken away in turn, and what that changes is
//! what the piece is worth where it stands, to the evaluation made by hand and to the learned one.

use boyi_engine::{Game, Setup, StaticEvaluations};
use boyi_game::{Score, Side, View};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ErrorReply;
use crate::evaluation::Evaluation;
use crate::http::{JsonBody, Reply, blocking};
use crate::positions::{PositionSpec, next_side};

/// A position without looking ahead.
#[derive(Serialize, ToSchema)]
pub(crate) struct LikesReply {
    pub(crate) hand: Evaluation,
    pub(crate) learned: Evaluation,
    pub(crate) pieces: Vec<PieceWorth>,
}

/// What a piece is worth where it stands: above 0 it helps its owner.
#[derive(Serialize, ToSchema)]
pub(crate) struct PieceWorth {
    pub(crate) cell: usize,
    /// In units of the game.
    pub(crate) hand: f64,
    pub(crate) learned: f64,
}

/// Shows what the evaluations like about a position.
#[utoipa::path(post, path = "/api/likes", request_body = PositionSpec, responses((status = 200, body = LikesReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn likes(JsonBody(line): JsonBody<PositionSpec>) -> Reply<LikesReply> {
    blocking(move || {
        let (game, table) = line.set_up()?;
        let turn = next_side(table.as_ref()).unwrap_or(Side::First);
        let rules = table.record().rules.clone();
        let whole = game.static_evaluations(&Setup::at(&table.position(), &rules))?;
        let view = table.view();
        let unit = f64::from(game.score_unit().max(1));
        let mut pieces = Vec::new();
        for cell in 0..view.cells.len() {
            let Some(owner) = view.cells[cell].piece.and_then(|piece| piece.owner) else {
                continue;
            };
            // A general cannot be missing: such positions are left out.
            let Some(without) = without(game, &view, cell, turn, &rules) else {
                continue;
            };
            let sign = if owner == turn { 1.0 } else { -1.0 };
            pieces.push(PieceWorth {
                cell,
                hand: sign * f64::from(whole.hand - without.hand) / unit,
                learned: sign * f64::from(whole.learned - without.learned) / unit,
            });
        }
        let evaluation = |value| Evaluation::of(game, Score::heuristic(value), turn);
        Ok(LikesReply {
            hand: evaluation(whole.hand),
            learned: evaluation(whole.learned),
            pieces,
        })
    })
    .await
}

/// The evaluations of the position without one piece, if there is such a position.
fn without(
    game: &dyn Game,
    view: &View,
    cell: usize,
    turn: Side,
    rules: &str,
) -> Option<StaticEvaluations> {
    let mut view = view.clone();
    view.cells[cell].piece = None;
    let position = game.arranged(&view, turn).ok()?;
    game.static_evaluations(&Setup::at(&position, rules)).ok()
}
