//! `cargo xtask dist`: what is published of a version, made from a clean clone. Two runs give the same bytes.

mod archive;
mod deb;
mod oci;
mod programs;
mod sbom;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::suite::{self, Suite};
use crate::{page, root, tools, wasm};
use archive::{Entry, Form};
use programs::{PROGRAMS, Program};

/// What can be made, in the order in which it is.
const PARTS: [&str; 10] = [
    "x86_64-musl",
    "x86_64-v2-musl",
    "aarch64-musl",
    "windows",
    "deb",
    "oci",
    "page",
    "source",
    "sbom",
    "trial",
];

/// What was asked for.
pub(crate) struct Plan {
    out: PathBuf,
    parts: Vec<String>,
    profile: String,
}

impl Plan {
    /// Reads `--out FOLDER [--only PART,...] [--profile NAME]`.
    pub(crate) fn read(words: &[&str]) -> Result<Self> {
        let (mut out, mut parts) = (None, Vec::new());
        let mut profile = "release".to_owned();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let value = words
                .next()
                .with_context(|| format!("{word} needs a value"))?;
            match word {
                "--out" => out = Some(std::path::absolute(value)?),
                "--only" => parts = value.split(',').map(str::to_owned).collect(),
                "--profile" => (*value).clone_into(&mut profile),
                _ => bail!("`{word}` is not understood: --out FOLDER [--only PART,...]"),
            }
        }
        for part in &parts {
            let known = PARTS.contains(&&**part);
            ensure!(known, "there is no part `{part}`: {}", PARTS.join(", "));
        }
        if parts.is_empty() {
            parts = PARTS.map(str::to_owned).into();
        }
        let out = out.context("say where: cargo xtask dist --out FOLDER")?;
        Ok(Self {
            out,
            parts,
            profile,
        })
    }

    fn wants(&self, part: &str) -> bool {
        self.parts.iter().any(|wanted| wanted == part)
    }
}

/// What all parts share.
struct Release {
    version: String,
    /// When the commit was made, in seconds since 1970: the time of every file in every archive.
    time: u64,
    out: PathBuf,
    /// Manual pages, completions, licences: what lies beside the program, by where it lies below `share`.
    shared: Vec<Entry>,
}

/// Makes it all, then the list of hashes.
pub(crate) fn run(plan: &Plan) -> Result<()> {
    let mut suite = Suite::default();
    fs::create_dir_all(&plan.out)?;
    let mut release = Release {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        time: time()?,
        out: plan.out.clone(),
        shared: Vec::new(),
    };
    let changed = suite::output(git("status --porcelain --untracked-files=no"))?;
    if !changed.is_empty() {
        println!("   not a clean clone: what is made holds changes that no commit has");
    }
    let built = page()?;
    let mut made: Vec<(&Program, PathBuf)> = Vec::new();
    for program in &PROGRAMS {
        if !plan.wants(program.part) {
            continue;
        }
        if let Err(why) = program.platform()?.prepare() {
            suite.skip(format!("{}: {why:#}", program.part));
            continue;
        }
        suite.check(program.part, || {
            let file = program.build(&plan.profile, &built, &release)?;
            made.push((program, file));
            Ok(())
        });
    }
    if let Some((program, file)) = made.iter().find(|(program, _)| program.runs_here()) {
        release.shared = programs::shared(program, file)?;
    }
    for (program, file) in &made {
        suite.check(&format!("archive of {}", program.part), || {
            release.archive(program, file)
        });
    }
    let linux: Vec<(&Program, &Path)> = made
        .iter()
        .filter(|(program, _)| program.linux_name().is_some())
        .map(|(program, file)| (*program, file.as_path()))
        .collect();
    for (part, make) in [
        (
            "deb",
            deb::make as fn(&Release, &[(&Program, &Path)]) -> Result<()>,
        ),
        ("oci", oci::make),
    ] {
        if plan.wants(part) {
            suite.check(part, || make(&release, &linux));
        }
    }
    if plan.wants("page") {
        static_page(&mut suite, &release, &made);
    }
    if plan.wants("source") {
        suite.check("source", || source(&release, &built));
    }
    if plan.wants("sbom") {
        suite.check("sbom", || {
            let text = sbom::cyclonedx(&release.version)?;
            release.put("sbom.cdx.json", text.as_bytes())
        });
    }
    suite.check("SHA256SUMS", || sums(&plan.out));
    if plan.wants("trial") {
        let archive = plan.out.join(release.name("x86_64-linux-v3.tar.gz"));
        if archive.exists() && tools::is_there("bwrap") {
            suite.check("trial in an empty root", || trial::run(&archive));
        } else {
            suite.skip("trial in an empty root (no x86_64-musl here, or no bubblewrap)");
        }
    }
    suite.finish()
}

