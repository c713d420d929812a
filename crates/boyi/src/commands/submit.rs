//! `boyi submit`: hands a folder in.

use std::path::PathBuf;

use anyhow::{Context, Result};
use boyi_course::register::Register;
use boyi_course::{Assignment, Date, Files, now};
use serde_json::json;

use super::contest::args::StoreArg;
use crate::output::Output;

/// Hand in what is in a folder
///
/// Into a store on this machine, or one that is shared as a PostgreSQL database. Every version is kept, with
/// its hash and time.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi submit --course ai --student s1 --store course.sqlite
  boyi submit mylab --course ai --student s1 --store course.sqlite --json")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,

    #[arg(long, value_name = "COURSE")]
    course: String,

    /// Who hands it in
    #[arg(long, value_name = "ID")]
    student: String,

    /// The assignment [default: the one in the folder]
    #[arg(long, value_name = "NAME")]
    assignment: Option<String>,

    #[command(flatten)]
    store: StoreArg,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let files = Files::read(&args.folder)
        .with_context(|| format!("the files of {}", args.folder.display()))?;
    let assignment = match &args.assignment {
        Some(name) => name.clone(),
        None => {
            let read = Assignment::new(files.clone());
            read.context("which assignment is it? Say so with --assignment")?
                .name
        }
    };
    let register = Register::new(&args.store.open()?);
    let (course, student) = (&args.course, &args.student);
    let kept = register.hand_in(course, &assignment, student, &files.own(), now())?;
    let allowed = register.allowed(course, &assignment, student)?;
    if out.json {
        return out.object(&json!({
            "submission": kept.number,
            "course": course,
            "assignment": assignment,
            "student": student,
            "version": kept.version,
            "received": Date(kept.received).to_string(),
            "hash": kept.hash,
            "attempts_left": allowed.left,
        }));
    }
    let (version, hash) = (kept.version, &kept.hash[..12]);
    out.say(
        format!("{assignment}, version {version} of {student}: kept as {hash}…"),
        format!("{assignment}：{student} 的第 {version} 版已保存，哈希 {hash}…"),
    )?;
    if let Some(left) = allowed.left {
        out.say(
            format!("{left} attempts are left"),
            format!("还可提交 {left} 次"),
        )?;
    }
    Ok(())
}
