//! Expansion: from words as written to the arguments a program gets.
//!
//! In order: braces, `~`, parameters, command output and arithmetic, splitting at blanks, file patterns,
//! and last the quotes go. A field is kept as bytes that know whether they were quoted until the very end.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use thiserror::Error;

use crate::arithmetic::{ArithmeticError, evaluate};
use crate::braces;
use crate::glob::glob;
use crate::pattern::{Mark, Pattern};
use crate::process::reason;
use crate::shell::Shell;
use crate::tree::{End, IfSet, Operation, Parameter, Part, Word};

/// Why a word has no value.
#[derive(Debug, Error)]
pub(crate) enum ExpandError {
    #[error("{name}: {message}")]
    Missing { name: String, message: String },
    #[error("{0}: this cannot be assigned to")]
    NotAssignable(String),
    #[error("fork: {}", reason(&(*.0).into()))]
    Fork(nix::Error),
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
    #[error("{0}: less than nothing cannot be taken")]
    Slice(String),
}

/// The fields of a list of words: none, one or many for each.
pub(crate) fn fields(shell: &mut Shell, words: &[Word]) -> Result<Vec<OsString>, ExpandError> {
    let mut all = Vec::new();
    for word in words.iter().flat_map(braces::expand) {
        let mut fields = Fields::default();
        fields.add_all(shell, &word.parts, false, false)?;
        for field in fields.finish() {
            let found = if shell.options.no_globs {
                Vec::new()
            } else {
                glob(&field)
            };
            if found.is_empty() {
                all.push(without_quotes(&field));
            } else {
                all.extend(found.into_iter().map(OsString::from_vec));
            }
        }
    }
    Ok(all)
}

/// A word that stays one: the value of a variable, the target of a redirection.
pub(crate) fn single(shell: &mut Shell, word: &Word) -> Result<OsString, ExpandError> {
    Ok(without_quotes(&marks(shell, word)?))
}

/// The pattern that a word is.
pub(crate) fn pattern(shell: &mut Shell, word: &Word) -> Result<Pattern, ExpandError> {
    Ok(Pattern::new(&marks(shell, word)?))
}

/// The value of an expression, after everything in it was expanded.
pub(crate) fn arithmetic(shell: &mut Shell, word: &Word) -> Result<i64, ExpandError> {
    let text = single(shell, word)?;
    Ok(evaluate(shell, &text.to_string_lossy())?)
}

fn marks(shell: &mut Shell, word: &Word) -> Result<Vec<Mark>, ExpandError> {
    let mut fields = Fields {
        whole: true,
        ..Fields::default()
    };
    fields.add_all(shell, &word.parts, false, false)?;
    Ok(fields.finish().pop().unwrap_or_default())
}

fn without_quotes(marks: &[Mark]) -> OsString {
    OsString::from_vec(marks.iter().map(|mark| mark.byte).collect())
}

/// Fields while they are being built.
#[derive(Default)]
struct Fields {
    done: Vec<Vec<Mark>>,
    /// The field that is being written; quotes begin one even if they hold nothing.
    current: Option<Vec<Mark>>,
    whole: bool,
}

impl Fields {
    fn finish(mut self) -> Vec<Vec<Mark>> {
        self.done.extend(self.current);
        self.done
    }

    fn push(&mut self, bytes: &[u8], quoted: bool) {
        let current = self.current.get_or_insert_default();
        current.extend(bytes.iter().map(|&byte| Mark { byte, quoted }));
    }

    /// Adds a value that blanks may split.
    fn split(&mut self, value: &[u8], separators: &[u8]) {
        let is_separator = |byte: &u8| separators.contains(byte);
        let is_blank = |byte: &u8| is_separator(byte) && b" \t\n".contains(byte);
        let mut rest = value;
        while let Some(first) = rest.first() {
            if !is_separator(first) {
                let length = rest.iter().position(is_separator).unwrap_or(rest.len());
                self.push(&rest[..length], false);
                rest = &rest[length..];
                continue;
            }
            let blanks = |rest: &[u8]| rest.iter().take_while(|byte| is_blank(byte)).count();
            rest = &rest[blanks(rest)..];
            // Blanks alone only end a field; any other separator also makes an empty one.
            let hard = rest.first().is_some_and(is_separator);
            if hard {
                rest = &rest[1..];
                rest = &rest[blanks(rest)..];
                self.current.get_or_insert_default();
            }
            self.done.extend(self.current.take());
        }
    }