/// `SOURCE_DATE_EPOCH` where it is set, else when the commit was made.
fn time() -> Result<u64> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => suite::output(git("log -1 --format=%ct"))?,
    };
    text.trim().parse().context("SOURCE_DATE_EPOCH")
}

fn git(arguments: &str) -> Command {
    let mut command = Command::new("git");
    command.args(arguments.split(' ')).current_dir(root());
    command
}

/// The page, built once for all programs.
fn page() -> Result<PathBuf> {
    for program in ["node", "npm"] {
        ensure!(tools::is_there(program), "the page needs {program}");
    }
    println!("== the page, and the engines for the browser in it");
    let module = wasm::build()?;
    let folder = page::prepared()?;
    fs::create_dir_all(folder.join("public/engine"))?;
    fs::copy(module, folder.join("public/engine/boyi.wasm"))?;
    let mut build = Command::new("npm");
    build
        .args(["run", "--silent", "build"])
        .current_dir(&folder);
    suite::run(build)?;
    Ok(folder.join("dist"))
}

/// The folder that needs no server, from the program that writes it.
fn static_page(suite: &mut Suite, release: &Release, made: &[(&Program, PathBuf)]) {
    let Some((program, file)) = made.iter().find(|(program, _)| program.runs_here()) else {
        suite.skip("page (no program was made that runs here)");
        return;
    };
    let mut ask = program.start(file);
    ask.args(["page", "--help"]);
    if suite::output(ask).is_err() {
        suite.skip("page (this program has no command `page`)");
        return;
    }
    suite.check("page", || {
        let folder = suite::target()?.join("dist/site");
        let _ = fs::remove_dir_all(&folder);
        let mut write = program.start(file);
        write.args(["page", "--out"]).arg(&folder);
        suite::run(write)?;
        let top = release.name("page");
        release.write(
            &format!("{top}.tar.gz"),
            Form::Tar,
            archive::folder(&folder, &top)?,
        )
    });
}

/// Every file of the commit and the built page, so that `cargo install` needs no Node.js.
fn source(release: &Release, built: &Path) -> Result<()> {
    let top = release.name("source");
    let mut entries = Vec::new();
    for name in suite::output(git("ls-files -z"))?.split('\0') {
        let path = root().join(name);
        if !name.is_empty() && path.is_file() {
            entries.push(Entry::of_file(&path, format!("{top}/{name}"))?);
        }
    }
    entries.extend(archive::folder(built, &format!("{top}/crates/web/page"))?);
    release.write(&format!("{top}.tar.gz"), Form::Tar, entries)
}

impl Release {
    /// `boyi-1.2.3-WHAT`.
    fn name(&self, what: &str) -> String {
        format!("boyi-{}-{what}", self.version)
    }

    fn write(&self, file: &str, form: Form, entries: Vec<Entry>) -> Result<()> {
        let bytes = archive::write(form, entries, self.time)?;
        fs::write(self.out.join(file), &bytes)?;
        println!("   {file}: {:.1} MB", bytes.len() as f64 / 1e6);
        Ok(())
    }

    fn put(&self, what: &str, bytes: &[u8]) -> Result<()> {
        fs::write(self.out.join(self.name(what)), bytes)?;
        println!("   {}", self.name(what));
        Ok(())
    }

    /// The program with what belongs to it, and its debug symbols apart.
    fn archive(&self, program: &Program, file: &Path) -> Result<()> {
        let top = self.name(program.archive);
        let mut entries = vec![Entry::program(
            file,
            format!("{top}/{}", program.file_name()),
        )?];
        for name in [
            "README.md",
            "README.zh.md",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
        ] {
            entries.push(Entry::of_file(&root().join(name), format!("{top}/{name}"))?);
        }
        let beside = self.shared.iter().cloned();
        entries.extend(beside.map(|entry| entry.below(&format!("{top}/share"))));
        let (form, ending) = program.form();
        self.write(&format!("{top}.{ending}"), form, entries)?;
        let symbols = programs::symbols_of(file);
        let name = format!("{}.debug", program.file_name());
        let entry = Entry::of_file(&symbols, format!("{top}/{name}"))?;
        self.write(&format!("{top}-symbols.tar.gz"), Form::Tar, vec![entry])
    }
}

/// A hash of every file that lies there, as `sha256sum --check` reads it.
fn sums(out: &Path) -> Result<()> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        if path.is_file() && !path.ends_with("SHA256SUMS") {
            files.push(path);
        }
    }
    files.sort();
    let mut text = String::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        text += &format!("{}  {name}\n", sha256(&fs::read(&file)?));
    }
    print!("{text}");
    Ok(fs::write(out.join("SHA256SUMS"), text)?)
}

fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
