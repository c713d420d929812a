//! Courses: those one has entered, one of them, and a new one for whoever the server belongs to.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use boyi_course::now;
use boyi_course::register::{Role, read_roster};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::{Codes, codes};
use super::view::{CourseReply, RoleName};
use super::visits::{entered, visits};
use crate::client::Client;
use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply, blocking};
use crate::state::App;
use crate::text::Localized;

/// The courses of somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct CoursesReply {
    /// Whether whoever asks may make courses: the server is theirs.
    pub(crate) owner: bool,
    /// Those that this browser has entered.
    pub(crate) courses: Vec<CourseCard>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CourseCard {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) role: RoleName,
}

/// A course to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewCourse {
    /// What it goes by: small letters, digits and `-`.
    pub(crate) id: String,
    pub(crate) title: String,
    /// A table whose first line names its columns: `id`, and `name`, `email`, `role` and `alias`.
    pub(crate) roster: String,
}

/// The courses that this browser has entered.
#[utoipa::path(get, path = "/api/courses", responses((status = 200, body = CoursesReply)))]
pub(crate) async fn list_courses(
    State(state): State<App>,
    headers: HeaderMap,
) -> Reply<CoursesReply> {
    let owner = is_owner(&state, &headers);
    blocking(move || {
        let register = state.register();
        let mut courses: Vec<CourseCard> = Vec::new();
        for (id, _) in visits(&headers) {
            if courses.iter().any(|course| course.id == id) {
                continue;
            }
            if let Some(person) = entered(&state, id, &headers)? {
                courses.push(CourseCard {
                    title: register.course(id)?.title,
                    id: id.to_owned(),
                    role: person.role.into(),
                });
            }
        }
        Ok(CoursesReply { owner, courses })
    })
    .await
}

/// Whether the server belongs to whoever asks, who may do more than its visitors.
fn is_owner(state: &App, headers: &HeaderMap) -> bool {
    let client = Client::current().unwrap_or_default();
    state.access.is_owner(client, headers)
}

/// Makes a course from a roster, which must name a teacher. The codes are told this once.
#[utoipa::path(post, path = "/api/courses", request_body = NewCourse, responses((status = 201, body = Codes), (status = 403, body = ErrorReply), (status = 409, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn make_course(
    State(state): State<App>,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewCourse>,
) -> Result<(StatusCode, Json<Codes>), ApiError> {
    if !is_owner(&state, &headers) {
        let words = Localized::new(
            "only whoever runs this server makes courses",
            "只有服务器的管理者可以新建课程",
        );
        return Err(ApiError::localized(StatusCode::FORBIDDEN, "owner", words));
    }
    let made = blocking(move || {
        let people =
            read_roster(&new.roster).map_err(|error| ApiError::invalid("roster", &error))?;
        if !people.iter().any(|person| person.role == Role::Teacher) {
            return Err(ApiError::invalid_in_both(
                "roster",
                &"nobody on this roster is a teacher: give one the role `teacher`",
                "名单中没有教师：请把一人的 role 写成 teacher".to_owned(),
            ));
        }
        let title = match new.title.trim() {
            "" => &new.id,
            title => title,
        };
        if title.chars().count() > MAX_TITLE {
            return Err(ApiError::invalid(
                "title",
                &"a title is at most 100 letters",
            ));
        }
        let register = state.register();
        register.make_course(&new.id, title, now())?;
        Ok(codes(register.enrol(&new.id, &people, now())?))
    })
    .await?;
    Ok((StatusCode::CREATED, made))
}

const MAX_TITLE: usize = 100;

/// A course, as whoever asks may see it.
#[utoipa::path(get, path = "/api/courses/{course}", params(("course" = String, Path)), responses((status = 200, body = CourseReply)))]
pub(crate) async fn course(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
) -> Reply<CourseReply> {
    blocking(move || {
        let person = entered(&state, &course, &headers)?;
        CourseReply::of(&state, &course, person.as_ref())
    })
    .await
}
