//! Bots that visitors bring, where the server was started to allow it: each has an owner, known by a
//! cookie, and versions, each checked as soon as it is there.

use std::path::Path as FilePath;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::AppendHeaders;
use boyi_arena::Terms;
use boyi_arena::bot::{
    self, Finding, NewUpload, Protocol, UploadError, UploadOptions, UploadRef, Uploads,
};
use boyi_arena::sandbox::{ISOLATES, Policy, Sandbox, survey};
use boyi_game::Phrase;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Contests;
use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::random;
use crate::state::App;
use crate::text::Localized;

/// A bot that somebody brought.
#[derive(Serialize, ToSchema)]
pub(crate) struct UploadedBot {
    /// Its newest version plays as this.
    pub(crate) player: String,
    pub(crate) name: String,
    pub(crate) owner: String,
    /// Whether it was brought from this browser.
    pub(crate) mine: bool,
    /// The newest first.
    pub(crate) versions: Vec<BotVersion>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BotVersion {
    pub(crate) number: u32,
    pub(crate) player: String,
    /// Seconds since 1970.
    pub(crate) added: u64,
    pub(crate) bytes: u64,
    pub(crate) protocol: String,
    pub(crate) checking: bool,
    pub(crate) report: Option<BotReport>,
}

/// What came of trying a bot, as `boyi bot check` does.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotReport {
    pub(crate) game: String,
    pub(crate) passed: bool,
    pub(crate) findings: Vec<BotFinding>,
    /// What it wrote to standard error; for its owner only.
    pub(crate) log: Option<String>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct BotFinding {
    pub(crate) passed: bool,
    pub(crate) what: Localized,
    pub(crate) advice: Option<Localized>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct BotQuery {
    name: String,
    /// The name of its file, by whose ending it is run: .py, .js, .jar, or a program.
    file: String,
    protocol: Option<String>,
    /// The game it is tried in; the protocol's own unless said, or reversi.
    game: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct VersionQuery {
    /// Only this version.
    version: Option<u32>,
}

/// Opens the uploads of a server, or says why it takes none.
pub(super) fn open(
    folder: Option<&FilePath>,
    allowed: bool,
    policy: Policy,
) -> Result<UploadOptions, Phrase> {
    let Some(folder) = folder.filter(|_| allowed) else {
        return Err(Phrase::new(
            "this server takes no bots: start it with --allow-bots",
            "本服务器不接受上传程序：请用 --allow-bots 启动",
        ));
    };
    if policy == Policy::Off {
        return Err(Phrase::new(
            "bots of visitors are never run without the sandbox",
            "绝不在沙箱之外运行访客的程序",
        ));
    }
    if policy == Policy::Require && !ISOLATES {
        return Err(Phrase::new(
            "nothing isolates programs on this system: a visitor's bot could read your files and use the network. To run them all the same: --allow-bots --sandbox auto",
            "本系统不提供隔离：访客的程序可以读取你的文件并使用网络。仍要运行请用 --allow-bots --sandbox auto",
        ));
    }
    if policy == Policy::Require {
        let why = match survey(&Sandbox::default()) {
            Err(error) => Some(error.to_string()),
            Ok(survey) => survey.missing().map(|report| {
                let why = report.detail.clone().unwrap_or_default();
                format!("{} {why}", report.layer.name())
            }),
        };
        if let Some(why) = why {
            return Err(Phrase::new(
                format!("the sandbox does not hold bots of visitors here ({why}): see boyi doctor"),
                format!("这里的沙箱不足以运行访客的程序（{why}）：请看 boyi doctor"),
            ));
        }
    }
    let uploads = Uploads::open(&folder.join("uploads"));
    let uploads = uploads.map_err(|error| Phrase::new(error.to_string(), error.to_string()))?;
    Ok(UploadOptions { uploads, policy })
}

pub(super) fn refused(why: Phrase) -> ApiError {
    ApiError::localized(StatusCode::FORBIDDEN, "no_bots", why.into())
}

fn not_taken(error: UploadError) -> ApiError {
    match error {
        UploadError::Unknown => ApiError::unknown_id("bot or version"),
        UploadError::Folder(error) => ApiError::internal(&error),
        other => ApiError::invalid("bot", &other),
    }
}

const COOKIE_NAME: &str = "boyi_owner";

/// Who asks, by a cookie `OWNER.SECRET`.
fn owner(uploads: &Uploads, headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(COOKIE)?.to_str().ok()?;
    let cookie = cookies
        .split("; ")
        .find_map(|cookie| cookie.strip_prefix(COOKIE_NAME)?.strip_prefix('='))?;
    let (owner, secret) = cookie.split_once('.')?;
    uploads.is_owner(owner, secret).then(|| owner.to_owned())
}

/// All bots of visitors, with reports; logs only of one's own.
pub(super) fn listed(contests: &Contests, headers: &HeaderMap) -> Vec<UploadedBot> {
    let Ok(UploadOptions { uploads, .. }) = contests.uploads() else {
        return Vec::new();
    };
    let me = owner(uploads, headers);
    let checking = contests.checking().clone();
    let shown = |bot: bot::Uploaded| {
        let mine = me.as_deref() == Some(bot.owner.as_str());
        let player = |version| {
            let (owner, name) = (bot.owner.clone(), bot.name.clone());
            let upload = UploadRef {
                owner,
                name,
                version,
            };
            upload.to_string()
        };
        let version = |version: &bot::Version| {
            let report = version.report.as_deref();
            let report = report.and_then(|text| serde_json::from_str::<BotReport>(text).ok());
            let player = player(Some(version.number));
            BotVersion {
                number: version.number,
                added: version.added,
                bytes: version.bytes,
                protocol: version.protocol.clone(),
                checking: checking.contains(&player),
                player,
                report: report.map(|report| BotReport {
                    log: report.log.filter(|_| mine),
                    ..report
                }),
            }
        };
        UploadedBot {
            player: player(None),
            mine,
            versions: bot.versions.iter().map(version).collect(),
            name: bot.name.clone(),
            owner: bot.owner.clone(),
        }
    };
    uploads.all().into_iter().map(shown).collect()
}

/// Bots that may wait for their check.
const MAX_WAITING: usize = 16;

/// Brings a bot, or a new version of one: the body is its file. It is checked at once; the list of bots
/// has the report when it is done.
#[utoipa::path(post, path = "/api/bots", params(BotQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 201, body = Vec<UploadedBot>), (status = 403, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn upload_bot(
    State(state): State<App>,
    Query(query): Query<BotQuery>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<
    (
        StatusCode,
        AppendHeaders<Option<(axum::http::HeaderName, String)>>,
        Json<Vec<UploadedBot>>,
    ),
    ApiError,
> {
    let uploads = state.contests.uploads().map_err(refused)?.uploads.clone();
    let body = body?;
    let Json((cookie, list)) = blocking(move || {
        let protocol = query.protocol.as_deref().unwrap_or("boyi");
        let known: Protocol = protocol
            .parse()
            .map_err(|error| ApiError::invalid("protocol", &error))?;
        let game = query.game.as_deref().or(known.game()).unwrap_or("reversi");
        let game = boyi_engine::game(game)?;
        if state.contests.checking().len() >= MAX_WAITING {
            return Err(ApiError::busy(
                "too many bots wait for their check",
                "等待检查的程序太多",
            ));
        }
        let (owner, cookie) = match owner(&uploads, &headers) {
            Some(owner) => (owner, None),
            None => {
                let (owner, secret) = (random::id(), random::token());
                uploads.new_owner(&owner, &secret).map_err(not_taken)?;
                let attributes = "HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000";
                let cookie = format!("{COOKIE_NAME}={owner}.{secret}; {attributes}");
                (owner, Some((SET_COOKIE, cookie)))
            }
        };
        let added = uploads.add(&NewUpload {
            owner: &owner,
            name: &query.name,
            file: &query.file,
            protocol,
            games: known.game().map(str::to_owned).into_iter().collect(),
            content: &body,
        });
        let added = added.map_err(not_taken)?;
        begin_check(&state.contests, added.clone(), game)?;
        let mut list = listed(&state.contests, &headers);
        for bot in list.iter_mut().filter(|bot| bot.owner == owner) {
            bot.mine = true;
        }
        Ok((cookie, list))
    })
    .await?;
    Ok((StatusCode::CREATED, AppendHeaders(cookie), Json(list)))
}

/// Tries a version on a thread of its own, one after the other.
fn begin_check(
    contests: &Contests,
    upload: UploadRef,
    game: &'static dyn boyi_engine::Game,
) -> Result<(), ApiError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let contests = contests.clone();
    contests.checking().insert(upload.to_string());
    let work = move || {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(UploadOptions { uploads, policy }) = contests.uploads()
            && let Ok(spec) = uploads.spec(&upload)
        {
            let sandbox = Sandbox {
                policy: *policy,
                ..contests.options().sandbox.clone()
            };
            let report = report(&spec, game, &sandbox);
            let text = serde_json::to_string(&report).unwrap_or_default();
            // It may have been removed while it was tried.
            let _ = uploads.keep_report(&upload, &text);
        }
        contests.checking().remove(&upload.to_string());
    };
    std::thread::Builder::new()
        .name("bot check".to_owned())
        .spawn(work)?;
    Ok(())
}

fn report(
    spec: &bot::BotSpec,
    game: &'static dyn boyi_engine::Game,
    sandbox: &Sandbox,
) -> BotReport {
    let terms = Terms {
        control: "move=1s".parse().expect("a control"),
        patience: Duration::from_secs(10),
        ..Terms::default()
    };
    let checked = bot::check(spec, game, sandbox, &terms);
    let finding = |finding: &Finding| BotFinding {
        passed: finding.passed,
        what: finding.what.clone().into(),
        advice: finding.advice.clone().map(Localized::from),
    };
    BotReport {
        game: game.name().to_owned(),
        passed: checked.passed(),
        findings: checked.findings.iter().map(finding).collect(),
        log: checked.log,
    }
}

/// Removes a bot of one's own, or one version of it, unless it is playing.
#[utoipa::path(delete, path = "/api/bots/{name}", params(("name" = String, Path), VersionQuery), responses((status = 200, body = Vec<UploadedBot>), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn remove_bot(
    State(state): State<App>,
    Path(name): Path<String>,
    Query(query): Query<VersionQuery>,
    headers: HeaderMap,
) -> Reply<Vec<UploadedBot>> {
    blocking(move || {
        let uploads = &state.contests.uploads().map_err(refused)?.uploads;
        let owner = owner(uploads, &headers);
        let owner = owner.ok_or_else(|| ApiError::unknown_id("bot of yours"))?;
        // Read as any other reference is: a name leads nowhere else.
        let mut upload: UploadRef = format!("{owner}/{name}").parse().map_err(not_taken)?;
        upload.version = query.version;
        let text = upload.to_string();
        let is_it = |player: &str| {
            let rest = player.strip_prefix(&text);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('@'))
        };
        if state.contests.is_playing(is_it) {
            return Err(ApiError::conflict(
                "it plays in a contest: stop that first",
                "它正在比赛中：请先暂停比赛",
            ));
        }
        uploads.remove(&upload).map_err(not_taken)?;
        Ok(listed(&state.contests, &headers))
    })
    .await
}
