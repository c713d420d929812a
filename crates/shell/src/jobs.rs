//! Jobs: pipelines that the shell has started and not yet forgotten.

use std::collections::VecDeque;

use nix::sys::signal::Signal;
use nix::sys::termios::Termios;
use nix::sys::wait::WaitStatus;
use nix::unistd::Pid;

use crate::process::{exit_status, next_change};
use crate::signals;

pub(crate) struct Job {
    /// Its number as people use it: `%1`.
    pub(crate) number: usize,
    /// Its process group, or its first process where there is no job control.
    pub(crate) group: Pid,
    pub(crate) text: String,
    processes: Vec<(Pid, State)>,
    /// The terminal modes it had when it was stopped.
    pub(crate) modes: Option<Termios>,
    /// Whether `$!` or a list of jobs has shown it: only then is its end news.
    pub(crate) background: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Running,
    Stopped(Signal),
    Exited(i32),
    Killed(Signal),
}

impl Job {
    /// What the job as a whole does: running while any process runs, stopped while any is stopped,
    /// and then whatever its last process did.
    pub(crate) fn state(&self) -> State {
        let states = || self.processes.iter().map(|(_, state)| *state);
        states()
            .find(|state| *state == State::Running)
            .or_else(|| states().find(|state| matches!(state, State::Stopped(_))))
            .or_else(|| states().next_back())
            .unwrap_or(State::Exited(0))
    }

    /// The status of the last process that failed; 0 where none did.
    pub(crate) fn last_failure(&self) -> i32 {
        let mut statuses = self.processes.iter().map(|(_, state)| state.status()).rev();
        statuses.find(|status| *status != 0).unwrap_or(0)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.state() == State::Running
    }

    pub(crate) fn is_done(&self) -> bool {
        matches!(self.state(), State::Exited(_) | State::Killed(_))
    }

    pub(crate) fn has(&self, pid: Pid) -> bool {
        self.processes.iter().any(|(own, _)| *own == pid)
    }

    /// The last process, whose status is the job's.
    pub(crate) fn last(&self) -> Pid {
        self.processes.last().map_or(self.group, |(pid, _)| *pid)
    }

    /// It goes on after `fg` or `bg`.
    pub(crate) fn goes_on(&mut self) {
        for (_, state) in &mut self.processes {
            if matches!(state, State::Stopped(_)) {
                *state = State::Running;
            }
        }
    }

    /// The job as a line of the list. `mark`: `+` for the current job, `-` for the one before it.
    pub(crate) fn line(&self, mark: char) -> String {
        let state = match self.state() {
            State::Running => "Running".to_owned(),
            State::Stopped(_) => "Stopped".to_owned(),
            State::Exited(0) => "Done".to_owned(),
            State::Exited(status) => format!("Exit {status}"),
            State::Killed(signal) => signals::described(signal).to_owned(),
        };
        let running = if self.is_running() { " &" } else { "" };
        format!(
            "[{}]{mark}  {state:<24}{}{running}\n",
            self.number, self.text
        )
    }
}

impl State {
    /// The status for `$?`.
    pub(crate) fn status(self) -> i32 {
        match self {
            Self::Running => 0,
            Self::Stopped(signal) | Self::Killed(signal) => 128 + signal as i32,
            Self::Exited(status) => status,
        }
    }
}

/// All jobs, the current one last.
#[derive(Default)]
pub(crate) struct Jobs {
    all: Vec<Job>,
    /// How the last background jobs ended, for a `wait` that comes late.
    ended: VecDeque<(Pid, i32)>,
}

/// How many ended background jobs are remembered.
const MAX_ENDED_JOBS: usize = 256;

impl Jobs {
    /// Adds a job that has just been started; its number.
    pub(crate) fn add(
        &mut self,
        group: Pid,
        pids: Vec<Pid>,
        text: &str,
        background: bool,
    ) -> usize {
        let number = self.all.iter().map(|job| job.number).max().unwrap_or(0) + 1;
        self.all.push(Job {
            number,
            group,
            text: text.to_owned(),
            processes: pids.into_iter().map(|pid| (pid, State::Running)).collect(),
            modes: None,
            background,
        });
        number
    }

    /// Notes what has happened to a process; one that stands in no job is none of ours.
    fn note(&mut self, change: WaitStatus) {
        let state = match change {
            WaitStatus::Stopped(_, signal) => State::Stopped(signal),
            WaitStatus::Continued(_) => State::Running,
            WaitStatus::Signaled(_, signal, _) => State::Killed(signal),
            other => match exit_status(other) {
                Some(status) => State::Exited(status),
                None => return,
            },
        };
        let Some(pid) = change.pid() else { return };
        for job in &mut self.all {
            for (own, own_state) in &mut job.processes {
                if *own == pid {
                    *own_state = state;
                }
            }
        }
    }

    /// Notes what has happened to the children so far, without waiting.
    pub(crate) fn note_changes(&mut self) {
        while let Ok(Some(change)) = next_change(false) {
            self.note(change);
        }
    }

