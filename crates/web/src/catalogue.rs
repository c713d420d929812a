//! What there is: the games with their rules, levels, players and formats.

use axum::Json;
use boyi_engine::{Choice, Game, Setup, games};
use boyi_game::Side;
use serde::Serialize;
use utoipa::ToSchema;

use crate::scene::Board;
use crate::text::Localized;

/// A game one can play here.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameCard {
    pub(crate) name: String,
    pub(crate) title: Localized,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) sides: [Localized; 2],
    /// Both choose at once.
    pub(crate) rounds: bool,
    /// Rule sets, the usual one first.
    pub(crate) rules: Vec<NamedChoice>,
    /// Strengths, weakest first.
    pub(crate) levels: Vec<LevelCard>,
    pub(crate) players: Vec<NamedChoice>,
    pub(crate) formats: Vec<NamedChoice>,
    pub(crate) best_player: String,
    pub(crate) start: Board,
    /// Every piece there is, for putting positions together.
    pub(crate) palette: Vec<PaletteEntry>,
}

/// Something to choose by name.
#[derive(Serialize, ToSchema)]
pub(crate) struct NamedChoice {
    pub(crate) name: String,
    pub(crate) about: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LevelCard {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) about: Localized,
    /// On the ladder of its game, on which the weakest has 800, and the error of 95 % confidence; none
    /// where it was not measured.
    pub(crate) rating: Option<LevelRating>,
}

/// How strong a level is.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelRating {
    pub(crate) rating: i32,
    pub(crate) error: i32,
}

/// A piece that can be put on a board.
#[derive(Serialize, ToSchema, PartialEq, Eq)]
pub(crate) struct PaletteEntry {
    pub(crate) owner: Option<crate::text::SideName>,
    pub(crate) kind: String,
}

/// The games.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Vec<GameCard>)))]
pub(crate) async fn catalogue() -> Json<Vec<GameCard>> {
    Json(cards())
}

pub(crate) fn cards() -> Vec<GameCard> {
    games().iter().map(|&game| GameCard::of(game)).collect()
}

impl GameCard {
    fn of(game: &dyn Game) -> Self {
        let [en, zh] = game.title();
        let start = game.lay(&Setup::default());
        let start = start.expect("every game has a usual start");
        let board = Board::of(&start.view());
        let level = |level: boyi_engine::Level| LevelCard {
            name: level.name.to_owned(),
            title: level.title.into(),
            about: level.about.into(),
            rating: game.level_rating(level.name).map(|measured| LevelRating {
                rating: measured.rating,
                error: measured.error,
            }),
        };
        Self {
            name: game.name().to_owned(),
            title: Localized::new(en, zh),
            sides: Side::BOTH.map(|side| game.side_name(side).into()),
            rounds: start.to_act() == boyi_game::ToAct::Both,
            rules: options(game.rules()),
            levels: game.levels().into_iter().map(level).collect(),
            players: options(game.characters())
                .into_iter()
                .chain(options(&game.searches()))
                .collect(),
            formats: options(game.formats()),
            best_player: game.best_player().to_owned(),
            palette: palette(game, &board),
            start: board,
        }
    }
}

fn options(choices: &[Choice]) -> Vec<NamedChoice> {
    let card = |choice: &Choice| NamedChoice {
        name: choice.name.to_owned(),
        about: choice.about.to_owned(),
    };
    choices.iter().map(card).collect()
}

/// Every kind of piece on the usual board; a game that starts with an empty one has stones of both
/// sides.
fn palette(game: &dyn Game, start: &Board) -> Vec<PaletteEntry> {
    let mut found = Vec::new();
    for piece in &start.pieces {
        let entry = PaletteEntry {
            owner: piece.owner,
            kind: piece.kind.clone(),
        };
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    if found.is_empty() && game.lay(&Setup::default()).is_ok() {
        found.extend(Side::BOTH.map(|side| PaletteEntry {
            owner: Some(side.into()),
            kind: "O".to_owned(),
        }));
    }
    found
}
