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
        let mut grades = self.earned(course)?;
        for grade in &mut grades {
            if grade.points.is_some() {
                grade.report = self.report(grade.submission.number)?;
            }
        }
        Ok(grades)
    }

    /// The same without the reports, which are many and long.
    fn earned(&self, course: &str) -> Result<Vec<Grade>, RegisterError> {
        let assignments = self.assignments(course)?;
        let earned = self.points(course)?;
        let extensions: HashMap<(String, String), u64> = self
            .extensions(course)?
            .into_iter()
            .map(|(assignment, person, due)| ((person, assignment), due))
            .collect();
        let known: HashMap<&str, &Assignment> = assignments
            .iter()
            .map(|assignment| (assignment.name.as_str(), assignment))
            .collect();
        let mut best: BTreeMap<(String, String), Grade> = BTreeMap::new();
        for submission in self.submissions(course, None, None)? {
            let Some(assignment) = known.get(submission.assignment.as_str()) else {
                continue;
            };
            let key = (submission.person.clone(), submission.assignment.clone());
            let extension = extensions.get(&key).copied();
            let worth = assignment
                .worth(submission.received, extension)
                .unwrap_or(0.0);
            let points = earned.get(&submission.number).map(|points| points * worth);
            let before = best.get(&key);
            let versions = before.map_or(0, |before| before.versions) + 1;
            let better = before.is_none_or(|before| match assignment.counts {
                Counting::Last => true,
                Counting::Best => points >= before.points,
            });
            if better {
                let grade = Grade {
                    person: submission.person.clone(),
                    assignment: submission.assignment.clone(),
                    submission,
                    report: None,
                    worth,
                    points,
                    of: assignment.points(),
                    versions,
                };
                best.insert(key, grade);
            } else if let Some(kept) = best.get_mut(&key) {
                kept.versions = versions;
            }
        }
        Ok(best.into_values().collect())
    }

    /// What one person's work on one assignment is worth; `None` while nothing of it is graded.
    pub fn points_of(
        &self,
        course: &str,
        assignment: &Assignment,
        person: &str,
    ) -> Result<Option<f64>, RegisterError> {
        let name = &assignment.name;
        let extension = self.extension(course, name, person)?;
        let mut versions = Vec::new();
        for submission in self.submissions(course, Some(name), Some(person))? {
            let worth = assignment.worth(submission.received, extension);
            let earned = self.progress(submission.number)?.points;
            versions.push(earned.map(|points| points * worth.unwrap_or(0.0)));
        }
        Ok(match assignment.counts {
            Counting::Last => versions.last().copied().flatten(),
            Counting::Best => versions.into_iter().flatten().max_by(f64::total_cmp),
        })
    }

    /// Everybody's points of an assignment, or of all of them together, by alias.
    pub fn leaderboard(
        &self,
        course: &str,
        assignment: Option<&str>,
        own: Option<&str>,
    ) -> Result<Vec<Standing>, RegisterError> {
        let mut points: HashMap<String, f64> = HashMap::new();
        for grade in self.earned(course)? {
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
