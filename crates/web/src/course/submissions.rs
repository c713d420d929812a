//! A submission: what grading found, and for those who may see them its files.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use boyi_course::register::{Person, Role, Submission};
use boyi_course::{now, plain_zip};
use serde::Serialize;
use utoipa::ToSchema;

use super::labs::{Download, download};
use super::view::{PersonView, ReportView, VersionView};
use super::visits::{allowed, note};
use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::state::{App, AppState};
use crate::text::Localized;

/// A submission with its report and its files.
#[derive(Serialize, ToSchema)]
pub(crate) struct SubmissionReply {
    pub(crate) version: VersionView,
    pub(crate) title: Localized,
    pub(crate) person: PersonView,
    /// What grading found; `null` before it is done.
    pub(crate) report: Option<ReportView>,
    pub(crate) files: Vec<FileView>,
    /// The other versions of the same person, the newest first.
    pub(crate) versions: Vec<VersionView>,
}

/// A file that was handed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileView {
    pub(crate) name: String,
    pub(crate) bytes: usize,
    /// `null` where it is no text.
    pub(crate) text: Option<String>,
}

/// The submission of this number, if it is of this course and whoever asks may see it. Others' are answered
/// like those that are not there.
fn visible(
    state: &AppState,
    course: &str,
    number: i64,
    headers: &HeaderMap,
) -> Result<(Person, Submission), ApiError> {
    let person = allowed(state, course, headers, Role::Student)?;
    let unknown = || ApiError::unknown_id("submission");
    let submission = state.register().submission(number).map_err(|_| unknown())?;
    let is_own = submission.person == person.id || person.role > Role::Student;
    if submission.course != course || !is_own {
        return Err(unknown());
    }
    Ok((person, submission))
}

/// A submission of one's own, or for teachers and assistants anybody's.
#[utoipa::path(get, path = "/api/courses/{course}/submissions/{number}", params(("course" = String, Path), ("number" = i64, Path)), responses((status = 200, body = SubmissionReply), (status = 401, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn submission(
    State(state): State<App>,
    Path((course, number)): Path<(String, i64)>,
    headers: HeaderMap,
) -> Reply<SubmissionReply> {
    blocking(move || {
        let (person, submission) = visible(&state, &course, number, &headers)?;
        let register = state.register();
        let (name, owner) = (&submission.assignment, &submission.person);
        let lab = register.assignment(&course, name)?;
        let report = register.report(number)?;
        let all = register.submissions(&course, Some(name), Some(owner))?;
        let versions = all.iter().rev();
        let versions = versions.map(|one| VersionView::of(&state, &lab, one));
        let files = register.files(number)?;
        Ok(SubmissionReply {
            version: VersionView::of(&state, &lab, &submission)?,
            title: lab.title.clone().into(),
            person: register.person(&course, owner)?.into(),
            report: report.map(|report| ReportView::of(&report, &lab, person.role)),
            files: files
                .iter()
                .map(|(name, content)| FileView {
                    name: name.to_owned(),
                    bytes: content.len(),
                    text: std::str::from_utf8(content).ok().map(str::to_owned),
                })
                .collect(),
            versions: versions.collect::<Result<_, _>>()?,
        })
    })
    .await
}

/// The files of a submission as a zip.
#[utoipa::path(get, path = "/api/courses/{course}/submissions/{number}/files", params(("course" = String, Path), ("number" = i64, Path)), responses((status = 200, body = Vec<u8>, content_type = "application/zip"), (status = 404, body = ErrorReply)))]
pub(crate) async fn submission_files(
    State(state): State<App>,
    Path((course, number)): Path<(String, i64)>,
    headers: HeaderMap,
) -> Result<Download, ApiError> {
    let made = blocking(move || {
        let (_, submission) = visible(&state, &course, number, &headers)?;
        let archive = plain_zip(&state.register().files(number)?);
        let (lab, version) = (submission.assignment, submission.version);
        Ok((format!("{lab}-{number}-version-{version}.zip"), archive))
    });
    let axum::Json((name, archive)) = made.await?;
    Ok(download("application/zip", &name, archive))
}

/// Asks for another grading of a submission; for teachers and assistants.
#[utoipa::path(post, path = "/api/courses/{course}/submissions/{number}/regrade", params(("course" = String, Path), ("number" = i64, Path)), responses((status = 200, body = VersionView), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub(crate) async fn regrade(
    State(state): State<App>,
    Path((course, number)): Path<(String, i64)>,
    headers: HeaderMap,
) -> Reply<VersionView> {
    blocking(move || {
        let staff = allowed(&state, &course, &headers, Role::Assistant)?;
        let (_, submission) = visible(&state, &course, number, &headers)?;
        let register = state.register();
        if !register.regrade(number, now())? {
            return Err(ApiError::conflict(
                "it waits to be graded already",
                "已在等待评分",
            ));
        }
        note(&state, &staff, &course, "regrade");
        let lab = register.assignment(&course, &submission.assignment)?;
        VersionView::of(&state, &lab, &submission)
    })
    .await
}
