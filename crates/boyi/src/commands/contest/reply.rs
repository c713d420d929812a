//! How a match or tournament came out, as JSON.

use boyi_arena::contest::{ContestPlan, Duel, Finish, Standings};
use boyi_arena::statistics::{Decision, Estimate};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Reply<'a> {
    name: &'a str,
    kind: &'a str,
    game: &'a str,
    /// `done` or `stopped`.
    state: &'static str,
    played: u64,
    planned: u64,
    players: Vec<PlayerReply<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duel: Option<DuelReply<'a>>,
}

#[derive(Serialize)]
struct PlayerReply<'a> {
    name: &'a str,
    elo: f64,
    error: Option<f64>,
    games: u64,
    score: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    faults: u64,
}

#[derive(Serialize)]
struct DuelReply<'a> {
    pairs: [u64; 5],
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    normalized_elo: Option<f64>,
    superiority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReply>,
    verdicts: Vec<&'a str>,
}

#[derive(Serialize)]
struct SprtReply {
    llr: f64,
    low: f64,
    high: f64,
    /// `H0`, `H1` or null.
    accepted: Option<&'static str>,
}

impl<'a> Reply<'a> {
    pub(super) fn of(
        plan: &'a ContestPlan,
        kind: &'a str,
        finish: Finish,
        standings: &'a Standings,
    ) -> Self {
        let player = |row: &'a boyi_arena::contest::Row| PlayerReply {
            name: &row.name,
            elo: row.elo,
            error: row.error,
            games: row.games(),
            score: row.score,
            wins: row.results[0],
            draws: row.results[1],
            losses: row.results[2],
            faults: row.faults,
        };
        Self {
            name: &plan.name,
            kind,
            game: &plan.game,
            state: match finish {
                Finish::Done => "done",
                Finish::Stopped => "stopped",
            },
            played: standings.played,
            planned: standings.planned,
            players: standings.rows.iter().map(player).collect(),
            duel: standings.duel.as_ref().map(DuelReply::of),
        }
    }
}

impl<'a> DuelReply<'a> {
    fn of(duel: &'a Duel) -> Self {
        let estimate = duel.estimate.as_ref();
        let interval = estimate.map(Estimate::elo_interval);
        Self {
            pairs: duel.pairs.0,
            elo: estimate.and_then(Estimate::elo),
            elo_low: interval.and_then(|(low, _)| low),
            elo_high: interval.and_then(|(_, high)| high),
            normalized_elo: estimate.map(|estimate| estimate.normalized),
            superiority: estimate.map(|estimate| estimate.superiority),
            difference: duel
                .difference
                .map(|found| [found.mean, found.interval.0, found.interval.1]),
            sprt: duel.sprt.map(|progress| SprtReply {
                llr: progress.llr,
                low: progress.bounds.0,
                high: progress.bounds.1,
                accepted: progress.decision.map(|decision| match decision {
                    Decision::AcceptH0 => "H0",
                    Decision::AcceptH1 => "H1",
                }),
            }),
            verdicts: duel
                .verdicts
                .iter()
                .map(|words| words.english.as_str())
                .collect(),
        }
    }
}
