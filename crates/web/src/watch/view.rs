//! A match or tournament as the page shows it.

use boyi_arena::GameRecord;
use boyi_arena::contest::{ContestPlan, Duel, Standings};
use boyi_arena::statistics::Estimate;
use boyi_arena::store::{Contest, ContestState, GameSummary, Store};
use serde::Serialize;
use utoipa::ToSchema;

use super::kept::Kept;
use crate::games::PlayerKind;
use crate::scene::{Board, GameOver};
use crate::text::{Localized, SideName};

/// A contest in the list.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ContestSummary {
    pub(crate) id: String,
    /// `match`, `tournament` or `sprt`.
    pub(crate) kind: String,
    pub(crate) game: String,
    /// Whether all has been played, or enough.
    pub(crate) done: bool,
    pub(crate) running: bool,
    /// Seconds since 1970.
    pub(crate) made: u64,
}

/// Where a contest stands.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ContestView {
    pub(crate) summary: ContestSummary,
    pub(crate) played: u64,
    pub(crate) planned: u64,
    pub(crate) control: String,
    /// Why it ended before its last game, where it was not stopped.
    pub(crate) failure: Option<String>,
    /// Whether the server died twice while it was being played, so that it waits to be gone on with.
    pub(crate) held_back: bool,
    /// Whether workers may join over HTTP (`boyi worker --server`).
    pub(crate) joinable: bool,
    pub(crate) rows: Vec<StandingRow>,
    /// Results of the row's player against each other player, in the order of the rows.
    pub(crate) cross: Vec<Vec<Option<CrossCell>>>,
    pub(crate) duel: Option<DuelView>,
    /// Games being played, at most six.
    pub(crate) boards: Vec<LiveBoard>,
    /// How many games are being played.
    pub(crate) going: usize,
    pub(crate) recent: Vec<GameEntry>,
}

/// One player's line.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct StandingRow {
    pub(crate) name: String,
    pub(crate) player: String,
    /// Relative to the average.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval.
    pub(crate) error: Option<f64>,
    pub(crate) score: f64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// Games lost by failing as a program.
    pub(crate) faults: u64,
}

#[derive(Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct CrossCell {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
}

/// A match between two, looked at closely.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct DuelView {
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [String; 2],
    /// Pairs of games by the first's points: 0, 1/2, 1, 3/2, 2.
    #[schema(min_items = 5, max_items = 5)]
    pub(crate) pairs: [u64; 5],
    pub(crate) elo: Option<f64>,
    /// Half the width of the 95 % interval.
    pub(crate) error: Option<f64>,
    /// How sure it is that the first is stronger.
    pub(crate) superiority: Option<f64>,
    pub(crate) llr: Option<f64>,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) bounds: Option<[f64; 2]>,
    pub(crate) verdicts: Vec<Localized>,
}

/// A game going on, in small.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct LiveBoard {
    pub(crate) id: String,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [String; 2],
    pub(crate) board: Board,
    pub(crate) plies: usize,
}

/// A game in a list.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameEntry {
    /// Its place in the store.
    pub(crate) number: i64,
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) titles: [Localized; 2],
    pub(crate) began: u64,
    pub(crate) winner: Option<SideName>,
    pub(crate) reason: Localized,
    /// `rules`, `referee`, `fault` or `stopped`; empty while it goes on.
    pub(crate) cause: String,
    pub(crate) plies: u64,
}

impl ContestSummary {
    pub(super) fn of(contest: &Contest, running: bool) -> Self {
        Self {
            id: contest.id.clone(),
            kind: contest.kind.clone(),
            game: contest.game.clone(),
            done: contest.state == ContestState::Done,
            running,
            made: contest.made,
        }
    }
}

impl GameEntry {
    pub(super) fn of(game: &GameSummary) -> Self {
        let closing = game.closing.as_ref();
        let over = closing.map(GameOver::of);
        let title = |name: &String| match boyi_engine::game(&game.game) {
            Ok(game) => PlayerKind::named(name).title(game),
            Err(_) => Localized::same(name),
        };
        Self {
            number: game.number,
            id: game.id.clone(),
            game: game.game.clone(),
            titles: [&game.first, &game.second].map(title),
            began: game.began,
            first: game.first.clone(),
            second: game.second.clone(),
            winner: over.as_ref().and_then(|over| over.winner),
            reason: over.map_or_else(|| Localized::same(""), |over| over.reason),
            cause: closing.map_or_else(String::new, |closing| closing.cause.clone()),
            plies: game.plies,
        }
    }
}

impl DuelView {
    fn of(duel: &Duel) -> Self {
        let (estimate, sprt) = (duel.estimate.as_ref(), duel.sprt.as_ref());
        Self {
            players: duel.players.clone(),
            pairs: duel.pairs.0,
            elo: estimate.and_then(Estimate::elo),
            error: estimate.and_then(Estimate::elo_error),
            superiority: estimate.map(|estimate| estimate.superiority),
            llr: sprt.map(|sprt| sprt.llr),
            bounds: sprt.map(|sprt| sprt.bounds.into()),
            verdicts: duel.verdicts.iter().cloned().map(Localized::from).collect(),
        }
    }
}

const MAX_BOARDS: usize = 6;

impl ContestView {
    pub(super) fn of(
        store: &Store,
        contest: &Contest,
        plan: &ContestPlan,
        standings: &Standings,
        kept: &Kept,
        running: bool,
        open: bool,
    ) -> Self {
        let names: Vec<&str> = standings.rows.iter().map(|row| row.name.as_str()).collect();
        let cross = kept.cross(&names);
        let player = |name: &str| {
            let found = plan.players.iter().find(|entrant| entrant.name == name);
            found.map_or_else(String::new, |entrant| entrant.player.clone())
        };
        let rows = standings.rows.iter().map(|row| StandingRow {
            name: row.name.clone(),
            player: player(&row.name),
            elo: row.elo,
            error: row.error,
            score: row.score,
            won: row.results[0],
            drawn: row.results[1],
            lost: row.results[2],
            faults: row.faults,
        });
        let prefix = format!("{}.", contest.id);
        let live = store.live().games();
        let going: Vec<_> = live.iter().filter(|id| id.starts_with(&prefix)).collect();
        let boards = going
            .iter()
            .take(MAX_BOARDS)
            .filter_map(|id| board(store, id));
        Self {
            summary: ContestSummary {
                done: !open,
                ..ContestSummary::of(contest, running)
            },
            played: standings.played,
            planned: standings.planned,
            control: plan
                .control
                .map_or_else(String::new, |control| control.to_string()),
            failure: None,
            held_back: false,
            joinable: false,
            rows: rows.collect(),
            cross,
            duel: standings.duel.as_ref().map(DuelView::of),
            boards: boards.collect(),
            going: going.len(),
            recent: kept.recent(),
        }
    }
}

/// A game going on; `None` where it has just ended.
fn board(store: &Store, id: &str) -> Option<LiveBoard> {
    let (events, _) = store.live().follow(id);
    let record = GameRecord::new(events).ok()?;
    let table = record.replay().ok()?;
    Some(LiveBoard {
        id: id.to_owned(),
        players: [record.header.first.clone(), record.header.second.clone()],
        board: Board::of(&table.view()),
        plies: table.record().moves.len(),
    })
}
