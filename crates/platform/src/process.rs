//! Other processes, by their numbers, and the standing of our own threads.

use std::process::{Child, Command};

/// Whether a process of this number runs.
pub fn is_alive(pid: u32) -> bool {
    system::is_alive(pid)
}

/// When a process began, in a count of the system's own: the same process always says the same, and two that had
/// the same number one after the other do not. `None` for one that is gone, or that has ended and is only
/// remembered until its parent asks for its status.
pub fn began(pid: u32) -> Option<String> {
    system::began(pid)
}

/// Prepares a program for [`ask_to_end`]; says nothing where every program can be asked.
pub fn can_be_asked(program: &mut Command) -> &mut Command {
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
        program.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    program
}

/// Asks a program to end in order, as whoever looks after a server does: SIGTERM, on Windows Ctrl-Break.
pub fn ask_to_end(program: &Child) -> std::io::Result<()> {
    system::ask_to_end(program)
}

/// Gives this thread less of the processor than others while there is not enough for all: by so much on the scale of
/// `nice` on Linux, one step down elsewhere. Where the system refuses, nothing changes.
pub fn lower_priority(nice: i32) {
    if nice > 0 {
        system::lower_priority(nice);
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::process::Child;

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, kill_process, test_kill_process};

    pub(super) fn is_alive(pid: u32) -> bool {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        // One of somebody else's may not be sent anything, but it is there.
        pid.is_some_and(|pid| matches!(test_kill_process(pid), Ok(()) | Err(Errno::PERM)))
    }

    #[cfg(target_os = "linux")]
    pub(super) fn began(pid: u32) -> Option<String> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in brackets may hold anything, brackets too.
        let fields = stat.rsplit_once(") ")?.1;
        let ended = fields.starts_with(['Z', 'X']);
        let begun = fields.split(' ').nth(19);
        begun.filter(|_| !ended).map(str::to_owned)
    }

    #[cfg(target_os = "macos")]
    pub(super) fn began(pid: u32) -> Option<String> {
        let found = crate::usage::of_process::<libc::proc_bsdinfo>(pid, libc::PROC_PIDTBSDINFO)?;
        Some(format!(
            "{}.{:06}",
            found.pbi_start_tvsec, found.pbi_start_tvusec
        ))
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    pub(super) fn began(pid: u32) -> Option<String> {
        is_alive(pid).then(String::new)
    }

    pub(super) fn ask_to_end(program: &Child) -> io::Result<()> {
        Ok(kill_process(Pid::from_child(program), Signal::TERM)?)
    }

    #[cfg(target_os = "linux")]
    pub(super) fn lower_priority(nice: i32) {
        // Linux counts threads as processes here, and those that this one starts have its priority.
        let own = rustix::process::getpriority_process(None).unwrap_or(0);
        let _ = rustix::process::setpriority_process(None, (own + nice).min(19));
    }

    #[cfg(target_os = "macos")]
    pub(super) fn lower_priority(_: i32) {
        // SAFETY: it takes two numbers and is about the calling thread alone.
        unsafe { libc::pthread_set_qos_class_self_np(libc::qos_class_t::QOS_CLASS_UTILITY, 0) };
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    pub(super) fn lower_priority(_: i32) {}
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::process::Child;

    use windows_sys::Win32::Foundation::{FILETIME, WAIT_TIMEOUT};
    use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent};
    use windows_sys::Win32::System::Threading::{
        GetCurrentThread, GetProcessTimes, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE,
        SetThreadPriority, THREAD_PRIORITY_BELOW_NORMAL, WaitForSingleObject,
    };

    use crate::usage::Opened;

    pub(super) fn is_alive(pid: u32) -> bool {
        let opened = Opened::process(pid, PROCESS_SYNCHRONIZE);
        // SAFETY: the handle is open and allows to be waited for; nothing is waited for.
        opened.is_some_and(|opened| unsafe { WaitForSingleObject(opened.0, 0) } == WAIT_TIMEOUT)
    }

    pub(super) fn began(pid: u32) -> Option<String> {
        let rights = PROCESS_SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION;
        let opened = Opened::process(pid, rights)?;
        // SAFETY: as above.
        if unsafe { WaitForSingleObject(opened.0, 0) } != WAIT_TIMEOUT {
            return None;
        }
        let mut times = [FILETIME::default(); 4];
        let [created, exited, kernel, user] = &mut times;
        // SAFETY: the handle allows to be asked, and the four places are ours to be written to.
        let told = unsafe { GetProcessTimes(opened.0, created, exited, kernel, user) } != 0;
        let FILETIME {
            dwLowDateTime: low,
            dwHighDateTime: high,
        } = times[0];
        told.then(|| ((u64::from(high) << 32) | u64::from(low)).to_string())
    }

    pub(super) fn ask_to_end(program: &Child) -> io::Result<()> {
        // SAFETY: it takes two numbers; the group has the number of the program that leads it.
        let sent = unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, program.id()) } != 0;
        sent.then_some(()).ok_or_else(io::Error::last_os_error)
    }

    pub(super) fn lower_priority(_: i32) {
        // SAFETY: the handle means the calling thread.
        unsafe { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_is_alive_and_whoever_has_ended_is_not() {
        let own = std::process::id();
        assert!(is_alive(own) && !is_alive(u32::MAX));
        let begun = began(own);
        assert!(begun.is_some() && begun == began(own));
        assert_eq!(began(u32::MAX), None);
        // This very program, asked for a list of its tests, ends by itself.
        let program = std::env::current_exe().expect("this test");
        let mut child = Command::new(program)
            .arg("--list")
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("it runs");
        let pid = child.id();
        child.wait().expect("ours");
        drop(child);
        assert!(!is_alive(pid));
        assert_eq!(began(pid), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_is_asked_ends() {
        let mut waiting = Command::new("sleep");
        let mut waiting = can_be_asked(waiting.arg("60")).spawn().expect("sleep");
        ask_to_end(&waiting).expect("it runs");
        assert!(!waiting.wait().expect("ours").success());
    }
}