    /// Sleeps until something happens to a child; an error where a signal came instead.
    pub(crate) fn wait_for_a_change(&mut self) -> nix::Result<()> {
        match next_change(true)? {
            Some(change) => self.note(change),
            None => self.none_is_left(),
        }
        Ok(())
    }

    /// Forgets processes that no longer exist, so that nobody waits for them for ever.
    fn none_is_left(&mut self) {
        for (_, state) in self.all.iter_mut().flat_map(|job| &mut job.processes) {
            if matches!(state, State::Running | State::Stopped(_)) {
                *state = State::Exited(127);
            }
        }
    }

    pub(crate) fn get(&self, number: usize) -> Option<&Job> {
        self.all.iter().find(|job| job.number == number)
    }

    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut Job> {
        self.all.iter_mut().find(|job| job.number == number)
    }

    pub(crate) fn remove(&mut self, number: usize) -> Option<Job> {
        let index = self.all.iter().position(|job| job.number == number)?;
        Some(self.all.remove(index))
    }

    /// Removes a job that has ended and remembers how.
    pub(crate) fn forget(&mut self, number: usize) -> Option<Job> {
        let job = self.remove(number)?;
        if job.background {
            self.ended.truncate(MAX_ENDED_JOBS - 1);
            self.ended.push_front((job.last(), job.state().status()));
        }
        Some(job)
    }

    /// How a process that `$!` named has ended.
    pub(crate) fn ended(&self, pid: Pid) -> Option<i32> {
        let found = self.ended.iter().find(|(own, _)| *own == pid);
        found.map(|(_, status)| *status)
    }

    /// Makes a job the current one.
    pub(crate) fn raise(&mut self, number: usize) {
        if let Some(job) = self.remove(number) {
            self.all.push(job);
        }
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Job> {
        self.all.iter()
    }

    /// The mark of a job in the list.
    pub(crate) fn mark(&self, number: usize) -> char {
        let mut newest_first = self.all.iter().rev().map(|job| job.number);
        match newest_first.position(|other| other == number) {
            Some(0) => '+',
            Some(1) => '-',
            _ => ' ',
        }
    }

    /// The job that `%1`, `%%`, `%+`, `%-`, `%text` or a process number means; the current one for
    /// nothing.
    pub(crate) fn find(&self, spec: Option<&str>) -> Option<usize> {
        let newest = |skip: usize| self.all.iter().rev().nth(skip).map(|job| job.number);
        let Some(spec) = spec else {
            return newest(0);
        };
        let job = match spec.strip_prefix('%') {
            Some("" | "%" | "+") => return newest(0),
            Some("-") => return newest(1).or_else(|| newest(0)),
            Some(rest) => match rest.parse::<usize>() {
                Ok(number) => self.get(number),
                Err(_) => self.all.iter().rev().find(|job| job.text.starts_with(rest)),
            },
            None => {
                let number = spec.parse::<i32>().ok()?;
                let by_pid = self.all.iter().find(|job| job.has(Pid::from_raw(number)));
                by_pid.or_else(|| self.get(usize::try_from(number).ok()?))
            }
        };
        job.map(|job| job.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Jobs {
        let mut jobs = Jobs::default();
        for (pid, text) in [(11, "sleep 1"), (12, "vim x"), (13, "yes")] {
            let pid = Pid::from_raw(pid);
            jobs.add(pid, vec![pid], text, true);
        }
        jobs
    }

    #[test]
    fn jobs_are_found_by_number_text_process_and_recency() {
        let jobs = three();
        for (spec, expected) in [
            (None, Some(3)),
            (Some("%1"), Some(1)),
            (Some("%%"), Some(3)),
            (Some("%-"), Some(2)),
            (Some("%vi"), Some(2)),
            (Some("11"), Some(1)),
            (Some("2"), Some(2)),
            (Some("%9"), None),
            (Some("nonsense"), None),
        ] {
            assert_eq!(jobs.find(spec), expected, "{spec:?}");
        }
    }

    #[test]
    fn a_job_runs_while_any_process_runs_and_ends_as_its_last_one() {
        let mut jobs = Jobs::default();
        let [first, last] = [21, 22].map(Pid::from_raw);
        let number = jobs.add(first, vec![first, last], "a | b", true);
        let state = |jobs: &Jobs| jobs.get(number).expect("there").state();
        jobs.note(WaitStatus::Exited(last, 3));
        assert_eq!(state(&jobs), State::Running);
        jobs.note(WaitStatus::Stopped(first, Signal::SIGTSTP));
        assert_eq!(state(&jobs).status(), 148);
        jobs.note(WaitStatus::Continued(first));
        jobs.note(WaitStatus::Signaled(first, Signal::SIGPIPE, false));
        assert_eq!(state(&jobs), State::Exited(3));
        assert_eq!(
            jobs.get(number).expect("there").line('+'),
            format!("[1]+  {:<24}a | b\n", "Exit 3")
        );
    }
}
