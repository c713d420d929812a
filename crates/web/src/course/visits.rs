//! Who asks, and what they may do: a one-time code becomes a cookie, and every request of a course is held
//! against it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::AppendHeaders;
use boyi_course::now;
use boyi_course::register::{Person, Role};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::view::{CourseReply, RoleName};
use crate::client::Client;
use crate::connections::Connection;
use crate::error::{ApiError, ErrorReply};
use crate::guard::{Access, looks};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::{App, AppState};
use crate::text::Localized;

/// The cookie of a course: one browser may be in several.
const COOKIE_PREFIX: &str = "boyi-visit-";

/// How long a browser keeps it: as long as the register does, a term.
const MAX_AGE: u64 = 200 * 86_400;

/// Cookies of courses that are looked at to see whether somebody has entered anywhere.
const MAX_VISITS: usize = 8;

/// A token is 64 letters; what is longer was never ours.
const MAX_TOKEN: usize = 64;

/// The cookies of courses that a request brings: names and tokens.
pub(super) fn visits(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let cookies = headers.get_all(COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|text| text.split("; "))
        .filter_map(|cookie| cookie.strip_prefix(COOKIE_PREFIX)?.split_once('='))
        .filter(|(_, token)| token.len() <= MAX_TOKEN)
}

fn token<'a>(headers: &'a HeaderMap, course: &str) -> Option<&'a str> {
    let mut visits = visits(headers);
    visits.find_map(|(name, token)| (name == course).then_some(token))
}

/// Who asks, if they have entered this course.
pub(super) fn entered(
    state: &AppState,
    course: &str,
    headers: &HeaderMap,
) -> Result<Option<Person>, ApiError> {
    let Some(token) = token(headers, course) else {
        return Ok(None);
    };
    let visitor = state.register().visitor(token, now())?;
    Ok(visitor
        .filter(|(of, _)| of == course)
        .map(|(_, person)| person))
}

/// Who asks. Those who have not entered or may not do this are refused.
pub(super) fn allowed(
    state: &AppState,
    course: &str,
    headers: &HeaderMap,
    least: Role,
) -> Result<Person, ApiError> {
    let Some(person) = entered(state, course, headers)? else {
        let words = Localized::new("enter the course first", "请先进入课程");
        return Err(ApiError::localized(
            StatusCode::UNAUTHORIZED,
            "enter",
            words,
        ));
    };
    if person.role < least {
        let words = match least {
            Role::Teacher => Localized::new("only a teacher may do this", "只有教师可以这样做"),
            _ => Localized::new(
                "only teachers and assistants may do this",
                "只有教师和助教可以这样做",
            ),
        };
        return Err(ApiError::localized(StatusCode::FORBIDDEN, "role", words));
    }
    Ok(person)
}

/// What somebody without the server's token may ask for.
#[derive(Default)]
pub(crate) enum Pass {
    /// Requests of courses, which ask for a visit by themselves, and the page itself, for whoever has a code.
    Free,
    /// Whoever has entered a course may look at games: the names and tokens of visits, not held against the
    /// register yet.
    Visits(Vec<(String, String)>),
    #[default]
    None,
}

/// What a request may pass by.
pub(crate) fn pass(access: &Access, request: &Request) -> Pass {
    let path = request.uri().path();
    if access.is_guess(request) {
        return Pass::None;
    }
    let is_ours = path == "/api/courses" || path.starts_with("/api/courses/");
    let looks = looks(request);
    let is_page = path == "/course" || path.starts_with("/course/");
    match (is_ours, looks) {
        (true, _) if looks || !access.read_only => Pass::Free,
        (false, true) if is_page || crate::assets::is_file(path) => Pass::Free,
        (false, true) => {
            let brought = visits(request.headers()).take(MAX_VISITS);
            let owned = brought.map(|(course, token)| (course.to_owned(), token.to_owned()));
            Pass::Visits(owned.collect())
        }
        _ => Pass::None,
    }
}

