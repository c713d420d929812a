//! Puzzles: the lists, the one of the day, and what somebody's move is worth. The page keeps for itself who
//! solved what.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use boyi_engine::review::think;
use boyi_engine::{Game, Go, PlayerSpec, Setup, game};
use boyi_game::{Side, Table};
use boyi_lab::{Puzzle, PuzzleSet};
use boyi_search::{Stop, since_1970};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::analyse::variation_texts;
use crate::engine_pool::Purpose;
use crate::error::{ApiError, ErrorReply};
use crate::evaluation::Evaluation;
use crate::http::{JsonBody, Reply};
use crate::positions::{MoveText, move_texts, next_side};
use crate::scene::Scene;
use crate::state::App;
use crate::text::{Localized, SideName};

/// How long a refutation is looked for.
const REFUTATION_TIME: Duration = Duration::from_millis(400);
/// Moves of a refutation that are shown.
const REFUTATION_MOVES: usize = 7;
/// Memory for the player that refutes.
const TABLE_MIB: usize = 16;

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleList {
    pub(crate) game: String,
    pub(crate) title: Localized,
    /// Days since 1970, in UTC, and the puzzle of this one.
    pub(crate) day: u64,
    pub(crate) daily: String,
    pub(crate) puzzles: Vec<PuzzleCard>,
}

/// A puzzle in the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleCard {
    pub(crate) id: String,
    pub(crate) themes: Vec<String>,
    /// How hard it looks, counted and not measured.
    pub(crate) rating: u32,
    /// Moves to find.
    pub(crate) moves: usize,
}

/// A puzzle to solve.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleToSolve {
    pub(crate) game: String,
    pub(crate) title: Localized,
    pub(crate) card: PuzzleCard,
    /// Who is to find the moves.
    pub(crate) side: SideName,
    pub(crate) scene: Scene,
    /// Moves of both sides in turn, the solver's first and last.
    pub(crate) solution: Vec<MoveText>,
}

/// Moves of both sides from the start of a puzzle, the last of them the solver's.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleTry {
    pub(crate) moves: Vec<String>,
}

/// What the last move of a [`PuzzleTry`] is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PuzzleOutcome {
    /// The move of the solution, and there is more to find.
    Right,
    /// The last move of the solution, or another one that is proven to win.
    Solved,
    Wrong,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleVerdict {
    pub(crate) outcome: PuzzleOutcome,
    /// The moves so far with the answer to the last one: that of the solution, or the one that refutes it.
    pub(crate) moves: Vec<MoveText>,
    /// The board after them.
    pub(crate) scene: Scene,
    /// What follows a wrong move.
    pub(crate) refutation: Vec<MoveText>,
    pub(crate) worth: Option<Evaluation>,
}

/// The puzzles of all games.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = Vec<PuzzleList>)))]
pub(crate) async fn puzzles() -> Reply<Vec<PuzzleList>> {
    let lists = PuzzleSet::all_shipped().iter().map(PuzzleList::of);
    Ok(Json(lists.collect::<Result<_, _>>()?))
}

/// One puzzle.
#[utoipa::path(get, path = "/api/puzzles/{game}/{id}", params(("game" = String, Path), ("id" = String, Path)), responses((status = 200, body = PuzzleToSolve), (status = 404, body = ErrorReply)))]
pub(crate) async fn puzzle(Path((name, id)): Path<(String, String)>) -> Reply<PuzzleToSolve> {
    let (game, puzzle) = find(&name, &id)?;
    let mut table = lay(game, puzzle)?;
    let side = next_side(table.as_ref()).ok_or_else(|| ApiError::unknown_id("puzzle"))?;
    let scene = Scene::of(table.as_ref());
    for text in &puzzle.solution {
        play(table.as_mut(), text)?;
    }
    let [title, title_zh] = game.title();
    Ok(Json(PuzzleToSolve {
        game: name,
        title: Localized::new(title, title_zh),
        card: PuzzleCard::of(puzzle),
        side: side.into(),
        scene,
        solution: move_texts(game, table.record()),
    }))
}

/// Judges a move of somebody who solves.
#[utoipa::path(post, path = "/api/puzzles/{game}/{id}/try", params(("game" = String, Path), ("id" = String, Path)), request_body = PuzzleTry, responses((status = 200, body = PuzzleVerdict), (status = 404, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn try_puzzle(
    State(state): State<App>,
    Path((name, id)): Path<(String, String)>,
    JsonBody(tried): JsonBody<PuzzleTry>,
) -> Reply<PuzzleVerdict> {
    let (game, puzzle) = find(&name, &id)?;
    let work = move |stop: &Stop| judge(game, puzzle, &tried.moves, stop);
    state.engines.run(Purpose::Hint, work).await.map(Json)
}

