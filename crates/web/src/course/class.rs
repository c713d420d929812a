//! The whole class at a glance, for teachers and assistants: students by questions, and the queue.

use std::collections::{HashMap, HashSet};

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use boyi_course::register::{Grade, GradingState, Role};
use serde::Serialize;
use utoipa::ToSchema;

use super::visits::allowed;
use crate::error::ErrorReply;
use crate::http::{Reply, blocking};
use crate::state::App;
use crate::text::Localized;

/// Students by questions.
#[derive(Serialize, ToSchema)]
pub(crate) struct Matrix {
    pub(crate) labs: Vec<MatrixLab>,
    pub(crate) students: Vec<MatrixRow>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixLab {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) of: f64,
    pub(crate) due: Option<u64>,
    pub(crate) questions: Vec<MatrixQuestion>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixQuestion {
    pub(crate) name: String,
    pub(crate) title: Localized,
    pub(crate) of: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MatrixRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) alias: String,
    pub(crate) total: f64,
    /// In the order of the labs.
    pub(crate) grades: Vec<MatrixGrade>,
}

/// What one student has for one lab.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct MatrixGrade {
    /// The submission that counts; `null` where nothing was handed in.
    pub(crate) submission: Option<i64>,
    pub(crate) versions: u32,
    /// What it is worth, being late included.
    pub(crate) points: Option<f64>,
    pub(crate) late: bool,
    /// Until when this student has time, where that is longer.
    pub(crate) extension: Option<u64>,
    /// Whether something of theirs waits to be graded.
    pub(crate) waits: bool,
    /// How much a teacher should look at.
    pub(crate) alarms: usize,
    /// Points by question, in the order of the lab's.
    pub(crate) questions: Vec<Option<f64>>,
}

/// Students by questions; for teachers and assistants.
#[utoipa::path(get, path = "/api/courses/{course}/matrix", params(("course" = String, Path)), responses((status = 200, body = Matrix), (status = 403, body = ErrorReply)))]
pub(crate) async fn matrix(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
) -> Reply<Matrix> {
    blocking(move || {
        allowed(&state, &course, &headers, Role::Assistant)?;
        let register = state.register();
        let labs = register.assignments(&course)?;
        let mut grades: HashMap<(String, String), Grade> = register
            .grades(&course)?
            .into_iter()
            .map(|grade| ((grade.person.clone(), grade.assignment.clone()), grade))
            .collect();
        let mut extensions: HashMap<(String, String), u64> = register
            .extensions(&course)?
            .into_iter()
            .map(|(lab, person, due)| ((person, lab), due))
            .collect();
        let open: HashSet<i64> = register
            .gradings(&course)?
            .into_iter()
            .filter(|grading| grading.state != GradingState::Done)
            .map(|grading| grading.submission)
            .collect();
        let waiting: HashSet<(String, String)> = register
            .submissions(&course, None, None)?
            .into_iter()
            .filter(|submission| open.contains(&submission.number))
            .map(|submission| (submission.person, submission.assignment))
            .collect();
        // Of all versions: a later one that is harmless makes no attack undone.
        let by_submission = register.alarms(&course)?;
        let mut alarms: HashMap<(String, String), usize> = HashMap::new();
        for submission in register.submissions(&course, None, None)? {
            if let Some(count) = by_submission.get(&submission.number) {
                let key = (submission.person, submission.assignment);
                *alarms.entry(key).or_default() += count;
            }
        }
        let students = register.people(&course)?.into_iter();
        let students = students.filter(|person| person.role == Role::Student);
        let rows = students.map(|person| {
            let cells = labs.iter().map(|lab| {
                let key = (person.id.clone(), lab.name.clone());
                let extension = extensions.remove(&key);
                let waits = waiting.contains(&key);
                let empty = MatrixGrade {
                    extension,
                    waits,
                    alarms: alarms.remove(&key).unwrap_or(0),
                    questions: vec![None; lab.questions.len()],
                    ..MatrixGrade::default()
                };
                let Some(grade) = grades.remove(&key) else {
                    return empty;
                };
                let report = grade.report.unwrap_or_default();
                let points = |name: &str| {
                    let found = report.questions.iter().find(|one| one.question == name);
                    found.map(|found| found.points)
                };
                MatrixGrade {
                    submission: Some(grade.submission.number),
                    versions: grade.versions,
                    points: grade.points,
                    late: grade.worth < 1.0,
                    questions: lab.questions.iter().map(|one| points(&one.name)).collect(),
                    ..empty
                }
            });
            let cells: Vec<MatrixGrade> = cells.collect();
            MatrixRow {
                total: cells.iter().filter_map(|cell| cell.points).sum(),
                grades: cells,
                id: person.id,
                name: person.name,
                alias: person.alias,
            }
        });
        let rows = rows.collect();
        Ok(Matrix {
            students: rows,
            labs: labs
                .into_iter()
                .map(|lab| MatrixLab {
                    of: lab.points(),
                    due: lab.due.map(|date| date.0),
                    questions: lab
                        .questions
                        .into_iter()
                        .map(|question| MatrixQuestion {
                            name: question.name,
                            title: question.title.into(),
                            of: question.points,
                        })
                        .collect(),
                    name: lab.name,
                    title: lab.title.into(),
                })
                .collect(),
        })
    })
    .await
}

/// What is to be graded.
#[derive(Serialize, ToSchema)]
pub(crate) struct QueueReply {
    pub(crate) open: usize,
    pub(crate) taken: usize,
    pub(crate) done: usize,
    /// Those in hand and those that wait, in the order in which they are taken.
    pub(crate) jobs: Vec<QueueJob>,
    /// Whether this server grades; other machines may do so as well.
    pub(crate) grades_here: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct QueueJob {
    pub(crate) submission: i64,
    pub(crate) person: String,
    pub(crate) lab: String,
    pub(crate) version: u32,
    /// `open` or `taken`.
    pub(crate) state: String,
    pub(crate) asked: u64,
    /// Who has it in hand.
    pub(crate) worker: Option<String>,
    /// How often it was taken.
    pub(crate) attempt: u32,
}

/// The queue; for teachers and assistants.
#[utoipa::path(get, path = "/api/courses/{course}/queue", params(("course" = String, Path)), responses((status = 200, body = QueueReply), (status = 403, body = ErrorReply)))]
pub(crate) async fn queue(
    State(state): State<App>,
    Path(course): Path<String>,
    headers: HeaderMap,
) -> Reply<QueueReply> {
    const MOST: usize = 200;
    blocking(move || {
        allowed(&state, &course, &headers, Role::Assistant)?;
        let register = state.register();
        let gradings = register.gradings(&course)?;
        let count = |state| gradings.iter().filter(|one| one.state == state).count();
        let mut jobs = Vec::new();
        let waiting = gradings
            .iter()
            .filter(|one| one.state != GradingState::Done);
        for grading in waiting.take(MOST) {
            let submission = register.submission(grading.submission)?;
            jobs.push(QueueJob {
                submission: submission.number,
                person: submission.person,
                lab: submission.assignment,
                version: submission.version,
                state: grading.state.name().to_owned(),
                asked: grading.asked,
                worker: grading.worker.clone(),
                attempt: grading.attempt,
            });
        }
        Ok(QueueReply {
            open: count(GradingState::Open),
            taken: count(GradingState::Taken),
            done: count(GradingState::Done),
            jobs,
            grades_here: state.grading.is_some(),
        })
    })
    .await
}
