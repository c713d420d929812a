//! Starting a program, and holding on to one that runs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};

use super::launch::{KEEP, LaunchPlan};
use super::message::{Ended, FREEZE, Message, THAW};
use super::program::{Program, ResolvedProgram};
use super::{Layer, Policy, Sandbox, StartError, bubblewrap, files, group, staging};

/// A program that was started. Dropping it ends the program and everything it started.
pub struct Running {
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    pub layers: Vec<Layer>,
    keeper: Child,
    control: Option<BufReader<UnixStream>>,
    ended: Option<Result<Ended, String>>,
    frozen: bool,
    /// Removed by the keeper, and by us where it was killed.
    staging: Option<PathBuf>,
}

/// How long the stages may take until the program begins.
const PATIENCE: Duration = Duration::from_secs(20);

impl Sandbox {
    pub fn start(&self, program: &Program) -> Result<Running, StartError> {
        let drops_root = self.policy != Policy::Off && nix::unistd::geteuid().is_root();
        let mut found = program.find(drops_root)?;
        let staging = if drops_root {
            staging::stage(&mut found)?
        } else {
            None
        };
        self.start_resolved(found, staging)
    }

    pub(super) fn start_resolved(
        &self,
        found: ResolvedProgram,
        staging: Option<PathBuf>,
    ) -> Result<Running, StartError> {
        let (layers, bubblewrap) = self.layers()?;
        let (ours, theirs) = UnixStream::pair()?;
        let plan = LaunchPlan {
            program: found.program,
            arguments: found.arguments,
            folder: found.folder,
            readable: found.readable,
            allowance: self.allowance,
            strict: self.policy == Policy::Require,
            groups: self.groups(&layers),
            layers,
            bubblewrap,
            memory_in_group: false,
            control: theirs.as_raw_fd(),
            staging: staging.clone(),
        };
        let mut command = Command::new(&self.keeper);
        command
            .arg0("boyi")
            .arg(KEEP)
            .arg(serde_json::to_string(&plan).map_err(io::Error::from)?);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for us, not for the players: the referee decides what becomes of them.
        command.process_group(0);
        // SAFETY: one system call, allowed between fork and exec. The descriptor is open then: `theirs`
        // is dropped after the start.
        unsafe {
            let descriptor = theirs.as_raw_fd();
            command.pre_exec(move || {
                let descriptor = std::os::fd::BorrowedFd::borrow_raw(descriptor);
                fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
                Ok(())
            });
        }
        let mut keeper = command.spawn()?;
        drop(theirs);
        let pipes = (
            keeper.stdin.take(),
            keeper.stdout.take(),
            keeper.stderr.take(),
        );
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe is missing").into());
        };
        let mut running = Running {
            stdin: stdin.into(),
            stdout: stdout.into(),
            stderr: stderr.into(),
            layers: Vec::new(),
            keeper,
            control: Some(BufReader::new(ours)),
            ended: None,
            frozen: false,
            staging,
        };
        match running.next_message(Instant::now() + PATIENCE) {
            Some(Message::Sealed { layers }) => {
                running.layers = layers;
                Ok(running)
            }
            Some(Message::Failed { why }) => Err(StartError::Failed(why)),
            Some(Message::Ended(_) | Message::Thawed) | None => {
                Err(StartError::Failed(running.complaint()))
            }
        }
    }

    fn layers(&self) -> Result<(Vec<Layer>, Option<PathBuf>), StartError> {
        if self.policy == Policy::Off {
            return Ok((vec![Layer::Keeper], None));
        }
        let wrap = bubblewrap::available();
        let strict = self.policy == Policy::Require;
        if strict && let Err(why) = &wrap {
            let (layer, why) = (Layer::Bubblewrap.name(), why.clone());
            return Err(StartError::Incomplete { layer, why });
        }
        if strict && files::landlock_version() == 0 {
            let (layer, why) = (Layer::Landlock.name(), "the kernel has none".to_owned());
            return Err(StartError::Incomplete { layer, why });
        }
        let mut layers = Layer::ALL.to_vec();
        if group::available().is_err() {
            layers.retain(|&layer| layer != Layer::Cgroup);
        }
        layers.retain(|layer| !self.without.contains(layer));
        if wrap.is_err() {
            layers.retain(|&layer| layer != Layer::Bubblewrap);
        }
        let wrap = wrap.ok().filter(|_| layers.contains(&Layer::Bubblewrap));
        Ok((layers, wrap))
    }
}

