//! What happens to a line: the log, references into it, and commands that go on in the next line.

use crate::descriptors;
use crate::input::{Input, Prompt, Source};
use crate::parser::{parse, parse_first};
use crate::process::{complain, say};
use crate::shell::{Manners, Shell};
use crate::syntax_error::SyntaxError;
use crate::tree::List;

/// Commands as text and tree, nothing, or text with a mistake in it.
type Recalled = Result<Option<(String, List)>, (String, SyntaxError)>;

impl Shell {
    /// Reads and runs commands until `exit` or the end; returns the exit status.
    pub fn run(&mut self, input: Input) -> std::io::Result<i32> {
        self.ends_on_errors = matches!(input, Input::Text(_));
        let mut source = Source::open(input, self)?;
        while self.leaving.is_none() {
            self.reap();
            let before = source.lines_read();
            let Some(line) = source.next_line(self, Prompt::Command)? else {
                break;
            };
            let logged = self.log.len();
            let line = match String::from_utf8(line) {
                Ok(line) => line,
                Err(error) => {
                    let valid = error.utf8_error().valid_up_to();
                    let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
                    let column = before.chars().count() + 1;
                    complain(format_args!("column {column}: the line is not UTF-8"));
                    self.status = 2;
                    continue;
                }
            };
            match self.recalled(line, &mut source)? {
                Ok(Some((text, list))) => {
                    self.log.push(text);
                    self.interrupted = false;
                    self.run_list(&list);
                    self.calls.flow = None;
                }
                Ok(None) => {}
                Err((text, error)) => {
                    let told = error.pointing_into(&text, before);
                    let _ = descriptors::write_all(2, told.as_bytes());
                    self.log.push(text);
                    self.status = 2;
                    if self.ends_on_errors {
                        self.leaving = Some(2);
                    }
                }
            }
            source.remember(self.log.iter().skip(logged));
        }
        self.run_exit_trap();
        self.hang_up();
        Ok(self.leaving.unwrap_or(self.status))
    }

    /// The commands that a line means, with the lines that belong to them: those that `!` finds in the
    /// log, or the line itself. `None` where there is nothing to run.
    fn recalled(&mut self, line: String, source: &mut Source) -> std::io::Result<Recalled> {
        if line.trim().is_empty() {
            return Ok(Ok(None));
        }
        // To the course every line that begins with `!` is a reference; elsewhere `! command` negates.
        let is_reference = |prefix: &&str| {
            self.manners == Manners::Course
                || !prefix.starts_with([' ', '\t'])
                || prefix.trim().is_empty()
        };
        let Some(prefix) = line.strip_prefix('!').filter(is_reference) else {
            return self.completed(line, source);
        };
        if prefix.trim().is_empty() {
            return Ok(Ok(None));
        }
        if prefix == "#" {
            self.print_log();
            return Ok(Ok(None));
        }
        // What is found was logged, and references are not: they cannot go round.
        let Some(found) = self.log.newest(prefix).map(str::to_owned) else {
            say(b"No Match\n");
            self.status = 1;
            return Ok(Ok(None));
        };
        Ok(match parse(&found) {
            Ok(list) => Ok(Some((found, list))),
            Err(error) => Err((found, error)),
        })
    }

    /// Reads on until the commands that begin in a line are complete.
    fn completed(&mut self, mut text: String, source: &mut Source) -> std::io::Result<Recalled> {
        self.interrupted = false;
        loop {
            // Where all lines are there the commands end where they end; else line after line is asked for.
            let ahead = source.text_from_here();
            let is_whole = ahead.is_some();
            let error = match parse_first(ahead.unwrap_or(&text)) {
                Ok((list, length)) => {
                    if let Some(ahead) = ahead {
                        let read = ahead[..length].trim_end_matches(['\n', '\r']);
                        read.clone_into(&mut text);
                        let lines = ahead[..length].lines().count();
                        for _ in 1..lines {
                            source.next_line(self, Prompt::More)?;
                        }
                    }
                    return Ok(Ok(Some((text, list))));
                }
                Err(error) => error,
            };
            if let Some(ahead) = ahead {
                // What is shown below the message; the commands end nowhere.
                let lines = ahead.split_inclusive('\n').take(error.line);
                let read: String = lines.collect();
                read.trim_end_matches('\n').clone_into(&mut text);
                for _ in 1..error.line {
                    source.next_line(self, Prompt::More)?;
                }
            }
            if !error.is_unfinished() {
                return Ok(Err((text, error)));
            }
            let next = if is_whole {
                // All there is was looked at.
                while source.next_line(self, Prompt::More)?.is_some() {}
                None
            } else {
                source.next_line(self, Prompt::More)?
            };
            match next.map(String::from_utf8) {
                Some(Ok(next)) if self.interrupted && next.is_empty() => {
                    // Ctrl-C: what was typed so far is given up.
                    self.interrupted = false;
                    return Ok(Ok(None));
                }
                Some(Ok(next)) => {
                    text.push('\n');
                    text.push_str(&next);
                }
                Some(Err(_)) => complain("the line is not UTF-8"),
                None => return Ok(Err((text, error))),
            }
        }
    }

    fn print_log(&mut self) {
        let lines: String = self
            .log
            .iter()
            .map(|command| format!("{command}\n"))
            .collect();
        say(lines.as_bytes());
        self.status = 0;
    }
}
