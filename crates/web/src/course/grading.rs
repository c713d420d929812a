//! The server grades what is handed in, in threads of its own: one at a time unless told otherwise, so that
//! those who play have the other cores. Limits of answers are times on the wall: to grade at a low priority
//! would cost students points whenever somebody thinks.

use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use boyi_arena::sandbox::Sandbox;
use boyi_arena::store::Store;
use boyi_course::GradingWorker;
use boyi_course::register::Register;
use boyi_search::Stop;
use serde_json::json;

use crate::log::{Log, LogForm};

/// How a server grades.
#[derive(Clone, Debug)]
pub struct GradingOptions {
    /// Submissions at a time.
    pub workers: usize,
    pub sandbox: Sandbox,
    /// What they go by in the queue: `NAME/1`, `NAME/2`.
    pub name: String,
}

/// The graders of a server.
pub(crate) struct Grading {
    register: Register,
    names: Vec<String>,
    stop: Stop,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// How long a grader may be silent before another takes what it has in hand.
const LEASE: Duration = Duration::from_secs(30);
/// How long the end of the server waits for a case that is being asked.
const PATIENCE: Duration = Duration::from_secs(3);
/// After a fault of the store it is tried again.
const RETRY: Duration = Duration::from_secs(2);

impl Grading {
    pub(crate) fn begin(
        store: &Store,
        options: &GradingOptions,
        log: LogForm,
    ) -> std::io::Result<Self> {
        let (stop, register) = (Stop::default(), Register::new(store));
        let names: Vec<String> = (1..=options.workers)
            .map(|number| format!("{}/{number}", options.name))
            .collect();
        let mut threads = Vec::new();
        for name in &names {
            let worker = GradingWorker {
                name: name.clone(),
                course: None,
                sandbox: options.sandbox.clone(),
                lease: LEASE,
                until_done: false,
                stop: stop.clone(),
            };
            let register = register.clone();
            let work = move || grade(&worker, &register, &Log(log));
            let thread = std::thread::Builder::new().name("grader".to_owned());
            threads.push(thread.spawn(work)?);
        }
        Ok(Self {
            register,
            names,
            stop,
            threads: Mutex::new(threads),
        })
    }

    /// Stops: what is in hand goes back to the queue, for whoever grades next.
    pub(crate) fn rest(&self) {
        self.stop.stop();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let until = Instant::now() + PATIENCE;
        while threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        for thread in threads.drain(..).filter(JoinHandle::is_finished) {
            let _ = thread.join();
        }
        for name in &self.names {
            // Should the store be gone, the lease runs out by itself.
            let _ = self.register.give_back_all(name);
        }
    }
}

fn grade(worker: &GradingWorker, register: &Register, log: &Log) {
    while !worker.stop.is_stopped() {
        let worked = worker.work(register, &mut |taken, report| {
            let about = json!({
                "submission": taken.submission.number,
                "course": taken.submission.course,
                "lab": taken.submission.assignment,
                "seconds": report.seconds,
                "alarms": report.alarms.len(),
            });
            log.event("graded", about);
        });
        if let Err(error) = worked {
            log.event("grading", json!({ "error": error.to_string() }));
            std::thread::sleep(RETRY);
        }
    }
}
