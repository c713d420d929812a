//! Ctrl-C: ends the thinking, not the program, so that what was found so far is not lost.

use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use boyi_search::Stop;

use crate::output::complain;

/// What Ctrl-C does now.
static ACTION: Mutex<Action> = Mutex::new(Action::Quit(String::new()));

enum Action {
    /// Press this switch; a second Ctrl-C quits.
    Stop(Stop),
    /// Print this and quit.
    Quit(String),
}

/// Makes Ctrl-C press the switch that is returned.
pub(crate) fn stops() -> Result<Stop> {
    install()?;
    let stop = Stop::default();
    set(Action::Stop(stop.clone()));
    Ok(stop)
}

/// Makes Ctrl-C print `farewell` on standard error and quit.
pub(crate) fn quits(farewell: String) -> Result<()> {
    install()?;
    set(Action::Quit(farewell));
    Ok(())
}

fn set(action: Action) {
    *ACTION.lock().unwrap_or_else(PoisonError::into_inner) = action;
}

fn install() -> Result<()> {
    static INSTALLED: std::sync::OnceLock<Result<(), String>> = std::sync::OnceLock::new();
    let installed =
        INSTALLED.get_or_init(|| ctrlc::set_handler(handle).map_err(|error| error.to_string()));
    installed
        .clone()
        .map_err(anyhow::Error::msg)
        .context("cannot listen for Ctrl-C")
}

fn handle() {
    let mut action = ACTION.lock().unwrap_or_else(PoisonError::into_inner);
    match &*action {
        Action::Stop(stop) => {
            stop.stop();
            *action = Action::Quit(String::new());
        }
        Action::Quit(farewell) => {
            let start = if farewell.is_empty() { "" } else { "\n" };
            complain(format!("{start}{farewell}"));
            // The status a shell expects of a program ended by Ctrl-C.
            std::process::exit(130);
        }
    }
}

/// Wishes that a server end, from a person or from whoever looks after it.
#[cfg(unix)]
pub(crate) struct EndWishes {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl EndWishes {
    pub(crate) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Wishes that a server end: keys, a console that is closed, a system that shuts down.
#[cfg(windows)]
pub(crate) struct EndWishes {
    interrupt: tokio::signal::windows::CtrlC,
    r#break: tokio::signal::windows::CtrlBreak,
    close: tokio::signal::windows::CtrlClose,
    shutdown: tokio::signal::windows::CtrlShutdown,
}

#[cfg(windows)]
impl EndWishes {
    pub(crate) fn new() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        Ok(Self {
            interrupt: ctrl_c()?,
            r#break: ctrl_break()?,
            close: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.r#break.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}
