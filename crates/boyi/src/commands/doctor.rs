//! `boyi doctor`: what this machine has, above all which layers of the sandbox hold.

use anyhow::{Context, Result};
use boyi_arena::sandbox::{Sandbox, survey};
use serde::Serialize;

use crate::output::Output;

/// Print which layers of the sandbox for bots hold on this machine
///
/// A program of ours is put behind every layer there is and tries what no bot should be able to do.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi doctor
  boyi doctor --json")]
pub(crate) struct Args {}

#[derive(Serialize)]
struct Reply {
    complete: bool,
    layers: Vec<Layer>,
    attempts: Vec<Attempt>,
    languages: Vec<Language>,
}

#[derive(Serialize)]
struct Layer {
    name: &'static str,
    active: bool,
    about: String,
    detail: Option<String>,
}

#[derive(Serialize)]
struct Attempt {
    what: String,
    refused: bool,
}

#[derive(Serialize)]
struct Language {
    name: &'static str,
    program: &'static str,
    installed: bool,
}

/// What it takes to build and run bots in the languages of our templates.
const LANGUAGES: [(&str, &str); 5] = [
    ("python", "python3"),
    ("cpp", "g++"),
    ("java", "javac"),
    ("javascript", "node"),
    ("rust", "rustc"),
];

pub(crate) fn run(_: &Args, out: &mut Output) -> Result<()> {
    let survey = survey(&Sandbox::default()).context("nothing can be run in the sandbox here")?;
    let language = if out.json {
        boyi_game::Language::English
    } else {
        out.language.of_games()
    };
    let layer = |report: &boyi_arena::sandbox::LayerReport| Layer {
        name: report.layer.name(),
        active: report.active,
        about: report.layer.about().in_language(language).to_owned(),
        detail: report.detail.clone(),
    };
    let attempt = |attempt: &boyi_arena::sandbox::Attempt| Attempt {
        what: attempt.what.in_language(language).to_owned(),
        refused: attempt.refused,
    };
    let reply = Reply {
        complete: survey.is_complete(),
        layers: survey.layers.iter().map(layer).collect(),
        attempts: survey.attempts.iter().map(attempt).collect(),
        languages: LANGUAGES
            .map(|(name, program)| Language {
                name,
                program,
                installed: is_installed(program),
            })
            .into(),
    };
    if out.json {
        return out.object(&reply);
    }
    print(&reply, out)
}

fn print(reply: &Reply, out: &mut Output) -> Result<()> {
    let speaks = out.language;
    let mark = |is_so, yes: [&'static str; 2], no: [&'static str; 2]| {
        let [english, chinese] = if is_so { yes } else { no };
        speaks.pick(english, chinese)
    };
    out.line(speaks.pick("The sandbox for bots", "程序沙箱"))?;
    for Layer {
        name,
        active,
        about,
        detail,
    } in &reply.layers
    {
        let mark = mark(*active, ["active ", "有效"], ["missing", "缺失"]);
        let detail = detail.as_ref().map(|detail| format!(" ({detail})"));
        let detail = detail.unwrap_or_default();
        out.line(format!("  {mark} {name:<13} {about}{detail}"))?;
    }
    out.line(speaks.pick("\nA program behind it tried to", "\n沙箱内的程序尝试"))?;
    for Attempt { what, refused } in &reply.attempts {
        let mark = mark(*refused, ["refused  ", "被拒绝"], ["SUCCEEDED", "竟然成功"]);
        out.line(format!("  {mark} {what}"))?;
    }
    out.line(speaks.pick("\nLanguages of our templates", "\n模板所用的语言"))?;
    for Language {
        name,
        program,
        installed,
    } in &reply.languages
    {
        let mark = mark(*installed, ["installed", "已安装"], ["missing  ", "未安装"]);
        out.line(format!("  {mark} {name:<11} {program}"))?;
    }
    let verdict = if reply.complete {
        speaks.pick(
            "\nEvery layer holds: --sandbox require runs here.",
            "\n各层全部有效：可以使用 --sandbox require。",
        )
    } else {
        speaks.pick(
            "\nNot every layer holds: --sandbox auto uses those that do, --sandbox require runs nothing.",
            "\n并非每层都有效：--sandbox auto 使用有效的层，--sandbox require 拒绝运行。",
        )
    };
    out.line(verdict)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
