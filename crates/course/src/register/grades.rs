//! What everybody's submissions are worth.

use std::collections::{BTreeMap, HashMap};

use super::people::{Person, Role};
use super::submissions::Submission;
use super::{Register, RegisterError};
use crate::{Assignment, Counting, Report};

/// What one person's work on one assignment is worth: the submission that counts, with its report.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    pub person: String,
    pub assignment: String,
    pub submission: Submission,
    /// `None` while it is not graded yet.
    pub report: Option<Report>,
    /// The share of the points that its time leaves.
    pub worth: f64,
    /// Points after that.
    pub points: Option<f64>,
    pub of: f64,
    /// How many versions there are.
    pub versions: u32,
}

/// A line of the leaderboard: what classmates see.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// From 1; equal points share a place.
    pub place: usize,
    pub alias: String,
    pub points: f64,
    /// Whether it is the one who asks.
    pub own: bool,
}

impl Register {
    /// The grades of all students, by person and assignment. Who has handed nothing in is not in it.
    pub fn grades(&self, course: &str) -> Result<Vec<Grade>, RegisterError> {
        let assignments = self.assignments(course)?;
        let mut by_work: BTreeMap<(String, String), Vec<Submission>> = BTreeMap::new();
        for submission in self.submissions(course, None, None)? {
            let key = (submission.person.clone(), submission.assignment.clone());
            by_work.entry(key).or_default().push(submission);
        }
        let known: HashMap<&str, &Assignment> = assignments
            .iter()
            .map(|assignment| (assignment.name.as_str(), assignment))
            .collect();
        let mut grades = Vec::new();
        for ((person, name), versions) in by_work {
            let Some(assignment) = known.get(name.as_str()) else {
                continue;
            };
            let extension = self.extension(course, &name, &person)?;
            let mut best: Option<Grade> = None;
            let count = versions.len() as u32;
            for submission in versions {
                let worth = assignment
                    .worth(submission.received, extension)
                    .unwrap_or(0.0);
                let report = self.report(submission.number)?;
                let points = report.as_ref().map(|report| report.points * worth);
                let grade = Grade {
                    person: person.clone(),
                    assignment: name.clone(),
                    submission,
                    report,
                    worth,
                    points,
                    of: assignment.points(),
                    versions: count,
                };
                let better = best.as_ref().is_none_or(|best| match assignment.counts {
                    Counting::Last => true,
                    Counting::Best => grade.points >= best.points,
                });
                if better {
                    best = Some(grade);
                }
            }
            grades.extend(best);
        }
        Ok(grades)
    }

    /// Everybody's points of an assignment, or of all of them together, by alias.
    pub fn leaderboard(
        &self,
        course: &str,
        assignment: Option<&str>,
        own: Option<&str>,
    ) -> Result<Vec<Standing>, RegisterError> {
        let mut points: HashMap<String, f64> = HashMap::new();
        for grade in self.grades(course)? {
            if assignment.is_none_or(|name| name == grade.assignment)
                && let Some(earned) = grade.points
            {
                *points.entry(grade.person).or_default() += earned;
            }
        }
        let students = self.people(course)?;
        let mut ranked: Vec<(f64, Person)> = students
            .into_iter()
            .filter(|person| person.role == Role::Student)
            .filter_map(|person| Some((*points.get(&person.id)?, person)))
            .collect();
        ranked.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.alias.cmp(&other.alias)));
        let better = |points: f64| ranked.iter().filter(|(other, _)| *other > points).count();
        let standings = ranked.iter().map(|(points, person)| Standing {
            place: better(*points) + 1,
            alias: person.alias.clone(),
            points: *points,
            own: own == Some(person.id.as_str()),
        });
        Ok(standings.collect())
    }
}