/// Whether somebody passes.
pub(crate) async fn admits(state: &App, pass: Pass) -> bool {
    let brought = match pass {
        Pass::Free => return true,
        Pass::Visits(brought) if !brought.is_empty() => brought,
        _ => return false,
    };
    let state = Arc::clone(state);
    let known = tokio::task::spawn_blocking(move || {
        let register = state.register();
        let known = |(course, token): &(String, String)| {
            let visitor = register.visitor(token, now()).ok().flatten();
            visitor.is_some_and(|(of, _)| of == *course)
        };
        brought.iter().any(known)
    });
    known.await.unwrap_or_default()
}

/// A one-time code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EnterRequest {
    code: String,
}

type SetCookie = AppendHeaders<[(HeaderName, String); 1]>;

/// Exchanges a one-time code for a visit, kept in a cookie.
#[utoipa::path(post, path = "/api/courses/{course}/enter", params(("course" = String, Path)), request_body = EnterRequest, responses((status = 200, body = CourseReply), (status = 401, body = ErrorReply)))]
pub(crate) async fn enter_course(
    State(state): State<App>,
    Path(course): Path<String>,
    secure: Option<Extension<Secure>>,
    connection: Option<Extension<Arc<Connection>>>,
    JsonBody(EnterRequest { code }): JsonBody<EnterRequest>,
) -> Result<(SetCookie, Json<CourseReply>), ApiError> {
    let asked = Arc::clone(&state);
    let Json(entered) = blocking(move || {
        let Some((person, token)) = asked.register().enter(&course, &code, now())? else {
            return Ok(None);
        };
        let reply = CourseReply::of(&asked, &course, Some(&person))?;
        Ok(Some((reply, token)))
    })
    .await?;
    let Some((reply, token)) = entered else {
        let client = Client::current().unwrap_or_default();
        let connection = connection.map(|Extension(connection)| connection);
        crate::guard::slow_down(&state, client, connection, "wrong code").await;
        let words = Localized::new(
            "nobody has this code: each opens once, the teacher makes a new one",
            "代码无效：每个代码只能用一次，教师可以重新生成",
        );
        return Err(ApiError::localized(StatusCode::UNAUTHORIZED, "code", words));
    };
    let cookie = cookie(&reply.id, &token, MAX_AGE, secure.is_some());
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(reply)))
}

/// Says that a request came by https; put there by the guard, who knows the proxies.
#[derive(Clone, Copy)]
pub(crate) struct Secure;

fn cookie(course: &str, token: &str, age: u64, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!(
        "{COOKIE_PREFIX}{course}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}"
    )
}

/// Ends a visit.
#[utoipa::path(post, path = "/api/courses/{course}/leave", params(("course" = String, Path)), responses((status = 200, body = CourseReply)))]
pub(crate) async fn leave_course(
    State(state): State<App>,
    Path(course): Path<String>,
    secure: Option<Extension<Secure>>,
    headers: HeaderMap,
) -> Result<(SetCookie, Json<CourseReply>), ApiError> {
    let reply: Reply<CourseReply> = blocking(move || {
        if let Some(token) = token(&headers, &course) {
            state.register().leave(token)?;
        }
        Ok(CourseReply::outside(&course))
    })
    .await;
    let reply = reply?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !reply.id.bytes().all(plain) {
        return Err(ApiError::unknown_id("course"));
    }
    let cookie = cookie(&reply.id, "", 0, secure.is_some());
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), reply))
}

/// Whether somebody of this role looks after the class.
pub(super) fn is_staff(role: Role) -> bool {
    RoleName::from(role) != RoleName::Student
}

/// Writes down that somebody did something to a course; who looks after the server may want to know.
pub(super) fn note(state: &AppState, person: &Person, course: &str, what: &str) {
    let about = json!({ "course": course, "person": person.id, "what": what });
    state.log.event("course", about);
}
