//! Bots that visitors bring, where the server was started to allow it: one file, run in the sandbox.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use boyi_arena::Event;
use boyi_arena::bot::{Protocol, Registry};
use boyi_arena::store::Filter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::state::App;
use crate::text::Localized;

#[derive(Serialize, ToSchema)]
pub(crate) struct BotsReply {
    pub(crate) uploads: bool,
    pub(crate) bots: Vec<String>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct BotQuery {
    name: String,
    /// The name of its file, by whose ending it is run: .py, .js, or a program.
    file: String,
    protocol: Option<String>,
}

/// The bots there are.
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = BotsReply)))]
pub(crate) async fn list_bots(State(state): State<App>) -> Reply<BotsReply> {
    blocking(move || {
        let registry = state.contests.registry().map(Registry::read).transpose();
        let registry = registry?.unwrap_or_default();
        Ok(BotsReply {
            uploads: state.contests.allow_bots(),
            bots: registry.all().map(|(name, _)| name.to_owned()).collect(),
        })
    })
    .await
}

/// Brings a bot: the body is its file.
#[utoipa::path(post, path = "/api/bots", params(BotQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 201, body = BotsReply), (status = 403, body = ErrorReply)))]
pub(crate) async fn upload_bot(
    State(state): State<App>,
    Query(query): Query<BotQuery>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<BotsReply>), ApiError> {
    let file = state
        .contests
        .registry()
        .filter(|_| state.contests.allow_bots());
    let Some(list) = file.map(std::path::Path::to_owned) else {
        let words = Localized::new(
            "this server takes no bots: start it with --allow-bots",
            "本服务器不接受上传程序：请用 --allow-bots 启动",
        );
        return Err(ApiError::localized(StatusCode::FORBIDDEN, "no_bots", words));
    };
    let body = body?;
    let Json(reply) = blocking(move || {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if query.name.is_empty() || query.name.len() > 40 || !query.name.chars().all(plain) {
            return Err(ApiError::invalid(
                "name",
                &"a bot's name is letters, digits, - and _",
            ));
        }
        let protocol = query.protocol.as_deref().unwrap_or("boyi");
        let known: Result<Protocol, _> = protocol.parse();
        known.map_err(|error| ApiError::invalid("protocol", &error))?;
        let ending = query.file.rsplit_once('.').map_or("", |(_, ending)| ending);
        let (file_name, run) = match ending {
            "py" => ("bot.py", "python3 "),
            "js" | "mjs" => ("bot.mjs", "node "),
            _ => ("bot", ""),
        };
        let folder = list.with_file_name("bots").join(&query.name);
        fs::create_dir_all(&folder)?;
        let program = folder.join(file_name);
        fs::write(&program, &body)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
        let mut registry = Registry::read(&list)?;
        let command = format!("{protocol}:{run}'{}'", program.display());
        let added = registry.add_program(&query.name, command);
        added.map_err(|error| ApiError::invalid("name", &error))?;
        registry.write(&list)?;
        Ok(BotsReply {
            uploads: true,
            bots: registry.all().map(|(name, _)| name.to_owned()).collect(),
        })
    })
    .await?;
    Ok((StatusCode::CREATED, Json(reply)))
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
