//! `boyi doctor`: what this machine has, above all which layers of the sandbox hold.

use anyhow::{Context, Result};
use boyi_arena::sandbox::{Attempt, LayerReport, Sandbox, Survey, survey};
use boyi_game::Phrase;
use serde_json::json;

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
    if out.json {
        let layer = |report: &LayerReport| {
            json!({
                "name": report.layer.name(),
                "active": report.active,
                "about": report.layer.about().english,
                "detail": report.detail,
            })
        };
        let attempt =
            |attempt: &Attempt| json!({ "what": attempt.what.english, "refused": attempt.refused });
        return out.object(&json!({
            "complete": survey.is_complete(),
            "memory": survey.memory().map(|by| by.english),
            "freezer": survey.freezer().english,
            "layers": survey.layers.iter().map(layer).collect::<Vec<_>>(),
            "attempts": survey.attempts.iter().map(attempt).collect::<Vec<_>>(),
            "languages": LANGUAGES.map(|(name, program)| {
                json!({ "name": name, "program": program, "installed": is_installed(program) })
            }),
        }));
    }
    print(&survey, out)
}

fn print(survey: &Survey, out: &mut Output) -> Result<()> {
    let speaks = out.language;
    let mark = |is_so, yes: [&'static str; 2], no: [&'static str; 2]| {
        let [english, chinese] = if is_so { yes } else { no };
        speaks.pick(english, chinese)
    };
    out.say("The sandbox for bots", "程序沙箱")?;
    for report in &survey.layers {
        let mark = mark(report.active, ["active ", "有效"], ["missing", "缺失"]);
        let (name, about) = (report.layer.name(), report.layer.about());
        let about = about.in_language(speaks);
        let detail = report.detail.as_ref().map(|detail| format!(" ({detail})"));
        let detail = detail.unwrap_or_default();
        out.line(format!("  {mark} {name:<13} {about}{detail}"))?;
    }
    let nobody = || {
        Phrase::new(
            "NOBODY: a program can hold more than it is given, so none of strangers is run",
            "没有：程序可能占用超出许可的内存，因此不运行陌生人的程序",
        )
    };
    let memory = survey.memory().unwrap_or_else(nobody);
    let heading = speaks.pick("its memory is bounded by", "内存上限由谁保证：");
    out.line(format!("  {heading} {}", memory.in_language(speaks)))?;
    let heading = speaks.pick("it is frozen off its turn by", "对方思考时由谁冻结：");
    out.line(format!(
        "  {heading} {}",
        survey.freezer().in_language(speaks)
    ))?;
    out.say("\nA program behind it tried to", "\n沙箱内的程序尝试")?;
    for Attempt { what, refused } in &survey.attempts {
        let mark = mark(*refused, ["refused  ", "被拒绝"], ["SUCCEEDED", "竟然成功"]);
        out.line(format!("  {mark} {}", what.in_language(speaks)))?;
    }
    out.say("\nLanguages of our templates", "\n模板所用的语言")?;
    for (name, program) in LANGUAGES {
        let installed = is_installed(program);
        let mark = mark(installed, ["installed", "已安装"], ["missing  ", "未安装"]);
        out.line(format!("  {mark} {name:<11} {program}"))?;
    }
    let verdict = if survey.is_complete() {
        speaks.pick(
            "\nEvery layer that is needed holds: --sandbox require runs here, and so do bots that visitors bring.",
            "\n所需各层全部有效：可以使用 --sandbox require，也可以接受访客上传的程序。",
        )
    } else {
        speaks.pick(
            "\nNot every layer holds: --sandbox auto uses those that do, --sandbox require runs nothing, and bots that visitors bring are refused.",
            "\n并非每层都有效：--sandbox auto 使用有效的层，--sandbox require 拒绝运行，访客上传的程序也会被拒绝。",
        )
    };
    out.line(verdict)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
