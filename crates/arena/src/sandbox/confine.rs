//! The stage that locks itself in and then becomes the program.

use std::fs;
use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{geteuid, setsid};

use super::calls::{Sharing, Signals};
use super::launch::LaunchPlan;
use super::message::Message;
use super::system_paths::PATH;
use super::{Layer, bubblewrap, calls, files, limits};

/// Locks this process in as the plan says and becomes the program. Returns only if that fails.
pub(super) fn confine(plan: &str) -> ExitCode {
    let Ok(plan) = serde_json::from_str::<LaunchPlan>(plan) else {
        return ExitCode::FAILURE;
    };
    let mut control = control_line(plan.control);
    let failed = match seal(&plan) {
        Ok(layers) => {
            send(&mut control, &Message::Sealed { layers });
            become_program(&plan)
        }
        Err(why) => why,
    };
    send(&mut control, &Message::Failed { why: failed });
    ExitCode::FAILURE
}

/// The line to the one who wants the program, which this process inherited.
pub(super) fn control_line(descriptor: i32) -> UnixStream {
    use std::os::fd::FromRawFd;
    // SAFETY: whoever starts a stage leaves this descriptor open for it, and nothing else in this
    // fresh process knows it.
    unsafe { UnixStream::from_raw_fd(descriptor) }
}

/// Sends a message on that line; errors are ignored, since the receiver may be gone.
pub(super) fn send(control: &mut UnixStream, message: &Message) {
    if let Ok(mut line) = serde_json::to_vec(message) {
        line.push(b'\n');
        let _ = control.write_all(&line);
    }
}

/// Puts the layers up, outermost first; returns those that hold.
fn seal(plan: &LaunchPlan) -> Result<Vec<Layer>, String> {
    let mut layers = vec![Layer::Keeper];
    if plan.memory_in_group {
        layers.push(Layer::Cgroup);
    }
    let _ = setsid();
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(|error| format!("prctl: {error}"))?;
    // When memory runs out, the bot goes first.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    if !geteuid().is_root() {
        layers.push(Layer::Unprivileged);
    }
    if plan.wants(Layer::Limits) {
        limits::apply(plan).map_err(|error| format!("limits: {error}"))?;
        layers.push(Layer::Limits);
    }
    let mut signals_stay_in = plan.wants(Layer::Bubblewrap);
    if plan.wants(Layer::Landlock)
        && files::apply(plan).map_err(|error| format!("Landlock: {error}"))?
    {
        signals_stay_in |= files::keeps_signals_in();
        layers.push(Layer::Landlock);
    }
    if plan.wants(Layer::Seccomp) {
        let signals = if signals_stay_in {
            Signals::HeldElsewhere
        } else {
            Signals::OnlyToItself
        };
        let sharing = if plan.memory_in_group {
            Sharing::Counted
        } else {
            Sharing::Refused
        };
        calls::apply(signals, sharing).map_err(|error| format!("seccomp: {error}"))?;
        layers.push(Layer::Seccomp);
    }
    if plan.wants(Layer::Bubblewrap) {
        layers.push(Layer::Bubblewrap);
    }
    if plan.strict
        && let Some(missing) = Layer::ALL
            .iter()
            .find(|layer| layer.is_required() && !layers.contains(layer))
    {
        return Err(format!("the layer {} does not hold here", missing.name()));
    }
    Ok(layers)
}

/// Becomes the program; returns why not.
fn become_program(plan: &LaunchPlan) -> String {
    if let Err(error) = keep_only_standard_streams() {
        return format!("/proc/self/fd: {error}");
    }
    let mut program = Command::new(&plan.program);
    program.args(&plan.arguments).current_dir(&plan.folder);
    if plan.layers.len() > 1 {
        let beside = plan.program.parent().unwrap_or(Path::new("/")).display();
        let home = if plan.wants(Layer::Bubblewrap) {
            bubblewrap::SCRATCH
        } else {
            "/"
        };
        program
            .env_clear()
            .env("PATH", format!("{PATH}:{beside}"))
            .env("HOME", home)
            .env("LANG", "C.UTF-8")
            .env("LC_ALL", "C.UTF-8")
            .env("PYTHONDONTWRITEBYTECODE", "1");
    }
    let error = program.exec();
    format!("{}: {error}", plan.program.display())
}

/// Everything else that is open here closes when the program begins.
fn keep_only_standard_streams() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let number: Option<i32> = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let Some(number @ 3..) = number else {
            continue;
        };
        // SAFETY: it was open a moment ago; if it was that of the listing itself, the call fails.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        let _ = fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
    }
    Ok(())
}
