//! `boyi grade`: grades a folder of submissions, without any server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::channel;

use anyhow::{Context, Result, bail, ensure};
use boyi_course::{Assignment, Files, Grader, Key, Report, export};
use boyi_game::whole_file;
use serde_json::{Value, json};

use crate::interrupt;
use crate::options::BotArgs;
use crate::output::Output;

/// Grade a bulk download: a folder with a folder for each student, without any server
///
/// The folder's name is the student's. Hidden cases are drawn from the secret and that name.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi grade downloads --assignment maze --secret-file secret.txt
  boyi grade downloads --assignment ./my-lab --json > grades.jsonl
  boyi grade /autograder --assignment maze --gradescope

Exit status: 0 all were graded, whatever they are worth.")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The name of one that ships, or a folder with an assignment.toml
    #[arg(long, value_name = "NAME")]
    assignment: String,

    /// What hidden cases are drawn from: the first line of this file [default: random, so that grading
    /// again asks other cases]
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// The folder is Gradescope's /autograder: grade submission/, write results/results.json
    #[arg(long)]
    gradescope: bool,

    /// Submissions at the same time
    #[arg(long, short = 'j', value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    #[command(flatten)]
    bots: BotArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let assignment = super::assignment::find(&args.assignment)?;
    let secret = match &args.secret_file {
        Some(file) => super::serve::read_token(file)?,
        None => boyi_course::register::new_secret(),
    };
    let grader = Grader {
        sandbox: args.bots.sandbox(),
        stop: interrupt::stops()?,
    };
    if args.gradescope {
        return for_gradescope(args, &assignment, &grader, &secret);
    }
    let submissions = submissions(&args.folder)?;
    ensure!(
        !submissions.is_empty(),
        "there is no folder of a student in {}",
        args.folder.display()
    );
    let count = submissions.len();
    let queue = Mutex::new(submissions.into_iter());
    let (told, hear) = channel();
    let mut graded = 0;
    std::thread::scope(|threads| {
        for _ in 0..args.concurrency {
            let (told, queue, grader, assignment, secret) =
                (told.clone(), &queue, &grader, &assignment, &secret);
            threads.spawn(move || {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some((student, folder)) = next else { break };
                    let key = Key {
                        secret,
                        student: &student,
                    };
                    let report = Files::read(&folder).map(|files| {
                        grader.grade(assignment, &files.own(), Some(key), None, &mut |_| ())
                    });
                    if matches!(report, Ok(None)) || told.send((student, report)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(told);
        for (student, report) in hear {
            graded += 1;
            out.progress_done();
            let report = match report {
                Ok(report) => report.unwrap_or_default(),
                Err(error) => unread(&assignment, &error.to_string()),
            };
            tell(&student, &assignment, &report, out)?;
            out.progress(&format!("{graded}/{count}"));
        }
        anyhow::Ok(())
    })?;
    out.progress_done();
    if graded < count {
        bail!("called off after {graded} of {count} submissions");
    }
    Ok(())
}

/// A folder that holds no submission earns nothing, and says why.
fn unread(assignment: &Assignment, why: &str) -> Report {
    Report {
        assignment: assignment.name.clone(),
        of: assignment.points(),
        build_failed: Some(boyi_course::Words::new(why, why)),
        ..Report::default()
    }
}

/// The students' folders, by name.
fn submissions(folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let entries = folder
        .read_dir()
        .with_context(|| format!("cannot read {}", folder.display()))?;
    let mut found = BTreeMap::new();
    for entry in entries {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !name.starts_with('.') {
            found.insert(name, entry.path());
        }
    }
    Ok(found)
}

fn tell(student: &str, assignment: &Assignment, report: &Report, out: &mut Output) -> Result<()> {
    if out.json {
        let questions: Vec<Value> = report
            .questions
            .iter()
            .map(super::check::one_line)
            .collect();
        let alarms: Vec<Value> = report
            .alarms
            .iter()
            .map(|alarm| json!({ "kind": alarm.kind, "what": alarm.what.en }))
            .collect();
        return out.object(&json!({
            "student": student,
            "assignment": assignment.name,
            "points": report.points,
            "of": report.of,
            "seconds": (report.seconds * 1000.0).round() / 1000.0,
            "error": report.build_failed.as_ref().map(|why| &why.en),
            "questions": questions,
            "alarms": alarms,
        }));
    }
    let (points, of) = (report.points, report.of);
    out.line(format!("{student}  {points}/{of}"))?;
    let failed = report.questions.iter().filter(|question| !question.passed);
    if let Some(why) = &report.build_failed {
        out.line(format!("  {}", why.in_language(out.language)))?;
    } else {
        for question in failed {
            let (name, points, of) = (&question.question, question.points, question.of);
            let message = question.message.in_language(out.language);
            out.line(format!("  ✗ {name} {points}/{of} {message}"))?;
        }
    }
    for alarm in &report.alarms {
        out.line(format!("  ! {}", alarm.what.in_language(out.language)))?;
    }
    Ok(())
}

/// Gradescope puts the submission here, and reads the results there.
fn for_gradescope(
    args: &Args,
    assignment: &Assignment,
    grader: &Grader,
    secret: &str,
) -> Result<()> {
    let metadata = args.folder.join("submission_metadata.json");
    let student = std::fs::read_to_string(&metadata)
        .ok()
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .and_then(|read| Some(read["users"][0]["email"].as_str()?.to_owned()))
        .unwrap_or_default();
    let key = Key {
        secret,
        student: &student,
    };
    let report = match Files::read(&args.folder.join("submission")) {
        Ok(files) => grader
            .grade(assignment, &files.own(), Some(key), None, &mut |_| ())
            .context("called off")?,
        Err(error) => unread(assignment, &error.to_string()),
    };
    let results = args.folder.join("results");
    std::fs::create_dir_all(&results).with_context(|| results.display().to_string())?;
    let file = results.join("results.json");
    let text = serde_json::to_string_pretty(&export::gradescope(&report, 1.0))?;
    whole_file::write(&file, text + "\n").with_context(|| file.display().to_string())
}
