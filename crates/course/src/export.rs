//! Grades as other programs take them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::csv::write_csv;
use crate::register::{Grade, Person, Register, RegisterError, Role};
use crate::{Assignment, Report};

/// A form of a gradebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A table with every question.
    Csv,
    /// As Canvas imports a gradebook.
    Canvas,
    /// As Moodle imports grades.
    Moodle,
    /// The JSON that Gradescope's autograders write, one object a submission.
    Gradescope,
}

impl Form {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("csv", Self::Csv),
        ("canvas", Self::Canvas),
        ("moodle", Self::Moodle),
        ("gradescope", Self::Gradescope),
    ];
}

/// What everybody has earned.
struct Book {
    assignments: Vec<Assignment>,
    students: Vec<Person>,
    grades: BTreeMap<(String, String), Grade>,
}

impl Book {
    fn new(register: &Register, course: &str) -> Result<Self, RegisterError> {
        let people = register.people(course)?;
        let students = people.into_iter().filter(|one| one.role == Role::Student);
        let grades = register.grades(course)?.into_iter();
        Ok(Self {
            assignments: register.assignments(course)?,
            students: students.collect(),
            grades: grades
                .map(|grade| ((grade.person.clone(), grade.assignment.clone()), grade))
                .collect(),
        })
    }

    fn points(&self, student: &Person, assignment: &Assignment) -> String {
        let key = (student.id.clone(), assignment.name.clone());
        let points = self.grades.get(&key).and_then(|grade| grade.points);
        points.map(number).unwrap_or_default()
    }
}

fn number(points: f64) -> String {
    format!("{}", (points * 100.0).round() / 100.0)
}

/// The grades of a course in a form.
pub fn gradebook(register: &Register, course: &str, form: Form) -> Result<String, RegisterError> {
    let book = Book::new(register, course)?;
    Ok(match form {
        Form::Csv => plain(&book),
        Form::Canvas => canvas(&book),
        Form::Moodle => moodle(&book),
        Form::Gradescope => {
            let mut lines = String::new();
            for grade in book.grades.values() {
                if let Some(report) = &grade.report {
                    let mut object = gradescope(report, grade.worth);
                    object["student"] = json!(grade.person);
                    object["assignment"] = json!(grade.assignment);
                    lines.push_str(&format!("{object}\n"));
                }
            }
            lines
        }
    })
}

fn texts(fields: &[&str]) -> Vec<String> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

fn plain(book: &Book) -> String {
    let mut head = texts(&["id", "name", "email"]);
    for assignment in &book.assignments {
        let questions = assignment.questions.iter();
        head.push(assignment.name.clone());
        head.extend(questions.map(|question| format!("{}/{}", assignment.name, question.name)));
    }
    head.push("total".to_owned());
    let mut rows = vec![head];
    for student in &book.students {
        let mut row = texts(&[&student.id, &student.name, &student.email]);
        let mut total = 0.0;
        for assignment in &book.assignments {
            let key = (student.id.clone(), assignment.name.clone());
            let grade = book.grades.get(&key);
            row.push(book.points(student, assignment));
            total += grade.and_then(|grade| grade.points).unwrap_or(0.0);
            let report = grade.and_then(|grade| grade.report.as_ref());
            for question in &assignment.questions {
                let found = report.and_then(|report| {
                    let mut all = report.questions.iter();
                    all.find(|found| found.question == question.name)
                });
                row.push(found.map(|found| number(found.points)).unwrap_or_default());
            }
        }
        row.push(number(total));
        rows.push(row);
    }
    write_csv(&rows)
}

/// Canvas knows students by their SIS id, and wants what each column is worth in a second row.
fn canvas(book: &Book) -> String {
    let known = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
    let names = book
        .assignments
        .iter()
        .map(|assignment| assignment.name.clone());
    let mut rows = vec![texts(&known).into_iter().chain(names).collect::<Vec<_>>()];
    let mut possible = texts(&["    Points Possible", "", "", "", ""]);
    possible.extend(
        book.assignments
            .iter()
            .map(|assignment| number(assignment.points())),
    );
    rows.push(possible);
    for student in &book.students {
        let mut row = texts(&[&student.name, "", &student.id, &student.email, ""]);
        row.extend(
            book.assignments
                .iter()
                .map(|assignment| book.points(student, assignment)),
        );
        rows.push(row);
    }
    write_csv(&rows)
}

/// Moodle maps columns to grade items by hand; students are known by their id number or address.
fn moodle(book: &Book) -> String {
    let mut head = texts(&["ID number", "Full name", "Email address"]);
    head.extend(
        book.assignments
            .iter()
            .map(|assignment| format!("Assignment: {}", assignment.name)),
    );
    let mut rows = vec![head];
    for student in &book.students {
        let mut row = texts(&[&student.id, &student.name, &student.email]);
        row.extend(book.assignments.iter().map(
            |assignment| match book.points(student, assignment) {
                points if points.is_empty() => "-".to_owned(),
                points => points,
            },
        ));
        rows.push(row);
    }
    write_csv(&rows)
}

/// A report as Gradescope reads it. Students see every question and nothing of hidden cases; what only staff
/// should see comes in tests that are hidden.
pub fn gradescope(report: &Report, worth: f64) -> Value {
    let mut tests = Vec::new();
    for question in &report.questions {
        tests.push(json!({
            "name": question.question,
            "score": question.points,
            "max_score": question.of,
            "status": if question.passed { "passed" } else { "failed" },
            "output": question.message.en,
            "visibility": "visible",
        }));
        let wrong = question
            .cases
            .iter()
            .filter(|case| case.hidden && !case.passed);
        let details: Vec<String> = wrong
            .map(|case| {
                let part = |name: &str, text: &Option<String>| {
                    text.as_ref()
                        .map(|text| format!("{name}: {text}\n"))
                        .unwrap_or_default()
                };
                format!(
                    "{}: {}\n{}{}{}",
                    case.case,
                    case.message
                        .as_ref()
                        .map(|why| why.en.as_str())
                        .unwrap_or_default(),
                    part("asked", &case.asked),
                    part("came", &case.came),
                    part("expected", &case.expected)
                )
            })
            .collect();
        if !details.is_empty() {
            tests.push(json!({
                "name": format!("{}: hidden cases", question.question),
                "status": "failed",
                "output": details.join("\n"),
                "visibility": "hidden",
            }));
        }
    }
    if !report.alarms.is_empty() {
        let alarms: Vec<&str> = report
            .alarms
            .iter()
            .map(|alarm| alarm.what.en.as_str())
            .collect();
        tests.push(json!({
            "name": "to be looked at",
            "status": "failed",
            "output": alarms.join("\n"),
            "visibility": "hidden",
        }));
    }
    let output = report
        .build_failed
        .as_ref()
        .map_or_else(String::new, |why| why.en.clone());
    json!({
        "score": ((report.points * worth * 100.0).round() / 100.0),
        "execution_time": report.seconds.ceil() as u64,
        "output": output,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}
