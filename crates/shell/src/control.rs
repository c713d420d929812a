//! Running compound commands: conditions, loops, cases, and calls of functions.

use std::ffi::OsString;
use std::rc::Rc;

use crate::expand::{self, ExpandError};
use crate::process::complain;
use crate::redirect::RedirectError;
use crate::shell::Shell;
use crate::signals;
use crate::tree::{Action, AfterArm, Arm, Command, List, Word};
use crate::variables::Variable;

/// How deep commands may stand inside each other while they run: functions that call themselves for
/// ever end with a message and not with the stack.
pub(crate) const MAX_DEPTH: usize = 1000;

/// What is going on in functions and loops.
#[derive(Default)]
pub(crate) struct Calls {
    /// What the commands that follow must not run for.
    pub(crate) flow: Option<Flow>,
    /// Loops around the command that runs, within its function.
    pub(crate) loops: usize,
    /// One for each function that is running: variables to be put back when it returns.
    pub(crate) locals: Vec<Vec<(String, Option<Variable>)>>,
    /// Files that `.` is reading.
    pub(crate) sourced: usize,
    /// How deep the command that runs stands inside others.
    pub(crate) depth: usize,
    /// Above 0 inside conditions, where failing is no reason to stop.
    pub(crate) conditions: usize,
}

/// The rest of some commands is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// So many loops end.
    Break(usize),
    /// So many loops but one end, and that one goes on.
    Continue(usize),
    /// A function or a file ends.
    Return,
}

impl Shell {
    /// Runs a compound command in the shell itself; its status.
    pub(crate) fn run_compound(&mut self, action: &Action) -> Result<i32, RedirectError> {
        match action {
            Action::Simple { .. } => unreachable!("simple commands are no compound ones"),
            Action::Subshell(list) | Action::Group(list) => {
                self.run_list(list);
                Ok(self.status)
            }
            Action::If {
                branches,
                otherwise,
            } => Ok(self.run_if(branches, otherwise.as_ref())),
            Action::Loop {
                until,
                condition,
                body,
            } => Ok(self.run_loop(|shell| {
                let holds = shell.holds(condition);
                (holds != *until).then_some(body)
            })),
            Action::For { name, words, body } => self.run_for(name, words.as_deref(), body),
            Action::Count {
                first,
                condition,
                step,
                body,
            } => self.run_count(first, condition, step, body),
            Action::Case { word, arms } => self.run_case(word, arms),
            Action::Arithmetic(expression) => match expand::arithmetic(self, expression) {
                Ok(value) => Ok(i32::from(value == 0)),
                // Only the command has failed, not the line.
                Err(ExpandError::Arithmetic(error)) => {
                    complain(format_args!("((: {error}"));
                    Ok(1)
                }
                Err(error) => Err(error.into()),
            },
            Action::Define { name, body } => {
                self.functions.insert(name.clone(), Rc::clone(body));
                Ok(0)
            }
        }
    }

    /// Runs a condition; whether it ended with success.
    fn holds(&mut self, condition: &List) -> bool {
        self.calls.conditions += 1;
        self.run_list(condition);
        self.calls.conditions -= 1;
        self.status == 0
    }

    fn run_if(&mut self, branches: &[(List, List)], otherwise: Option<&List>) -> i32 {
        for (condition, body) in branches {
            let holds = self.holds(condition);
            if self.is_cut_short() {
                return self.status;
            }
            if holds {
                self.run_list(body);
                return self.status;
            }
        }
        match otherwise {
            Some(body) => {
                self.run_list(body);
                self.status
            }
            None => 0,
        }
    }

