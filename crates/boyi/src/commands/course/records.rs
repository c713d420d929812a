//! What leaves a course, and what looks alike in it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use boyi_course::export::{Form, gradebook};
use boyi_course::register::Register;
use boyi_course::{Files, similar_in};
use boyi_game::whole_file;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::{CourseArg, StoreArg};
use crate::output::Output;

/// Write grades for another program, or the whole course as one file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course export grades.csv --course ai --form csv
  boyi course export canvas.csv --course ai --form canvas
  boyi course export ai.course.json --course ai")]
pub(crate) struct ExportArgs {
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What to write: csv, canvas, moodle, gradescope (one JSON object a submission), or course (all of it,
    /// for `boyi course import`)
    #[arg(long, value_name = "FORM", default_value = "course", value_parser = form())]
    form: ExportForm,

    #[command(flatten)]
    course: CourseArg,
}

#[derive(Clone)]
enum ExportForm {
    Course,
    Grades(Form),
}

fn form() -> impl TypedValueParser<Value = ExportForm> {
    let names = Form::ALL
        .map(|(name, _)| name)
        .into_iter()
        .chain(["course"]);
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(|name| {
        let known = Form::ALL.iter().find(|(known, _)| *known == name);
        known.map_or(ExportForm::Course, |&(_, form)| ExportForm::Grades(form))
    })
}

/// Bring back a course that was exported as one file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course import ai.course.json --store other.sqlite")]
pub(crate) struct ImportArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    store: StoreArg,
}

/// List submissions that look alike, whatever they are called by
///
/// Newest versions are compared by winnowing over tokens; names, comments and layout do not count, nor does
/// what the starter holds.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course similar --course ai --assignment maze
  boyi course similar --course ai --assignment maze --least 0.3 --json")]
pub(crate) struct SimilarArgs {
    #[arg(long, value_name = "NAME")]
    assignment: String,

    /// The least share of the smaller one that the other has, too
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    least: f64,

    #[command(flatten)]
    course: CourseArg,
}

pub(super) fn export(args: &ExportArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let course = &args.course.course;
    let text = match args.form {
        ExportForm::Course => register.export(course)?,
        ExportForm::Grades(form) => gradebook(&register, course, form)?,
    };
    whole_file::write(&args.file, &text)
        .with_context(|| format!("cannot write {}", args.file.display()))?;
    if out.json {
        return out.object(&json!({
            "course": course,
            "file": args.file,
            "bytes": text.len(),
        }));
    }
    let file = args.file.display();
    out.say(format!("written: {file}"), format!("已写入 {file}"))
}

pub(super) fn import(args: &ImportArgs, out: &mut Output) -> Result<()> {
    let text = fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let register = Register::new(&args.store.open()?);
    let course = register.import(&text)?;
    if out.json {
        return out.object(&json!({ "course": course }));
    }
    out.say(
        format!("the course `{course}` is there"),
        format!("课程 `{course}` 已导入"),
    )
}

pub(super) fn similar(args: &SimilarArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let course = &args.course.course;
    let compared = similar_in(&register, course, &args.assignment, args.least)?;
    let (newest, files) = (&compared.submissions, &compared.files);
    for pair in &compared.pairs {
        let (a, b) = (&newest[pair.a].person, &newest[pair.b].person);
        if out.json {
            let stretches: Vec<_> = pair
                .stretches
                .iter()
                .map(|stretch| {
                    json!({
                        "file_a": stretch.file_a,
                        "lines_a": stretch.lines_a,
                        "file_b": stretch.file_b,
                        "lines_b": stretch.lines_b,
                    })
                })
                .collect();
            out.object(&json!({
                "a": a,
                "b": b,
                "share": (pair.share * 1000.0).round() / 1000.0,
                "stretches": stretches,
            }))?;
            continue;
        }
        out.line(format!("{:3.0} %  {a}  {b}", 100.0 * pair.share))?;
        for stretch in &pair.stretches {
            side_by_side(&files[pair.a], &files[pair.b], stretch, out)?;
        }
    }
    Ok(())
}

/// Columns of a line that are shown of each side.
const WIDTH: usize = 46;

fn side_by_side(
    a: &Files,
    b: &Files,
    stretch: &boyi_course::Stretch,
    out: &mut Output,
) -> Result<()> {
    let lines = |files: &Files, name: &str, (from, to): (usize, usize)| -> Vec<String> {
        let text = files.text(name).unwrap_or_default();
        let lines = text.lines().enumerate().skip(from - 1).take(to + 1 - from);
        lines
            .map(|(index, line)| {
                let line: String = line.chars().take(WIDTH - 6).collect();
                format!("{:4} {line}", index + 1)
            })
            .collect()
    };
    let left = lines(a, &stretch.file_a, stretch.lines_a);
    let right = lines(b, &stretch.file_b, stretch.lines_b);
    for index in 0..left.len().max(right.len()) {
        let line = |lines: &[String]| lines.get(index).cloned().unwrap_or_default();
        out.line(format!("  {:WIDTH$} | {}", line(&left), line(&right)))?;
    }
    out.line("")
}
