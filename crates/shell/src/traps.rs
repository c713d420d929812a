//! Traps: commands that run when a signal comes or the shell ends.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use nix::sys::signal::Signal;

use crate::parser::parse;
use crate::process::complain;
use crate::shell::Shell;
use crate::signals;

/// A bit for each signal that has come and whose commands have not run yet.
static PENDING: AtomicU64 = AtomicU64::new(0);

/// What runs when.
#[derive(Debug, Default)]
pub(crate) struct Traps {
    at_exit: Option<String>,
    by_signal: BTreeMap<i32, String>,
}

/// What a trap waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Exit,
    Signal(Signal),
}

impl Event {
    /// `EXIT`, `0`, `INT`, `SIGINT` or `2`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        if matches!(name, "EXIT" | "0") {
            return Some(Self::Exit);
        }
        let number = name.parse::<i32>().ok();
        let by_number = number.and_then(|number| Signal::try_from(number).ok());
        let name = name.strip_prefix("SIG").unwrap_or(name);
        let by_name = || format!("SIG{name}").parse::<Signal>().ok();
        by_number.or_else(by_name).map(Self::Signal)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Exit => "EXIT",
            Self::Signal(signal) => signal.as_str(),
        }
    }
}

impl Traps {
    /// Sets the commands of an event: nothing lets a signal be ignored, `None` makes everything usual.
    pub(crate) fn set(&mut self, event: Event, commands: Option<&str>) {
        match event {
            Event::Exit => self.at_exit = commands.map(str::to_owned),
            Event::Signal(signal) => match commands {
                None => {
                    self.by_signal.remove(&(signal as i32));
                    signals::be_usual(signal);
                }
                Some(commands) => {
                    self.by_signal.insert(signal as i32, commands.to_owned());
                    if commands.is_empty() {
                        signals::ignore(signal);
                    } else {
                        signals::note(signal, note);
                    }
                }
            },
        }
    }

    /// A copy of the shell begins: it ignores what is ignored and has no commands of its own.
    pub(crate) fn forget(&mut self) {
        self.at_exit = None;
        PENDING.store(0, Ordering::Relaxed);
        let numbers: Vec<i32> = self.by_signal.keys().copied().collect();
        for number in numbers {
            if self
                .by_signal
                .get(&number)
                .is_some_and(|commands| !commands.is_empty())
                && let Ok(signal) = Signal::try_from(number)
            {
                self.set(Event::Signal(signal), None);
            }
        }
    }

    /// As lines that this or any other shell reads back.
    pub(crate) fn listed(&self) -> String {
        let exit = self.at_exit.iter().map(|commands| (Event::Exit, commands));
        let signals = self.by_signal.iter().filter_map(|(number, commands)| {
            let signal = Signal::try_from(*number).ok()?;
            Some((Event::Signal(signal), commands))
        });
        exit.chain(signals)
            .map(|(event, commands)| {
                let quoted = commands.replace('\'', "'\\''");
                format!("trap -- '{quoted}' {}\n", event.name())
            })
            .collect()
    }
}

extern "C" fn note(signal: nix::libc::c_int) {
    PENDING.fetch_or(1 << (signal & 63), Ordering::Relaxed);
}

impl Shell {
    /// Runs the commands of the signals that have come.
    pub(crate) fn run_traps(&mut self) {
        let mut pending = PENDING.swap(0, Ordering::Relaxed);
        while pending != 0 {
            let number = pending.trailing_zeros();
            pending &= pending - 1;
            if let Some(commands) = self.traps.by_signal.get(&(number as i32)).cloned() {
                self.run_trap(&commands);
            }
        }
    }

    /// The shell ends: runs what `trap … EXIT` has set, once.
    pub(crate) fn run_exit_trap(&mut self) {
        self.run_traps();
        if let Some(commands) = self.traps.at_exit.take() {
            let leaving = self.leaving.take();
            self.status = leaving.unwrap_or(self.status);
            self.calls.flow = None;
            self.interrupted = false;
            self.run_trap(&commands);
            self.leaving = self.leaving.or(leaving);
        }
    }

    /// Runs commands without a trace in `$?`.
    fn run_trap(&mut self, commands: &str) {
        let status = self.status;
        match parse(commands) {
            Ok(list) => self.run_list(&list),
            Err(error) => complain(format_args!("trap: {error}")),
        }
        self.status = status;
    }
}
