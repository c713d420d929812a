//! The explorer: what the book says here, what was played in the games that are kept, what is proven.

use axum::extract::State;
use boyi_engine::book::{Book, BookSource};
use boyi_engine::gomoku::proven_opening_at;
use boyi_game::{Score, Side, Table};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::evaluation::Evaluation;
use crate::http::{JsonBody, Reply, blocking};
use crate::positions::{MoveText, PositionSpec, move_texts, next_side};
use crate::scene::LegalChoice;
use crate::state::{App, Continuation};
use crate::text::Localized;

/// What is known of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExplorerReply {
    /// What is proven of the position itself.
    pub(crate) proven: Option<Localized>,
    /// Moves that something is known of: proven ones first, then the book's, then the most played.
    pub(crate) moves: Vec<ExplorerMove>,
    /// Games that began like this and went on.
    pub(crate) games: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ExplorerMove {
    pub(crate) mv: MoveText,
    pub(crate) choice: Option<LegalChoice>,
    pub(crate) proven: Option<Localized>,
    /// What the book thinks of it.
    pub(crate) book: Option<Evaluation>,
    /// Games of the store in which it was played: won by the first player, drawn, won by the second.
    #[schema(min_items = 3, max_items = 3)]
    pub(crate) results: Option<[u64; 3]>,
}

/// Shows what is known of a position.
#[utoipa::path(post, path = "/api/explore", request_body = PositionSpec, responses((status = 200, body = ExplorerReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn explore(
    State(state): State<App>,
    JsonBody(line): JsonBody<PositionSpec>,
) -> Reply<ExplorerReply> {
    blocking(move || {
        let (game, mut table) = line.set_up()?;
        let Some(side) = next_side(table.as_ref()) else {
            return Ok(ExplorerReply {
                proven: None,
                moves: Vec::new(),
                games: 0,
            });
        };
        let record = table.record().clone();
        let played: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        let games = state.continuations(&record, &played)?;
        let book = match game.built_in_book() {
            Some(_) => Book::load(game, &BookSource::BuiltIn)
                .map(|book| book.moves(&table.position()))
                .unwrap_or_default(),
            None => Vec::new(),
        };
        let proven = proven(table.as_ref());
        let legal = table.legal_moves(side);
        let mut moves = Vec::new();
        for choice in &legal {
            let book = book
                .iter()
                .find(|known| known.mv == choice.text && known.depth > 0);
            let results = games.iter().find(|known| known.mv == choice.text);
            let proven = proven_move(table.as_mut(), side, &choice.text)?;
            if book.is_none() && results.is_none() && proven.is_none() {
                continue;
            }
            let mut after = record.clone();
            after.moves.push(boyi_game::Played {
                side,
                text: choice.text.clone(),
            });
            let value =
                |units: f64| Score::heuristic((units * f64::from(game.score_unit())) as i32);
            moves.extend(move_texts(game, &after).pop().map(|mv| ExplorerMove {
                mv,
                choice: Some(LegalChoice::of(side, choice.clone())),
                proven,
                book: book.map(|known| Evaluation::of(game, value(known.value), side)),
                results: results.map(|known| known.results),
            }));
        }
        moves.sort_by(|a, b| {
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let book = |mv: &ExplorerMove| mv.book.map_or(f64::MIN, |worth| sign * worth.share);
            let played =
                |mv: &ExplorerMove| mv.results.map_or(0, |results| results.iter().sum::<u64>());
            b.proven
                .is_some()
                .cmp(&a.proven.is_some())
                .then(book(b).total_cmp(&book(a)))
                .then(played(b).cmp(&played(a)))
        });
        Ok(ExplorerReply {
            proven,
            moves,
            games: games.iter().map(Continuation::games).sum(),
        })
    })
    .await
}

/// What is proven of a position of gomoku.
fn proven(table: &dyn Table) -> Option<Localized> {
    let record = table.record();
    if record.game != "gomoku" || record.rules != "freestyle" {
        return None;
    }
    let known = proven_opening_at(&table.position())?;
    Some(Localized::new(
        format!("{}: Black wins, proven", known.name),
        format!("{}：黑必胜（已证明）", known.chinese),
    ))
}

/// What is proven of the position after a move.
fn proven_move(
    table: &mut dyn Table,
    side: Side,
    text: &str,
) -> Result<Option<Localized>, ApiError> {
    let record = table.record();
    // Only three stones make an opening; nobody tries every move of every position.
    if record.game != "gomoku"
        || table
            .view()
            .cells
            .iter()
            .filter(|cell| cell.piece.is_some())
            .count()
            != 2
    {
        return Ok(None);
    }
    table.play(side, text)?;
    let found = proven(table);
    table.take_back();
    Ok(found)
}
