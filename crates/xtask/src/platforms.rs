//! `cargo xtask platforms`: every system the program is for, built here and run as far as this machine can.

mod macos;

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::suite::{self, Suite, cargo};
use crate::{root, tools};

/// A system, and what it takes to build for it and to run what was built.
pub(crate) struct Platform {
    pub(crate) name: &'static str,
    pub(crate) target: &'static str,
    /// Programs, and the packages of Debian they are in.
    needs: &'static [(&'static str, &'static str)],
    /// Built by zig, which has the C compiler and the libraries of every system in it.
    by_zig: bool,
    /// Starts a program of that system here.
    runner: &'static [&'static str],
    /// Crates whose tests are run there, because they have a twin for it.
    tests: &'static [&'static str],
}

pub(crate) const PLATFORMS: [Platform; 5] = [
    Platform {
        name: "windows",
        target: "x86_64-pc-windows-gnu",
        needs: &[
            ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
            ("wine", "wine"),
        ],
        by_zig: false,
        runner: &["wine"],
        tests: &["boyi-platform"],
    },
    Platform {
        name: "x86_64-musl",
        target: "x86_64-unknown-linux-musl",
        needs: &[("musl-gcc", "musl-tools")],
        by_zig: false,
        runner: &[],
        tests: &["boyi-platform"],
    },
    Platform {
        name: "aarch64",
        target: "aarch64-unknown-linux-gnu",
        needs: &[
            ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            ("qemu-aarch64", "qemu-user"),
        ],
        by_zig: false,
        runner: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
        tests: &["boyi-platform", "boyi-nnue", "boyi-reversi", "boyi-gomoku"],
    },
    Platform {
        name: "aarch64-musl",
        target: "aarch64-unknown-linux-musl",
        needs: &[("cargo-zigbuild", "")],
        by_zig: true,
        runner: &["qemu-aarch64"],
        tests: &[],
    },
    Platform {
        name: "macos",
        target: "aarch64-apple-darwin",
        needs: &[("cargo-zigbuild", "")],
        by_zig: true,
        runner: &[],
        tests: &[],
    },
];

/// The platform of this name.
pub(crate) fn named(name: &str) -> Result<&'static Platform> {
    let found = PLATFORMS.iter().find(|platform| platform.name == name);
    found.with_context(|| {
        let names: Vec<&str> = PLATFORMS.iter().map(|platform| platform.name).collect();
        format!("there is no platform `{name}`: {}", names.join(", "))
    })
}

/// Builds and runs for all platforms, or those that are named; `--profile NAME` in place of `checked`.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let mut suite = Suite::default();
    let (profile, only) = match words {
        ["--profile", profile, only @ ..] => (*profile, only),
        only => ("checked", only),
    };
    // Cargo calls the folder of its usual profile so.
    let folder = if profile == "dev" { "debug" } else { profile };
    let chosen: Vec<&Platform> = match only {
        [] => PLATFORMS.iter().collect(),
        names => names
            .iter()
            .map(|name| named(name))
            .collect::<Result<_>>()?,
    };
    for platform in chosen {
        if let Err(why) = platform.prepare() {
            suite.skip(format!("{}: {why:#}", platform.name));
            continue;
        }
        let name = platform.name;
        suite.check(&format!("{name}: lints"), || {
            let mut clippy = platform.cargo("clippy", "--quiet --package boyi");
            clippy.args(["--", "--deny", "warnings"]);
            suite::run(clippy)
        });
        suite.check(&format!("{name}: build"), || {
            suite::run(platform.cargo(
                "build",
                &format!("--quiet --profile {profile} --package boyi"),
            ))?;
            let bot = "--package boyi-platform --example scripted_bot";
            let bot = format!("--quiet --profile {profile} {bot}");
            suite::run(platform.cargo("build", &bot))
        });
        if !platform.runs_here() {
            suite.skip(format!(
                "{name}: running it (only its own system can; see .github/workflows/platforms.yml)"
            ));
            continue;
        }
        if platform.runner.first() == Some(&"wine") {
            for name in ["", "deps/", "examples/"] {
                let place = platform.program(folder, &format!("{name}boyi"))?;
                complete_wine(place.parent().context("a folder")?)?;
            }
        }
        if !platform.tests.is_empty() {
            suite.check(
                &format!("{name}: tests of {}", platform.tests.join(", ")),
                || {
                    let mut test = platform.cargo(
                        "test",
                        &format!("--quiet --profile {profile} --lib --tests"),
                    );
                    test.args(platform.tests.iter().flat_map(|name| ["--package", name]));
                    suite::run(test)
                },
            );
        }
        let program = platform.program(folder, "boyi")?;
        let bot = platform.program(folder, "examples/scripted_bot")?;
        trials(&mut suite, platform, &program, &bot);
    }
    suite.finish()
}

