//! Games of a page without a server: the page keeps them, and asks here for the computer's moves.

#[path = "../games/player.rs"]
mod player;

pub(crate) use player::{PlayerKind, player_from_outside};

use std::time::Duration;

use axum::Json;
use boyi_engine::Go;
use boyi_game::Side;
use boyi_search::TimeControl;
use serde::{Deserialize, Serialize};

use crate::analyse::variation_texts;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::http::{JsonBody, Reply};
use crate::positions::PositionSpec;
use crate::scene::LegalChoice;
use crate::text::{Localized, SideName};

/// The computer is to move.
#[derive(Deserialize)]
pub(crate) struct TurnRequest {
    line: PositionSpec,
    side: SideName,
    /// Who plays; the strongest player where it is nobody.
    seat: Option<PlayerKind>,
    /// How long it may think where there is no clock.
    milliseconds: u64,
    /// Seconds left, and seconds added after each move.
    clock: Option<[f64; 2]>,
}

/// Its move.
#[derive(Serialize)]
pub(crate) struct TurnReply {
    choice: LegalChoice,
    /// As people write it.
    label: Localized,
    worth: Option<Evaluation>,
}

/// Time lost between the decision and the stop of the clock.
const OVERHEAD: Duration = Duration::from_millis(60);

/// Chooses the computer's move.
pub(crate) async fn turn(JsonBody(request): JsonBody<TurnRequest>) -> Reply<TurnReply> {
    let (game, table) = request.line.set_up()?;
    let side = Side::from(request.side);
    let seat = request.seat.unwrap_or_else(|| PlayerKind::Player {
        player: game.best_player().to_owned(),
    });
    // Every move of either side has luck of its own.
    let own = 2 * table.record().moves.len() as u64 + u64::from(side == Side::Second);
    let engine = seat.engine(game, request.line.seed.wrapping_add(own << 32))?;
    let mut engine = engine.ok_or_else(|| ApiError::internal(&"nobody plays"))?;
    let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let go = match request.clock {
        None => Go::time(Duration::from_millis(request.milliseconds)),
        Some([left, increment]) => Go {
            control: TimeControl::Clock {
                left: time(left),
                increment: time(increment),
                moves_to_go: None,
            },
            overhead: OVERHEAD,
            ..Go::default()
        },
    };
    let thought = engine.think(&table.seen(), side, &go, &mut |_| ())?;
    let best = thought.best.unwrap_or_default();
    let mut legal = table.legal_moves(side).into_iter();
    let found = legal.find(|mv| mv.text == best);
    let found = found.ok_or_else(|| ApiError::internal(&"no move"))?;
    let moves = std::slice::from_ref(&found.text);
    let label = variation_texts(game, table.as_ref(), side, moves).pop();
    let line = thought.lines.first();
    Ok(Json(TurnReply {
        label: label.map_or_else(|| Localized::same(best), |mv| mv.label),
        worth: line.map(|line| Evaluation::of(game, line.score, side)),
        choice: LegalChoice::of(side, found),
    }))
}