fn judge(
    game: &'static dyn Game,
    puzzle: &Puzzle,
    moves: &[String],
    stop: &Stop,
) -> Result<PuzzleVerdict, ApiError> {
    let follows = |(last, before): (&String, &[String])| {
        let at = before.len();
        let on_the_way = at % 2 == 0 && puzzle.solution.get(..at) == Some(before);
        let wanted = puzzle.solution.get(at).filter(|_| on_the_way)?;
        Some((at, last == wanted))
    };
    let Some((at, right)) = moves.split_last().and_then(follows) else {
        return Err(ApiError::invalid(
            "moves",
            &"these are not moves on the way to the solution",
        ));
    };
    let mut table = lay(game, puzzle)?;
    for text in moves {
        play(table.as_mut(), text)?;
    }
    let mut verdict = PuzzleVerdict {
        outcome: PuzzleOutcome::Solved,
        moves: Vec::new(),
        scene: Scene::of(table.as_ref()),
        refutation: Vec::new(),
        worth: None,
    };
    if right {
        if let Some(answer) = puzzle.solution.get(at + 1) {
            verdict.outcome = PuzzleOutcome::Right;
            play(table.as_mut(), answer)?;
        }
    } else if !is_proven(game, table.as_ref())? {
        verdict.outcome = PuzzleOutcome::Wrong;
        verdict.refute(game, table.as_mut(), stop)?;
    }
    verdict.moves = move_texts(game, table.record());
    verdict.scene = Scene::of(table.as_ref());
    Ok(verdict)
}

impl PuzzleVerdict {
    /// Plays the best answer to a wrong move, and says what follows.
    fn refute(
        &mut self,
        game: &'static dyn Game,
        table: &mut dyn Table,
        stop: &Stop,
    ) -> Result<(), ApiError> {
        let Some(side) = next_side(table) else {
            return Ok(());
        };
        let mut player = game.player(&PlayerSpec {
            hash: Some(TABLE_MIB),
            ..PlayerSpec::named(game.best_player())
        })?;
        let go = Go {
            stop: stop.clone(),
            ..Go::time(REFUTATION_TIME)
        };
        let thought = think(game, table, player.as_mut(), side, &go, &mut |_| ())?;
        if let Some(line) = thought.lines.first() {
            let shown = &line.moves[..line.moves.len().min(REFUTATION_MOVES)];
            self.refutation = variation_texts(game, table, side, shown);
            self.worth = Some(Evaluation::of(game, line.score, side));
        }
        if let Some(answer) = &thought.best {
            table.play(side, answer)?;
        }
        Ok(())
    }
}

impl PuzzleList {
    fn of(set: &PuzzleSet) -> Result<Self, ApiError> {
        let game = game(&set.header.game)?;
        let [title, title_zh] = game.title();
        let day = today();
        Ok(Self {
            game: set.header.game.clone(),
            title: Localized::new(title, title_zh),
            day,
            daily: set
                .daily(day)
                .map_or_else(String::new, |puzzle| puzzle.id.clone()),
            puzzles: set.puzzles.iter().map(PuzzleCard::of).collect(),
        })
    }
}

impl PuzzleCard {
    fn of(puzzle: &Puzzle) -> Self {
        Self {
            id: puzzle.id.clone(),
            themes: puzzle.theme.clone(),
            rating: puzzle.rating,
            moves: puzzle.moves(),
        }
    }
}

/// Days since 1970, in UTC.
fn today() -> u64 {
    since_1970().as_secs() / 86_400
}

fn find(name: &str, id: &str) -> Result<(&'static dyn Game, &'static Puzzle), ApiError> {
    let set = PuzzleSet::shipped(name);
    let found = set.and_then(|set| set.puzzle(id));
    let puzzle = found.ok_or_else(|| ApiError::unknown_id("puzzle"))?;
    Ok((game(name)?, puzzle))
}

fn lay(game: &'static dyn Game, puzzle: &Puzzle) -> Result<Box<dyn Table>, ApiError> {
    let setup = Setup {
        position: Some(puzzle.position.clone()),
        ..Setup::default()
    };
    Ok(game.lay(&setup)?)
}

fn play(table: &mut dyn Table, text: &str) -> Result<(), ApiError> {
    let side: Side = next_side(table).ok_or(boyi_game::MoveError::GameOver)?;
    Ok(table.play(side, text)?)
}

/// Whether the last move wins, by the proof that the puzzle rests on.
fn is_proven(game: &'static dyn Game, table: &dyn Table) -> Result<bool, ApiError> {
    match game.puzzle_prover() {
        Some(mut prover) => Ok(prover.has_won(&table.position())?),
        None => Ok(false),
    }
}
