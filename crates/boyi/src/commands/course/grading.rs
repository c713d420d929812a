//! Working through what was handed in.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use boyi_course::register::{GradingState, Taken};
use boyi_course::{Files, GradingWorker, Report, now};
use serde_json::json;

use super::CourseArg;
use crate::options::{BotArgs, read_seconds};
use crate::output::Output;
use crate::{interrupt, machine};

/// Grade what was handed in, one submission after the other
///
/// Any number of processes on any number of machines that share the store. Ctrl-C gives back what is in hand;
/// what a killed one had in hand another grades. --from hands folders in first: one a student, by id.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course grade --course ai --until-done
  boyi course grade --course ai --until-done --from downloads --assignment maze
  boyi course grade --course ai -j 4 --sandbox require")]
pub(crate) struct GradeArgs {
    /// End when everything is graded, instead of waiting for more
    #[arg(long)]
    until_done: bool,

    /// Submissions at the same time
    #[arg(long, short = 'j', value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// Hand in what is in this folder first: a folder for each student
    #[arg(long, value_name = "FOLDER", requires = "assignment")]
    from: Option<PathBuf>,

    /// What it is handed in for
    #[arg(long, value_name = "NAME", requires = "from")]
    assignment: Option<String>,

    /// Seconds a worker may be silent before its submission goes to another
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds, default_value = "30")]
    lease: Duration,

    #[command(flatten)]
    course: CourseArg,

    #[command(flatten)]
    bots: BotArgs,
}

/// Grade submissions once more
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course regrade --course ai --assignment maze
  boyi course regrade --course ai --assignment maze --student s1")]
pub(crate) struct RegradeArgs {
    #[arg(long, value_name = "NAME")]
    assignment: String,

    /// Of one student [default: of everybody]
    #[arg(long, value_name = "ID")]
    student: Option<String>,

    #[command(flatten)]
    course: CourseArg,
}

/// Show what waits to be graded, what is in hand and what is done
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi course queue --course ai
  boyi course queue --course ai --json")]
pub(crate) struct QueueArgs {
    #[command(flatten)]
    course: CourseArg,
}

pub(super) fn grade(args: &GradeArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let course = &args.course.course;
    if let (Some(folder), Some(assignment)) = (&args.from, &args.assignment) {
        let entries = folder
            .read_dir()
            .with_context(|| format!("cannot read {}", folder.display()))?;
        let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        folders.sort();
        for place in folders.into_iter().filter(|place| place.is_dir()) {
            let student = place.file_name().unwrap_or_default().to_string_lossy();
            let handed_in = Files::read(&place).context("its files").and_then(|files| {
                Ok(register.hand_in(course, assignment, &student, &files.own(), now())?)
            });
            if let Err(error) = handed_in {
                crate::output::complain(format!("{student}: {error:#}"));
            }
        }
    }
    let stop = interrupt::stops()?;
    let began = Instant::now();
    let (told, hear) = channel::<(Taken, Report)>();
    let mut graded = 0;
    std::thread::scope(|threads| {
        let mut workers = Vec::new();
        for number in 0..args.concurrency {
            let worker = GradingWorker {
                name: format!("{}-{}/{}", machine::host(), std::process::id(), number + 1),
                course: Some(course.clone()),
                sandbox: args.bots.sandbox(),
                lease: args.lease,
                until_done: args.until_done,
                stop: stop.clone(),
            };
            let (told, register) = (told.clone(), register.clone());
            workers.push(threads.spawn(move || {
                worker.work(&register, &mut |taken, report| {
                    let _ = told.send((taken.clone(), report.clone()));
                })
            }));
        }
        drop(told);
        for (taken, report) in hear {
            graded += 1;
            tell(&taken, &report, out)?;
        }
        for worker in workers {
            if let Ok(worked) = worker.join() {
                worked?;
            }
        }
        anyhow::Ok(())
    })?;
    if out.json {
        return Ok(());
    }
    let seconds = began.elapsed().as_secs_f64();
    out.say(
        format!("{graded} graded in {seconds:.1} s"),
        format!("用 {seconds:.1} 秒评了 {graded} 份"),
    )
}

fn tell(taken: &Taken, report: &Report, out: &mut Output) -> Result<()> {
    let submission = &taken.submission;
    if out.json {
        return out.object(&json!({
            "submission": submission.number,
            "assignment": submission.assignment,
            "student": submission.person,
            "version": submission.version,
            "points": report.points,
            "of": report.of,
            "seconds": (report.seconds * 1000.0).round() / 1000.0,
            "build_seconds": (report.build_seconds * 1000.0).round() / 1000.0,
            "alarms": report.alarms.iter().map(|alarm| &alarm.what.en).collect::<Vec<_>>(),
        }));
    }
    let (student, name, version) = (
        &submission.person,
        &submission.assignment,
        submission.version,
    );
    let (points, of) = (report.points, report.of);
    out.line(format!("{student}  {name} {version}  {points}/{of}"))?;
    for alarm in &report.alarms {
        out.line(format!("  ! {}", alarm.what.in_language(out.language)))?;
    }
    Ok(())
}

pub(super) fn regrade(args: &RegradeArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let (course, assignment) = (&args.course.course, &args.assignment);
    register.assignment(course, assignment)?;
    let mut asked = 0;
    for submission in register.submissions(course, Some(assignment), args.student.as_deref())? {
        asked += u32::from(register.regrade(submission.number, now())?);
    }
    if out.json {
        return out.object(&json!({ "assignment": assignment, "asked": asked }));
    }
    out.say(
        format!("{asked} submissions wait to be graded again"),
        format!("{asked} 份提交等待重评"),
    )
}

pub(super) fn queue(args: &QueueArgs, out: &mut Output) -> Result<()> {
    let register = args.course.open()?;
    let gradings = register.gradings(&args.course.course)?;
    let count = |state| gradings.iter().filter(|one| one.state == state).count();
    let (open, taken, done) = (
        count(GradingState::Open),
        count(GradingState::Taken),
        count(GradingState::Done),
    );
    if out.json {
        return out.object(&json!({ "open": open, "taken": taken, "done": done }));
    }
    out.say(
        format!("{open} wait, {taken} in hand, {done} done"),
        format!("等待 {open}，评阅中 {taken}，完成 {done}"),
    )
}
