//! The engine pool: as many searches at once as the machine has cores, each with a switch that ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use boyi_search::Stop;
use tokio::sync::{Semaphore, oneshot};

use crate::error::ApiError;

/// Runs every search of the server; clones share the threads.
#[derive(Clone)]
pub(crate) struct EnginePool {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// Requests that may wait for a thread; more are refused.
const MAX_QUEUE: usize = 64;

/// Stops the search when the one who wants its result is dropped.
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

impl EnginePool {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(threads.max(1))),
            waiting: Arc::default(),
        }
    }

    /// Runs `work` on a thread of its own once one is free. Dropping the future stops the work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = Stop::default();
        self.run_with(stop.clone(), move || work(&stop)).await
    }

    /// [`run`](Self::run) with a switch that somebody else holds too.
    pub(crate) async fn run_with<T: Send + 'static>(
        &self,
        stop: Stop,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || ApiError::busy("too many are waiting for the engine", "等待引擎的人太多");
        let waiting = Waiting(Arc::clone(&self.waiting));
        if waiting.0.fetch_add(1, Ordering::Relaxed) >= MAX_QUEUE {
            return Err(busy());
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_| busy())?;
        drop(waiting);
        let _guard = StopOnDrop(stop);
        let (answer, answered) = oneshot::channel();
        let thread = thread::Builder::new().name("think".to_owned());
        thread.spawn(move || {
            // Nobody receives an answer whose work was stopped.
            let _ = answer.send(work());
            drop(permit);
        })?;
        answered
            .await
            .map_err(|_| ApiError::internal(&"the engine failed"))?
    }
}