/// What `cargo xtask test` looks at: whether it compiles where that needs nothing that is not here.
pub(crate) fn check_quickly(suite: &mut Suite) {
    let platform = &PLATFORMS[0];
    if !tools::has_target(platform.target) || !tools::is_there(platform.needs[0].0) {
        suite.skip(format!(
            "{} compiles (rustup target add {}, apt-get install {}; cargo xtask platforms does both)",
            platform.name, platform.target, platform.needs[0].1
        ));
        return;
    }
    suite.check("it compiles for Windows", || {
        suite::run(platform.cargo("check", "--quiet --package boyi"))
    });
}

impl Platform {
    /// Installs what is missing, where that is allowed; else says what it is.
    pub(crate) fn prepare(&self) -> Result<()> {
        ensure!(
            tools::add_target(self.target),
            "rustup target add {}",
            self.target
        );
        if self.by_zig {
            prepare_zig()?;
        }
        let missing = || self.needs.iter().filter(|need| !tools::is_there(need.0));
        let packages: Vec<&str> = missing().map(|need| need.1).collect();
        tools::apt_install(&packages);
        if let Some((program, package)) = missing().next() {
            bail!("{program} is not installed: apt-get install {package}");
        }
        Ok(())
    }

    /// A cargo command for this platform. The page is the same everywhere and has tests of its own.
    pub(crate) fn cargo(&self, what: &str, arguments: &str) -> Command {
        let with_zig = self.by_zig && what == "build";
        let mut command = cargo(if with_zig { "zigbuild" } else { what });
        command
            .args(["--target", self.target])
            .args(arguments.split(' '));
        command.env("BOYI_NPM", "no-npm-for-other-platforms");
        let target = self.target.replace('-', "_").to_uppercase();
        if self.target == "aarch64-unknown-linux-gnu" {
            command.env(format!("CARGO_TARGET_{target}_LINKER"), self.needs[0].0);
        }
        if self.by_zig && !with_zig {
            // Parts in C are compiled for lints, too.
            let zig = self
                .target
                .replace("unknown-", "")
                .replace("apple-darwin", "macos");
            let flags = format!("python3 -m ziglang cc -target {zig}");
            command.env(format!("CC_{}", self.target.replace('-', "_")), flags);
        }
        if self.target.ends_with("apple-darwin")
            && env::var_os("SDKROOT").is_none()
            && let Ok(sdk) = macos::sdk()
        {
            command.env("SDKROOT", sdk);
        }
        if !self.runner.is_empty() {
            command.env(
                format!("CARGO_TARGET_{target}_RUNNER"),
                self.runner.join(" "),
            );
        }
        // Wine says on standard error what it has not been told.
        command.env("WINEDEBUG", "-all");
        command
    }

    /// A program that was built for this platform.
    pub(crate) fn program(&self, profile: &str, name: &str) -> Result<PathBuf> {
        let ending = if self.target.contains("windows") {
            ".exe"
        } else {
            ""
        };
        let folder = suite::target()?.join(self.target).join(profile);
        Ok(folder.join(format!("{name}{ending}")))
    }

