//! How a match or tournament came out, as JSON.

use boyi_arena::contest::openings::Half;
use boyi_arena::contest::{ContestPlan, Duel, Finish, Row, Standings};
use boyi_arena::statistics::{Decision, Estimate};
use serde_json::{Value, json};

pub(super) fn reply(
    plan: &ContestPlan,
    kind: &str,
    finish: Finish,
    standings: &Standings,
) -> Value {
    let player = |row: &Row| {
        json!({
            "name": row.name,
            "elo": row.elo,
            "error": row.error,
            "games": row.games(),
            "score": row.score,
            "wins": row.results[0],
            "draws": row.results[1],
            "losses": row.results[2],
            "faults": row.faults,
        })
    };
    let mut reply = json!({
        "name": plan.name,
        "kind": kind,
        "game": plan.game,
        "state": match finish {
            Finish::Done => "done",
            Finish::Stopped => "stopped",
        },
        "played": standings.played,
        "planned": standings.planned,
        "players": standings.rows.iter().map(player).collect::<Vec<_>>(),
        "splits": {
            "pairs": standings.splits.pairs,
            "split": standings.splits.split,
            "same_side": standings.splits.same_side,
            "rate": standings.splits.rate(),
        },
    });
    if let Some(from) = &plan.drawn_from {
        reply["openings"] = json!({
            "set": from.set,
            "version": from.version,
            "held_out": from.half == Half::HeldOut,
            "size": from.size,
        });
    }
    if let Some(duel) = &standings.duel {
        reply["duel"] = duel_reply(duel);
    }
    reply
}

fn duel_reply(duel: &Duel) -> Value {
    let estimate = duel.estimate.as_ref();
    let interval = estimate.map(Estimate::elo_interval);
    let mut reply = json!({
        "pairs": duel.pairs.0,
        "elo": estimate.and_then(Estimate::elo),
        "elo_low": interval.and_then(|(low, _)| low),
        "elo_high": interval.and_then(|(_, high)| high),
        "normalized_elo": estimate.map(|estimate| estimate.normalized),
        "superiority": estimate.map(|estimate| estimate.superiority),
    });
    if let Some(found) = duel.difference {
        reply["difference"] = json!([found.mean, found.interval.0, found.interval.1]);
    }
    if let Some(progress) = duel.sprt {
        reply["sprt"] = json!({
            "llr": progress.llr,
            "low": progress.bounds.0,
            "high": progress.bounds.1,
            "accepted": progress.decision.map(|decision| match decision {
                Decision::AcceptH0 => "H0",
                Decision::AcceptH1 => "H1",
            }),
        });
    }
    let verdicts = duel.verdicts.iter().map(|words| words.english.as_str());
    reply["verdicts"] = verdicts.collect();
    reply
}
