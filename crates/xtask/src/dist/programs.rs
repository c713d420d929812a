//! The programs that are published: for which machines, how they are built, and what lies beside them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::Release;
use super::archive::{self, Entry, Form};
use crate::platforms::{self, Platform};
use crate::suite;

pub(super) struct Program {
    /// As `--only` names it.
    pub(super) part: &'static str,
    platform: &'static str,
    /// As its archive is called.
    pub(super) archive: &'static str,
    /// What the compiler may take for granted; what the target says where there is nothing.
    cpu: Option<&'static str>,
    objcopy: &'static str,
}

pub(super) const PROGRAMS: [Program; 4] = [
    Program {
        part: "x86_64-musl",
        platform: "x86_64-musl",
        archive: "x86_64-linux-v3",
        cpu: Some("x86-64-v3"),
        objcopy: "objcopy",
    },
    Program {
        part: "x86_64-v2-musl",
        platform: "x86_64-musl",
        archive: "x86_64-linux-v2",
        cpu: Some("x86-64-v2"),
        objcopy: "objcopy",
    },
    Program {
        part: "aarch64-musl",
        platform: "aarch64-musl",
        archive: "aarch64-linux",
        cpu: None,
        objcopy: "aarch64-linux-gnu-objcopy",
    },
    Program {
        part: "windows",
        platform: "windows",
        archive: "x86_64-windows",
        cpu: Some("x86-64-v3"),
        objcopy: "x86_64-w64-mingw32-objcopy",
    },
];

impl Program {
    pub(super) fn platform(&self) -> Result<&'static Platform> {
        platforms::named(self.platform)
    }

    /// What Debian and containers call the machine it is for, and what the file is called among others for it.
    pub(super) fn linux_name(&self) -> Option<(&'static str, &'static str)> {
        match self.part {
            "x86_64-musl" => Some(("amd64", "usr/lib/boyi/boyi-x86-64-v3")),
            "x86_64-v2-musl" => Some(("amd64", "usr/bin/boyi")),
            "aarch64-musl" => Some(("arm64", "usr/bin/boyi")),
            _ => None,
        }
    }

    pub(super) fn file_name(&self) -> &'static str {
        if self.platform == "windows" {
            "boyi.exe"
        } else {
            "boyi"
        }
    }

    pub(super) fn form(&self) -> (Form, &'static str) {
        if self.platform == "windows" {
            (Form::Zip, "zip")
        } else {
            (Form::Tar, "tar.gz")
        }
    }

    /// Whether it can be started here as it is.
    pub(super) fn runs_here(&self) -> bool {
        self.part == "x86_64-musl" && env::consts::ARCH == "x86_64" && env::consts::OS == "linux"
    }

    #[expect(
        clippy::unused_self,
        reason = "one that does not run here would need a runner"
    )]
    pub(super) fn start(&self, file: &Path) -> Command {
        Command::new(file)
    }

    /// Builds it with the page inside, and returns the program without its debug symbols, which lie beside it.
    pub(super) fn build(&self, profile: &str, page: &Path, release: &Release) -> Result<PathBuf> {
        let platform = self.platform()?;
        let mut build = platform.cargo("build", "--quiet --locked --package boyi");
        build.args(["--profile", profile]);
        // Processors of one kind share a target, not what is built for it.
        let folder = suite::target()?.join("dist").join(self.part);
        build.env("CARGO_TARGET_DIR", &folder);
        build.env("BOYI_PAGE", page).env("BOYI_REQUIRE_PAGE", "1");
        build.env("SOURCE_DATE_EPOCH", release.time.to_string());
        let (flags, c_flags) = self.flags()?;
        build.env("RUSTFLAGS", flags).env("CFLAGS", c_flags);
        suite::run(build)?;
        let built = folder
            .join(platform.target)
            .join(profile)
            .join(self.file_name());
        self.split(&built)
    }

    /// No path of the machine that builds stays in the program.
    fn flags(&self) -> Result<(String, String)> {
        let mut flags = suite::remapped_paths()?;
        flags.extend(self.cpu.map(|cpu| format!("-Ctarget-cpu={cpu}")));
        let c_flags = suite::renamed_folders()?
            .map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
        Ok((flags.join(" "), c_flags.join(" ")))
    }

    fn split(&self, built: &Path) -> Result<PathBuf> {
        let stripped = built.with_file_name(format!("stripped-{}", self.file_name()));
        let symbols = symbols_of(&stripped);
        let objcopy = |arguments: &[&str], from: &Path, to: &Path| {
            let mut command = Command::new(self.objcopy);
            command.args(arguments).arg(from).arg(to);
            suite::run(command)
        };
        objcopy(&["--only-keep-debug"], built, &symbols)?;
        objcopy(&["--strip-all"], built, &stripped)?;
        let size = |file: &Path| Ok::<_, std::io::Error>(file.metadata()?.len() as f64 / 1e6);
        println!(
            "   {:.1} MB, and {:.1} MB of debug symbols apart",
            size(&stripped)?,
            size(&symbols)?
        );
        Ok(stripped)
    }
}

/// The programs of Linux by machine, as the packages hold them: where there is one for every processor and one for
/// newer ones, the former becomes the latter where it can; where there is only the latter, it is the program.
pub(super) fn by_machine(
    programs: &[(&Program, &Path)],
) -> Result<BTreeMap<&'static str, Vec<Entry>>> {
    const PROGRAM: &str = "usr/bin/boyi";
    let mut machines: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
    for (program, file) in programs {
        let (machine, place) = program.linux_name().context("a program of Linux")?;
        let entry = Entry::program(file, place)?;
        machines.entry(machine).or_default().push(entry);
    }
    ensure!(!machines.is_empty(), "no program for it was built");
    for entries in machines.values_mut() {
        if !entries.iter().any(|entry| entry.name == PROGRAM) {
            PROGRAM.clone_into(&mut entries[0].name);
        }
    }
    Ok(machines)
}

/// Where the debug symbols of a program lie.
pub(super) fn symbols_of(program: &Path) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(".debug");
    name.into()
}

/// Manual pages and completions, which the program itself prints.
pub(super) fn shared(program: &Program, file: &Path) -> Result<Vec<Entry>> {
    let folder = suite::target()?.join("dist/man");
    let _ = fs::remove_dir_all(&folder);
    let mut man = program.start(file);
    man.args(["man", "--out"]).arg(&folder);
    suite::output(man)?;
    let mut entries = archive::folder(&folder, "man/man1")?;
    ensure!(!entries.is_empty(), "no manual pages");
    for (shell, place) in [
        ("bash", "bash-completion/completions/boyi"),
        ("zsh", "zsh/site-functions/_boyi"),
        ("fish", "fish/vendor_completions.d/boyi.fish"),
    ] {
        let mut completions = program.start(file);
        completions.args(["completions", shell]);
        entries.push(Entry::new(place, suite::output(completions)?));
    }
    Ok(entries)
}