    fn runs_here(&self) -> bool {
        let machine = format!("{}-unknown-{}", env::consts::ARCH, env::consts::OS);
        match self.runner.first() {
            Some(runner) => tools::is_there(runner),
            None => self.target.starts_with(&machine),
        }
    }

    /// Starts a program of this platform.
    fn start(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = match self.runner {
            [] => Command::new(program),
            [runner, rest @ ..] => {
                let mut command = Command::new(runner);
                command.args(rest).arg(program);
                command
            }
        };
        command
            .args(arguments)
            .env("WINEDEBUG", "-all")
            .env("BOYI_LANG", "en");
        command.current_dir(root());
        command
    }
}

/// Programs of Rust ask Windows for chance by a library that wine has only since version 9: one that asks an older one
/// lies beside the program.
fn complete_wine(folder: &Path) -> Result<()> {
    const SOURCE: &str = "
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return SystemFunction036(bytes, (ULONG)count);
}
";
    let source = folder.join("bcryptprimitives.c");
    std::fs::write(&source, SOURCE)?;
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    compile
        .arg("-shared")
        .arg("-o")
        .arg(folder.join("bcryptprimitives.dll"));
    compile.arg(&source).arg("-ladvapi32");
    suite::output(compile).map(drop)
}

/// Zig comes from Python's registry, cargo's way of calling it from that of Rust.
fn prepare_zig() -> Result<()> {
    let has_zig = || {
        let mut ask = Command::new("python3");
        ask.args(["-m", "ziglang", "version"]);
        suite::output(ask).is_ok()
    };
    if !has_zig() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "ziglang"]);
        let _ = suite::run(pip);
    }
    ensure!(has_zig(), "pip install ziglang");
    if !tools::is_there("cargo-zigbuild") {
        let _ = suite::run(cargo("install --quiet --locked cargo-zigbuild"));
    }
    ensure!(
        tools::is_there("cargo-zigbuild"),
        "cargo install cargo-zigbuild"
    );
    Ok(())
}

/// The program does there what it does here.
fn trials(suite: &mut Suite, platform: &Platform, program: &Path, bot: &Path) {
    let name = platform.name;
    let json = |arguments: &[&str]| -> Result<Value> {
        let said = suite::output(platform.start(program, arguments))?;
        serde_json::from_str(&said).with_context(|| format!("not JSON: {said}"))
    };
    suite.check(&format!("{name}: perft of Othello to depth 8"), || {
        let nodes = &json(&["perft", "reversi", "8", "--json"])?["nodes"];
        ensure!(*nodes == 390_216, "counted {nodes}, published are 390216");
        Ok(())
    });
    suite.check(&format!("{name}: the bench signature"), || {
        let nodes = json(&["bench", "--json"])?["nodes"].as_u64();
        let said = crate::bench_signature::said();
        ensure!(
            nodes == said,
            "{nodes:?} here, {said:?} by the commit messages"
        );
        println!("   {} nodes", said.unwrap_or_default());
        Ok(())
    });
    suite.check(&format!("{name}: a match"), || {
        let arguments = [
            "match",
            "reversi",
            "pvs:nodes=500",
            "ordered:depth=2",
            "--games",
            "4",
            "--json",
        ];
        let said = suite::output(platform.start(program, &arguments))?;
        ensure!(said.contains("\"games\""), "no result: {said}");
        Ok(())
    });
    suite.check(&format!("{name}: the server answers"), || {
        let server = Server::start(platform, program)?;
        let page = server.get("/healthz")?;
        ensure!(page.starts_with("HTTP/1.1 200"), "{page}");
        let games = server.get("/api/catalogue")?;
        ensure!(games.contains("xiangqi"), "{games}");
        Ok(())
    });
    if platform.runner.first() == Some(&"qemu-aarch64") {
        suite.skip(format!(
            "{name}: programs as players (one that qemu runs cannot start others)"
        ));
        return;
    }
    // What it is ended for, how long a move may take, and what the record says.
    let misdeeds = [
        ("stall", "move=1s", "out of time"),
        ("hoard", "move=30s", "memory"),
        ("swarm", "move=30s", "processes"),
    ];
    for (role, control, said) in misdeeds {
        suite.check(&format!("{name}: a bot is ended: {role}"), || {
            let reasons = played(platform, program, bot, role, control)?;
            println!("   {}", reasons.join("; "));
            ensure!(
                reasons.len() == 2 && reasons.iter().all(|reason| reason.contains(said)),
                "not for its {said}: {reasons:?}"
            );
            Ok(())
        });
    }
    suite.check(&format!("{name}: a bot that plays"), || {
        let reasons = played(platform, program, bot, "play", "move=30s")?;
        ensure!(reasons.len() == 2, "two games, not {reasons:?}");
        let of_rules = |reason: &String| !reason.contains("player");
        ensure!(reasons.iter().all(of_rules), "not to the end: {reasons:?}");
        Ok(())
    });
}

