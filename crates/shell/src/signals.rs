//! Which signals the shell answers, and which its children get back.

use std::sync::atomic::{AtomicBool, Ordering};

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

/// Set by Ctrl-C while the shell itself was in front.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Signals that must not stop an interactive shell.
const IGNORED: [Signal; 4] = [
    Signal::SIGQUIT,
    Signal::SIGTSTP,
    Signal::SIGTTIN,
    Signal::SIGTTOU,
];

pub(crate) fn take_interrupt() -> bool {
    INTERRUPTED.swap(false, Ordering::Relaxed)
}

/// Prepares an interactive shell: Ctrl-C is noted, Ctrl-Z and background reading are ignored.
pub(crate) fn guard_shell() {
    for signal in IGNORED {
        set(signal, SigHandler::SigIgn);
    }
    // Without SA_RESTART, so that a wait is cut short.
    set(Signal::SIGINT, SigHandler::Handler(note_interrupt));
}

/// Gives a child the usual answers again. `guarded`: the shell had called [`guard_shell`].
pub(crate) fn reset_for_child(guarded: bool) {
    // Rust programs start with this one ignored; others expect to be ended by it.
    set(Signal::SIGPIPE, SigHandler::SigDfl);
    if guarded {
        for signal in IGNORED {
            set(signal, SigHandler::SigDfl);
        }
        set(Signal::SIGINT, SigHandler::SigDfl);
    }
}

/// For a job in the background where there is no job control: the keyboard does not reach it.
pub(crate) fn ignore_keyboard() {
    set(Signal::SIGINT, SigHandler::SigIgn);
    set(Signal::SIGQUIT, SigHandler::SigIgn);
}

/// Lets a child that writes into a closed pipe see an error instead, as boyi's commands expect.
pub(crate) fn ignore_closed_pipes() {
    set(Signal::SIGPIPE, SigHandler::SigIgn);
}

/// Keeps Ctrl-Z from a helper of the shell that nobody could continue.
pub(crate) fn ignore_stops() {
    set(Signal::SIGTSTP, SigHandler::SigIgn);
}

/// Lets a function note that a signal has come.
pub(crate) fn note(signal: Signal, noting: extern "C" fn(nix::libc::c_int)) {
    set(signal, SigHandler::Handler(noting));
}

pub(crate) fn ignore(signal: Signal) {
    set(signal, SigHandler::SigIgn);
}

/// Lets a signal do what it usually does.
pub(crate) fn be_usual(signal: Signal) {
    set(signal, SigHandler::SigDfl);
}

fn set(signal: Signal, handler: SigHandler) {
    let action = SigAction::new(handler, SaFlags::empty(), SigSet::empty());
    // SAFETY: the only handlers ever installed store into atomics, which a handler may do.
    let _ = unsafe { sigaction(signal, &action) };
}

extern "C" fn note_interrupt(_: nix::libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// What a shell says of a child that a signal ended.
pub(crate) fn described(signal: Signal) -> &'static str {
    match signal {
        Signal::SIGHUP => "Hangup",
        Signal::SIGINT => "Interrupt",
        Signal::SIGQUIT => "Quit",
        Signal::SIGILL => "Illegal instruction",
        Signal::SIGABRT => "Aborted",
        Signal::SIGBUS => "Bus error",
        Signal::SIGFPE => "Floating point exception",
        Signal::SIGKILL => "Killed",
        Signal::SIGSEGV => "Segmentation fault",
        Signal::SIGTERM => "Terminated",
        other => other.as_str(),
    }
}
