//! Long work with the interpreter released, and Ctrl-C heard all the while.
//!
//! The work runs on a thread of its own. The thread that asked waits for it without holding the interpreter,
//! wakes up now and then to let Python handle signals, and hands on what the work reports. So a progress
//! function runs where it was called from, and its exceptions end the work like an interrupt does.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use boyi_search::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long an interrupt may wait.
const LISTEN: Duration = Duration::from_millis(30);

/// Runs `work`, which reports through the sender; `each` sees every report in the caller's thread. After an error
/// there `stop` is pressed and the error returned once the work has ended.
pub(crate) fn run<T: Send, E: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(&Sender<E>) -> T + Send,
    mut each: impl FnMut(Python<'_>, E) -> PyResult<()> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, reports) = channel();
            let worker = thread::Builder::new()
                .name("boyi".to_owned())
                .spawn_scoped(scope, move || work(&sender))
                .map_err(|error| {
                    PyRuntimeError::new_err(format!("no thread to work on: {error}"))
                })?;
            let mut failure = None;
            loop {
                let heard = match reports.recv_timeout(LISTEN) {
                    Ok(_) if failure.is_some() => continue,
                    Ok(report) => Python::attach(|py| each(py, report)),
                    Err(RecvTimeoutError::Timeout) => listen(),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Err(error) = heard {
                    stop.stop();
                    failure.get_or_insert(error);
                }
            }
            // A panic is a bug of ours; the caller gets an exception and its interpreter stays whole.
            let done = worker
                .join()
                .map_err(|_| PyRuntimeError::new_err("boyi failed inside: please report this"))?;
            failure.map_or(Ok(done), Err)
        })
    })
}

/// Lets Python handle the signals that came in.
fn listen() -> PyResult<()> {
    Python::attach(|py| {
        let py: Python<'_> = py;
        py.check_signals()
    })
}

/// The same for work that reports nothing but can be stopped.
pub(crate) fn quietly<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run(py, stop, |_: &Sender<()>| work(), |_, ()| Ok(()))
}
