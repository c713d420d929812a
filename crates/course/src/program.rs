//! From the files of a submission to a program that can be run: built in the sandbox, with limits of its own.

use std::fs;
use std::path::Path;
use std::time::Duration;

use boyi_arena::bot::{BotSpec, Manifest, Protocol};
use boyi_arena::sandbox::{Allowance, How, Policy, Program, Sandbox};

use crate::starter::manifest;
use crate::{BuildLimits, Files, Words, tar};

/// A submission, ready to be run.
pub(crate) struct Built {
    /// Removed with everything in it.
    folder: tempfile::TempDir,
    manifest: Manifest,
}

/// Why it cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NotBuilt {
    pub(crate) why: Words,
    /// Whether it used up what builds are given: a build that hangs or fills the machine.
    pub(crate) excessive: bool,
}

/// What a build may leave behind.
const MAX_OUTPUT: usize = 48 << 20;

/// Where there is bubblewrap a build works in a folder in memory, and what it made comes out as one
/// archive: nothing outside is ever writable to it.
const IN_MEMORY: &str =
    "cp -R . /tmp/build || exit 97; cd /tmp/build && { BUILD\n} 1>&2 && tar -cf - .";

/// The exit status where there is no folder to build in.
const NO_ROOM: i32 = 97;

impl Built {
    pub(crate) fn new(
        files: &Files,
        limits: BuildLimits,
        sandbox: &Sandbox,
    ) -> Result<Self, NotBuilt> {
        let ours = |error: std::io::Error| plainly(format!("no folder to build in: {error}"));
        let manifest = manifest(files).map_err(plainly)?;
        let folder = tempfile::Builder::new()
            .prefix("boyi-grade-")
            .tempdir()
            .map_err(ours)?;
        files.write(folder.path()).map_err(ours)?;
        if let Some(build) = &manifest.build {
            run_build(build, folder.path(), limits, sandbox)?;
        }
        Ok(Self { folder, manifest })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn program(&self) -> Program {
        Program {
            words: self.manifest.command.clone(),
            folder: Some(self.folder.path().to_owned()),
        }
    }

    /// The submission as a player.
    pub(crate) fn bot(&self, game: &str) -> BotSpec {
        BotSpec {
            name: "submission".to_owned(),
            protocol: Protocol::Boyi,
            program: self.program(),
            games: vec![game.to_owned()],
            build: None,
        }
    }
}

fn plainly(why: String) -> NotBuilt {
    NotBuilt {
        why: Words::new(why.clone(), why),
        excessive: false,
    }
}

fn run_build(
    build: &str,
    folder: &Path,
    limits: BuildLimits,
    sandbox: &Sandbox,
) -> Result<(), NotBuilt> {
    let trusted = sandbox.policy == Policy::Off;
    let script = if trusted {
        format!("{{ {build}\n}} 1>&2")
    } else {
        IN_MEMORY.replace("BUILD", build)
    };
    let builder = Sandbox {
        allowance: Allowance {
            memory: u64::from(limits.memory_mib) << 20,
            processes: 64,
            scratch: 256 << 20,
            files: 4096,
        },
        ..sandbox.clone()
    };
    let program = Program {
        words: ["sh", "-c", &script].map(str::to_owned).to_vec(),
        folder: Some(folder.to_owned()),
    };
    let limit = Duration::from_secs(limits.seconds.into());
    let run = builder
        .run(&program, b"", limit, MAX_OUTPUT)
        .map_err(|error| plainly(format!("the sandbox for the build: {error}")))?;
    let excessive = |en: String, zh: String| NotBuilt {
        why: Words::new(en, zh),
        excessive: true,
    };
    let Some(ended) = &run.ended else {
        let seconds = limits.seconds;
        return Err(if run.flooded {
            excessive(
                "the build wrote too much".to_owned(),
                "编译的输出过多".to_owned(),
            )
        } else {
            excessive(
                format!("the build was not done after {seconds} s"),
                format!("编译 {seconds} 秒后仍未完成"),
            )
        });
    };
    if let Some(overrun) = &ended.overrun {
        return Err(excessive(
            format!("the build used too much: {overrun:?}"),
            format!("编译用量过大：{overrun:?}"),
        ));
    }
    if ended.how == How::Exit(NO_ROOM) && sandbox.policy == Policy::Auto {
        // Without bubblewrap nothing is writable. Whoever wants every layer says so.
        let trusting = Sandbox {
            policy: Policy::Off,
            ..sandbox.clone()
        };
        return run_build(build, folder, limits, &trusting);
    }
    if ended.how != How::Exit(0) {
        let said = String::from_utf8_lossy(&run.stderr);
        let said: String = said.trim().chars().take(4000).collect();
        return Err(NotBuilt {
            why: Words::new(
                format!("`{build}` failed ({}): {said}", ended.how),
                format!("“{build}”失败（{}）：{said}", ended.how),
            ),
            excessive: false,
        });
    }
    if trusted {
        return Ok(());
    }
    for entry in tar::read(&run.stdout) {
        let path = folder.join(&entry.name);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, &entry.content))
            .and_then(|()| set_mode(&path, entry.runs));
        written.map_err(|error| plainly(format!("{}: {error}", entry.name)))?;
    }
    Ok(())
}

/// Lets a file be run, or not.
#[cfg(unix)]
fn set_mode(path: &Path, runs: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if runs { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "elsewhere the name of a file says which"
)]
fn set_mode(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}
