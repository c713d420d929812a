//! Starting a pipeline as a job, waiting for it, and noticing what became of the others.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::{Pid, getpid, setpgid};

use crate::jobs::{Job, State};
use crate::process::{self, complain, complain_of, say};
use crate::shell::Shell;
use crate::tree::{Assignment, Command, Item, Redirection};
use crate::{descriptors, signals};

/// What one process of a pipeline runs.
pub(crate) enum Stage<'t> {
    /// A command, expanded in the child.
    Written(&'t Command),
    /// A command that was expanded already, since the shell had to know what it is.
    Expanded {
        argv: &'t [OsString],
        assignments: &'t [Assignment],
        redirections: &'t [Redirection],
    },
    /// `a && b` in the background: a copy of the shell runs all of it.
    Item(&'t Item),
}

impl Shell {
    /// Starts a pipeline and, unless it is to run in the background, waits for it.
    pub(crate) fn launch(&mut self, stages: &[Stage], text: &str, background: bool) -> i32 {
        let mut pids: Vec<Pid> = Vec::new();
        let mut input: Option<OwnedFd> = None;
        for (index, stage) in stages.iter().enumerate() {
            let is_last = index + 1 == stages.len();
            let (mut next_input, mut output) = (None, None);
            if !is_last {
                match descriptors::pipe() {
                    Ok((reader, writer)) => (next_input, output) = (Some(reader), Some(writer)),
                    Err(error) => {
                        complain_of("pipe", error);
                        break;
                    }
                }
            }
            let group = pids.first().copied();
            let child = process::spawn(|| {
                // This process must not hold the end it does not use: the next one could quit
                // reading and this one would never know.
                drop(next_input.take());
                let guarded = self.begin_child(group, background);
                let unread = group.is_none() && background && !guarded;
                match connect(input.take(), output.take(), unread) {
                    Ok(()) => self.run_stage(stage),
                    Err(error) => {
                        complain_of("pipe", error);
                        1
                    }
                }
            });
            match child {
                Ok(pid) => {
                    if self.terminal.is_some() {
                        // Both sides do this: whoever comes second finds it done.
                        let _ = setpgid(pid, group.unwrap_or(pid));
                    }
                    pids.push(pid);
                }
                Err(error) => {
                    // What was started already ends by itself, since its pipes close here.
                    complain_of("fork", error);
                    break;
                }
            }
            input = next_input;
        }
        drop(input);
        let complete = pids.len() == stages.len();
        let (Some(&group), Some(&last)) = (pids.first(), pids.last()) else {
            return 1;
        };
        let number = self.jobs.add(group, pids, text, background);
        if background {
            self.last_background = Some(last);
            if self.terminal.is_some() {
                complain(format_args!("[{number}] {last}"));
            }
            return 0;
        }
        let status = self.wait_in_front(number);
        if complete { status } else { 1 }
    }

    /// Waits until a job has ended or stopped, while the keyboard talks to it.
    pub(crate) fn wait_in_front(&mut self, number: usize) -> i32 {
        if let (Some(terminal), Some(job)) = (&self.terminal, self.jobs.get(number)) {
            terminal.give_to(job.group);
        }
        while self.jobs.get(number).is_some_and(Job::is_running) {
            // A signal that cuts the wait short is for the job in front, not for the shell.
            let _ = self.jobs.wait_for_a_change();
        }
        let Some(job) = self.jobs.get(number) else {
            return 127;
        };
        let (state, worst) = (job.state(), job.last_failure());
        match state {
            State::Stopped(_) => self.note_stopped(number),
            _ => self.note_ended(number, state),
        }
        if self.options.fail_as_any && !matches!(state, State::Stopped(_)) {
            return worst;
        }
        state.status()
    }

    /// Collects what has become of the children, and tells an interactive user.
    pub(crate) fn reap(&mut self) {
        self.jobs.note_changes();
        let done: Vec<usize> = self
            .jobs
            .iter()
            .filter(|job| job.is_done())
            .map(|job| job.number)
            .collect();
        for number in done {
            let mark = self.jobs.mark(number);
            if let Some(job) = self.jobs.forget(number)
                && self.terminal.is_some()
            {
                say(job.line(mark).as_bytes());
            }
        }
    }

    /// The shell is leaving: stopped jobs would wait for ever, and the terminal goes back.
    pub(crate) fn hang_up(&mut self) {
        let Some(terminal) = &self.terminal else {
            return;
        };
        for job in self
            .jobs
            .iter()
            .filter(|job| matches!(job.state(), State::Stopped(_)))
        {
            let _ = killpg(job.group, Signal::SIGHUP);
            let _ = killpg(job.group, Signal::SIGCONT);
        }
        terminal.give_back();
    }

    fn note_stopped(&mut self, number: usize) {
        if let Some(terminal) = &self.terminal {
            let modes = terminal.modes_now();
            terminal.take_back();
            terminal.set_modes(None);
            if let Some(job) = self.jobs.get_mut(number) {
                job.modes = modes;
                job.background = true;
            }
        }
        self.jobs.raise(number);
        if let Some(job) = self.jobs.get(number) {
            let line = format!("\n{}", job.line('+'));
            let _ = descriptors::write_all(2, line.as_bytes());
        }
    }

    fn note_ended(&mut self, number: usize, state: State) {
        self.jobs.forget(number);
        if let Some(terminal) = &mut self.terminal {
            terminal.take_back();
            if matches!(state, State::Killed(_)) {
                terminal.set_modes(None);
            } else {
                terminal.keep_modes();
            }
            if state == State::Killed(Signal::SIGINT) {
                // The line that echoed ^C is still open.
                complain("");
                self.interrupted = true;
                return;
            }
        }
        match state {
            State::Killed(Signal::SIGINT | Signal::SIGPIPE) => {}
            State::Killed(signal) => complain(signals::described(signal)),
            _ => {}
        }
    }

    /// The first thing a child does: its group, its terminal, its signals. Whether the shell it comes
    /// from has job control.
    fn begin_child(&mut self, group: Option<Pid>, background: bool) -> bool {
        let terminal = self.terminal.take();
        if let Some(terminal) = &terminal {
            let own = getpid();
            let group = group.unwrap_or(own);
            let _ = setpgid(own, group);
            if !background {
                // Still ignoring SIGTTOU, as the shell does; else this would stop the child.
                terminal.give_to(group);
            }
        }
        self.traps.forget();
        signals::reset_for_child(terminal.is_some());
        if background && terminal.is_none() {
            signals::ignore_keyboard();
        }
        terminal.is_some()
    }

    fn run_stage(&mut self, stage: &Stage) -> i32 {
        match stage {
            Stage::Written(command) => {
                let status = self.run_in_child(command);
                status.unwrap_or_else(|error| self.failed(&error))
            }
            Stage::Expanded {
                argv,
                assignments,
                redirections,
            } => {
                let status = self.run_expanded_in_child(argv, assignments, redirections);
                status.unwrap_or_else(|error| self.failed(&error))
            }
            Stage::Item(item) => {
                self.run_item(item);
                self.leaving.unwrap_or(self.status)
            }
        }
    }
}

/// Puts pipes in place of standard input and output. `unread`: the first process of a background job,
/// which without job control must not read what is meant for the shell.
fn connect(input: Option<OwnedFd>, output: Option<OwnedFd>, unread: bool) -> nix::Result<()> {
    if let Some(input) = input {
        descriptors::put(input, 0)?;
    } else if unread && let Ok(nothing) = File::open("/dev/null") {
        descriptors::put(nothing, 0)?;
    }
    if let Some(output) = output {
        descriptors::put(output, 1)?;
    }
    Ok(())
}
