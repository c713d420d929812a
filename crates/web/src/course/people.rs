//! Who is in a course: the roster, codes for those who have lost theirs, and the end of what is kept of
//! somebody.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use boyi_course::now;
use boyi_course::register::{Enrolled, Role, read_roster};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::{PersonView, RoleName};
use super::visits::{allowed, note};
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;

/// Codes, told this once: only their hashes are kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct Codes {
    pub(crate) codes: Vec<CodeView>,
    /// How many were in the course already, and keep what they have.
    pub(crate) known: usize,
}

/// Somebody with the code to enter with.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: RoleName,
    pub(crate) code: String,
}

pub(super) fn codes(enrolled: Vec<Enrolled>) -> Codes {
    let all = enrolled.len();
    let new = enrolled.into_iter().filter_map(|one| {
        Some(CodeView {
            id: one.person.id,
            name: one.person.name,
            role: one.person.role.into(),
            code: one.code?,
        })
    });
    let codes: Vec<CodeView> = new.collect();
    Codes {
        known: all - codes.len(),
        codes,
    }
}

/// A roster.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RosterRequest {
    pub(crate) roster: String,
}

/// Everybody in a course; for teachers and assistants.
#[utoipa::path(get, path = "/api/courses/{course}/people", params(("course" = String, Path)), responses((status = 200, body = Vec<PersonView>), (status = 403, body = ErrorReply)))]
pub(crate) async fn list_people(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
) -> Reply<Vec<PersonView>> {
    blocking(move || {
        allowed(&state, &course, &headers, Role::Assistant)?;
        let people = state.register().people(&course)?.into_iter();
        Ok(people.map(PersonView::from).collect())
    })
    .await
}

/// Puts people into a course.
#[utoipa::path(post, path = "/api/courses/{course}/people", params(("course" = String, Path)), request_body = RosterRequest, responses((status = 200, body = Codes), (status = 403, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn enrol(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
    JsonBody(RosterRequest { roster }): JsonBody<RosterRequest>,
) -> Reply<Codes> {
    blocking(move || {
        let teacher = allowed(&state, &course, &headers, Role::Teacher)?;
        let people = read_roster(&roster).map_err(|error| ApiError::invalid("roster", &error))?;
        // A teacher who takes the role from themselves would leave the course to nobody.
        let demoted = people
            .iter()
            .any(|one| one.id == teacher.id && one.role != Role::Teacher);
        if demoted {
            return Err(ApiError::conflict(
                "this roster would make you something else than a teacher",
                "这份名单会取消你的教师身份",
            ));
        }
        note(&state, &teacher, &course, "roster");
        Ok(codes(state.register().enrol(&course, &people, now())?))
    })
    .await
}

/// A new code for somebody who has lost theirs; the old one and all visits end.
#[utoipa::path(post, path = "/api/courses/{course}/people/{person}/code", params(("course" = String, Path), ("person" = String, Path)), responses((status = 200, body = CodeView), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn new_code(
    State(state): State<App>,
    Path((course, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Reply<CodeView> {
    blocking(move || {
        let teacher = allowed(&state, &course, &headers, Role::Teacher)?;
        let register = state.register();
        let person = register.person(&course, &id)?;
        note(&state, &teacher, &course, "new code");
        Ok(CodeView {
            code: register.new_code(&course, &id)?,
            id: person.id,
            name: person.name,
            role: person.role.into(),
        })
    })
    .await
}

/// What became of somebody who was deleted.
#[derive(Serialize, ToSchema)]
pub(crate) struct Forgotten {
    pub(crate) submissions: u64,
}

/// Deletes a student with everything that is kept of them.
#[utoipa::path(delete, path = "/api/courses/{course}/people/{person}", params(("course" = String, Path), ("person" = String, Path)), responses((status = 200, body = Forgotten), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn forget(
    State(state): State<App>,
    Path((course, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Reply<Forgotten> {
    blocking(move || {
        let teacher = allowed(&state, &course, &headers, Role::Teacher)?;
        if teacher.id == id {
            return Err(ApiError::conflict(
                "nobody deletes themselves",
                "不能删除自己",
            ));
        }
        let register = state.register();
        register.person(&course, &id)?;
        for submission in register.submissions(&course, None, Some(&id))? {
            state.tournaments.forget(submission.number);
        }
        note(&state, &teacher, &course, "forget");
        Ok(Forgotten {
            submissions: register.forget(&course, &id)?,
        })
    })
    .await
}

/// What classmates are to see.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AliasRequest {
    pub(crate) alias: String,
}

/// Gives oneself another alias.
#[utoipa::path(post, path = "/api/courses/{course}/alias", params(("course" = String, Path)), request_body = AliasRequest, responses((status = 200, body = PersonView), (status = 409, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn set_alias(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
    JsonBody(AliasRequest { alias }): JsonBody<AliasRequest>,
) -> Reply<PersonView> {
    const MAX: usize = 30;
    blocking(move || {
        let person = allowed(&state, &course, &headers, Role::Student)?;
        let alias = alias.trim();
        let fits = |letter: char| letter.is_alphanumeric() || " -_".contains(letter);
        if alias.is_empty() || alias.chars().count() > MAX || !alias.chars().all(fits) {
            return Err(ApiError::invalid_in_both(
                "alias",
                &"an alias is at most 30 letters, digits, blanks, - or _",
                "化名最多 30 个字母、汉字、数字、空格、- 或 _".to_owned(),
            ));
        }
        let register = state.register();
        if !register.set_alias(&course, &person.id, alias)? {
            return Err(ApiError::conflict(
                "a classmate has this alias",
                "同学已使用这个化名",
            ));
        }
        Ok(register.person(&course, &person.id)?.into())
    })
    .await
}
