//! `boyi check`: a student tries a submission, offline, with the grader that grades it later.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_course::{Assignment, CaseReport, Files, Grader, QuestionReport};
use serde_json::{Value, json};

use crate::interrupt;
use crate::options::BotArgs;
use crate::output::Output;

/// Try what you have written on the public cases of an assignment
///
/// The grader is the one that grades it later. Run it in the folder that `boyi assignment new` made. It builds your program, asks it every public case
/// of every question, and says what was asked, what came and what was expected. A wrong way or a lost game
/// comes with an address that the page of `boyi serve` opens.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi check
  boyi check shortest
  boyi check --folder mylab --json

Exit status: 0 everything is right, 1 something is not.")]
pub(crate) struct Args {
    /// The question [default: all of them]
    #[arg(value_name = "QUESTION")]
    question: Option<String>,

    /// The folder with the assignment and your files
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,

    #[command(flatten)]
    bots: BotArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let files = Files::read(&args.folder)
        .with_context(|| format!("the files of {}", args.folder.display()))?;
    let assignment = Assignment::new(files.clone()).with_context(|| {
        format!(
            "{} (`boyi assignment new` makes a folder to work in)",
            args.folder.display()
        )
    })?;
    if let Some(name) = &args.question
        && assignment.question(name).is_none()
    {
        let known: Vec<&str> = assignment
            .questions
            .iter()
            .map(|question| question.name.as_str())
            .collect();
        bail!(
            "there is no question `{name}`: choose from {}",
            known.join(", ")
        );
    }
    let grader = Grader {
        sandbox: args.bots.sandbox(),
        stop: interrupt::stops()?,
    };
    out.progress(out.language.pick("checking…", "检查中……"));
    let mut failed = Ok(());
    let only = args.question.as_deref();
    let report = grader.grade(&assignment, &files.own(), None, only, &mut |question| {
        out.progress_done();
        if failed.is_ok() {
            failed = tell(question, out);
        }
        out.progress(out.language.pick("checking…", "检查中……"));
    });
    out.progress_done();
    failed?;
    let Some(report) = report else {
        bail!(out.language.pick("called off", "已取消"));
    };
    if !out.json {
        let (points, of) = (report.points, report.of);
        out.say(
            format!("{points} of {of} points on public cases"),
            format!("公开用例得 {points} 分，满分 {of} 分"),
        )?;
    }
    if report.questions.iter().any(|question| !question.passed) {
        bail!(
            out.language
                .pick("not everything is right yet", "还没有全部正确")
        );
    }
    Ok(())
}

fn tell(question: &QuestionReport, out: &mut Output) -> Result<()> {
    let shown = question.cases.iter().find_map(|case| case.shown.as_ref());
    if out.json {
        return out.object(&one_line(question));
    }
    let mark = if question.passed { "✓" } else { "✗" };
    let message = question.message.in_language(out.language);
    let (name, points, of) = (&question.question, question.points, question.of);
    out.line(format!("{mark} {name}  {points}/{of}  {message}"))?;
    if let Some(shown) = shown {
        out.say(
            format!("  see it with `boyi serve`: http://127.0.0.1:7878{shown}"),
            format!("  用 `boyi serve` 查看：http://127.0.0.1:7878{shown}"),
        )?;
    }
    Ok(())
}

/// What programs read of a question.
pub(crate) fn one_line(question: &QuestionReport) -> Value {
    let mut line = json!({
        "question": question.question,
        "points": question.points,
        "of": question.of,
        "passed": question.passed,
        "message": question.message.en,
    });
    let shown = question
        .cases
        .iter()
        .find_map(|case: &CaseReport| case.shown.as_ref());
    if let Some(shown) = shown {
        line["shown"] = json!(shown);
    }
    line
}
