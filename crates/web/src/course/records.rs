//! What leaves a course, and what looks alike in it.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use boyi_course::export::{Form, gradebook};
use boyi_course::register::Role;
use boyi_course::similar_in;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::labs::{Download, download};
use super::visits::{allowed, note};
use crate::error::{ApiError, ErrorReply};
use crate::http::{Reply, blocking};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub(crate) struct ExportQuery {
    /// `csv`, `canvas`, `moodle`, `gradescope`, or `course` for all that is kept.
    form: String,
}

/// Grades for another program; for teachers alone the whole course, which holds its secret.
#[utoipa::path(get, path = "/api/courses/{course}/export", params(("course" = String, Path), ExportQuery), responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 403, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub(crate) async fn export(
    State(state): State<App>,
    Path(course): Path<String>,
    Query(ExportQuery { form }): Query<ExportQuery>,
    headers: HeaderMap,
) -> Result<Download, ApiError> {
    let made = blocking(move || {
        let known = Form::ALL.iter().find(|(name, _)| *name == form);
        let least = known.map_or(Role::Teacher, |_| Role::Assistant);
        let staff = allowed(&state, &course, &headers, least)?;
        let register = state.register();
        let (name, text) = match (known, form.as_str()) {
            (Some((name, form)), _) => {
                let ending = if *form == Form::Gradescope {
                    "jsonl"
                } else {
                    "csv"
                };
                let text = gradebook(&register, &course, *form)?;
                (format!("{course}-{name}.{ending}"), text)
            }
            (None, "course") => (format!("{course}.course.json"), register.export(&course)?),
            (None, _) => return Err(ApiError::invalid("form", &"that is no form of a gradebook")),
        };
        note(&state, &staff, &course, "export");
        Ok((name, text))
    });
    let Json((name, text)) = made.await?;
    let kind = match name.rsplit_once('.') {
        Some((_, "csv")) => "text/csv; charset=utf-8",
        _ => "application/json",
    };
    Ok(download(kind, &name, text.into_bytes()))
}

/// Submissions that look alike.
#[derive(Serialize, ToSchema)]
pub(crate) struct SimilarReply {
    /// How many newest versions were compared.
    pub(crate) compared: usize,
    /// The most alike first.
    pub(crate) pairs: Vec<SimilarPair>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SimilarPair {
    pub(crate) a: SimilarSide,
    pub(crate) b: SimilarSide,
    /// The share of the smaller one that the other has, too.
    pub(crate) share: f64,
    pub(crate) stretches: Vec<SimilarStretch>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SimilarSide {
    pub(crate) person: String,
    pub(crate) submission: i64,
    pub(crate) version: u32,
}

/// Lines that agree, with their text.
#[derive(Serialize, ToSchema)]
pub(crate) struct SimilarStretch {
    pub(crate) a: SimilarLines,
    pub(crate) b: SimilarLines,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SimilarLines {
    pub(crate) file: String,
    /// The number of the first line, from 1.
    pub(crate) from: usize,
    pub(crate) lines: Vec<String>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct SimilarQuery {
    /// The least share; 0.4 unless said.
    least: Option<f64>,
}

/// Pairs of newest versions that look alike; for teachers and assistants.
#[utoipa::path(get, path = "/api/courses/{course}/labs/{lab}/similar", params(("course" = String, Path), ("lab" = String, Path), SimilarQuery), responses((status = 200, body = SimilarReply), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn similar_pairs(
    State(state): State<App>,
    Path((course, name)): Path<(String, String)>,
    Query(query): Query<SimilarQuery>,
    headers: HeaderMap,
) -> Reply<SimilarReply> {
    const MOST: usize = 100;
    blocking(move || {
        allowed(&state, &course, &headers, Role::Assistant)?;
        let least = query.least.unwrap_or(0.4);
        if !(0.0..=1.0).contains(&least) {
            return Err(ApiError::invalid("least", &"a share lies between 0 and 1"));
        }
        let compared = similar_in(&state.register(), &course, &name, least)?;
        let side = |at: usize| {
            let submission = &compared.submissions[at];
            SimilarSide {
                person: submission.person.clone(),
                submission: submission.number,
                version: submission.version,
            }
        };
        let lines = |at: usize, file: &str, (from, to): (usize, usize)| {
            let text = compared.files[at].text(file).unwrap_or_default();
            let lines = text.lines().skip(from.saturating_sub(1));
            SimilarLines {
                file: file.to_owned(),
                from,
                lines: lines.take(to + 1 - from).map(str::to_owned).collect(),
            }
        };
        let pairs = compared.pairs.iter().take(MOST).map(|pair| SimilarPair {
            a: side(pair.a),
            b: side(pair.b),
            share: pair.share,
            stretches: pair
                .stretches
                .iter()
                .map(|stretch| SimilarStretch {
                    a: lines(pair.a, &stretch.file_a, stretch.lines_a),
                    b: lines(pair.b, &stretch.file_b, stretch.lines_b),
                })
                .collect(),
        });
        Ok(SimilarReply {
            compared: compared.submissions.len(),
            pairs: pairs.collect(),
        })
    })
    .await
}
