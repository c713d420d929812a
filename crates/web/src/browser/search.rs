//! One search to a fixed depth: what a test compares with the same search outside of a browser.

use boyi_engine::{Go, PlayerSpec};
use boyi_game::{Side, ToAct};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::positions::PositionSpec;

#[derive(Deserialize)]
struct SearchRequest {
    line: PositionSpec,
    search: String,
    depth: u32,
}

pub(crate) fn search(message: &str) -> Value {
    let request = serde_json::from_str(message).map_err(ApiError::from);
    let found = request.and_then(|request| run(&request));
    found.unwrap_or_else(|error| json!({ "failed": error.message().en }))
}

fn run(request: &SearchRequest) -> Result<Value, ApiError> {
    let (game, table) = request.line.set_up()?;
    let side = match table.to_act() {
        ToAct::One(side) => side,
        ToAct::Both | ToAct::Nobody => Side::First,
    };
    let mut player = game.player(&PlayerSpec::named(&request.search))?;
    let go = Go::depth(request.depth);
    let thought = player.think(&table.seen(), side, &go, &mut |_| ())?;
    Ok(json!({
        "best": thought.best,
        "nodes": thought.counts.nodes,
        "value": thought.lines.first().map(|line| line.score.value()),
        "seconds": thought.elapsed.as_secs_f64(),
    }))
}
