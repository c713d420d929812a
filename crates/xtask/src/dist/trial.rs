//! What was made, on a machine that has nothing but the download: an empty root, in which the program is unpacked,
//! plays a game and serves its page.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::platforms::get;
use crate::suite;

/// From unpacking to the first game and the first page.
const MOST: Duration = Duration::from_secs(10);

pub(super) fn run(archive: &Path) -> Result<()> {
    let folder = suite::target()?.join("dist/trial");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let began = Instant::now();
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(archive).arg("--strip-components=1");
    unpack.current_dir(&folder);
    suite::output(unpack)?;
    println!("   unpacked after {:.1} s", began.elapsed().as_secs_f64());
    let mut play = inside(&folder);
    play.args([
        "match",
        "reversi",
        "casual",
        "ordered:depth=2",
        "--games",
        "2",
        "--json",
    ]);
    let said = suite::output(play)?;
    ensure!(said.contains("\"played\":2"), "no game was played: {said}");
    println!("   two games after {:.1} s", began.elapsed().as_secs_f64());
    let mut serve = inside(&folder);
    serve.args(["serve", "--json", "--port", "0", "--data", "/games"]);
    let mut server = serve.stdout(Stdio::piped()).spawn().context("bwrap")?;
    let answered = answer(&mut server);
    let _ = server.kill();
    let _ = server.wait();
    answered?;
    let took = began.elapsed();
    println!("   the page after {:.1} s", took.as_secs_f64());
    ensure!(took < MOST, "it took {took:?}, and may take {MOST:?}");
    Ok(())
}

fn answer(server: &mut std::process::Child) -> Result<()> {
    let mut line = String::new();
    let out = server.stdout.take().context("its output")?;
    BufReader::new(out).read_line(&mut line)?;
    let said: Value = serde_json::from_str(&line).with_context(|| format!("not JSON: {line}"))?;
    let address = said["address"].as_str().unwrap_or_default();
    let address = address.trim_start_matches("http://").trim_end_matches('/');
    let page = get(address, "/")?;
    ensure!(page.contains("<title>"), "no page: {page}");
    let games = get(address, "/api/catalogue")?;
    ensure!(games.contains("xiangqi"), "no games: {games}");
    Ok(())
}

/// The program with nothing around it but the kernel's own folders.
fn inside(folder: &Path) -> Command {
    let mut command = Command::new("bwrap");
    command.args([
        "--unshare-all",
        "--share-net",
        "--die-with-parent",
        "--clearenv",
    ]);
    command.arg("--bind").arg(folder).arg("/");
    command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
    command.args([
        "--setenv",
        "HOME",
        "/",
        "--setenv",
        "BOYI_LANG",
        "en",
        "--",
        "/boyi",
    ]);
    command
}
