//! `boyi doctor`: what this machine has, above all which layers of the sandbox hold.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use boyi_arena::sandbox::{Attempt, ISOLATES, LayerReport, Sandbox, Survey, survey};
use boyi_game::Phrase;
use boyi_platform::files::PROGRAM_ENDINGS;
use serde_json::json;

use crate::output::Output;

/// Print which layers of the sandbox for bots hold on this machine
///
/// A program of ours is put behind every layer there is and tries what no bot should be able to do.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi doctor
  boyi doctor --json

With --server 127.0.0.1:7878 it asks a running server whether it lives.")]
pub(crate) struct Args {
    /// Ask the server at this address, and nothing else, whether it lives; the exit status says so, too
    #[arg(long, value_name = "HOST:PORT")]
    server: Option<String>,
}

/// What it takes to build and run bots in the languages of our templates.
const LANGUAGES: [(&str, &str); 5] = [
    ("python", "python3"),
    ("cpp", "g++"),
    ("java", "javac"),
    ("javascript", "node"),
    ("rust", "rustc"),
];

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    if let Some(server) = &args.server {
        return ask(server, out);
    }
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
            "isolates": ISOLATES,
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

/// Asks a server what `GET /healthz` says. A container that holds nothing else checks itself so.
fn ask(server: &str, out: &mut Output) -> Result<()> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let asking = || format!("cannot ask the server at {server}");
    let address = server.to_socket_addrs().with_context(asking)?.next();
    let address = address.with_context(asking)?;
    let mut line = TcpStream::connect_timeout(&address, PATIENCE).with_context(asking)?;
    line.set_read_timeout(Some(PATIENCE))?;
    write!(
        line,
        "GET /healthz HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n"
    )
    .with_context(asking)?;
    let mut reply = String::new();
    let read = line.take(64 << 10).read_to_string(&mut reply);
    read.with_context(|| format!("the server at {server} does not answer"))?;
    let status = reply.split(' ').nth(1).unwrap_or_default();
    ensure!(
        status == "200",
        "the server at {server} is not well: {}",
        reply.lines().next().unwrap_or("it says nothing")
    );
    if out.json {
        return out.object(&json!({ "server": server, "lives": true }));
    }
    out.say("It lives.", "服务器运行正常。")
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
    let verdict = if !ISOLATES {
        speaks.pick(
            "\nThis system isolates nothing: programs are limited in memory and processes, frozen and ended, but they read, write and connect as you may. --sandbox auto runs those you trust, --sandbox require runs nothing; bots that visitors bring are refused unless the server is told --allow-bots --sandbox auto.",
            "\n本系统不提供隔离：程序的内存和进程数受限，可被冻结和终止，但能像你一样读写文件、使用网络。--sandbox auto 运行你信任的程序，--sandbox require 拒绝运行；访客上传的程序会被拒绝，除非服务器以 --allow-bots --sandbox auto 启动。",
        )
    } else if survey.is_complete() {
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
    let is_there = |file: PathBuf| file.is_file();
    std::env::split_paths(&path).any(|folder| {
        let endings = PROGRAM_ENDINGS.iter();
        is_there(folder.join(program))
            || endings
                .map(|ending| folder.join(format!("{program}.{ending}")))
                .any(is_there)
    })
}
