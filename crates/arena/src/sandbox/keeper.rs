//! The keeper: stays with a program and ends it, and everything it started, when it is time.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{fs, io};

use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl, open};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::stat::Mode;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{
    ForkResult, Pid, Uid, dup2_stderr, dup2_stdin, dup2_stdout, fork, geteuid, setresuid,
};

use super::confine::{control_line, send};
use super::launch::{CONFINE, LaunchPlan};
use super::message::{Ended, How, Message, Overrun};
use super::{Layer, bubblewrap, family};

/// Where we are root, programs run as users from this number on, each as one of its own: above all
/// users of people and services, and nobody owns a file there.
pub(super) const FIRST_USER: u32 = 0x7000_0000;

/// Starts the program of the plan and stays with it.
pub(super) fn keep(plan: &str) -> ExitCode {
    let Ok(plan) = serde_json::from_str::<LaunchPlan>(plan) else {
        return ExitCode::FAILURE;
    };
    let mut control = control_line(plan.control);
    let result = Keeper::start(&plan, &control).and_then(|mut keeper| {
        let ended = keeper.watch(&control)?;
        keeper.end_all();
        Ok(ended)
    });
    if let Some(staging) = &plan.staging {
        let _ = fs::remove_dir_all(staging);
    }
    match result {
        Ok(Some(ended)) => send(&mut control, &Message::Ended(ended)),
        Ok(None) => {}
        Err(error) => send(
            &mut control,
            &Message::Failed {
                why: error.to_string(),
            },
        ),
    }
    ExitCode::SUCCESS
}

struct Keeper {
    plan: LaunchPlan,
    child: Pid,
    how: Option<How>,
    /// Tells when a child of ours has ended.
    deaths: SignalFd,
    user: Option<u32>,
}

impl Keeper {
    fn start(plan: &LaunchPlan, control: &UnixStream) -> io::Result<Self> {
        // Orphans of the program come to us instead of getting away.
        prctl::set_child_subreaper(true)?;
        let mut mask = SigSet::empty();
        mask.add(Signal::SIGCHLD);
        mask.thread_block()?;
        let deaths = SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;
        // No two keepers have the same number at a time, so no two programs have the same user.
        let own_user = plan.wants(Layer::Unprivileged) && geteuid().is_root();
        let user = own_user.then(|| FIRST_USER + std::process::id());
        stays_open(control)?;
        let child = stage(plan, user)?.spawn()?;
        close_after(control)?;
        // The program alone holds its pipes now, so that they end when it does.
        let nothing = open("/dev/null", OFlag::O_RDWR | OFlag::O_CLOEXEC, Mode::empty())?;
        dup2_stdin(&nothing)?;
        dup2_stdout(&nothing)?;
        dup2_stderr(&nothing)?;
        Ok(Self {
            plan: plan.clone(),
            child: Pid::from_raw(child.id() as i32),
            how: None,
            deaths,
            user,
        })
    }

