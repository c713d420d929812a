//! Looking at positions without playing: after some moves, from a text, put together by hand, and
//! written in the field's formats.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use boyi_engine::{Game, Setup, game};
use boyi_game::{Played, Record, Side, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::scene::{Board, Scene};
use crate::words::{SideName, Words};

/// A game up to a certain point. What is not said is as usual.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Line {
    /// The game.
    pub(crate) game: String,
    /// The rule set.
    #[serde(default)]
    pub(crate) rules: Option<String>,
    /// The position it starts from, in any of the game's formats.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// Rows and columns, for games with boards of several sizes.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) size: Option<[usize; 2]>,
    /// The seed of the game's chance.
    #[serde(default)]
    pub(crate) seed: u64,
    /// The moves, one text each.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// What a line leads to.
#[derive(Serialize, ToSchema)]
pub(crate) struct LookReply {
    /// The position it starts from, as this program writes it.
    pub(crate) start: String,
    /// The rules it is played by.
    pub(crate) rules: String,
    /// The moves.
    pub(crate) moves: Vec<MoveText>,
    /// Where they lead.
    pub(crate) scene: Scene,
}

/// A move in words.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct MoveText {
    /// Whose.
    pub(crate) side: SideName,
    /// In the game's notation.
    pub(crate) text: String,
    /// As people write it.
    pub(crate) label: Words,
}

/// More moves than any game has.
const MOST_MOVES: usize = 4_000;

impl Line {
    /// The table after all moves.
    pub(crate) fn lay(&self) -> Result<(&'static dyn Game, Box<dyn Table>), ApiError> {
        let game = game(&self.game)?;
        if self.moves.len() > MOST_MOVES {
            return Err(ApiError::unfit("moves", &"no game has so many moves"));
        }
        let setup = Setup {
            position: self.start.clone().filter(|text| !text.trim().is_empty()),
            size: self.size.map(|[rows, cols]| (rows, cols)),
            rules: self.rules.clone(),
            seed: self.seed,
            moves: None,
        };
        let mut table = game.lay(&setup)?;
        for text in &self.moves {
            let side = next_side(table.as_ref()).ok_or(boyi_game::MoveError::GameOver)?;
            table.play(side, text)?;
        }
        Ok((game, table))
    }
}

/// The side whose move comes next in a record: in a game of rounds the first player's stands first.
pub(crate) fn next_side(table: &dyn Table) -> Option<Side> {
    let to_act = table.to_act();
    Side::BOTH.into_iter().find(|&side| to_act.includes(side))
}

/// The position after some moves.
#[utoipa::path(post, path = "/api/look", request_body = Line, responses((status = 200, body = LookReply), (status = 422, body = crate::error::ErrorReply)))]
pub(crate) async fn look(
    line: Result<Json<Line>, JsonRejection>,
) -> Result<Json<LookReply>, ApiError> {
    let Json(line) = line?;
    let (game, table) = line.lay()?;
    Ok(Json(LookReply::of(game, table.as_ref())))
}

impl LookReply {
    pub(crate) fn of(game: &dyn Game, table: &dyn Table) -> Self {
        let record = table.record();
        Self {
            start: record.start.clone(),
            rules: record.rules.clone(),
            moves: in_words(game, record),
            scene: Scene::of(table),
        }
    }
}

/// The moves of a game as people write them: in Chinese by the game's Chinese notation, if it has
/// one.
pub(crate) fn in_words(game: &dyn Game, record: &Record) -> Vec<MoveText> {
    let has_chinese = game.formats().iter().any(|format| format.name == "chinese");
    let chinese = has_chinese
        .then(|| game.export(record, "chinese").ok())
        .flatten()
        .unwrap_or_default();
    let chinese: Vec<&str> = chinese.split_whitespace().collect();
    let all_there = chinese.len() == record.moves.len();
    let label = |index: usize, played: &Played| {
        let zh = if all_there {
            chinese[index]
        } else {
            &played.text
        };
        Words::new(played.text.clone(), zh)
    };
    let moves = record.moves.iter().enumerate();
    moves
        .map(|(index, played)| MoveText {
            side: played.side.into(),
            text: played.text.clone(),
            label: label(index, played),
        })
        .collect()
}

