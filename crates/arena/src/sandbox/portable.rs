//! Programs where nothing isolates them: a family of processes is bounded in memory and number, frozen
//! and ended as one, by what the system has for that. It reads, writes and connects as its owner may.

#[cfg(unix)]
mod process_group;
#[cfg(windows)]
mod job;

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[cfg(not(target_os = "linux"))]
use boyi_game::Phrase;

use super::program::ResolvedProgram;
use super::{Allowance, Ended, How, Layer, Overrun, OwnedEnd, Policy, StartError};
#[cfg(windows)]
use job::Family;
#[cfg(unix)]
use process_group::Family;

/// A program that was started. Dropping it ends the program and everything it started.
#[cfg_attr(
    target_os = "linux",
    expect(unreachable_pub, reason = "others show it")
)]
pub struct Running {
    pub stdin: OwnedEnd,
    pub stdout: OwnedEnd,
    pub stderr: OwnedEnd,
    pub layers: Vec<Layer>,
    /// Closed to call the program off.
    orders: Option<Sender<Order>>,
    ending: Receiver<Result<Ended, String>>,
    ended: Option<Result<Ended, String>>,
    keeper: Option<JoinHandle<()>>,
    pid: u32,
}

enum Order {
    Freeze,
    /// The other end hears when it is done.
    Thaw(Sender<()>),
}

/// How long to wait for anything to happen to a program that is frozen.
const FROZEN_PAUSE: Duration = Duration::from_secs(10);

/// How long a program that goes on may take to do so.
const PATIENCE: Duration = Duration::from_secs(20);

/// Those that hold here.
const LAYERS: [Layer; 2] = [Layer::Keeper, Layer::Limits];

