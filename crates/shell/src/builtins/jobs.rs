//! `jobs`, `fg`, `bg`, `wait` and `kill`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use nix::sys::signal::{Signal, kill as send, killpg};
use nix::unistd::Pid;

use crate::jobs::{Job, Jobs, State};
use crate::process::{complain, complain_of, say};
use crate::shell::Shell;
use crate::signals;

pub(super) fn jobs(shell: &mut Shell, _: &[OsString]) -> i32 {
    shell.jobs.note_changes();
    let mut numbers: Vec<usize> = shell.jobs.iter().map(|job| job.number).collect();
    numbers.sort_unstable();
    let line = |number: usize| {
        let job = shell.jobs.get(number)?;
        Some(job.line(shell.jobs.mark(number)))
    };
    let lines: String = numbers.iter().copied().filter_map(line).collect();
    let printed = say(lines.as_bytes());
    // A finished job is listed once.
    for number in numbers {
        if shell.jobs.get(number).is_some_and(Job::is_done) {
            shell.jobs.forget(number);
        }
    }
    i32::from(!printed)
}

pub(super) fn fg(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if shell.terminal.is_none() {
        complain("fg: no job control");
        return 1;
    }
    let Some(number) = wanted(shell, "fg", argv.get(1)) else {
        return 1;
    };
    shell.jobs.raise(number);
    let Some(job) = shell.jobs.get_mut(number) else {
        return 1;
    };
    job.goes_on();
    let (text, group, modes) = (job.text.clone(), job.group, job.modes.take());
    say(format!("{text}\n").as_bytes());
    if let Some(terminal) = &shell.terminal {
        // First the terminal, then the signal: it may read at once.
        terminal.give_to(group);
        if modes.is_some() {
            terminal.set_modes(modes.as_ref());
        }
    }
    let _ = killpg(group, Signal::SIGCONT);
    shell.wait_in_front(number)
}

pub(super) fn bg(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if shell.terminal.is_none() {
        complain("bg: no job control");
        return 1;
    }
    let specs: Vec<Option<&OsString>> = if argv.len() == 1 {
        vec![None]
    } else {
        argv[1..].iter().map(Some).collect()
    };
    let mut status = 0;
    for spec in specs {
        let Some(number) = wanted(shell, "bg", spec) else {
            status = 1;
            continue;
        };
        let mark = shell.jobs.mark(number);
        if let Some(job) = shell.jobs.get_mut(number) {
            job.goes_on();
            job.background = true;
            let _ = killpg(job.group, Signal::SIGCONT);
            let line = format!("[{number}]{mark} {} &\n", job.text);
            say(line.as_bytes());
        }
    }
    status
}

pub(super) fn wait(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if argv.len() == 1 {
        let finished = wait_while(shell, |jobs| jobs.iter().any(Job::is_running));
        return if finished { 0 } else { 130 };
    }
    let mut status = 0;
    for spec in &argv[1..] {
        let text = spec.to_string_lossy();
        let Some(number) = shell.jobs.find(Some(&text)) else {
            let pid = text.parse().map(Pid::from_raw);
            status = pid
                .ok()
                .and_then(|pid| shell.jobs.ended(pid))
                .unwrap_or_else(|| {
                    complain(format_args!("wait: {text}: no such job"));
                    127
                });
            continue;
        };
        if !wait_while(shell, |jobs| jobs.get(number).is_some_and(Job::is_running)) {
            return 130;
        }
        status = shell
            .jobs
            .get(number)
            .map_or(127, |job| job.state().status());
    }
    status
}

/// Sleeps while jobs are as described; `false` after Ctrl-C.
fn wait_while(shell: &mut Shell, described: impl Fn(&Jobs) -> bool) -> bool {
    while described(&shell.jobs) {
        if shell.jobs.wait_for_a_change().is_err() && signals::take_interrupt() {
            shell.interrupted = true;
            complain("");
            return false;
        }
    }
    true
}

/// `kill -l` and the like are left to the program.
pub(super) fn takes_kill(argv: &[OsString]) -> bool {
    let mut words = argv[1..].iter();
    let first = words.next().map(|word| word.as_bytes());
    first.is_some_and(|first| first.first() != Some(&b'-') || signal(&argv[1]).is_some())
}

pub(super) fn kill(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let (signal, targets) = match signal(&argv[1]) {
        Some(signal) => (signal, &argv[2..]),
        None => (Signal::SIGTERM, &argv[1..]),
    };
    let mut status = 0;
    for target in targets {
        let text = target.to_string_lossy();
        let sent = if text.starts_with('%') {
            match wanted(shell, "kill", Some(target)).and_then(|number| shell.jobs.get(number)) {
                None => {
                    status = 1;
                    continue;
                }
                // Without job control a job has no group of its own.
                Some(job) if shell.terminal.is_none() => send(job.group, signal),
                Some(job) => {
                    let sent = killpg(job.group, signal);
                    // A stopped job acts on the signal only once it goes on.
                    if matches!(job.state(), State::Stopped(_)) && signal != Signal::SIGSTOP {
                        let _ = killpg(job.group, Signal::SIGCONT);
                    }
                    sent
                }
            }
        } else if let Ok(pid) = text.parse() {
            send(Pid::from_raw(pid), signal)
        } else {
            complain(format_args!("kill: {text}: not a job or a process"));
            status = 1;
            continue;
        };
        if let Err(error) = sent {
            complain_of(&format!("kill: {text}"), error);
            status = 1;
        }
    }
    status
}

/// `-9`, `-KILL` or `-SIGKILL`.
fn signal(word: &OsString) -> Option<Signal> {
    let name = word.to_str()?.strip_prefix('-')?.to_ascii_uppercase();
    if let Ok(number) = name.parse::<i32>() {
        return Signal::try_from(number).ok();
    }
    let name = name.strip_prefix("SIG").unwrap_or(&name);
    format!("SIG{name}").parse().ok()
}

fn wanted(shell: &Shell, command: &str, spec: Option<&OsString>) -> Option<usize> {
    let spec = spec.map(|spec| spec.to_string_lossy());
    let found = shell.jobs.find(spec.as_deref());
    if found.is_none() {
        let spec = spec.as_deref().unwrap_or("current");
        complain(format_args!("{command}: {spec}: no such job"));
    }
    found
}
