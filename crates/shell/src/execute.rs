//! The executor: walks the tree and decides what runs in the shell itself and what in a child.

use std::ffi::OsString;
use std::io::Read;

use crate::descriptors::Saved;
use crate::expand::{self, ExpandError};
use crate::launch::Stage;
use crate::lookup::{self, CommandKind};
use crate::process::complain;
use crate::redirect::{RedirectError, redirect};
use crate::shell::Shell;
use crate::tree::{Action, Assignment, Command, Connective, Item, List, Pipeline, Redirection};
use crate::{descriptors, process, signals};

impl Shell {
    /// Runs a list; the status is in `self.status` afterwards.
    pub(crate) fn run_list(&mut self, list: &List) {
        for item in &list.items {
            if self.is_cut_short() {
                return;
            }
            if item.background {
                self.start_in_background(item);
            } else {
                self.run_item(item);
            }
        }
    }

    /// Runs pipelines joined by `&&` and `||`.
    pub(crate) fn run_item(&mut self, item: &Item) {
        self.run_pipeline(&item.first);
        for (connective, pipeline) in &item.rest {
            if self.is_cut_short() {
                return;
            }
            let wanted = match connective {
                Connective::And => self.status == 0,
                Connective::Or => self.status != 0,
            };
            if wanted {
                self.run_pipeline(pipeline);
            }
        }
    }

    /// Runs a command in a process that was made for it: a program replaces that process.
    pub(crate) fn run_in_child(&mut self, command: &Command) -> Result<i32, RedirectError> {
        let (assignments, words) = match &command.action {
            Action::Simple { assignments, words } => (assignments, words),
            Action::Subshell(list) | Action::Group(list) => {
                redirect(self, &command.redirections, None)?;
                self.run_list(list);
                return Ok(self.leaving.unwrap_or(self.status));
            }
        };
        self.output_status = None;
        let argv = expand::fields(self, words)?;
        self.run_expanded_in_child(&argv, assignments, &command.redirections)
    }

    /// The same after expansion.
    pub(crate) fn run_expanded_in_child(
        &mut self,
        argv: &[OsString],
        assignments: &[Assignment],
        redirections: &[Redirection],
    ) -> Result<i32, RedirectError> {
        redirect(self, redirections, None)?;
        self.assign(assignments, !argv.is_empty())?;
        Ok(match lookup::find(self, argv) {
            CommandKind::Nothing => self.output_status.unwrap_or(0),
            CommandKind::Builtin(builtin) => {
                let status = (builtin.run)(self, argv);
                self.leaving.unwrap_or(status)
            }
            CommandKind::Host(command) => {
                signals::ignore_closed_pipes();
                lookup::run_host(self, &command, argv)
            }
            CommandKind::Program => lookup::execute(self, argv),
        })
    }

    /// What a list prints, without the newlines at its end.
    pub(crate) fn output_of(&mut self, list: &List) -> nix::Result<Vec<u8>> {
        let (reader, writer) = descriptors::pipe()?;
        let mut reader = Some(reader);
        let mut writer = Some(writer);
        let pid = process::spawn(|| {
            let guarded = self.terminal.take().is_some();
            signals::reset_for_child(guarded);
            if guarded {
                signals::ignore_stops();
            }
            drop(reader.take());
            if writer
                .take()
                .is_none_or(|writer| descriptors::put(writer, 1).is_err())
            {
                return 1;
            }
            self.run_list(list);
            self.leaving.unwrap_or(self.status)
        })?;
        drop(writer.take());
        let mut output = Vec::new();
        if let Some(reader) = reader.take() {
            // Interrupted reads are tried again by the standard library; a child ended by Ctrl-C
            // closes the pipe.
            let _ = std::fs::File::from(reader).read_to_end(&mut output);
        }
        self.output_status = Some(process::wait_for(pid));
        if self.terminal.is_some() && signals::take_interrupt() {
            self.interrupted = true;
        }
        let length = output
            .iter()
            .rposition(|byte| *byte != b'\n')
            .map_or(0, |last| last + 1);
        output.truncate(length);
        // Arguments and values end at a NUL, so one inside cannot be kept.
        output.retain(|byte| *byte != 0);
        Ok(output)
    }

    fn is_cut_short(&self) -> bool {
        self.leaving.is_some() || self.interrupted
    }

    fn run_pipeline(&mut self, pipeline: &Pipeline) {
        self.output_status = None;
        let status = match &pipeline.stages[..] {
            [command] => {
                // A message about a failed redirection obeys the ones before it.
                let mut saved = Saved::default();
                let status = self.run_alone(command, &pipeline.text, &mut saved);
                status.unwrap_or_else(failed)
            }
            stages => {
                let stages: Vec<Stage> = stages.iter().map(Stage::Written).collect();
                self.launch(&stages, &pipeline.text, false)
            }
        };
        self.status = if pipeline.negated {
            i32::from(status == 0)
        } else {
            status
        };
    }

    fn start_in_background(&mut self, item: &Item) {
        let stages = if item.rest.is_empty() && !item.first.negated {
            item.first.stages.iter().map(Stage::Written).collect()
        } else {
            vec![Stage::Item(item)]
        };
        self.status = self.launch(&stages, &item.text, true);
    }

    /// A pipeline of one: what changes the shell runs in the shell.
    fn run_alone(
        &mut self,
        command: &Command,
        text: &str,
        saved: &mut Saved,
    ) -> Result<i32, RedirectError> {
        let redirections = &command.redirections;
        let (assignments, words) = match &command.action {
            Action::Simple { assignments, words } => (assignments, words),
            Action::Subshell(_) => return Ok(self.launch(&[Stage::Written(command)], text, false)),
            Action::Group(list) => {
                redirect(self, redirections, Some(saved))?;
                self.run_list(list);
                return Ok(self.status);
            }
        };
        let argv = expand::fields(self, words)?;
        match lookup::find(self, &argv) {
            CommandKind::Nothing => {
                redirect(self, redirections, Some(saved))?;
                *saved = Saved::default();
                self.assign(assignments, false)?;
                Ok(self.output_status.unwrap_or(0))
            }
            CommandKind::Builtin(builtin) => {
                redirect(self, redirections, Some(saved))?;
                // `X=1 cd` sets X for `cd` alone.
                let before: Vec<_> = assignments
                    .iter()
                    .map(|assignment| (&assignment.name, self.variables.snapshot(&assignment.name)))
                    .collect();
                self.assign(assignments, true)?;
                let status = (builtin.run)(self, &argv);
                for (name, before) in before.into_iter().rev() {
                    self.variables.restore(name, before);
                }
                Ok(status)
            }
            CommandKind::Host(_) | CommandKind::Program => {
                let stage = Stage::Expanded {
                    argv: &argv,
                    assignments,
                    redirections,
                };
                Ok(self.launch(&[stage], text, false))
            }
        }
    }

    fn assign(&mut self, assignments: &[Assignment], export: bool) -> Result<(), ExpandError> {
        for Assignment { name, value } in assignments {
            let value = expand::single(self, value)?;
            self.variables.set(name, value);
            if export {
                self.variables.export(name);
            }
        }
        Ok(())
    }
}

/// Says what went wrong before a command could run.
pub(crate) fn failed(error: RedirectError) -> i32 {
    complain(error);
    1
}
