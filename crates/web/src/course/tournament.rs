//! The class tournament: a contest of the arena like any other, so that whoever is in the course watches it on
//! the page of contests. Its players are built first, in a thread of their own.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use boyi_arena::sandbox::Sandbox;
use boyi_course::register::Role;
use boyi_course::{Assignment, class};
use serde::Serialize;
use utoipa::ToSchema;

use super::visits::{allowed, note};
use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::state::{App, AppState};
use crate::text::Localized;

/// What is being made ready, and why what could not.
pub(crate) struct Tournaments {
    /// Where the players lie; none where nothing is kept in files.
    folder: Option<PathBuf>,
    sandbox: Sandbox,
    /// By the names of contests: nothing while players are built, and why they could not be.
    making: Mutex<HashMap<String, Option<Localized>>>,
}

/// The tournament of a lab.
#[derive(Serialize, ToSchema)]
pub(crate) struct TournamentView {
    /// What it goes by on the page of contests.
    pub(crate) contest: String,
    /// Whether it has begun, now or before.
    pub(crate) exists: bool,
    /// Players are being built.
    pub(crate) preparing: bool,
    pub(crate) running: bool,
    pub(crate) played: u64,
    pub(crate) planned: u64,
    /// Why it could not begin.
    pub(crate) failure: Option<Localized>,
}

impl Tournaments {
    pub(crate) fn new(folder: Option<PathBuf>, sandbox: Sandbox) -> Self {
        Self {
            folder,
            sandbox,
            making: Mutex::default(),
        }
    }

    fn making(&self) -> MutexGuard<'_, HashMap<String, Option<Localized>>> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the program of a submission that is to be forgotten.
    pub(super) fn forget(&self, submission: i64) {
        if let Some(folder) = &self.folder {
            // Most were never built.
            let _ = std::fs::remove_dir_all(folder.join(submission.to_string()));
        }
    }
}

impl TournamentView {
    /// Where it stands; `None` for labs in which nothing is played.
    pub(super) fn of(
        state: &AppState,
        course: &str,
        lab: &Assignment,
    ) -> Result<Option<Self>, ApiError> {
        if class::ladder(lab).is_none() {
            return Ok(None);
        }
        let contest = class::contest(course, &lab.name);
        let making = state.tournaments.making().get(&contest).cloned();
        let known = state.contests.store().contest(&contest)?;
        let known = known.filter(|known| known.kind == class::KIND);
        let view = match &known {
            Some(_) => Some(state.contests.view(&contest)?),
            None => None,
        };
        Ok(Some(Self {
            exists: view.is_some(),
            preparing: making == Some(None),
            running: view.as_ref().is_some_and(|view| view.summary.running),
            played: view.as_ref().map_or(0, |view| view.played),
            planned: view.as_ref().map_or(0, |view| view.planned),
            failure: making.flatten(),
            contest,
        }))
    }
}

/// Begins the tournament, or goes on with it after new submissions: only their games are played. For teachers
/// and assistants.
#[utoipa::path(post, path = "/api/courses/{course}/labs/{lab}/tournament", params(("course" = String, Path), ("lab" = String, Path)), responses((status = 200, body = TournamentView), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn begin_tournament(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Reply<TournamentView> {
    blocking(move || {
        let staff = allowed(&state, &course, &headers, Role::Assistant)?;
        let lab = state.register().assignment(&course, &name)?;
        let nothing = || ApiError::conflict("this lab has no games", "这个作业没有对弈");
        class::ladder(&lab).ok_or_else(nothing)?;
        let folder = state.tournaments.folder.clone().ok_or_else(|| {
            ApiError::conflict(
                "this server keeps nothing in files, so nothing can be built",
                "本服务器不保存文件，无法编译程序",
            )
        })?;
        let contest = class::contest(&course, &name);
        let mut making = state.tournaments.making();
        if making.get(&contest) == Some(&None) {
            return Err(ApiError::conflict("it is being made ready", "正在准备"));
        }
        making.insert(contest.clone(), None);
        drop(making);
        note(&state, &staff, &course, "tournament");
        let (work, of_lab, of_course) = (state.clone(), lab.clone(), course.clone());
        let make = move || {
            let failure = make_ready(&work, &of_course, &of_lab, &folder).err();
            let mut making = work.tournaments.making();
            match failure {
                Some(why) => making.insert(contest, Some(why)),
                None => making.remove(&contest),
            };
        };
        std::thread::Builder::new()
            .name("class".to_owned())
            .spawn(make)?;
        TournamentView::of(&state, &course, &lab)?.ok_or_else(nothing)
    })
    .await
}

fn make_ready(
    state: &AppState,
    course: &str,
    lab: &Assignment,
    folder: &std::path::Path,
) -> Result<(), Localized> {
    let said = |error: &dyn std::fmt::Display| Localized::same(error.to_string());
    match boyi_platform::files::new_private_folder(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            return Err(said(&error));
        }
        _ => {}
    }
    let sandbox = &state.tournaments.sandbox;
    let plan = class::plan(&state.register(), course, lab, sandbox, folder);
    let plan = plan.map_err(|error| Localized::new(error.to_string(), error.in_chinese()))?;
    let begun = state.contests.begin_class(plan.clone());
    begun.map_err(|error| error.message().clone())?;
    // Those that were replaced play no more, now that the contest has the new plan.
    class::prune(&state.register(), &plan, folder).map_err(|error| said(&error))
}

/// Stops the tournament; what was played stays. For teachers and assistants.
#[utoipa::path(post, path = "/api/courses/{course}/labs/{lab}/tournament/stop", params(("course" = String, Path), ("lab" = String, Path)), responses((status = 200, body = TournamentView), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn stop_tournament(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Reply<TournamentView> {
    blocking(move || {
        allowed(&state, &course, &headers, Role::Assistant)?;
        let lab = state.register().assignment(&course, &name)?;
        state.contests.stop(&class::contest(&course, &name))?;
        let nothing = || ApiError::conflict("this lab has no games", "这个作业没有对弈");
        TournamentView::of(&state, &course, &lab)?.ok_or_else(nothing)
    })
    .await
}