pub(super) fn start(
    found: &ResolvedProgram,
    allowance: Allowance,
    policy: Policy,
) -> Result<Running, StartError> {
    if policy == Policy::Require {
        let layer = Layer::ALL.iter().find(|layer| !LAYERS.contains(layer));
        return Err(StartError::Incomplete {
            layer: layer.unwrap_or(&Layer::Landlock).name(),
            why: ELSEWHERE.to_owned(),
        });
    }
    let mut command = Command::new(&found.program);
    command
        .args(&found.arguments)
        .current_dir(&found.folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let limits = (policy != Policy::Off).then_some(&allowance);
    if limits.is_some() {
        keep_little(&mut command, &found.program);
    }
    let (mut child, family) = Family::start(command, limits)?;
    let pid = child.id();
    let ends = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = ends else {
        return Err(io::Error::other("a pipe is missing").into());
    };
    let (orders, taken) = channel();
    let (tell, ending) = channel();
    let mut keeper = Keeper {
        allowance: limits.copied(),
        child,
        family,
        frozen: false,
    };
    let keeper = std::thread::Builder::new()
        .name("keeper".to_owned())
        .spawn(move || {
            let ended = keeper.watch(&taken).map_err(|error| error.to_string());
            keeper.end_all();
            if let Some(ended) = ended.transpose() {
                // Whoever has dropped the program does not ask.
                let _ = tell.send(ended);
            }
        })?;
    Ok(Running {
        stdin: stdin.into(),
        stdout: stdout.into(),
        stderr: stderr.into(),
        layers: LAYERS[..if limits.is_some() { 2 } else { 1 }].to_vec(),
        orders: Some(orders),
        ending,
        ended: None,
        keeper: Some(keeper),
        pid,
    })
}

/// Of the environment a program gets what it needs to start.
fn keep_little(command: &mut Command, program: &Path) {
    const KEPT: &[&str] = if cfg!(windows) {
        // Without these, programs of Windows find neither their libraries nor a place for drafts.
        &[
            "SystemRoot",
            "SystemDrive",
            "TEMP",
            "TMP",
            "PATHEXT",
            "COMSPEC",
            "NUMBER_OF_PROCESSORS",
            "PROCESSOR_ARCHITECTURE",
        ]
    } else {
        &["TMPDIR"]
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let beside = program.parent().map(Path::to_owned);
    let folders = std::env::split_paths(&path).chain(beside);
    let path = std::env::join_paths(folders).unwrap_or(path.clone());
    command.env_clear().env("PATH", path);
    for name in KEPT {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    if cfg!(unix) {
        command.env("HOME", "/").env("LANG", "C.UTF-8");
    }
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONIOENCODING", "utf-8");
}

/// What the thread that stays with a program holds.
struct Keeper {
    /// `None` for a program one trusts.
    allowance: Option<Allowance>,
    child: Child,
    family: Family,
    frozen: bool,
}

impl Keeper {
    /// Waits until the program ends or uses too much, or until it is called off (`None`).
    fn watch(&mut self, orders: &Receiver<Order>) -> io::Result<Option<Ended>> {
        // A program that ends is heard of by its pipes at once; how it ended, by looking.
        const PAUSE: Duration = Duration::from_millis(20);
        loop {
            if let Some(status) = self.child.try_wait()? {
                let how = how(status);
                return Ok(Some(Ended { how, overrun: None }));
            }
            let mut pause = if self.frozen { FROZEN_PAUSE } else { PAUSE };
            if let Some(allowance) = self.allowance.filter(|_| !self.frozen) {
                let used = self.family.used();
                if let Some(overrun) = used.overrun(&allowance) {
                    return self.overrun(overrun).map(Some);
                }
                pause = pause.min(used.look_again_after(&allowance));
            }
            match orders.recv_timeout(pause) {
                Ok(Order::Freeze) => {
                    self.frozen = true;
                    self.family.freeze();
                }
                Ok(Order::Thaw(done)) => {
                    self.frozen = false;
                    self.family.thaw();
                    let _ = done.send(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn overrun(&mut self, overrun: Overrun) -> io::Result<Ended> {
        self.family.end();
        let how = how(self.child.wait()?);
        Ok(Ended {
            how,
            overrun: Some(overrun),
        })
    }

    fn end_all(&mut self) {
        self.family.end();
        let _ = self.child.wait();
    }
}

fn how(status: std::process::ExitStatus) -> How {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return How::Signal(signal);
    }
    How::Exit(status.code().unwrap_or(-1))
}

#[cfg_attr(
    target_os = "linux",
    expect(unreachable_pub, reason = "others show it")
)]
impl Running {
    /// Takes all processor time from the program and from everything it started. What it has written
    /// can still be read.
    pub fn freeze(&mut self) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(Order::Freeze);
        }
    }

    /// Lets it go on; it does when this returns.
    pub fn thaw(&mut self) {
        let (done, heard) = channel();
        let sent = self.orders.as_ref().map(|to| to.send(Order::Thaw(done)));
        if matches!(sent, Some(Ok(()))) {
            let _ = heard.recv_timeout(PATIENCE);
        }
    }

    /// How the program ended, waiting until `deadline` for the word; `None` while it runs.
    pub fn ended(&mut self, deadline: Instant) -> Option<&Result<Ended, String>> {
        if self.ended.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            self.ended = self.ending.recv_timeout(left).ok();
        }
        self.ended.as_ref()
    }

    /// The number of the process that stays with the program: the program itself, since a thread of ours
    /// does that here.
    pub fn keeper(&self) -> u32 {
        self.pid
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
    }
}

const ELSEWHERE: &str = "only Linux has it";

/// What stands behind a layer here, or why it does not hold.
#[cfg(not(target_os = "linux"))]
pub(super) fn detail(layer: Layer) -> Option<String> {
    match layer {
        Layer::Keeper => None,
        Layer::Limits => Some(Family::LIMITS.to_owned()),
        _ => Some(ELSEWHERE.to_owned()),
    }
}

/// Who takes a program's processor time away while it is not its turn.
#[cfg(not(target_os = "linux"))]
pub(super) fn freezer() -> Phrase {
    let (english, chinese) = Family::FREEZER;
    Phrase::new(english, chinese)
}

#[cfg(not(target_os = "linux"))]
impl super::Sandbox {
    pub fn start(&self, program: &super::Program) -> Result<Running, StartError> {
        self.start_resolved(&program.find(false)?)
    }

    pub(super) fn start_resolved(&self, found: &ResolvedProgram) -> Result<Running, StartError> {
        start(found, self.allowance, self.policy)
    }
}

#[cfg(all(test, unix))]
mod tests;
