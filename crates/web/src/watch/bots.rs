//! The bots there are: those registered on this machine, those that visitors brought, and their logs.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use boyi_arena::Event;
use boyi_arena::bot::{Registry, languages, template};
use boyi_arena::store::Filter;
use serde::Serialize;
use utoipa::ToSchema;

use super::uploads::{self, UploadedBot};
use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::state::App;
use crate::text::Localized;

#[derive(Serialize, ToSchema)]
pub(crate) struct BotsReply {
    pub(crate) uploads: bool,
    /// Whether programs can be kept from the rest of the machine here.
    pub(crate) isolated: bool,
    /// Why visitors cannot bring bots.
    pub(crate) refused: Option<Localized>,
    /// Those registered on this machine, as `bot:NAME`.
    pub(crate) bots: Vec<String>,
    pub(crate) uploaded: Vec<UploadedBot>,
}

/// The bots there are.
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = BotsReply)))]
pub(crate) async fn list_bots(State(state): State<App>, headers: HeaderMap) -> Reply<BotsReply> {
    blocking(move || {
        let registry = state.contests.registry().map(Registry::read).transpose();
        let registry = registry?.unwrap_or_default();
        let refused = state.contests.uploads().err();
        Ok(BotsReply {
            uploads: refused.is_none(),
            isolated: boyi_arena::sandbox::ISOLATES,
            refused: refused.map(Localized::from),
            bots: registry.all().map(|(name, _)| name.to_owned()).collect(),
            uploaded: uploads::listed(&state.contests, &headers),
        })
    })
    .await
}

/// What a bot wrote lately.
#[derive(Serialize, ToSchema)]
pub(crate) struct BotLog {
    pub(crate) games: Vec<BotLogGame>,
}

/// What a bot wrote in a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct BotLogGame {
    pub(crate) id: String,
    pub(crate) faults: Vec<Localized>,
    pub(crate) text: String,
}

/// The log of a bot, or of any player, from its latest games.
#[utoipa::path(get, path = "/api/bots/{name}/log", params(("name" = String, Path)), responses((status = 200, body = BotLog)))]
pub(crate) async fn bot_log(State(state): State<App>, Path(name): Path<String>) -> Reply<BotLog> {
    blocking(move || {
        let store = state.contests.store();
        let games = store.games(&Filter {
            player: Some(&name),
            finished: Some(true),
            limit: Some(20),
            ..Filter::default()
        });
        let mut found = Vec::new();
        for game in games? {
            let Some((_, record)) = store.game(&game.id)? else {
                continue;
            };
            let ours = if game.first == name {
                boyi_game::Side::First
            } else {
                boyi_game::Side::Second
            };
            let mut shown = BotLogGame {
                id: game.id,
                faults: Vec::new(),
                text: String::new(),
            };
            for event in &record.events {
                match event {
                    Event::Log { side, text } if *side == ours => {
                        shown.text.push_str(text);
                        shown.text.push('\n');
                    }
                    Event::Fault { side, fault } if *side == ours => {
                        shown.faults.push(fault.words().into());
                    }
                    _ => {}
                }
            }
            found.push(shown);
        }
        Ok(BotLog { games: found })
    })
    .await
}

/// A bot to begin with.
#[derive(Serialize, ToSchema)]
pub(crate) struct BotTemplate {
    pub(crate) language: String,
    /// The name of its file.
    pub(crate) file: String,
    pub(crate) text: String,
    /// The command that builds it before it can be brought; none where it runs as it is.
    pub(crate) build: Option<String>,
}

/// The templates of bots for a game, one a language.
#[utoipa::path(get, path = "/api/bot-templates/{game}", params(("game" = String, Path)), responses((status = 200, body = Vec<BotTemplate>), (status = 404, body = ErrorReply)))]
pub(crate) async fn bot_templates(Path(name): Path<String>) -> Reply<Vec<BotTemplate>> {
    let game = boyi_engine::game(&name).map_err(|_| ApiError::unknown_id("game"))?;
    let of_language = |language: &str| {
        let made = template("my-bot", game.name(), language).ok()?;
        let source = made.files.iter().find(|(file, _)| file == made.source)?;
        Some(BotTemplate {
            language: language.to_owned(),
            file: made.source.to_owned(),
            text: source.1.clone(),
            build: made.build.clone(),
        })
    };
    Ok(Json(languages().filter_map(of_language).collect()))
}
