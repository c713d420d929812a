//! Forking and waiting.

use nix::errno::Errno;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork};

use crate::descriptors;

/// Runs `child` in a copy of this process and ends the copy with the status it returns.
pub(crate) fn spawn(child: impl FnOnce() -> i32) -> nix::Result<Pid> {
    // SAFETY: the shell runs on a single thread, so that the child has a whole copy of everything:
    // no lock can be held by a thread that does not exist there.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            // A panic must not unwind into the copy of the shell's own loop.
            let run = std::panic::AssertUnwindSafe(child);
            let status = std::panic::catch_unwind(run).unwrap_or(101);
            std::process::exit(status)
        }
    }
}

/// Waits for one child that stands in no job; its exit status.
pub(crate) fn wait_for(pid: Pid) -> i32 {
    loop {
        match waitpid(pid, None) {
            Ok(status) => {
                if let Some(status) = exit_status(status) {
                    return status;
                }
            }
            Err(Errno::EINTR) => {}
            Err(_) => return 127,
        }
    }
}

/// What has happened to any child: `None` where nothing has (or, if `block`, where there is none).
/// A signal cuts a blocking wait short.
pub(crate) fn next_change(block: bool) -> Result<Option<WaitStatus>, Errno> {
    let mut flags = WaitPidFlag::WUNTRACED | WaitPidFlag::WCONTINUED;
    if !block {
        flags |= WaitPidFlag::WNOHANG;
    }
    match waitpid(Pid::from_raw(-1), Some(flags)) {
        Ok(WaitStatus::StillAlive) | Err(Errno::ECHILD) => Ok(None),
        Ok(status) => Ok(Some(status)),
        Err(error) => Err(error),
    }
}

/// The status of a child that has ended: 128 + n where signal n ended it.
pub(crate) fn exit_status(status: WaitStatus) -> Option<i32> {
    match status {
        WaitStatus::Exited(_, status) => Some(status),
        WaitStatus::Signaled(_, signal, _) => Some(128 + signal as i32),
        _ => None,
    }
}

/// The system's words for an error, without Rust's "(os error 2)".
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_owned()
}

/// Says which call of the system failed and why.
pub(crate) fn complain_of(call: &str, error: Errno) {
    complain(format_args!("{call}: {}", reason(&error.into())));
}

/// Prints a line on standard error. Nothing can be done if that fails.
pub(crate) fn complain(message: impl std::fmt::Display) {
    let _ = descriptors::write_all(2, format!("{message}\n").as_bytes());
}

/// Prints on standard output, without a buffer that a fork could copy; whether that worked.
pub(crate) fn say(bytes: impl AsRef<[u8]>) -> bool {
    descriptors::write_all(1, bytes.as_ref()).is_ok()
}
