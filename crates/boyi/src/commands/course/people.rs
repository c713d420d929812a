//! Who is in a course.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use boyi_course::register::read_roster;
use boyi_course::{now, write_csv};
use serde_json::json;

use super::CourseArg;
use crate::output::Output;

/// Put people into a course from a roster, and print the codes with which they enter
///
/// The roster is a table (CSV) whose first line names its columns: id, and name, email, role (student,
/// assistant or teacher) and alias where you have them. Codes are printed this once; only their hashes are
/// kept. Without a roster it lists who is in the course.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course people roster.csv --course ai > codes.csv
  boyi course people --course ai
  boyi course people --course ai --new-code s1")]
pub(crate) struct PeopleArgs {
    #[arg(value_name = "ROSTER")]
    roster: Option<PathBuf>,

    /// Print a new code for somebody who has lost theirs
    #[arg(long, value_name = "ID", conflicts_with = "roster")]
    new_code: Option<String>,

    #[command(flatten)]
    course: CourseArg,
}

/// Delete a student with everything that is kept of them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course forget s1 --course ai --yes")]
pub(crate) struct ForgetArgs {
    #[arg(value_name = "STUDENT")]
    student: String,

    /// It cannot be undone
    #[arg(long, required = true)]
    yes: bool,

    #[command(flatten)]
    course: CourseArg,
}

pub(super) fn people(args: &PeopleArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let course = &args.course.course;
    let listed = match (&args.roster, &args.new_code) {
        (Some(roster), _) => {
            let text = fs::read_to_string(roster)
                .with_context(|| format!("cannot read {}", roster.display()))?;
            let people = read_roster(&text).with_context(|| roster.display().to_string())?;
            let enrolled = register.enrol(course, &people, now())?;
            enrolled
                .into_iter()
                .map(|one| (one.person, one.code))
                .collect()
        }
        (None, Some(id)) => {
            let code = register.new_code(course, id)?;
            vec![(register.person(course, id)?, Some(code))]
        }
        (None, None) => {
            let people = register.people(course)?.into_iter();
            people.map(|person| (person, None)).collect::<Vec<_>>()
        }
    };
    if out.json {
        for (person, code) in listed {
            out.object(&json!({
                "id": person.id,
                "name": person.name,
                "email": person.email,
                "alias": person.alias,
                "role": person.role.name(),
                "code": code,
            }))?;
        }
        return Ok(());
    }
    let head = ["id", "name", "email", "alias", "role", "code"].map(str::to_owned);
    let rows = listed.into_iter().map(|(person, code)| {
        let code = code.unwrap_or_default();
        let role = person.role.name().to_owned();
        vec![
            person.id,
            person.name,
            person.email,
            person.alias,
            role,
            code,
        ]
    });
    let rows: Vec<Vec<String>> = [head.to_vec()].into_iter().chain(rows).collect();
    out.exact(&write_csv(&rows))
}

pub(super) fn forget(args: &ForgetArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let gone = register.forget(&args.course.course, &args.student)?;
    if out.json {
        return out.object(&json!({ "student": args.student, "submissions": gone }));
    }
    let student = &args.student;
    out.say(
        format!("{student} is gone, with {gone} submissions"),
        format!("已删除 {student} 及其 {gone} 次提交"),
    )
}