    /// Waits until the program ends or uses too much, or until it is called off (`None`).
    fn watch(&mut self, control: &UnixStream) -> io::Result<Option<Ended>> {
        loop {
            if let Some(how) = self.how {
                return Ok(Some(self.ended(how, None)));
            }
            let used = self.used();
            if let Some(overrun) = used.overrun(&self.plan) {
                self.end_all();
                let how = self.how.unwrap_or(How::Signal(Signal::SIGKILL as i32));
                return Ok(Some(self.ended(how, Some(overrun))));
            }
            let mut awaited = [
                PollFd::new(control.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.deaths.as_fd(), PollFlags::POLLIN),
            ];
            let pause = used.look_again_after(&self.plan).as_millis() as u16;
            match poll(&mut awaited, PollTimeout::from(pause)) {
                Ok(_) | Err(nix::errno::Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
            // Nothing is ever said on this line: it can only have been closed.
            if awaited[0].any() == Some(true) {
                return Ok(None);
            }
            self.bury();
        }
    }

    fn ended(&self, how: How, overrun: Option<Overrun>) -> Ended {
        // Bubblewrap says in its status that a signal ended the program: 128 and the signal's number.
        let how = match how {
            How::Exit(code @ 129..=192) if self.plan.bubblewrap.is_some() => {
                How::Signal(code - 128)
            }
            how => how,
        };
        Ended { how, overrun }
    }

    fn used(&self) -> Used {
        let family = family::descendants(Pid::this());
        let memory = family.iter().map(|&pid| family::memory(pid)).sum();
        // Bubblewrap around it is two processes.
        let wrapping = if self.plan.bubblewrap.is_some() { 2 } else { 0 };
        let processes = (family.len() as u64).saturating_sub(wrapping);
        Used { memory, processes }
    }

    /// Takes note of children that have ended.
    fn bury(&mut self) {
        while let Ok(Some(_)) = self.deaths.read_signal() {}
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::Exited(pid, code)) if pid == self.child => {
                    self.how = Some(How::Exit(code));
                }
                Ok(WaitStatus::Signaled(pid, signal, _)) if pid == self.child => {
                    self.how = Some(How::Signal(signal as i32));
                }
                Ok(WaitStatus::StillAlive) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    /// Kills all descendants and waits until they are gone. A program that forks faster than we count is
    /// stopped first.
    fn end_all(&mut self) {
        let mut stopped = 0;
        loop {
            self.bury();
            let everybody = family::descendants(Pid::this());
            if everybody.is_empty() {
                return;
            }
            if everybody.len() > stopped {
                stopped = everybody.len();
                family::signal_all(&everybody, Signal::SIGSTOP);
                if let Some(user) = self.user {
                    end_all_of_user(user);
                }
                continue;
            }
            family::signal_all(&everybody, Signal::SIGKILL);
            let mut awaited = [PollFd::new(self.deaths.as_fd(), PollFlags::POLLIN)];
            let _ = poll(&mut awaited, PollTimeout::from(20_u8));
        }
    }
}

/// Everything this user runs ends at one stroke, before it can start anything else. It is done as that
/// user, who can reach nobody else's processes.
fn end_all_of_user(user: u32) {
    // SAFETY: the keeper has one thread; the child makes two system calls and is gone.
    match unsafe { fork() } {
        Ok(ForkResult::Child) => {
            let user = Uid::from_raw(user);
            if setresuid(user, user, user).is_ok() {
                let everybody = Pid::from_raw(-1);
                let _ = kill(everybody, Signal::SIGKILL);
            }
            // SAFETY: nothing of the parent's is to be cleaned up here.
            unsafe { nix::libc::_exit(0) }
        }
        Ok(ForkResult::Parent { child }) => {
            let _ = waitpid(child, None);
        }
        Err(_) => {}
    }
}

/// What the program and its children use.
struct Used {
    memory: u64,
    processes: u64,
}

impl Used {
    fn overrun(&self, plan: &LaunchPlan) -> Option<Overrun> {
        // Too many processes first: what they share is counted for each of them, so that a fork bomb is
        // always too much memory, too.
        let count = self.processes;
        if count > plan.allowance.processes {
            return Some(Overrun::Processes { count });
        }
        let used = self.memory;
        (used > plan.allowance.memory).then_some(Overrun::Memory { used })
    }

    /// The less is left, the sooner: no program fills memory faster than this.
    fn look_again_after(&self, plan: &LaunchPlan) -> Duration {
        const BYTES_A_MILLISECOND: u64 = 4 << 20;
        let left = plan.allowance.memory.saturating_sub(self.memory);
        Duration::from_millis((left / BYTES_A_MILLISECOND).clamp(5, 100))
    }
}

fn stage(plan: &LaunchPlan, user: Option<u32>) -> io::Result<Command> {
    let mut command = match &plan.bubblewrap {
        Some(program) => {
            // We may lie where neither that user nor anybody inside can look; an open file needs no
            // way to it.
            let ourselves = open("/proc/self/exe", OFlag::O_RDONLY, Mode::empty())?;
            let stage = format!("/proc/self/fd/{}", ourselves.as_raw_fd());
            stays_open(&ourselves)?;
            leave_open(ourselves);
            let mut command = Command::new(program);
            command.args(bubblewrap::arguments(plan, &stage));
            command
        }
        None => Command::new("/proc/self/exe"),
    };
    command.arg(CONFINE).arg(serde_json::to_string(plan)?);
    command.current_dir("/");
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    Ok(command)
}

/// The keeper lives as long as the descriptor is needed.
fn leave_open(descriptor: OwnedFd) {
    use std::os::fd::IntoRawFd;
    let _ = descriptor.into_raw_fd();
}

fn stays_open(descriptor: &impl AsFd) -> io::Result<()> {
    fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
    Ok(())
}

fn close_after(descriptor: &impl AsFd) -> io::Result<()> {
    fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
    Ok(())
}
