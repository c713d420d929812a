//! `boyi course`: a course from its roster to its gradebook.

mod grading;
mod people;
mod records;

use anyhow::Result;
use boyi_course::register::Register;
use boyi_course::{Date, now};
use serde_json::json;

use super::contest::args::StoreArg;
use crate::output::Output;

/// A course: people, labs handed out, submissions graded, grades exported
///
/// Everything is kept in the store; docs/course.md goes from nothing to a graded class.
#[derive(clap::Subcommand)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi course new ai --title 'Artificial intelligence'
  boyi course people roster.csv --course ai > codes.csv
  boyi course hand-out maze --course ai
  boyi course grade --course ai --until-done
  boyi course export grades.csv --course ai --form csv"
)]
pub(crate) enum Args {
    New(NewArgs),
    People(people::PeopleArgs),
    HandOut(HandOutArgs),
    Extend(ExtendArgs),
    Grade(grading::GradeArgs),
    Regrade(grading::RegradeArgs),
    Queue(grading::QueueArgs),
    Export(records::ExportArgs),
    Import(records::ImportArgs),
    Similar(records::SimilarArgs),
    Forget(people::ForgetArgs),
}

/// The course, and where it is kept.
#[derive(clap::Args)]
struct CourseArg {
    #[arg(long, value_name = "COURSE")]
    course: String,

    #[command(flatten)]
    store: StoreArg,
}

impl CourseArg {
    /// The register, once it is sure that the course is there.
    fn open(&self) -> Result<Register> {
        let register = Register::new(&self.store.open()?);
        register.course(&self.course)?;
        Ok(register)
    }
}

/// Make a course
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course new ai --title 'Artificial intelligence' --store course.sqlite")]
pub(crate) struct NewArgs {
    /// What it goes by: small letters, digits and -
    #[arg(value_name = "NAME")]
    name: String,

    /// What people call it [default: the name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    #[command(flatten)]
    store: StoreArg,
}

/// Hand an assignment out, or a newer version of it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course hand-out maze --course ai
  boyi course hand-out ./my-lab --course ai --due 2026-03-01T23:59:00+08:00")]
pub(crate) struct HandOutArgs {
    /// The name of one that ships, or a folder with an assignment.toml
    #[arg(value_name = "ASSIGNMENT")]
    assignment: String,

    /// When it is due, instead of what its file says
    #[arg(long, value_name = "DATE", value_parser = Date::read)]
    due: Option<Date>,

    #[command(flatten)]
    course: CourseArg,
}

/// Give one student more time
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course extend maze s1 --due 2026-03-08T23:59:00+08:00 --course ai
  boyi course extend maze s1 --course ai            takes it back")]
pub(crate) struct ExtendArgs {
    #[arg(value_name = "ASSIGNMENT")]
    assignment: String,

    #[arg(value_name = "STUDENT")]
    student: String,

    #[arg(long, value_name = "DATE", value_parser = Date::read)]
    due: Option<Date>,

    #[command(flatten)]
    course: CourseArg,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::New(args) => new(args, out),
        Args::People(args) => people::people(args, out),
        Args::HandOut(args) => hand_out(args, out),
        Args::Extend(args) => extend(args, out),
        Args::Grade(args) => grading::grade(args, out),
        Args::Regrade(args) => grading::regrade(args, out),
        Args::Queue(args) => grading::queue(args, out),
        Args::Export(args) => records::export(args, out),
        Args::Import(args) => records::import(args, out),
        Args::Similar(args) => records::similar(args, out),
        Args::Forget(args) => people::forget(args, out),
    }
}

fn new(args: &NewArgs, out: &mut Output) -> Result<()> {
    let register = Register::new(&args.store.open()?);
    let title = args.title.as_deref().unwrap_or(&args.name);
    let course = register.make_course(&args.name, title, now())?;
    if out.json {
        return out.object(&json!({
            "course": course.id,
            "title": course.title,
            "made": Date(course.made).to_string(),
        }));
    }
    let id = course.id;
    out.say(
        format!("the course `{id}` is there; next: boyi course people roster.csv --course {id}"),
        format!("课程 `{id}` 已建好；下一步：boyi course people roster.csv --course {id}"),
    )
}

fn hand_out(args: &HandOutArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let mut assignment = super::assignment::find(&args.assignment)?;
    if let Some(due) = args.due {
        assignment = assignment.due_at(due)?;
    }
    register.hand_out(&args.course.course, &assignment)?;
    if out.json {
        return out.object(&json!({
            "course": args.course.course,
            "assignment": assignment.name,
            "points": assignment.points(),
            "due": assignment.due.map(|due| due.to_string()),
        }));
    }
    let (name, course) = (&assignment.name, &args.course.course);
    out.say(
        format!("`{name}` is handed out in `{course}`"),
        format!("已在 `{course}` 布置 `{name}`"),
    )
}

fn extend(args: &ExtendArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let due = args.due.map(|due| due.0);
    register.extend(&args.course.course, &args.assignment, &args.student, due)?;
    let until = args.due.map(|due| due.to_string());
    if out.json {
        return out.object(&json!({
            "assignment": args.assignment,
            "student": args.student,
            "due": until,
        }));
    }
    let (student, name) = (&args.student, &args.assignment);
    match until {
        Some(until) => out.say(
            format!("{student} has until {until} for {name}"),
            format!("{student} 的 {name} 延期到 {until}"),
        ),
        None => out.say(
            format!("{student} has as much time for {name} as others"),
            format!("{student} 的 {name} 不再延期"),
        ),
    }
}
