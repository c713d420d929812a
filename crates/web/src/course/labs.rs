//! Labs: what is asked and how far one is, starters, and for teachers handing out and giving more time.

use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName};
use boyi_course::register::Role;
use boyi_course::{Date, Files, LANGUAGES, plain_zip, ready, starter};
use boyi_game::Language;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::tournament::TournamentView;
use super::view::{LabCard, StandingView, VersionView, neighbours};
use super::visits::{allowed, is_staff, note};
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;
use crate::text::Localized;

/// A lab with all that somebody may know of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct LabReply {
    pub(crate) card: LabCard,
    /// In Markdown.
    pub(crate) statement: Localized,
    pub(crate) questions: Vec<AskedQuestion>,
    /// Languages in which there are starters.
    pub(crate) languages: Vec<String>,
    /// One's own versions, the newest first.
    pub(crate) versions: Vec<VersionView>,
    /// Points of this lab, under aliases.
    pub(crate) board: Vec<StandingView>,
    /// Where the class plays it, if it does.
    pub(crate) tournament: Option<TournamentView>,
    /// The name under which one's own program plays there.
    pub(crate) plays_as: Option<String>,
}

/// One thing that is asked.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedQuestion {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) points: f64,
    /// How it is judged: `value`, `path`, `counts`, `best`, `law`, `output` or `ladder`.
    pub(crate) kind: String,
    pub(crate) hint: Option<Localized>,
}

/// A lab to be handed out.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HandOutRequest {
    /// One that ships.
    pub(crate) lab: String,
    /// When it is due, in seconds since 1970; what its file says unless given.
    pub(crate) due: Option<u64>,
}

/// More time for one student, or no more than others have.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExtensionRequest {
    pub(crate) student: String,
    /// Seconds since 1970; without it the extension is taken back.
    pub(crate) due: Option<u64>,
}

/// The last moment of the year 9999: later ones have no date.
const LAST_MOMENT: u64 = 253_402_300_799;

fn moment(due: Option<u64>) -> Result<Option<u64>, ApiError> {
    match due {
        Some(due) if due > LAST_MOMENT => Err(ApiError::invalid("due", &"that is no date")),
        due => Ok(due),
    }
}

/// Hands out a lab that ships, or another due date for it; for teachers.
#[utoipa::path(post, path = "/api/courses/{course}/labs", params(("course" = String, Path)), request_body = HandOutRequest, responses((status = 200, body = LabCard), (status = 403, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn hand_out(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<HandOutRequest>,
) -> Reply<LabCard> {
    blocking(move || {
        let teacher = allowed(&state, &course, &headers, Role::Teacher)?;
        let register = state.register();
        // A lab of the teacher's own keeps its questions; only the date is another.
        let known = register.assignments(&course)?;
        let known = known.into_iter().find(|lab| lab.name == request.lab);
        let mut lab = match known {
            Some(lab) => lab,
            None => ready(&request.lab).map_err(|error| ApiError::invalid("lab", &error))?,
        };
        if let Some(due) = moment(request.due)? {
            lab = lab
                .due_at(Date(due))
                .map_err(|error| ApiError::invalid("due", &error))?;
        }
        register.hand_out(&course, &lab)?;
        note(&state, &teacher, &course, "hand out");
        LabCard::of(&state, &course, &lab, &teacher)
    })
    .await
}