    /// `quoted`: inside double quotes; `split_bare`: inside the word of an unquoted `${x-word}`.
    fn add_all(
        &mut self,
        shell: &mut Shell,
        parts: &[Part],
        quoted: bool,
        split_bare: bool,
    ) -> Result<(), ExpandError> {
        for part in parts {
            match part {
                Part::Bare(text) if split_bare && !quoted => {
                    self.value(shell, text.as_bytes(), false);
                }
                Part::Bare(text) => self.push(text.as_bytes(), quoted),
                Part::Quoted(text) => self.push(text.as_bytes(), true),
                Part::Double(parts) => {
                    // `"$@"` without arguments is nothing at all, not an empty word.
                    let is_all = |part: &Part| {
                        matches!(part, Part::Parameter(parameter)
                            if parameter.name == "@" && parameter.operation == Operation::Value)
                    };
                    let vanishes =
                        !parts.is_empty() && shell.arguments.is_empty() && parts.iter().all(is_all);
                    if !vanishes {
                        self.current.get_or_insert_default();
                    }
                    self.add_all(shell, parts, true, false)?;
                }
                Part::Home(user) => match shell.home_of(user) {
                    Some(home) => self.push(home.as_bytes(), true),
                    None => self.push(format!("~{user}").as_bytes(), true),
                },
                Part::Parameter(parameter) => self.parameter(shell, parameter, quoted)?,
                Part::Output(list) => {
                    let output = shell.output_of(list).map_err(ExpandError::Fork)?;
                    self.value(shell, &output, quoted);
                }
                Part::Arithmetic(expression) => {
                    let value = arithmetic(shell, expression)?;
                    self.value(shell, value.to_string().as_bytes(), quoted);
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, shell: &Shell, value: &[u8], quoted: bool) {
        if quoted || self.whole {
            // An unquoted empty value leaves no field behind.
            if quoted || !value.is_empty() {
                self.push(value, quoted);
            }
            return;
        }
        let separators = shell.variables.get("IFS").unwrap_or(OsStr::new(" \t\n"));
        self.split(value, separators.as_bytes());
    }

    fn parameter(
        &mut self,
        shell: &mut Shell,
        parameter: &Parameter,
        quoted: bool,
    ) -> Result<(), ExpandError> {
        let name = &parameter.name;
        if matches!(name.as_str(), "@" | "*") {
            if parameter.operation == Operation::Value {
                self.arguments(shell, name == "@", quoted);
                return Ok(());
            }
            if parameter.operation == Operation::Length {
                let count = shell.arguments.len().to_string();
                self.value(shell, count.as_bytes(), quoted);
                return Ok(());
            }
        }
        let value = shell.parameter(name);
        let demands_value = !matches!(parameter.operation, Operation::IfSet { .. });
        if value.is_none() && demands_value && shell.options.unset_is_error {
            return Err(ExpandError::Missing {
                name: name.clone(),
                message: "not set".to_owned(),
            });
        }
        match &parameter.operation {
            Operation::Value => {}
            Operation::Length => {
                let value = value.unwrap_or_default();
                let length = value.to_string_lossy().chars().count();
                self.value(shell, length.to_string().as_bytes(), quoted);
                return Ok(());
            }
            Operation::IfSet {
                action,
                or_empty,
                word,
            } => {
                let is_set = value
                    .as_ref()
                    .is_some_and(|value| !or_empty || !value.is_empty());
                match (action, is_set) {
                    (IfSet::Alternative, false) => return Ok(()),
                    (IfSet::Default, false) | (IfSet::Alternative, true) => {
                        return self.add_all(shell, &word.parts, quoted, true);
                    }
                    (IfSet::Assign, false) if !crate::words::is_name(name) => {
                        return Err(ExpandError::NotAssignable(name.clone()));
                    }
                    (IfSet::Assign, false) => {
                        let value = single(shell, word)?;
                        shell.variables.set(name, value.clone());
                        self.value(shell, value.as_bytes(), quoted);
                        return Ok(());
                    }
                    (IfSet::Demand, false) => {
                        let mut message = single(shell, word)?.to_string_lossy().into_owned();
                        if message.is_empty() {
                            "not set".clone_into(&mut message);
                        }
                        let name = name.clone();
                        return Err(ExpandError::Missing { name, message });
                    }
                    (_, true) => {}
                }
            }
            Operation::Trim {
                end,
                greedy,
                pattern,
            } => {
                let pattern = Pattern::new(&marks(shell, pattern)?);
                let value = value.unwrap_or_default();
                let trimmed = trimmed(value.as_bytes(), &pattern, *end, *greedy);
                self.value(shell, trimmed, quoted);
                return Ok(());
            }
            Operation::Replace { pattern, text, all } => {
                let pattern = Pattern::new(&marks(shell, pattern)?);
                let text = single(shell, text)?;
                let value = value.unwrap_or_default();
                let replaced = pattern.replaced(value.as_bytes(), text.as_bytes(), *all);
                self.value(shell, &replaced, quoted);
                return Ok(());
            }
            Operation::Slice { from, count } => {
                let from = arithmetic(shell, from)?;
                let count = match count {
                    Some(count) => Some(arithmetic(shell, count)?),
                    None => None,
                };
                let value = value.unwrap_or_default();
                let value = value.to_string_lossy();
                let slice = slice(&value, from, count);
                let slice = slice.ok_or_else(|| ExpandError::Slice(name.clone()))?;
                self.value(shell, slice.as_bytes(), quoted);
                return Ok(());
            }
        }
        if let Some(value) = value {
            self.value(shell, value.as_bytes(), quoted);
        }
        Ok(())
    }

    /// `$@` and `$*`: a field for each argument, but one for all of them where `$*` is quoted or where
    /// there may be only one.
    fn arguments(&mut self, shell: &Shell, each: bool, quoted: bool) {
        if self.whole || (quoted && !each) {
            let joined = shell.joined_arguments(each);
            self.value(shell, joined.as_bytes(), quoted);
            return;
        }
        for (index, argument) in shell.arguments.iter().enumerate() {
            if index > 0 {
                self.done.extend(self.current.take());
            }
            self.value(shell, argument.as_bytes(), quoted);
        }
    }
}

/// So many characters from a place on; a place and an end before 0 count from the back.
fn slice(value: &str, from: i64, count: Option<i64>) -> Option<String> {
    let length = value.chars().count() as i64;
    let from = if from < 0 {
        from.saturating_add(length)
    } else {
        from
    };
    if from < 0 || from > length {
        return Some(String::new());
    }
    let end = match count {
        None => length,
        Some(count) if count < 0 => length.saturating_add(count),
        Some(count) => from.saturating_add(count).min(length),
    };
    let count = usize::try_from(end - from).ok()?;
    Some(value.chars().skip(from as usize).take(count).collect())
}

/// A value without the shortest or longest end that matches.
fn trimmed<'v>(value: &'v [u8], pattern: &Pattern, end: End, greedy: bool) -> &'v [u8] {
    // A cut inside a character would leave half of it behind.
    let is_text = std::str::from_utf8(value).is_ok();
    let inside = |cut: usize| is_text && cut < value.len() && value[cut] & 0xC0 == 0x80;
    let mut cuts = (0..=value.len()).filter(|&cut| !inside(cut));
    let halves = |cut: usize| match end {
        End::Front => value.split_at(cut),
        End::Back => {
            let (kept, cut_off) = value.split_at(cut);
            (cut_off, kept)
        }
    };
    let fits = |cut: &usize| pattern.matches(halves(*cut).0);
    // The longest front and the shortest back are found from the far end.
    let from_far = (end == End::Front) == greedy;
    let cut = if from_far {
        let all: Vec<usize> = cuts.collect();
        all.into_iter().rev().find(|cut| fits(cut))
    } else {
        cuts.find(|cut| fits(cut))
    };
    cut.map_or(value, |cut| halves(cut).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(value: &str, separators: &str) -> Vec<String> {
        let mut fields = Fields::default();
        fields.split(value.as_bytes(), separators.as_bytes());
        let text = |field: Vec<Mark>| without_quotes(&field).into_string().expect("text");
        fields.finish().into_iter().map(text).collect()
    }

    #[test]
    fn blanks_separate_and_other_separators_also_make_empty_fields() {
        assert_eq!(split("  a  b ", " \t\n"), ["a", "b"]);
        assert_eq!(split(":a::b:", ":"), ["", "a", "", "b"]);
        assert_eq!(split("a : b", " :"), ["a", "b"]);
        assert_eq!(split("a b", ""), ["a b"]);
    }

    #[test]
    fn trimming_takes_the_shortest_or_the_longest_end() {
        let trim = |value: &'static str, pattern: &str, end, greedy| {
            let pattern = Pattern::new(&Mark::bare(pattern));
            let left = trimmed(value.as_bytes(), &pattern, end, greedy);
            String::from_utf8(left.to_owned()).expect("text")
        };
        assert_eq!(trim("a.tar.gz", ".*", End::Back, false), "a.tar");
        assert_eq!(trim("a.tar.gz", ".*", End::Back, true), "a");
        assert_eq!(trim("a/b/c", "*/", End::Front, false), "b/c");
        assert_eq!(trim("a/b/c", "*/", End::Front, true), "c");
        assert_eq!(trim("棋盘", "?", End::Front, false), "盘");
    }
}
