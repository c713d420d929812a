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