/// A lab, with one's own versions.
#[utoipa::path(get, path = "/api/courses/{course}/labs/{lab}", params(("course" = String, Path), ("lab" = String, Path)), responses((status = 200, body = LabReply), (status = 401, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn lab(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Reply<LabReply> {
    blocking(move || {
        let person = allowed(&state, &course, &headers, Role::Student)?;
        let register = state.register();
        let lab = register.assignment(&course, &name)?;
        let own = register.submissions(&course, Some(&name), Some(&person.id))?;
        let newest_first = own.iter().rev();
        let versions = newest_first.map(|one| VersionView::of(&state, &lab, one));
        let statement = |language| lab.statement(language).unwrap_or_default();
        let standings = register.leaderboard(&course, Some(&name), Some(&person.id))?;
        let card = LabCard::of(&state, &course, &lab, &person)?;
        // What opens later is not to be read before, but by those who hand it out.
        let is_shown = is_staff(person.role) || lab.opens.is_none_or(|opens| opens.0 <= card_now());
        let questions = lab.questions.iter().filter(|_| is_shown);
        Ok(LabReply {
            statement: if is_shown {
                Localized::new(statement(Language::English), statement(Language::Chinese))
            } else {
                Localized::same("")
            },
            questions: questions
                .map(|question| AskedQuestion {
                    name: question.name.clone(),
                    title: question.title.clone().into(),
                    points: question.points,
                    kind: question.kind.name().to_owned(),
                    hint: question.hint.clone().map(Localized::from),
                })
                .collect(),
            languages: if lab.languages.is_empty() {
                LANGUAGES.map(str::to_owned).to_vec()
            } else {
                lab.languages.clone()
            },
            versions: versions.collect::<Result<_, _>>()?,
            board: neighbours(standings, person.role),
            tournament: TournamentView::of(&state, &course, &lab)?,
            plays_as: (!is_staff(person.role)).then_some(person.alias),
            card,
        })
    })
    .await
}

fn card_now() -> u64 {
    boyi_course::now()
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct StarterQuery {
    /// `python`, `cpp`, `java` or `rust`.
    pub(crate) language: String,
    /// The language of its comments: `en` or `zh`.
    pub(crate) words: Option<String>,
}

/// A file to be saved.
pub(super) type Download = ([(HeaderName, String); 2], Vec<u8>);

pub(super) fn download(kind: &str, name: &str, content: Vec<u8>) -> Download {
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    (headers, content)
}

/// What somebody begins with, as a zip: the statement, the public cases, a starter that runs at once.
#[utoipa::path(get, path = "/api/courses/{course}/labs/{lab}/starter", params(("course" = String, Path), ("lab" = String, Path), StarterQuery), responses((status = 200, body = Vec<u8>, content_type = "application/zip"), (status = 401, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn starter_files(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    Query(query): Query<StarterQuery>,
    headers: HeaderMap,
) -> Result<Download, ApiError> {
    let made = blocking(move || {
        let person = allowed(&state, &course, &headers, Role::Student)?;
        let lab = state.register().assignment(&course, &name)?;
        let early = lab.opens.is_some_and(|opens| card_now() < opens.0);
        if early && !is_staff(person.role) {
            return Err(ApiError::conflict("it has not opened yet", "作业尚未开始"));
        }
        let words = match query.words.as_deref() {
            Some("zh") => Language::Chinese,
            _ => Language::English,
        };
        let begun = starter(&lab, &query.language, words)
            .map_err(|error| ApiError::invalid("language", &error))?;
        let mut files = lab.for_students();
        for (name, content) in begun.iter() {
            files.replace(name, content.to_owned())?;
        }
        let folder = files
            .iter()
            .map(|(file, content)| (format!("{}/{file}", lab.name), content.to_owned()));
        let folder = Files::new(folder.collect::<Vec<_>>())?;
        Ok((
            format!("{}-{}.zip", lab.name, query.language),
            plain_zip(&folder),
        ))
    });
    let axum::Json((name, archive)) = made.await?;
    Ok(download("application/zip", &name, archive))
}

/// Gives one student until another moment, or takes that back; for teachers and assistants.
#[utoipa::path(post, path = "/api/courses/{course}/labs/{lab}/extensions", params(("course" = String, Path), ("lab" = String, Path)), request_body = ExtensionRequest, responses((status = 200, body = ExtensionReply), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn extend(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    headers: HeaderMap,
    JsonBody(ExtensionRequest { student, due }): JsonBody<ExtensionRequest>,
) -> Reply<ExtensionReply> {
    blocking(move || {
        let staff = allowed(&state, &course, &headers, Role::Assistant)?;
        let due = moment(due)?;
        state.register().extend(&course, &name, &student, due)?;
        note(&state, &staff, &course, "extension");
        Ok(ExtensionReply { student, due })
    })
    .await
}

/// An extension as it is kept now.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtensionReply {
    pub(crate) student: String,
    pub(crate) due: Option<u64>,
}