    /// Runs bodies for as long as there is a next one; the status of the last.
    fn run_loop<'t>(&mut self, mut next: impl FnMut(&mut Self) -> Option<&'t List>) -> i32 {
        let mut status = 0;
        self.calls.loops += 1;
        loop {
            let body = next(self);
            // `break` and `continue` may stand in the condition too.
            let was_cut_short = self.is_cut_short();
            if let Some(body) = body.filter(|_| !was_cut_short) {
                self.run_list(body);
                status = self.status;
                if self.terminal.is_some() && signals::take_interrupt() {
                    self.interrupted = true;
                }
            } else if !was_cut_short {
                break;
            }
            if self.ends_loop() {
                break;
            }
        }
        self.calls.loops -= 1;
        status
    }

    /// Whether the innermost loop is over; counts down what `break` and `continue` have asked for.
    fn ends_loop(&mut self) -> bool {
        match self.calls.flow {
            Some(Flow::Break(levels)) => {
                self.calls.flow = (levels > 1).then_some(Flow::Break(levels - 1));
                true
            }
            Some(Flow::Continue(1)) => {
                self.calls.flow = None;
                false
            }
            Some(Flow::Continue(levels)) => {
                self.calls.flow = Some(Flow::Continue(levels - 1));
                true
            }
            Some(Flow::Return) => true,
            None => self.is_cut_short(),
        }
    }

    fn run_for(
        &mut self,
        name: &str,
        words: Option<&[Word]>,
        body: &List,
    ) -> Result<i32, RedirectError> {
        let values = match words {
            Some(words) => expand::fields(self, words)?,
            None => self.arguments.clone(),
        };
        let mut values = values.into_iter();
        Ok(self.run_loop(|shell| {
            let value = values.next()?;
            shell.variables.set(name, value);
            Some(body)
        }))
    }

    fn run_count(
        &mut self,
        first: &Word,
        condition: &Word,
        step: &Word,
        body: &List,
    ) -> Result<i32, RedirectError> {
        expand::arithmetic(self, first)?;
        let mut failed: Result<(), ExpandError> = Ok(());
        let mut begun = false;
        let status = self.run_loop(|shell| {
            let mut goes_on = || {
                if begun {
                    expand::arithmetic(shell, step)?;
                }
                begun = true;
                Ok(condition.parts.is_empty() || expand::arithmetic(shell, condition)? != 0)
            };
            match goes_on() {
                Ok(true) => Some(body),
                Ok(false) => None,
                Err(error) => {
                    failed = Err(error);
                    None
                }
            }
        });
        failed?;
        Ok(status)
    }

    fn run_case(&mut self, word: &Word, arms: &[Arm]) -> Result<i32, RedirectError> {
        let value = expand::single(self, word)?;
        let mut status = 0;
        let mut falls_through = false;
        for arm in arms {
            let mut taken = falls_through;
            for pattern in &arm.patterns {
                taken = taken || {
                    let pattern = expand::pattern(self, pattern)?;
                    pattern.matches(value.as_encoded_bytes())
                };
            }
            if !taken {
                continue;
            }
            self.status = 0;
            self.run_list(&arm.body);
            status = self.status;
            falls_through = arm.then == AfterArm::NextBody;
            if arm.then == AfterArm::Leave || self.is_cut_short() {
                break;
            }
        }
        Ok(status)
    }

    /// Calls a function with arguments, which begin with its name.
    pub(crate) fn call(
        &mut self,
        body: &Rc<Command>,
        argv: &[OsString],
    ) -> Result<i32, RedirectError> {
        let arguments = argv.get(1..).unwrap_or_default().to_vec();
        let before = std::mem::replace(&mut self.arguments, arguments);
        let loops = std::mem::take(&mut self.calls.loops);
        self.calls.locals.push(Vec::new());
        let result = self.run_redirected(body);
        for (name, value) in self
            .calls
            .locals
            .pop()
            .unwrap_or_default()
            .into_iter()
            .rev()
        {
            self.variables.restore(&name, value);
        }
        self.calls.loops = loops;
        self.arguments = before;
        let status = result?;
        Ok(match self.calls.flow {
            Some(Flow::Return) => {
                self.calls.flow = None;
                self.status
            }
            _ => status,
        })
    }
}
