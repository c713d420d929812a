//! The register of a course: people, assignments, submissions, gradings. Kept in the arena's store, so in a
//! file of `SQLite` or a database of `PostgreSQL` that many machines share.
//!
//! 1. [`Register::make_course`], [`Register::enrol`]: people get one-time codes, of which only hashes stay.
//! 2. [`Register::enter`] exchanges a code for a visit's token (again only its hash stays);
//!    [`Register::visitor`] says whose a token is.
//! 3. [`Register::hand_out`] puts an assignment up, [`Register::extend`] gives one person more time.
//! 4. [`Register::hand_in`] keeps a submission and asks for its grading, in one step.
//! 5. [`Register::take_grading`] gives the next one to a worker for a while; [`Register::finish_grading`]
//!    keeps its report, if nobody else was quicker. [`Register::regrade`] asks once more.
//! 6. [`Register::grades`] says what everybody's submissions are worth.
//! 7. [`Register::export`], [`Register::import`], [`Register::forget`].

mod archive;
mod assignments;
mod courses;
mod grades;
mod gradings;
mod people;
mod submissions;
mod visits;

pub use courses::{Course, new_secret};
pub use grades::{Grade, Standing};
pub use gradings::{Grading, GradingState, Progress, Taken};
pub use people::{Enrolled, NewPerson, Person, Role, RosterError, read_roster};
pub use submissions::{Allowed, HandInError, Submission};

use boyi_arena::store::{Store, StoreError};

use crate::{AssignmentError, FilesError};

/// The register of all courses of one store; clones share it.
#[derive(Clone)]
pub struct Register {
    store: Store,
}

/// Why the register cannot do it.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there is no course `{0}`")]
    NoCourse(String),
    #[error("there is a course `{0}` already")]
    CourseExists(String),
    #[error("`{0}` cannot be the name of a course: use small letters, digits and `-`")]
    CourseName(String),
    #[error("there is nobody called `{person}` in `{course}`")]
    NoPerson { course: String, person: String },
    #[error("there is no assignment `{name}` in `{course}`")]
    NoAssignment { course: String, name: String },
    #[error("there is no submission {0}")]
    NoSubmission(i64),
    #[error("what is kept of {what} cannot be read: {why}")]
    Corrupt { what: String, why: String },
    #[error("this is no course as `boyi course export` writes it: {0}")]
    Archive(String),
    #[error(transparent)]
    Assignment(#[from] AssignmentError),
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl Register {
    pub fn new(store: &Store) -> Self {
        Self {
            store: store.clone(),
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }
}
