//! How fast the shell starts, and how much memory it takes, beside dash.
//!
//! ```text
//! cargo build --release && cargo run --release -p boyi --example shell_start
//! ```
//!
//! Cold start: from starting the process to its end with nothing to run, the median of many. To the
//! prompt: until the first prompt comes out of a pipe. Memory: what the system counts as resident while
//! the shell waits at that prompt.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 200;

/// How much longer than twice dash's start ours may take.
const ALLOWANCE: Duration = Duration::from_millis(5);

fn main() {
    let example = std::env::current_exe().expect("a path");
    let boyi: PathBuf = example
        .ancestors()
        .nth(2)
        .expect("target/release")
        .join("boyi");
    let ours = [boyi.to_str().expect("text"), "shell"];
    let dash = ["dash", "-i"];
    let (our_start, our_memory) = measure(&ours);
    let (dash_start, dash_memory) = measure(&dash);
    println!("to the prompt, median of {RUNS}: boyi {our_start:.2?}, dash {dash_start:.2?}");
    let ratio = our_start.as_secs_f64() / dash_start.as_secs_f64();
    let limit = 2 * dash_start + ALLOWANCE;
    let verdict = if our_start < limit {
        "within"
    } else {
        "beyond"
    };
    println!("ratio {ratio:.2}; {verdict} twice dash plus 5 ms ({limit:.2?})");
    println!("resident at the prompt: boyi {our_memory} KiB, dash {dash_memory} KiB (limit 20480)");
}

/// The median time to the prompt, and the memory at it in KiB.
fn measure(command: &[&str]) -> (Duration, u64) {
    let mut times = Vec::new();
    let mut memory = 0;
    for _ in 0..RUNS {
        let began = Instant::now();
        let mut child = start(command);
        until_prompt(&mut child, command[0] == "dash");
        times.push(began.elapsed());
        memory = memory.max(resident(child.id()));
        drop(child.stdin.take());
        child.wait().expect("ends");
    }
    times.sort();
    (times[RUNS / 2], memory)
}

fn start(command: &[&str]) -> Child {
    Command::new(command[0])
        .args(&command[1..])
        .env("PS1", "$ ")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

/// Reads up to the `$ ` of the prompt: dash prints it on standard error, boyi on standard output.
fn until_prompt(child: &mut Child, is_dash: bool) {
    let stream: &mut dyn Read = if is_dash {
        child.stderr.as_mut().expect("piped")
    } else {
        child.stdout.as_mut().expect("piped")
    };
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(b"$ ") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        seen.push(byte[0]);
    }
}

fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
