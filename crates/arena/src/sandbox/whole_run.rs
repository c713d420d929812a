//! Running a program from its start to its end: compilers, and programs that read everything at once.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use super::message::Ended;
use super::{OwnedEnd, Program, Sandbox, StartError};

/// A program that was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeRun {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// `None` where its time was over, or it wrote too much, before it ended.
    pub ended: Option<Ended>,
    /// Whether it wrote more than was allowed.
    pub flooded: bool,
    pub took: Duration,
}

/// Kept of standard error.
const MAX_LOG: usize = 64 << 10;

/// How soon a flood is noticed.
const POLL: Duration = Duration::from_millis(50);

impl Sandbox {
    /// Runs a program with this input, for so long at most, with so many bytes of output at most. Nothing
    /// of it is left when this returns.
    pub fn run(
        &self,
        program: &Program,
        input: &[u8],
        limit: Duration,
        output: usize,
    ) -> Result<WholeRun, StartError> {
        let mut running = self.start(program)?;
        let began = Instant::now();
        let nothing = File::open(if cfg!(windows) { "NUL" } else { "/dev/null" })?;
        let nothing: OwnedEnd = nothing.into();
        let stdin = std::mem::replace(&mut running.stdin, nothing);
        let full = Arc::new(AtomicBool::new(false));
        let stdout = read(running.stdout.try_clone()?, output, &full);
        let stderr = read(running.stderr.try_clone()?, MAX_LOG, &Arc::default());
        let input = input.to_owned();
        // A program that does not read its input has its pipe closed by its end.
        let writer = spawn(move || ChildStdin::from(stdin).write_all(&input));
        let deadline = began + limit;
        let ended = loop {
            let now = Instant::now();
            if now >= deadline || full.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(ended) = running.ended(deadline.min(now + POLL)) {
                break Some(ended.clone());
            }
        };
        let took = began.elapsed();
        // With the program everything ends that could still write.
        drop(running);
        let _ = writer.join();
        let run = WholeRun {
            stdout: stdout.join().unwrap_or_default(),
            stderr: stderr.join().unwrap_or_default(),
            flooded: full.load(Ordering::Relaxed),
            ended: ended.transpose().map_err(StartError::Failed)?,
            took,
        };
        Ok(run)
    }
}

/// Reads so many bytes, and goes on reading without keeping any more.
fn read(from: OwnedEnd, most: usize, full: &Arc<AtomicBool>) -> JoinHandle<Vec<u8>> {
    let full = full.clone();
    spawn(move || {
        let mut from = ChildStdout::from(from);
        let mut kept = Vec::new();
        let mut buffer = vec![0; 64 << 10];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            let room = most.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..count.min(room)]);
            if count > room {
                full.store(true, Ordering::Relaxed);
            }
        }
        kept
    })
}
