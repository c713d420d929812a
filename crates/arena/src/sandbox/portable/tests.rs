//! The twin for other systems, tried on this one.

use std::io::{BufRead, BufReader, Read};
use std::process::ChildStdout;
use std::time::{Duration, Instant};

use super::*;
use crate::sandbox::Program;

fn begin(words: &[&str], allowance: Allowance) -> Running {
    let program = Program::new(words.iter().copied());
    let found = program.find(false).expect("every system has sh");
    start(&found, allowance, Policy::Auto).expect("it starts")
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

fn end_of(running: &mut Running) -> Ended {
    let ended = running.ended(soon()).expect("it ends").clone();
    ended.expect("it began")
}

#[test]
fn a_program_talks_and_its_end_is_told() {
    let mut running = begin(&["sh", "-c", "echo hello; exit 7"], Allowance::default());
    let mut said = String::new();
    let stdout = running.stdout.try_clone().expect("open");
    ChildStdout::from(stdout)
        .read_to_string(&mut said)
        .expect("text");
    assert_eq!(said, "hello\n");
    let ended = end_of(&mut running);
    assert_eq!((ended.how, ended.overrun), (How::Exit(7), None));
    let mut crash = begin(&["sh", "-c", "kill -SEGV $$"], Allowance::default());
    let how = end_of(&mut crash).how.to_string();
    assert_eq!(how, "signal 11 (SIGSEGV)");
}

#[test]
fn who_uses_too_much_memory_is_ended() {
    let allowance = Allowance {
        memory: 32 << 20,
        ..Allowance::default()
    };
    // Each round doubles what the shell holds.
    let mut hungry = begin(&["sh", "-c", "a=x; while :; do a=$a$a; done"], allowance);
    let ended = end_of(&mut hungry);
    assert!(
        matches!(ended.overrun, Some(Overrun::Memory { used }) if used > 32 << 20),
        "{ended:?}"
    );
}

#[test]
fn who_starts_too_many_processes_is_ended_with_all_of_them() {
    let allowance = Allowance {
        processes: 8,
        ..Allowance::default()
    };
    let many = "i=0; while [ $i -lt 20 ]; do sleep 60 & echo $!; i=$((i+1)); done; wait";
    let mut running = begin(&["sh", "-c", many], allowance);
    let ended = end_of(&mut running);
    let over = ended.overrun;
    assert!(
        matches!(over, Some(Overrun::Processes { count }) if count > 8),
        "{ended:?}"
    );
    let stdout = ChildStdout::from(running.stdout.try_clone().expect("open"));
    let started: Vec<u32> = BufReader::new(stdout)
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| line.parse().ok())
        .collect();
    assert!(started.len() > 8 - 2, "{started:?}");
    // They are nobody's children now; whoever collects those may take a moment.
    let until = soon();
    while started.iter().any(|&pid| !is_gone(pid)) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(started.iter().all(|&pid| is_gone(pid)), "{started:?}");
}

/// Ended, whether or not anybody has asked how.
fn is_gone(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ") || !boyi_platform::process::is_alive(pid)
}

#[test]
fn who_is_frozen_does_nothing_and_goes_on_afterwards() {
    let mut busy = begin(
        &["sh", "-c", "while :; do echo x; sleep 0.01; done"],
        Allowance::default(),
    );
    let mut lines = BufReader::new(ChildStdout::from(busy.stdout.try_clone().expect("open")));
    let mut line = String::new();
    lines.read_line(&mut line).expect("it talks");
    busy.freeze();
    std::thread::sleep(Duration::from_millis(100));
    let waiting = || {
        let mut found = 0;
        // SAFETY: the pipe is open, and the number is ours to be written to.
        let failed = unsafe {
            nix::libc::ioctl(
                std::os::fd::AsRawFd::as_raw_fd(&busy.stdout),
                nix::libc::FIONREAD,
                &raw mut found,
            )
        };
        assert_eq!(failed, 0);
        found
    };
    let before: i32 = waiting();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(waiting(), before, "nothing was written");
    busy.thaw();
    let until = soon();
    let frozen = before;
    loop {
        line.clear();
        lines.read_line(&mut line).expect("it talks again");
        assert!(Instant::now() < until);
        if lines.buffer().is_empty() && frozen >= 0 {
            break;
        }
    }
    drop(busy);
    let mut rest = Vec::new();
    lines.read_to_end(&mut rest).expect("its pipes are closed");
}

#[test]
fn nothing_is_run_where_every_layer_is_asked_for() {
    let found = Program::new(["sh"]).find(false).expect("every system");
    let refused = start(&found, Allowance::default(), Policy::Require);
    let why = refused.err().expect("refused").to_string();
    assert!(why.contains("only Linux has it"), "{why}");
}