impl Sandbox {
    /// Where control groups are made. Also programs one trusts are frozen and ended by one, but nothing
    /// of theirs is counted.
    fn groups(&self, layers: &[Layer]) -> Option<group::Groups> {
        let groups = group::available().ok()?;
        if layers.contains(&Layer::Cgroup) {
            Some(groups)
        } else if self.without.contains(&Layer::Cgroup) {
            None
        } else {
            Some(groups.without_limits())
        }
    }
}

impl Running {
    /// Takes all processor time from the program and from everything it started. What it has written
    /// can still be read.
    pub fn freeze(&mut self) {
        if !self.frozen {
            self.frozen = self.order(FREEZE);
        }
    }

    /// Lets it go on; it does when this returns.
    pub fn thaw(&mut self) {
        if !std::mem::take(&mut self.frozen) || !self.order(THAW) {
            return;
        }
        let deadline = Instant::now() + PATIENCE;
        while let Some(message) = self.next_message(deadline) {
            match message {
                Message::Thawed => return,
                Message::Ended(ended) => self.ended = Some(Ok(ended)),
                Message::Failed { why } => self.ended = Some(Err(why)),
                Message::Sealed { .. } => {}
            }
        }
    }

    /// `false` where the keeper is gone, and the program with it.
    fn order(&mut self, order: u8) -> bool {
        let control = self.control.as_ref().map(BufReader::get_ref);
        control.is_some_and(|mut line| line.write_all(&[order]).is_ok())
    }

    /// How the program ended, waiting until `deadline` for the word; `None` while it runs. An error
    /// is a program that never began.
    pub fn ended(&mut self, deadline: Instant) -> Option<&Result<Ended, String>> {
        while self.ended.is_none() {
            match self.next_message(deadline)? {
                Message::Ended(ended) => self.ended = Some(Ok(ended)),
                Message::Failed { why } => self.ended = Some(Err(why)),
                Message::Sealed { .. } | Message::Thawed => {}
            }
        }
        self.ended.as_ref()
    }

    /// The number of the process that stays with the program.
    pub fn keeper(&self) -> u32 {
        self.keeper.id()
    }

    /// Ends the program and everything it started; returns when all are gone.
    fn end(&mut self) {
        // The keeper takes the end of this line as its sign, and ends when all others have.
        self.control = None;
        let _ = self.keeper.wait();
        if let Some(staging) = self.staging.take() {
            let _ = std::fs::remove_dir_all(staging);
        }
    }

    fn next_message(&mut self, deadline: Instant) -> Option<Message> {
        let control = self.control.as_mut()?;
        let left = deadline.saturating_duration_since(Instant::now());
        // A timeout of zero would mean none.
        let left = left.max(Duration::from_millis(1));
        control.get_ref().set_read_timeout(Some(left)).ok()?;
        let mut line = String::new();
        control.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }

    /// What the stages wrote to the log before the program began, bubblewrap above all.
    fn complaint(&mut self) -> String {
        // Only when all have ended does the log end, too.
        self.end();
        let mut said = String::new();
        if let Ok(log) = self.stderr.try_clone() {
            let _ = std::fs::File::from(log)
                .take(1000)
                .read_to_string(&mut said);
        }
        let first = said.lines().next().unwrap_or_default();
        if first.is_empty() {
            "the sandbox could not be set up".to_owned()
        } else {
            first.to_owned()
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}
