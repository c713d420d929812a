//! The executor: walks the tree and decides what runs in the shell itself and what in a child.

use std::ffi::OsString;
use std::io::Read;

use crate::control::MAX_DEPTH;
use crate::descriptors::Saved;
use crate::expand::{self, ExpandError};
use crate::launch::Stage;
use crate::lookup::{self, CommandKind};
use crate::process::complain;
use crate::redirect::{RedirectError, redirect};
use crate::shell::Shell;
use crate::tree::{
    Action, Assignment, Command, Connective, Item, List, Pipeline, Redirection, RedirectionKind,
};
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
            self.run_traps();
        }
    }

    /// Runs pipelines joined by `&&` and `||`.
    pub(crate) fn run_item(&mut self, item: &Item) {
        self.run_part(&item.first, item.rest.is_empty());
        for (index, (connective, pipeline)) in item.rest.iter().enumerate() {
            if self.is_cut_short() {
                return;
            }
            let wanted = match connective {
                Connective::And => self.status == 0,
                Connective::Or => self.status != 0,
            };
            if wanted {
                self.run_part(pipeline, index + 1 == item.rest.len());
            }
        }
    }

    /// Runs a pipeline. Where it is the last of its item, failing may end the shell (`set -e`).
    fn run_part(&mut self, pipeline: &Pipeline, is_last: bool) {
        let is_condition = !is_last || pipeline.negated;
        self.calls.conditions += usize::from(is_condition);
        self.run_pipeline(pipeline);
        self.calls.conditions -= usize::from(is_condition);
        if self.options.stop_on_failure
            && self.status != 0
            && !is_condition
            && self.calls.conditions == 0
            && !self.is_cut_short()
        {
            self.leaving = Some(self.status);
        }
    }

    /// Runs a command in a process that was made for it: a program replaces that process.
    pub(crate) fn run_in_child(&mut self, command: &Command) -> Result<i32, RedirectError> {
        let (assignments, words) = match &command.action {
            Action::Simple { assignments, words } => (assignments, words),
            action => {
                redirect(self, &command.redirections, None)?;
                let status = self.run_compound(action)?;
                self.status = status;
                self.run_exit_trap();
                return Ok(self.leaving.unwrap_or(self.status));
            }
        };
        self.output_status = None;
        let argv = expand::fields(self, words)?;
        self.show(assignments, &argv);
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
            CommandKind::Function(body) => {
                let status = self.call(&body, argv)?;
                self.leaving.unwrap_or(status)
            }
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
            self.traps.forget();
            self.options.stop_on_failure = false;
            drop(reader.take());
            if writer
                .take()
                .is_none_or(|writer| descriptors::put(writer, 1).is_err())
            {
                return 1;
            }
            match only_read(list) {
                Some(redirections) => self.print_file(redirections),
                None => {
                    self.run_list(list);
                    self.run_exit_trap();
                    self.leaving.unwrap_or(self.status)
                }
            }
        })?;
        drop(writer.take());
        let mut output = Vec::new();
        if let Some(reader) = reader.take() {
            // Interrupted reads are tried again by the standard library; a child ended by Ctrl-C
            // closes the pipe.
            let _ = std::fs::File::from(reader).read_to_end(&mut output);
        }
        self.status = process::wait_for(pid);
        self.output_status = Some(self.status);
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

    /// Prints what a redirection reads.
    fn print_file(&mut self, redirections: &[Redirection]) -> i32 {
        if let Err(error) = redirect(self, redirections, None) {
            return self.failed(&error);
        }
        i32::from(std::io::copy(&mut std::io::stdin().lock(), &mut std::io::stdout()).is_err())
    }

    /// Whether the rest of the commands is left out.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.leaving.is_some() || self.interrupted || self.calls.flow.is_some()
    }

    /// Runs a compound command with its redirections in the shell itself.
    pub(crate) fn run_redirected(&mut self, command: &Command) -> Result<i32, RedirectError> {
        let mut saved = Saved::default();
        if matches!(command.action, Action::Subshell(_)) {
            return Ok(self.launch(&[Stage::Written(command)], "", false));
        }
        redirect(self, &command.redirections, Some(&mut saved))?;
        let status = self.run_compound(&command.action)?;
        self.status = status;
        Ok(status)
    }

    fn run_pipeline(&mut self, pipeline: &Pipeline) {
        if self.calls.depth >= MAX_DEPTH {
            complain(format_args!("commands run more than {MAX_DEPTH} deep"));
            self.status = 1;
            self.leaving = Some(1).filter(|_| self.terminal.is_none());
            self.interrupted = true;
            return;
        }
        self.calls.depth += 1;
        self.run_stages(pipeline);
        self.calls.depth -= 1;
    }

    fn run_stages(&mut self, pipeline: &Pipeline) {
        self.output_status = None;
        let status = match &pipeline.stages[..] {
            [command] => {
                // A message about a failed redirection obeys the ones before it.
                let mut saved = Saved::default();
                let status = self.run_alone(command, &pipeline.text, &mut saved);
                status.unwrap_or_else(|error| self.failed(&error))
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
            action => {
                redirect(self, redirections, Some(saved))?;
                return self.run_compound(action);
            }
        };
        let argv = expand::fields(self, words)?;
        self.show(assignments, &argv);
        match lookup::find(self, &argv) {
            CommandKind::Function(body) => {
                redirect(self, redirections, Some(saved))?;
                self.with_assignments(assignments, |shell| shell.call(&body, &argv))
            }
            CommandKind::Nothing => {
                redirect(self, redirections, Some(saved))?;
                *saved = Saved::default();
                self.assign(assignments, false)?;
                Ok(self.output_status.unwrap_or(0))
            }
            CommandKind::Builtin(builtin) => {
                redirect(self, redirections, Some(saved))?;
                let status =
                    self.with_assignments(assignments, |shell| Ok((builtin.run)(shell, &argv)));
                if std::mem::take(&mut self.keeps_redirections) {
                    saved.keep();
                }
                status
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

    /// `X=1 cd`: X is set for `cd` alone.
    fn with_assignments(
        &mut self,
        assignments: &[Assignment],
        run: impl FnOnce(&mut Self) -> Result<i32, RedirectError>,
    ) -> Result<i32, RedirectError> {
        let before: Vec<_> = assignments
            .iter()
            .map(|assignment| (&assignment.name, self.variables.snapshot(&assignment.name)))
            .collect();
        self.assign(assignments, true)?;
        let status = run(self);
        for (name, before) in before.into_iter().rev() {
            self.variables.restore(name, before);
        }
        status
    }

    fn assign(&mut self, assignments: &[Assignment], export: bool) -> Result<(), ExpandError> {
        for assignment in assignments {
            let name = &assignment.name;
            let mut value = expand::single(self, &assignment.value)?;
            if assignment.appends {
                let mut all = self.variables.get(name).unwrap_or_default().to_owned();
                all.push(value);
                value = all;
            }
            self.variables.set(name, value);
            if export {
                self.variables.export(name);
            }
        }
        Ok(())
    }

    /// `set -x`: the command as it was expanded.
    fn show(&self, assignments: &[Assignment], argv: &[OsString]) {
        if !self.options.show_commands {
            return;
        }
        let names = assignments.iter().map(|one| format!("{}=…", one.name));
        let words = argv.iter().map(|word| word.to_string_lossy().into_owned());
        let line: Vec<String> = names.chain(words).collect();
        complain(format_args!("+ {}", line.join(" ")));
    }

    /// Says what went wrong before a command could run. Without a value the rest of the line makes no
    /// sense, nor do further lines where nobody could type it anew.
    pub(crate) fn failed(&mut self, error: &RedirectError) -> i32 {
        complain(error);
        let status = match error {
            RedirectError::Expand(ExpandError::Fork(_)) => return 1,
            RedirectError::Expand(ExpandError::Missing { .. }) => 127,
            RedirectError::Expand(_) => 1,
            _ => return 1,
        };
        if self.ends_on_errors {
            self.leaving = Some(status);
        } else {
            self.interrupted = true;
        }
        if self.ends_on_errors { status } else { 1 }
    }
}

/// The redirections of `$(< file)`, which has no command.
fn only_read(list: &List) -> Option<&[Redirection]> {
    let [item] = &list.items[..] else { return None };
    let [command] = &item.first.stages[..] else {
        return None;
    };
    let is_read = |one: &Redirection| one.kind == RedirectionKind::Read && one.descriptor == 0;
    match (&command.action, &command.redirections[..]) {
        (Action::Simple { assignments, words }, redirections @ [one])
            if assignments.is_empty()
                && words.is_empty()
                && item.rest.is_empty()
                && !item.background
                && is_read(one) =>
        {
            Some(redirections)
        }
        _ => None,
    }
}
