//! The keeper: stays with a program and ends it, and everything it started, when it is time.

use std::io::Read;
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
    ForkResult, Pid, Uid, chown, dup2_stderr, dup2_stdin, dup2_stdout, fork, geteuid, setresuid,
};

use super::confine::{control_line, send};
use super::group::{self, Group};
use super::launch::{CONFINE, LaunchPlan};
use super::message::{Ended, FREEZE, How, Message, Overrun, THAW};
use super::used::Used;
use super::{Layer, bubblewrap, family, scratch};

/// Where we are root, programs run as users from this number on, each as one of its own: above all
/// users of people and services, and nobody owns a file there.
pub(super) const FIRST_USER: u32 = 0x7000_0000;

/// Starts the program of the plan and stays with it.
pub(super) fn keep(plan: &str) -> ExitCode {
    let Ok(plan) = serde_json::from_str::<LaunchPlan>(plan) else {
        return ExitCode::FAILURE;
    };
    let mut control = control_line(plan.control);
    let staging = plan.staging.clone();
    let started = Keeper::start(plan, &control);
    let result = started.and_then(|mut keeper| {
        let ended = keeper.watch(&mut control)?;
        keeper.end_all();
        Ok(ended)
    });
    if let Some(staging) = staging {
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
    group: Option<Group>,
    frozen: bool,
}

/// How long to wait for anything to happen to a program that is frozen.
const FROZEN_PAUSE: Duration = Duration::from_secs(10);

impl Keeper {
    fn start(mut plan: LaunchPlan, control: &UnixStream) -> io::Result<Self> {
        // Orphans of the program come to us instead of getting away.
        prctl::set_child_subreaper(true)?;
        let mut mask = SigSet::empty();
        mask.add(Signal::SIGCHLD);
        mask.thread_block()?;
        let deaths = SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;
        // No two keepers have the same number at a time, so no two programs have the same user.
        let own_user = plan.wants(Layer::Unprivileged) && geteuid().is_root();
        let user = own_user.then(|| FIRST_USER + std::process::id());
        if let (Some(user), Some(staging)) = (user, &plan.staging) {
            // Of all users only this one may look into it.
            chown(staging, Some(Uid::from_raw(user)), None)?;
        }
        // Where it cannot be made after all, the keeper does without.
        let make = |groups| Group::new(groups, &plan.allowance);
        let group = plan.groups.as_ref().and_then(|groups| make(groups).ok());
        plan.memory_in_group = group.as_ref().is_some_and(Group::holds_memory);
        let entrance = group.as_ref().map(Group::entrance).transpose()?;
        stays_open(control)?;
        let mut stage = stage(&plan, user)?;
        if let Some(entrance) = &entrance {
            group::joining(&mut stage, entrance);
        }
        let child = stage.spawn()?;
        close_after(control)?;
        // The program alone holds its pipes now, so that they end when it does.
        let nothing = open("/dev/null", OFlag::O_RDWR | OFlag::O_CLOEXEC, Mode::empty())?;
        dup2_stdin(&nothing)?;
        dup2_stdout(&nothing)?;
        dup2_stderr(&nothing)?;
        Ok(Self {
            plan,
            child: Pid::from_raw(child.id() as i32),
            how: None,
            deaths,
            user,
            group,
            frozen: false,
        })
    }

    /// Waits until the program ends or uses too much, or until it is called off (`None`).
    fn watch(&mut self, control: &mut UnixStream) -> io::Result<Option<Ended>> {
        loop {
            if let Some(how) = self.how {
                let overrun = self.ended_by_kernel();
                return Ok(Some(self.ended(how, overrun)));
            }
            let mut pause = FROZEN_PAUSE;
            if !self.frozen {
                let used = self.used();
                let overrun = self
                    .ended_by_kernel()
                    .or(used.overrun(&self.plan.allowance));
                if let Some(overrun) = overrun {
                    self.end_all();
                    let how = self.how.unwrap_or(How::Signal(Signal::SIGKILL as i32));
                    return Ok(Some(self.ended(how, Some(overrun))));
                }
                pause = used.look_again_after(&self.plan.allowance);
            }
            let mut awaited = [
                PollFd::new(control.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.deaths.as_fd(), PollFlags::POLLIN),
            ];
            let pause = pause.as_millis() as u16;
            match poll(&mut awaited, PollTimeout::from(pause)) {
                Ok(_) | Err(nix::errno::Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
            if awaited[0].any() == Some(true) && !self.obey(control) {
                return Ok(None);
            }
            self.bury();
        }
    }

    /// Does what the line says; `false` once it is closed.
    fn obey(&mut self, control: &mut UnixStream) -> bool {
        let mut orders = [0; 16];
        let count = match control.read(&mut orders) {
            Ok(0) | Err(_) => return false,
            Ok(count) => count,
        };
        for order in &orders[..count] {
            match *order {
                FREEZE => self.freeze(),
                THAW => {
                    self.thaw();
                    send(control, &Message::Thawed);
                }
                _ => {}
            }
        }
        true
    }

    /// Nobody of the family gets any more processor time.
    fn freeze(&mut self) {
        self.frozen = true;
        let in_group = self.group.as_ref().map(|group| group.freeze(true));
        if !matches!(in_group, Some(Ok(()))) {
            stop_all();
        }
    }

    fn thaw(&mut self) {
        self.frozen = false;
        let in_group = self.group.as_ref().map(|group| group.freeze(false));
        if !matches!(in_group, Some(Ok(()))) {
            family::signal_all(&family::descendants(Pid::this()), Signal::SIGCONT);
        }
    }

    /// What the kernel ended it for, where a control group counts.
    fn ended_by_kernel(&self) -> Option<Overrun> {
        let peak = self.group.as_ref()?.ran_out_of_memory()?;
        let used = peak.max(self.plan.allowance.memory);
        Some(Overrun::Memory { used })
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
        let scratch = match self.plan.bubblewrap {
            Some(_) => scratch::of_family(&family),
            None => None,
        };
        let memory = if self.plan.memory_in_group {
            0
        } else {
            // Behind seccomp nothing else is shared but files of that folder, mapped or not.
            let with_shared = scratch.is_none() || !self.plan.wants(Layer::Seccomp);
            let memory = family.iter().map(|&pid| family::memory(pid, with_shared));
            memory.sum::<u64>() + scratch.unwrap_or_default().bytes
        };
        // Bubblewrap around it is two processes.
        let wrapping = if self.plan.bubblewrap.is_some() { 2 } else { 0 };
        let processes = (family.len() as u64).saturating_sub(wrapping);
        let files = scratch.unwrap_or_default().files;
        Used {
            memory,
            processes,
            files,
        }
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
        if let Some(group) = &self.group {
            group.kill();
        }
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

/// Stops all descendants, again and again until nobody is left who was born in the meantime.
fn stop_all() {
    loop {
        let mut running = family::descendants(Pid::this());
        running.retain(|&pid| !family::is_stopped(pid));
        if running.is_empty() {
            return;
        }
        family::signal_all(&running, Signal::SIGSTOP);
        std::thread::yield_now();
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
