//! `boyi assignment`: labs as folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use boyi_course::{Assignment, Files, READY, gradescope_zip, plain_zip, ready, starter};
use boyi_game::whole_file;
use serde_json::json;

use crate::language::LanguageArg;
use crate::output::Output;

/// Labs of a course: list those that ship, begin to work on one, pack one up
///
/// An ASSIGNMENT is the name of one that ships, or a folder with an assignment.toml.
#[derive(clap::Subcommand)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi assignment list
  boyi assignment new maze --lang cpp
  boyi assignment new othello --teacher --folder my-othello
  boyi assignment pack maze --gradescope"
)]
pub(crate) enum Args {
    New(NewArgs),
    Pack(PackArgs),
    List(ListArgs),
}

/// Make a folder to work in: the statement, the public cases, a starter that runs at once
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi assignment new maze
  boyi assignment new gomoku --lang java --folder lab3
  boyi assignment new maze --teacher --folder my-maze")]
pub(crate) struct NewArgs {
    #[arg(value_name = "ASSIGNMENT")]
    assignment: String,

    /// The language: python, cpp, java or rust
    // `--lang` is the language of messages everywhere else; a starter's language is what it means here.
    #[arg(long, value_name = "LANGUAGE", default_value = "python", value_parser = LanguageArg::to_program_in())]
    lang: LanguageArg,

    /// The folder to make [default: the assignment's name]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Make a folder to change the assignment in instead, without a starter
    #[arg(long)]
    teacher: bool,
}

/// Pack an assignment into a zip
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi assignment pack maze
  boyi assignment pack my-maze --gradescope --secret-file secret.txt --file autograder.zip")]
pub(crate) struct PackArgs {
    #[arg(value_name = "ASSIGNMENT")]
    assignment: String,

    /// Make an autograder for Gradescope, with this program in it
    #[arg(long)]
    gradescope: bool,

    /// What hidden cases are drawn from: the first line of this file [default: random]
    #[arg(long, value_name = "FILE", requires = "gradescope")]
    secret_file: Option<PathBuf>,

    /// The file to write [default: ASSIGNMENT.zip]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// List the assignments that ship, or show one
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi assignment list
  boyi assignment list maze --json")]
pub(crate) struct ListArgs {
    #[arg(value_name = "ASSIGNMENT")]
    assignment: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::New(args) => new(args, out),
        Args::Pack(args) => pack(args, out),
        Args::List(args) => list(args, out),
    }
}

/// An assignment by its name, or from a folder.
pub(crate) fn find(text: &str) -> Result<Assignment> {
    let folder = Path::new(text);
    if folder.is_dir() && (text.contains('/') || !READY.contains(&text)) {
        let files = Files::read(folder).with_context(|| format!("the files of {text}"))?;
        return Assignment::new(files).with_context(|| text.to_owned());
    }
    Ok(ready(text)?)
}

fn new(args: &NewArgs, out: &mut Output) -> Result<()> {
    let assignment = find(&args.assignment)?;
    let folder = args
        .folder
        .clone()
        .unwrap_or_else(|| PathBuf::from(&assignment.name));
    ensure!(
        !folder.exists(),
        "{} is there already: give another --folder",
        folder.display()
    );
    let mut parts = Vec::new();
    if args.teacher {
        parts.push(assignment.files.clone());
    } else {
        let language = args.lang.programming().unwrap_or("python");
        parts.push(assignment.for_students());
        parts.push(starter(&assignment, language, out.language)?);
    }
    for files in &parts {
        files
            .write(&folder)
            .with_context(|| format!("cannot write {}", folder.display()))?;
    }
    let names: Vec<&str> = parts
        .iter()
        .flat_map(Files::iter)
        .map(|(name, _)| name)
        .collect();
    if out.json {
        return out.object(&json!({
            "assignment": assignment.name,
            "folder": folder,
            "files": names,
            "points": assignment.points(),
        }));
    }
    let shown = folder.display();
    out.say(
        format!("{} is in {shown}:", assignment.title.en),
        format!("{}在 {shown} 中：", assignment.title.zh),
    )?;
    for name in names {
        out.line(format!("  {name}"))?;
    }
    if args.teacher {
        return Ok(());
    }
    out.line(format!("  cd {shown} && boyi check"))
}

fn pack(args: &PackArgs, out: &mut Output) -> Result<()> {
    let assignment = find(&args.assignment)?;
    let file = args
        .file
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}.zip", assignment.name)));
    let archive = if args.gradescope {
        let program = std::env::current_exe().context("where is this program?")?;
        let program = fs::read(&program).with_context(|| program.display().to_string())?;
        let secret = match &args.secret_file {
            Some(file) => super::serve::read_token(file)?,
            None => boyi_course::register::new_secret(),
        };
        gradescope_zip(&assignment, &program, &secret)
    } else {
        plain_zip(&assignment.for_students())
    };
    whole_file::write(&file, &archive).with_context(|| file.display().to_string())?;
    if out.json {
        return out.object(&json!({
            "assignment": assignment.name,
            "file": file,
            "bytes": archive.len(),
        }));
    }
    let (shown, size) = (file.display(), archive.len() >> 10);
    out.say(
        format!("{shown}: {size} KiB"),
        format!("{shown}：{size} KiB"),
    )
}

fn list(args: &ListArgs, out: &mut Output) -> Result<()> {
    let wanted: Vec<Assignment> = match &args.assignment {
        Some(name) => vec![find(name)?],
        None => READY
            .iter()
            .map(|name| ready(name))
            .collect::<Result<_, _>>()?,
    };
    for assignment in wanted {
        if out.json {
            let questions = assignment.questions.iter().map(|question| {
                json!({
                    "question": question.name,
                    "title": question.title.en,
                    "kind": question.kind.name(),
                    "points": question.points,
                })
            });
            let questions: Vec<_> = questions.collect();
            out.object(&json!({
                "assignment": assignment.name,
                "title": assignment.title.en,
                "points": assignment.points(),
                "questions": questions,
            }))?;
            continue;
        }
        let title = assignment.title.in_language(out.language);
        out.line(format!(
            "{} · {title} · {}",
            assignment.name,
            assignment.points()
        ))?;
        for question in &assignment.questions {
            let title = question.title.in_language(out.language);
            let (name, kind, points) = (&question.name, question.kind.name(), question.points);
            out.line(format!("  {name:12} {kind:7} {points:>3}  {title}"))?;
        }
    }
    Ok(())
}
