//! Threads that think. As many at once as the machine has cores, each with a switch that ends it;
//! what nobody waits for any more is ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use boyi_search::Stop;
use tokio::sync::{Semaphore, oneshot};

use crate::error::ApiError;

/// Where all thinking of the server is done.
#[derive(Clone)]
pub(crate) struct Thinkers {
    slots: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// More requests than this do not queue up: somebody asks faster than anybody can think.
const LONGEST_QUEUE: usize = 64;

/// Ends the thinking when whoever wants the result is gone.
pub(crate) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Counts itself out of the queue.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Thinkers {
    /// So many threads at once.
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(threads.max(1))),
            waiting: Arc::default(),
        }
    }

    /// Does some work on a thread of its own, when one is free. Dropping the future presses the
    /// switch.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || ApiError::busy("too many are waiting for the engine", "等待引擎的人太多");
        let waiting = Waiting(Arc::clone(&self.waiting));
        if waiting.0.fetch_add(1, Ordering::Relaxed) >= LONGEST_QUEUE {
            return Err(busy());
        }
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        let slot = slot.map_err(|_| busy())?;
        drop(waiting);
        let _guard = StopOnDrop(stop);
        let (answer, answered) = oneshot::channel();
        let spawned = thread::Builder::new()
            .name("think".to_owned())
            .spawn(move || {
                // Nobody listening is no failure: the switch was pressed.
                let _ = answer.send(work());
                drop(slot);
            });
        spawned.map_err(|error| ApiError::internal(&error))?;
        answered
            .await
            .map_err(|_| ApiError::internal(&"the engine failed"))
    }
}
