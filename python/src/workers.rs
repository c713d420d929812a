//! Threads that wait for work: starting one anew for every step would take as long as the step itself.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// How often a waiting thread looks before it sleeps: some ten microseconds, the pause between two steps.
const LOOKS: u32 = 2_000;

/// Threads that all do the same piece of work, together with the one that asks.
pub(crate) struct Workers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    wanted: usize,
    /// A forked process has none of the threads of the one it comes from.
    process: u32,
}

#[derive(Default)]
struct Shared {
    job: Mutex<Job>,
    changed: Condvar,
    /// Counts the jobs, for those who look without locking.
    number: AtomicU64,
    /// Threads that have not finished the job yet.
    busy: AtomicUsize,
    failed: AtomicUsize,
}

#[derive(Default)]
struct Job {
    work: Option<Work>,
    is_last: bool,
}

/// What to do, without the lifetime that `run` keeps for it.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn() + Sync));

// SAFETY: what it points to may be called from any thread, and `run` does not return before all have called it.
unsafe impl Send for Work {}

impl Shared {
    fn job(&self) -> MutexGuard<'_, Job> {
        // Nobody fails while holding it.
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give(&self, job: Job) {
        let mut held = self.job();
        *held = job;
        self.number.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    /// Waits for another job than the one of this number.
    fn next(&self, seen: u64) -> (u64, Option<Work>) {
        for _ in 0..LOOKS {
            if self.number.load(Ordering::Acquire) != seen {
                break;
            }
            std::hint::spin_loop();
        }
        let mut job = self.job();
        while self.number.load(Ordering::Acquire) == seen {
            let woken = self.changed.wait(job);
            job = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let work = if job.is_last { None } else { job.work };
        (self.number.load(Ordering::Acquire), work)
    }

    /// The life of a thread.
    fn serve(&self) {
        let mut seen = 0;
        while let (number, Some(work)) = self.next(seen) {
            seen = number;
            // SAFETY: `run` waits until `busy` is 0, so what it points to is still there.
            let done = panic::catch_unwind(AssertUnwindSafe(|| unsafe { (*work.0)() }));
            self.failed
                .fetch_add(usize::from(done.is_err()), Ordering::Relaxed);
            self.busy.fetch_sub(1, Ordering::Release);
        }
    }
}

impl Workers {
    /// So many threads, the one that asks among them; fewer where the system gives no more.
    pub(crate) fn new(wanted: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let start = |_| {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name("boyi-step".to_owned());
            builder.spawn(move || shared.serve()).ok()
        };
        let threads = (1..wanted).map_while(start).collect();
        Self {
            shared,
            threads,
            wanted,
            process: std::process::id(),
        }
    }

    /// How many there should be.
    pub(crate) fn threads(&self) -> usize {
        self.wanted
    }

    /// Every thread does the work once, at the same time; returns when all have.
    pub(crate) fn run(&mut self, work: &(dyn Fn() + Sync)) {
        if self.process != std::process::id() {
            *self = Self::new(self.wanted);
        }
        if self.threads.is_empty() {
            return work();
        }
        // SAFETY: only the lifetime changes, and all threads are waited for below, whatever happens.
        let lasting: *const (dyn Fn() + Sync + 'static) = unsafe { std::mem::transmute(work) };
        self.shared
            .busy
            .store(self.threads.len(), Ordering::Relaxed);
        self.shared.give(Job {
            work: Some(Work(lasting)),
            is_last: false,
        });
        let own = panic::catch_unwind(AssertUnwindSafe(work));
        let mut looks = 0;
        while self.shared.busy.load(Ordering::Acquire) > 0 {
            looks += 1;
            if looks < LOOKS {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        if let Err(failure) = own {
            panic::resume_unwind(failure);
        }
        assert!(
            self.shared.failed.load(Ordering::Relaxed) == 0,
            "a thread failed inside"
        );
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            return; // they live in another process
        }
        self.shared.give(Job {
            work: None,
            is_last: true,
        });
        for thread in self.threads.drain(..) {
            // It has caught its own failures.
            let _ = thread.join();
        }
    }
}
