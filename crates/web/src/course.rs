//! Courses on the page: people enter with a one-time code, students hand in, teachers look after the class.
//!
//! Every request says which course it is about, and [`visits`] says for each of them who asks and whether they
//! may. The register, the grader and the labs belong to `boyi-course`.

mod visits;
mod view;
mod courses;
mod people;
mod labs;
mod hand_in;
mod submissions;
mod class;
mod records;
mod tournament;
mod grading;

pub(crate) use grading::Grading;
pub use grading::GradingOptions;
pub(crate) use tournament::Tournaments;
pub(crate) use visits::{Secure, admits, pass};

use axum::extract::DefaultBodyLimit;
use boyi_course::register::Register;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::{App, AppState};

/// The files of a submission come as JSON in base 64, or as an archive of them.
const MAX_HAND_IN_BYTES: usize = 2 << 20;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(courses::list_courses, courses::make_course))
        .routes(routes!(courses::course))
        .routes(routes!(visits::enter_course))
        .routes(routes!(visits::leave_course))
        .routes(routes!(people::list_people, people::enrol))
        .routes(routes!(people::new_code))
        .routes(routes!(people::forget))
        .routes(routes!(people::set_alias))
        .routes(routes!(labs::hand_out))
        .routes(routes!(labs::lab))
        .routes(routes!(labs::starter_files))
        .routes(routes!(labs::extend))
        .routes(routes!(submissions::submission))
        .routes(routes!(submissions::submission_files))
        .routes(routes!(submissions::regrade))
        .routes(routes!(class::matrix))
        .routes(routes!(class::queue))
        .routes(routes!(records::export))
        .routes(routes!(records::similar_pairs))
        .routes(routes!(tournament::begin_tournament))
        .routes(routes!(tournament::stop_tournament))
        .merge(large())
}

fn large() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(hand_in::hand_in))
        .layer(DefaultBodyLimit::max(MAX_HAND_IN_BYTES))
}

impl AppState {
    pub(crate) fn register(&self) -> Register {
        Register::new(self.contests.store())
    }
}
