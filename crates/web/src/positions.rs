//! Positions without a game being played: after some moves, read from a text, set up by hand, and
//! written in text formats.

use axum::Json;
use boyi_arena::{fitting_games, import};
use boyi_engine::{Game, Setup, game};
use boyi_game::{Played, Record, Side, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::scene::{Board, Scene};
use crate::studies::Study;
use crate::text::{Localized, SideName, TextReply};

/// A position: a game and the moves that lead to it. Missing fields have the game's defaults.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct PositionSpec {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    /// The position it starts from, in any of the game's formats.
    pub(crate) start: Option<String>,
    /// Rows and columns, for games with boards of several sizes.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) size: Option<[usize; 2]>,
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// The position after the moves of a [`PositionSpec`].
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionReply {
    pub(crate) start: String,
    pub(crate) rules: String,
    pub(crate) moves: Vec<MoveText>,
    pub(crate) scene: Scene,
}

/// A move in words.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct MoveText {
    pub(crate) side: SideName,
    /// In the game's notation.
    pub(crate) text: String,
    /// As people write it.
    pub(crate) label: Localized,
}

/// More moves than any game has.
const MAX_MOVES: usize = 4_000;

impl PositionSpec {
    pub(crate) fn of(record: &Record) -> Self {
        Self {
            game: record.game.clone(),
            rules: Some(record.rules.clone()),
            start: Some(record.start.clone()),
            size: None,
            seed: record.seed,
            moves: record.moves.iter().map(|mv| mv.text.clone()).collect(),
        }
    }

    pub(crate) fn set_up(&self) -> Result<(&'static dyn Game, Box<dyn Table>), ApiError> {
        let game = game(&self.game)?;
        if self.moves.len() > MAX_MOVES {
            return Err(ApiError::invalid("moves", &"no game has so many moves"));
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
#[utoipa::path(post, path = "/api/look", request_body = PositionSpec, responses((status = 200, body = PositionReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn look(JsonBody(line): JsonBody<PositionSpec>) -> Reply<PositionReply> {
    let (game, table) = line.set_up()?;
    Ok(Json(PositionReply::of(game, table.as_ref())))
}

impl PositionReply {
    /// A game as it stood after so many moves.
    pub(crate) fn after(mut record: Record, ply: usize) -> Result<Self, ApiError> {
        record.moves.truncate(ply);
        let table = boyi_engine::replay(&record)?;
        Ok(Self::of(game(&record.game)?, table.as_ref()))
    }

    pub(crate) fn of(game: &dyn Game, table: &dyn Table) -> Self {
        let record = table.record();
        Self {
            start: record.start.clone(),
            rules: record.rules.clone(),
            moves: move_texts(game, record),
            scene: Scene::of(table),
        }
    }
}

/// The moves of a game as people write them: in Chinese by the game's Chinese notation, if it has
/// one.
pub(crate) fn move_texts(game: &dyn Game, record: &Record) -> Vec<MoveText> {
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
        Localized::new(played.text.clone(), zh)
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
pub(crate) struct PastedText {
    /// The game it is to be read as; without one it must fit exactly one.
    pub(crate) game: Option<String>,
    /// The text: moves, a PGN, SGF or GGF, a FEN, an OBF line, a board.
    pub(crate) text: String,
}

/// What a pasted text holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct PastedReply {
    pub(crate) game: String,
    /// Its main line.
    pub(crate) line: PositionSpec,
    pub(crate) look: PositionReply,
    /// All of it, with branches and comments.
    pub(crate) study: Study,
}

/// Reads a pasted text as the game named. A text of another game is refused, with the games it fits:
/// nobody's board turns into another game unasked.
#[utoipa::path(post, path = "/api/read", request_body = PastedText, responses((status = 200, body = PastedReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn read(JsonBody(pasted): JsonBody<PastedText>) -> Reply<PastedReply> {
    blocking(move || {
        let fitting = || {
            let games = fitting_games(&pasted.text).into_iter();
            games.map(|game| game.name().to_owned()).collect()
        };
        let game = match &pasted.game {
            Some(name) => game(name)?,
            None => {
                let games: Vec<String> = fitting();
                let [only] = &games[..] else {
                    let words = Localized::new("which game is this?", "这是哪种棋？");
                    return Err(ApiError::unread(words, games));
                };
                game(only)?
            }
        };
        let read = import(game, &pasted.text)
            .map_err(|error| ApiError::unread(error.words(Some(game)).into(), fitting()))?;
        let table = boyi_engine::replay(&read.main_line())?;
        Ok(PastedReply {
            game: game.name().to_owned(),
            look: PositionReply::of(game, table.as_ref()),
            line: PositionSpec::of(table.record()),
            study: Study::of(game, &read),
        })
    })
    .await
}

/// A game to be written in a format.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExportRequest {
    pub(crate) line: PositionSpec,
    /// Branches and comments, for the formats that hold them.
    pub(crate) study: Option<Study>,
    /// The format; the catalogue lists them.
    pub(crate) format: String,
}

/// Writes a game in one of its formats.
#[utoipa::path(post, path = "/api/export", request_body = ExportRequest, responses((status = 200, body = TextReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn export(JsonBody(request): JsonBody<ExportRequest>) -> Reply<TextReply> {
    let (game, table) = request.line.set_up()?;
    let text = match &request.study {
        Some(study) => study.annotated()?.write(game, &request.format)?,
        None => game.export(table.record(), &request.format)?,
    };
    Ok(Json(TextReply { text }))
}

/// A board put together by hand.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Arrangement {
    pub(crate) game: String,
    pub(crate) board: Board,
    pub(crate) turn: SideName,
}

/// Turns a board put together by hand into a position, or says why it cannot be one.
#[utoipa::path(post, path = "/api/arrange", request_body = Arrangement, responses((status = 200, body = PositionReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn arrange(JsonBody(request): JsonBody<Arrangement>) -> Reply<PositionReply> {
    let game = game(&request.game)?;
    let view = request.board.view();
    let view = view.ok_or_else(|| ApiError::invalid("board", &"the board makes no sense"))?;
    let setup = Setup {
        position: Some(game.arranged(&view, request.turn.into())?),
        ..Setup::default()
    };
    let table = game.lay(&setup)?;
    Ok(Json(PositionReply::of(game, table.as_ref())))
}
