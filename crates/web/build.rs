//! Builds the page with npm in `OUT_DIR`, from where `assets.rs` embeds it. Without npm the program is
//! built without the page and says so.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The engines for the browser are a part of the page, not the other way round.
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui");
    for name in [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "tsconfig.json",
        ".npmrc",
    ] {
        println!("cargo::rerun-if-changed={}", ui.join(name).display());
    }
    // New texts are embedded, too.
    println!("cargo::rerun-if-changed=../../docs/lessons");
    println!("cargo::rerun-if-changed=../../docs/rules");
    // The engines for the browser, where `cargo xtask wasm` has made them: building them here would make
    // everybody wait who wants a server.
    println!("cargo::rerun-if-changed={}", ui.join("engine").display());
    // What is not there counts as changed.
    if Path::new("page").exists() {
        println!("cargo::rerun-if-changed=page");
    }
    println!("cargo::rerun-if-env-changed=BOYI_PAGE");
    println!("cargo::rerun-if-env-changed=BOYI_NPM");
    println!("cargo::rerun-if-env-changed=BOYI_REQUIRE_PAGE");
    if let Err(why) = build(&ui, &out) {
        assert!(
            env::var_os("BOYI_REQUIRE_PAGE").is_none(),
            "the page cannot be built: {why}"
        );
        println!("cargo::warning=boyi is built without its page: {why}");
        println!("cargo::rustc-env=BOYI_NO_PAGE={why}");
    }
}

/// Copies the sources, installs what they need if that has changed, and builds.
fn build(ui: &Path, out: &Path) -> Result<(), String> {
    let work = out.join("ui");
    if let Some(built) = built_before() {
        let _ = fs::remove_dir_all(work.join("dist"));
        let why = |error| format!("{}: {error}", built.display());
        return copy(&built, &work.join("dist"), &[]).map_err(why);
    }
    let failed = |error: io::Error| error.to_string();
    for folder in ["src", "public", "dist"] {
        if work.join(folder).exists() {
            fs::remove_dir_all(work.join(folder)).map_err(failed)?;
        }
    }
    copy(ui, &work, &["node_modules", "dist", "tests", "engine"]).map_err(failed)?;
    let module = ui.join("engine/boyi.wasm");
    if module.exists() {
        fs::create_dir_all(work.join("public/engine")).map_err(failed)?;
        fs::copy(&module, work.join("public/engine/boyi.wasm")).map_err(failed)?;
    }
    let wanted = ["package.json", "package-lock.json"]
        .map(|name| fs::read(ui.join(name)).unwrap_or_default());
    let stamp = work.join("node_modules/.boyi-stamp");
    if fs::read(&stamp).ok() != Some(wanted.concat()) {
        npm(
            &work,
            &[
                "install",
                "--omit=dev",
                "--no-audit",
                "--no-fund",
                "--prefer-offline",
                "--loglevel=error",
            ],
        )?;
        fs::write(&stamp, wanted.concat()).map_err(failed)?;
    }
    npm(&work, &["run", "--silent", "build"])
}

/// A page that somebody has built: a release builds it once for all programs, and a source archive brings it along.
fn built_before() -> Option<PathBuf> {
    let brought = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let named = env::var_os("BOYI_PAGE").map(PathBuf::from);
    named.or_else(|| brought.exists().then_some(brought))
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = env::var_os("BOYI_NPM").unwrap_or_else(|| "npm".into());
    let output = Command::new(&program)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            "npm is not installed; install Node.js 20 or newer with npm, then build again"
                .to_owned()
        }
        _ => format!("npm cannot be started: {error}"),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(12)..].join(" | ");
    Err(format!("`npm {}` failed: {last}", arguments.join(" ")))
}

/// Everything in a folder but what has one of these names in it.
fn copy(from: &Path, to: &Path, but: &[&str]) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if but.iter().any(|&skipped| name == skipped) {
            continue;
        }
        let target = to.join(&name);
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, &[])?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
