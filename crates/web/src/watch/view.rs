//! A match or tournament as the page shows it.

use boyi_arena::GameRecord;
use boyi_arena::contest::{ContestPlan, Standings};
use boyi_arena::store::{Contest, ContestState, Filter, GameSummary, Store};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::games::Seat;
use crate::scene::{Board, Over};
use crate::words::{SideName, Words};

/// A contest in the list.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ContestSummary {
    /// What it goes by.
    pub(crate) id: String,
    /// `match`, `tournament` or `sprt`.
    pub(crate) kind: String,
    /// Which game.
    pub(crate) game: String,
    /// Whether all has been played, or enough.
    pub(crate) done: bool,
    /// Whether it is being played by this server.
    pub(crate) running: bool,
    /// Seconds since 1970.
    pub(crate) made: u64,
}

/// Where a contest stands.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ContestView {
    /// What it is.
    pub(crate) summary: ContestSummary,
    /// Games that count so far.
    pub(crate) played: u64,
    /// Games there will be.
    pub(crate) planned: u64,
    /// What a move may cost.
    pub(crate) control: String,
    /// Why it ended before its last game, where it was not stopped.
    pub(crate) failure: Option<String>,
    /// The best first.
    pub(crate) rows: Vec<StandingRow>,
    /// Who did what against whom, in the order of the rows; nothing against oneself.
    pub(crate) cross: Vec<Vec<Option<CrossCell>>>,
    /// For two players.
    pub(crate) duel: Option<DuelView>,
    /// Games going on, at most six of them.
    pub(crate) boards: Vec<LiveBoard>,
    /// How many go on in all.
    pub(crate) going: usize,
    /// The latest finished ones.
    pub(crate) recent: Vec<GameLine>,
}

/// One player's line.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct StandingRow {
    /// What it goes by.
    pub(crate) name: String,
    /// What it is.
    pub(crate) player: String,
    /// Relative to the average.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval.
    pub(crate) error: Option<f64>,
    /// Points.
    pub(crate) score: f64,
    /// Games won.
    pub(crate) won: u64,
    /// Games drawn.
    pub(crate) drawn: u64,
    /// Games lost.
    pub(crate) lost: u64,
    /// Games lost by failing as a program.
    pub(crate) faults: u64,
}

/// One against another.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct CrossCell {
    /// Games the row's player won.
    pub(crate) won: u64,
    /// Drawn.
    pub(crate) drawn: u64,
    /// Lost.
    pub(crate) lost: u64,
}

/// A match between two, looked at closely.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct DuelView {
    /// Who is compared with the other.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [String; 2],
    /// Pairs of games by the first's points: 0, 1/2, 1, 3/2, 2.
    #[schema(min_items = 5, max_items = 5)]
    pub(crate) pairs: [u64; 5],
    /// Elo of the first above the second.
    pub(crate) elo: Option<f64>,
    /// Half the width of the 95 % interval.
    pub(crate) error: Option<f64>,
    /// How sure it is that the first is stronger.
    pub(crate) superiority: Option<f64>,
    /// Log-likelihood ratio of a sequential test.
    pub(crate) llr: Option<f64>,
    /// Where the test ends.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) bounds: Option<[f64; 2]>,
    /// In plain words.
    pub(crate) verdicts: Vec<Words>,
}

/// A game going on, in small.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct LiveBoard {
    /// What it goes by.
    pub(crate) id: String,
    /// The players.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [String; 2],
    /// The board now.
    pub(crate) board: Board,
    /// Moves so far.
    pub(crate) plies: usize,
}

/// A game in a list.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameLine {
    /// Its place in the store.
    pub(crate) number: i64,
    /// What it goes by.
    pub(crate) id: String,
    /// Which game.
    pub(crate) game: String,
    /// The first player.
    pub(crate) first: String,
    /// The second player.
    pub(crate) second: String,
    /// What to call them.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) titles: [Words; 2],
    /// When it began, in seconds since 1970.
    pub(crate) began: u64,
    /// Who won; nobody in a draw.
    pub(crate) winner: Option<SideName>,
    /// Why.
    pub(crate) reason: Words,
    /// `rules`, `referee`, `fault` or `stopped`; empty while it goes on.
    pub(crate) cause: String,
    /// Moves.
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

impl GameLine {
    pub(super) fn of(game: &GameSummary) -> Self {
        let closing = game.closing.as_ref();
        let over = closing.map(Over::of);
        let title = |name: &String| match boyi_engine::game(&game.game) {
            Ok(game) => Seat::named(name).title(game),
            Err(_) => Words::same(name),
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
            reason: over.map_or_else(|| Words::same(""), |over| over.reason),
            cause: closing.map_or_else(String::new, |closing| closing.cause.clone()),
            plies: game.plies,
        }
    }
}

/// Small boards on one screen.
const MOST_BOARDS: usize = 6;

impl ContestView {
    pub(super) fn of(
        store: &Store,
        contest: &Contest,
        plan: &ContestPlan,
        standings: &Standings,
        running: bool,
        open: bool,
    ) -> Result<Self, ApiError> {
        let games = store.games(&Filter {
            contest: Some(&contest.id),
            finished: Some(true),
            ..Filter::default()
        });
        let games = games.map_err(super::internal)?;
        let names: Vec<&str> = standings.rows.iter().map(|row| row.name.as_str()).collect();
        let place = |name: &str| names.iter().position(|&known| known == name);
        let mut cross = vec![vec![None::<CrossCell>; names.len()]; names.len()];
        for game in &games {
            let line = GameLine::of(game);
            let (Some(first), Some(second)) = (place(&line.first), place(&line.second)) else {
                continue;
            };
            if first == second || line.cause == "stopped" {
                continue;
            }
            for (a, b, side) in [
                (first, second, SideName::First),
                (second, first, SideName::Second),
            ] {
                let cell = cross[a][b].get_or_insert_default();
                match line.winner {
                    None => cell.drawn += 1,
                    Some(winner) if winner == side => cell.won += 1,
                    Some(_) => cell.lost += 1,
                }
            }
        }
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
            .take(MOST_BOARDS)
            .filter_map(|id| board(store, id));
        Ok(Self {
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
            rows: rows.collect(),
            cross,
            duel: standings.duel.as_ref().map(|duel| DuelView {
                players: duel.players.clone(),
                pairs: duel.pairs.0,
                elo: duel
                    .estimate
                    .as_ref()
                    .and_then(boyi_arena::statistics::Estimate::elo),
                error: duel
                    .estimate
                    .as_ref()
                    .and_then(boyi_arena::statistics::Estimate::elo_error),
                superiority: duel.estimate.as_ref().map(|estimate| estimate.superiority),
                llr: duel.sprt.as_ref().map(|sprt| sprt.llr),
                bounds: duel
                    .sprt
                    .as_ref()
                    .map(|sprt| [sprt.bounds.0, sprt.bounds.1]),
                verdicts: duel.verdicts.iter().cloned().map(Words::from).collect(),
            }),
            boards: boards.collect(),
            going: going.len(),
            recent: games.iter().take(30).map(GameLine::of).collect(),
        })
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