/// Plays two games against a bot, and returns why each ended.
fn played(
    platform: &Platform,
    program: &Path,
    bot: &Path,
    role: &str,
    control: &str,
) -> Result<Vec<String>> {
    let folder = suite::target()?.join("platforms").join(platform.name);
    std::fs::create_dir_all(&folder)?;
    let store = folder.join(format!("{role}.sqlite"));
    let _ = std::fs::remove_file(&store);
    let player = format!("{} {role}", shown_to(platform, bot));
    let store = shown_to(platform, &store);
    let mut play = platform.start(program, &["match", "reversi", "ordered:depth=1", &player]);
    play.args(["--games", "2", "--control", control, "--bot-memory", "256"]);
    play.args(["--bot-processes", "16", "--store", &store, "--json"]);
    suite::output(play)?;
    let list = ["record", "list", "--store", &store, "--json"];
    let games = suite::output(platform.start(program, &list))?;
    let reason = |line: &str| -> Result<String> {
        let game: Value = serde_json::from_str(line)?;
        Ok(game["reason"].as_str().unwrap_or_default().to_owned())
    };
    games.lines().map(reason).collect()
}

/// A path as programs of that platform read it; words are split as in a shell, where `\` means something else.
fn shown_to(platform: &Platform, path: &Path) -> String {
    let path = path.display();
    if platform.target.contains("windows") {
        // Wine has the root of this system as a drive of its own.
        format!("Z:{path}")
    } else {
        path.to_string()
    }
}

/// A server of another platform; dropping it ends it.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(platform: &Platform, program: &Path) -> Result<Self> {
        let data = suite::target()?.join("platforms").join(platform.name);
        let mut command = platform.start(program, &["serve", "--json", "--port", "0", "--data"]);
        command.arg(&data).stdout(Stdio::piped());
        let mut child = command.spawn().context("the server does not start")?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let address = said["address"].as_str().unwrap_or_default();
        let address = address
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        let server = Self { child, address };
        ensure!(
            !server.address.is_empty(),
            "the server does not say where it is: {line}"
        );
        Ok(server)
    }

    fn get(&self, path: &str) -> Result<String> {
        get(&self.address, path)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server answers, head and all.
pub(crate) fn get(address: &str, path: &str) -> Result<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut line = loop {
        match TcpStream::connect(address) {
            Ok(line) => break line,
            Err(error) if Instant::now() > deadline => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    line.set_read_timeout(Some(Duration::from_secs(20)))?;
    write!(
        line,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut reply = Vec::new();
    line.read_to_end(&mut reply)?;
    Ok(String::from_utf8_lossy(&reply).into_owned())
}