/// A text that holds a position or a whole game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Pasted {
    /// The game, where the reader knows.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// The text: a FEN, an OBF line, a board, a whole game.
    pub(crate) text: String,
}

/// What a pasted text holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct PastedReply {
    /// The game it belongs to.
    pub(crate) game: String,
    /// The game it holds.
    pub(crate) line: Line,
    /// Where it leads.
    pub(crate) look: LookReply,
}

/// Reads a pasted text, trying the game named first and then the others.
#[utoipa::path(post, path = "/api/read", request_body = Pasted, responses((status = 200, body = PastedReply), (status = 422, body = crate::error::ErrorReply)))]
pub(crate) async fn read(
    pasted: Result<Json<Pasted>, JsonRejection>,
) -> Result<Json<PastedReply>, ApiError> {
    let Json(pasted) = pasted?;
    let named = pasted.game.as_deref().map(game).transpose()?;
    let others = boyi_engine::games().iter().copied();
    let named_first = named.into_iter().chain(others);
    let mut first_error = None;
    for game in named_first {
        match read_as(game, &pasted.text) {
            Ok(reply) => return Ok(Json(reply)),
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    Err(first_error.unwrap_or_else(|| ApiError::unfit("text", &"nothing was pasted")))
}

fn read_as(game: &dyn Game, text: &str) -> Result<PastedReply, ApiError> {
    let text = text.trim();
    if let Some(line) = crate::notation::read(game.name(), text) {
        let (_, table) = line.lay()?;
        return Ok(PastedReply {
            game: game.name().to_owned(),
            look: LookReply::of(game, table.as_ref()),
            line,
        });
    }
    let as_position = Setup {
        position: Some(text.to_owned()),
        ..Setup::default()
    };
    let as_moves = Setup {
        moves: Some(text.to_owned()),
        ..Setup::default()
    };
    let table = match game.lay(&as_position) {
        Ok(table) => table,
        Err(error) => match game.lay(&as_moves) {
            Ok(table) if !table.record().moves.is_empty() => table,
            _ => return Err(error.into()),
        },
    };
    let record = table.record();
    let line = Line {
        game: game.name().to_owned(),
        rules: Some(record.rules.clone()),
        start: Some(record.start.clone()),
        size: None,
        seed: record.seed,
        moves: record.moves.iter().map(|mv| mv.text.clone()).collect(),
    };
    Ok(PastedReply {
        game: game.name().to_owned(),
        line,
        look: LookReply::of(game, table.as_ref()),
    })
}

/// A game to be written in a format.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExportRequest {
    /// The game.
    pub(crate) line: Line,
    /// The format; the catalogue lists them.
    pub(crate) format: String,
}

/// A game written down.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportReply {
    /// The text.
    pub(crate) text: String,
}

/// Writes a game in one of its formats.
#[utoipa::path(post, path = "/api/export", request_body = ExportRequest, responses((status = 200, body = ExportReply), (status = 422, body = crate::error::ErrorReply)))]
pub(crate) async fn export(
    request: Result<Json<ExportRequest>, JsonRejection>,
) -> Result<Json<ExportReply>, ApiError> {
    let Json(request) = request?;
    let (game, table) = request.line.lay()?;
    let text = game.export(table.record(), &request.format)?;
    Ok(Json(ExportReply { text }))
}

/// A board put together by hand.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Arrangement {
    /// The game.
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Board,
    /// Who is to move.
    pub(crate) turn: SideName,
}

/// Turns a board put together by hand into a position, or says why it cannot be one.
#[utoipa::path(post, path = "/api/arrange", request_body = Arrangement, responses((status = 200, body = LookReply), (status = 422, body = crate::error::ErrorReply)))]
pub(crate) async fn arrange(
    request: Result<Json<Arrangement>, JsonRejection>,
) -> Result<Json<LookReply>, ApiError> {
    let Json(request) = request?;
    let game = game(&request.game)?;
    let view = request.board.view();
    let view = view.ok_or_else(|| ApiError::unfit("board", &"the board makes no sense"))?;
    let setup = Setup {
        position: Some(game.arranged(&view, request.turn.into())?),
        ..Setup::default()
    };
    let table = game.lay(&setup)?;
    Ok(Json(LookReply::of(game, table.as_ref())))
}
