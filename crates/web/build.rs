//! Builds the page with npm, in the folder cargo gives for built things, and writes the table of its
//! files that `assets.rs` includes. Without npm the program is built without the page and says so.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
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
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BOYI_NPM");
    println!("cargo::rerun-if-env-changed=BOYI_REQUIRE_PAGE");
    let missing = build(&ui, &out).err();
    if let Some(why) = &missing {
        assert!(
            env::var_os("BOYI_REQUIRE_PAGE").is_none(),
            "the page cannot be built: {why}"
        );
        println!("cargo::warning=boyi is built without its page: {why}");
    }
    let table = table(&out.join("ui/dist"), missing.as_deref()).expect("the folder can be read");
    fs::write(out.join("assets.rs"), table).expect("cargo's folder can be written");
}

/// Copies the sources, installs what they need if that has changed, and builds.
fn build(ui: &Path, out: &Path) -> Result<(), String> {
    let work = out.join("ui");
    let failed = |error: io::Error| error.to_string();
    let dist = work.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(failed)?;
    }
    for folder in ["src", "public"] {
        if work.join(folder).exists() {
            fs::remove_dir_all(work.join(folder)).map_err(failed)?;
        }
    }
    copy(ui, &work).map_err(failed)?;
    let wanted = ["package.json", "package-lock.json"]
        .map(|name| fs::read(ui.join(name)).unwrap_or_default());
    let stamp = work.join("node_modules/.boyi-stamp");
    if fs::read(&stamp).ok() != Some(wanted.concat()) {
        npm(
            &work,
            &[
                "install",
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

/// Everything but what npm and vite make.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if ["node_modules", "dist", "tests"]
            .iter()
            .any(|&skipped| name == skipped)
        {
            continue;
        }
        let target = to.join(&name);
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Rust source that includes every file, with its compressed twins where there are any.
fn table(dist: &Path, missing: Option<&str>) -> io::Result<String> {
    let mut files = Vec::new();
    if missing.is_none() {
        list(dist, &mut files)?;
    }
    files.sort();
    let mut text =
        format!("const NO_PAGE: Option<&str> = {missing:?};\nconst ASSETS: &[Asset] = &[\n");
    let is_twin = |path: &Path| {
        path.extension()
            .is_some_and(|extension| extension == "br" || extension == "gz")
    };
    for file in files.iter().filter(|file| !is_twin(file)) {
        let name = file
            .strip_prefix(dist)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        let mut hasher = DefaultHasher::new();
        fs::read(file)?.hash(&mut hasher);
        let twin = |extension: &str| {
            let path = format!("{}.{extension}", file.display());
            if Path::new(&path).exists() {
                format!("Some(include_bytes!({path:?}))")
            } else {
                "None".to_owned()
            }
        };
        let _ = writeln!(
            text,
            "Asset {{ path: {name:?}, plain: include_bytes!({:?}), brotli: {}, gzip: {}, etag: \"\\\"{:016x}\\\"\" }},",
            file.display().to_string(),
            twin("br"),
            twin("gz"),
            hasher.finish(),
        );
    }
    text.push_str("];\n");
    Ok(text)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
