//! What could stand where the cursor is: commands, files, variables, and the host's own words.

use std::fs;
use std::path::{Path, PathBuf};

use rustyline::completion::{Completer, Pair};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use crate::builtins;
use crate::host::HostCommand;
use crate::scanner::{Operator, Scanner, Token};
use crate::shell::{Manners, Shell};

/// What the editor knows of the shell while the user types.
pub(super) struct Assistant {
    pub(super) host_commands: Vec<HostCommand>,
    variables: Vec<String>,
    functions: Vec<String>,
    manners: Manners,
    home: Option<PathBuf>,
    pub(super) path: Vec<PathBuf>,
    pub(super) colours: bool,
    hinter: HistoryHinter,
}

/// A token and the bytes it takes, without what could not be read.
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) token: Token,
}

/// What is being typed.
#[derive(Debug, PartialEq, Eq)]
struct Typed<'l> {
    start: usize,
    word: &'l str,
    before: Vec<String>,
    /// Whether a redirection stands before it.
    is_file: bool,
}

impl Assistant {
    pub(super) fn new(shell: &Shell) -> Self {
        let no_colour = shell
            .variables
            .get("NO_COLOR")
            .is_some_and(|value| !value.is_empty());
        Self {
            host_commands: shell.host_commands.clone(),
            variables: Vec::new(),
            functions: Vec::new(),
            manners: shell.manners,
            home: None,
            path: Vec::new(),
            colours: !no_colour,
            hinter: HistoryHinter::new(),
        }
    }

    /// Takes over what may have changed since the last line.
    pub(super) fn look_at(&mut self, shell: &Shell) {
        let names = shell.variables.iter().filter_map(|(name, _)| name.to_str());
        self.variables = names.map(str::to_owned).collect();
        self.functions = shell.functions.keys().cloned().collect();
        self.home = shell.home_of("").map(PathBuf::from);
        let path = shell.variables.get("PATH").unwrap_or_default();
        self.path = std::env::split_paths(path).collect();
    }

    fn candidates(&self, line: &str) -> (usize, Vec<Pair>) {
        let typed = typed(line);
        if let Some((at, name)) = variable(typed.word) {
            let names = self
                .variables
                .iter()
                .filter(|known| known.starts_with(name));
            return (typed.start + at, names.map(|name| plain(name)).collect());
        }
        let mut found = Vec::new();
        if typed.before.is_empty() && !typed.is_file {
            if !typed.word.contains('/') {
                found.extend(self.commands(typed.word));
            }
        } else if let Some(command) = self.host_command(&typed) {
            let mut words = typed.before.clone();
            words.push(typed.word.to_owned());
            let words = (command.complete)(&words).into_iter();
            found.extend(
                words
                    .filter(|word| word.starts_with(typed.word))
                    .map(|word| plain(&word)),
            );
        }
        found.extend(self.files(typed.word));
        (typed.start, found)
    }

    fn host_command(&self, typed: &Typed) -> Option<&HostCommand> {
        let name = typed.before.first().filter(|_| !typed.is_file)?;
        self.host_commands
            .iter()
            .find(|command| command.name == *name)
    }

    fn commands(&self, prefix: &str) -> Vec<Pair> {
        let builtins = builtins::ALL.iter().map(|builtin| builtin.name.to_owned());
        let hosts = self
            .host_commands
            .iter()
            .map(|command| command.name.clone());
        let mut names: Vec<String> = builtins
            .chain(hosts)
            .chain(self.functions.iter().cloned())
            .filter(|name| name.starts_with(prefix))
            .collect();
        // With nothing typed the list of all programs would be too long to help.
        if !prefix.is_empty() {
            for folder in &self.path {
                names.extend(names_in(folder, prefix));
            }
        }
        names.sort();
        names.dedup();
        names.iter().map(|name| plain(name)).collect()
    }

    fn files(&self, word: &str) -> Vec<Pair> {
        let quote = word.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let text = unquoted(word);
        let (folder, prefix) = text
            .rsplit_once('/')
            .map_or(("", text.as_str()), |(folder, prefix)| {
                (&text[..=folder.len()], prefix)
            });
        let place = match (folder.strip_prefix("~/"), &self.home) {
            (Some(rest), Some(home)) if quote.is_none() => home.join(rest),
            _ if folder.is_empty() => PathBuf::from("."),
            _ => PathBuf::from(folder),
        };
        let is_shown = |name: &String| prefix.starts_with('.') || !name.starts_with('.');
        let mut names: Vec<String> = names_in(&place, prefix).filter(is_shown).collect();
        names.sort();
        let pair = |name: &String| {
            let slash = if place.join(name).is_dir() { "/" } else { "" };
            let path = format!("{folder}{name}{slash}");
            let replacement = match quote {
                Some(quote) => format!("{quote}{path}"),
                None => escaped(&path),
            };
            Pair {
                display: format!("{name}{slash}"),
                replacement,
            }
        };
        names.iter().map(pair).collect()
    }

    /// Whether a word would run something.
    pub(super) fn is_command(&self, name: &str) -> bool {
        let name = unquoted(name);
        builtins::named(&name).is_some()
            || self
                .host_commands
                .iter()
                .any(|command| command.name == name)
            || self.functions.contains(&name)
            || ((name.contains('/') || self.manners == Manners::Course)
                && Path::new(&name).is_file())
            || (!name.contains('/') && self.path.iter().any(|folder| folder.join(&name).is_file()))
    }
}

/// The names in a folder that begin with a prefix.
fn names_in<'p>(folder: &Path, prefix: &'p str) -> impl Iterator<Item = String> + use<'p> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(move |name| name.starts_with(prefix))
}

/// The tokens of a line, as far as they can be read.
pub(super) fn pieces(line: &str) -> Vec<Piece> {
    let mut scanner = Scanner::new(line, 0);
    let mut pieces = Vec::new();
    while let Ok((start, token)) = scanner.next() {
        if token == Token::End {
            break;
        }
        let end = scanner.at;
        pieces.push(Piece { start, end, token });
    }
    pieces
}

/// Whether a command follows this token.
pub(super) fn begins_command(token: &Token) -> bool {
    use Operator::{Ampersand, And, ArmEnd, Newline, Open, Or, Pipe, Semicolon};
    matches!(
        token,
        Token::Operator(Semicolon | ArmEnd(_) | Newline | Ampersand | And | Or | Pipe | Open)
    )
}

/// Whether a command follows this word, where it stands in place of one.
pub(super) fn goes_before_command(word: &str) -> bool {
    let words = [
        "!", "{", "if", "then", "elif", "else", "while", "until", "do",
    ];
    words.contains(&word)
}

/// Whether this word means something to the grammar, where it stands in place of a command.
pub(super) fn is_grammar(word: &str) -> bool {
    let words = ["}", "fi", "done", "esac", "for", "case", "in", "function"];
    goes_before_command(word) || words.contains(&word)
}

fn typed(line: &str) -> Typed<'_> {
    let pieces = pieces(line);
    let read = pieces.last().map_or(0, |piece| piece.end);
    let rest = &line[read..];
    // What could not be read is a word whose quotes are still open, unless it is only blanks.
    let unread = read + (rest.len() - rest.trim_start().len());
    let mut before = Vec::new();
    let mut is_file = false;
    let mut current = None;
    for piece in &pieces {
        let is_last = piece.end == line.len();
        match &piece.token {
            Token::Word(_) if is_last => current = Some(piece.start),
            Token::Word(_) => {
                let word = &line[piece.start..piece.end];
                let assigns = before.is_empty() && word.contains('=');
                let is_grammar = before.is_empty() && goes_before_command(word);
                if !(is_file || assigns || is_grammar) {
                    before.push(unquoted(word));
                }
                is_file = false;
            }
            Token::Operator(Operator::Redirect(..)) => is_file = true,
            token if begins_command(token) => {
                before.clear();
                is_file = false;
            }
            _ => {}
        }
    }
    let start = current.unwrap_or(if unread < line.len() {
        unread
    } else {
        line.len()
    });
    let word = &line[start..];
    // Inside an open substitution a new command line begins.
    if let Some(at) = word.rfind("$(").filter(|_| current.is_none()) {
        let inner = typed(&word[at + 2..]);
        return Typed {
            start: inner.start + start + at + 2,
            ..inner
        };
    }
    Typed {
        start,
        word,
        before,
        is_file,
    }
}

/// The variable whose name is being typed at the end of a word, and where the name begins.
fn variable(word: &str) -> Option<(usize, &str)> {
    let dollar = word.rfind('$')?;
    let braced = word[dollar + 1..].starts_with('{');
    let at = dollar + 1 + usize::from(braced);
    let name = &word[at..];
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some((at, name))
}

fn plain(text: &str) -> Pair {
    Pair {
        display: text.to_owned(),
        replacement: text.to_owned(),
    }
}

fn unquoted(word: &str) -> String {
    let mut text = String::new();
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {}
            '\\' => text.extend(chars.next()),
            c => text.push(c),
        }
    }
    text
}

fn escaped(path: &str) -> String {
    let mut text = String::new();
    for (index, c) in path.chars().enumerate() {
        let is_special = " \t\n\\'\"$`*?[;&|<>()#!{}".contains(c) || (c == '~' && index > 0);
        if is_special {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.candidates(&line[..at]))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<String> {
        self.hinter.hint(line, at, context)
    }
}

impl Validator for Assistant {}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    fn assistant() -> Assistant {
        let mut assistant = Assistant::new(&Shell::new(vec![HostCommand {
            name: "solve".to_owned(),
            help: "Find the result".to_owned(),
            complete: |words| {
                assert_eq!(words[0], "solve");
                vec![
                    "--json".to_owned(),
                    "--size".to_owned(),
                    "reversi".to_owned(),
                ]
            },
            run: |_| 0,
        }]));
        assistant.variables = vec!["HOME".to_owned(), "HOSTNAME".to_owned(), "PATH".to_owned()];
        assistant
    }

    fn offered(line: &str) -> Vec<String> {
        let (start, pairs) = assistant().candidates(line);
        let line = |pair: Pair| format!("{}{}", &line[..start], pair.replacement);
        pairs.into_iter().map(line).collect()
    }

    #[test]
    fn commands_come_first_in_a_command_and_after_operators() {
        assert_eq!(offered("sol"), ["solve"]);
        assert_eq!(offered("cd x && expo"), ["cd x && export"]);
        assert_eq!(offered("echo $(unse"), ["echo $(unset"]);
    }

    #[test]
    fn boyi_commands_complete_their_own_words() {
        assert_eq!(offered("solve --j"), ["solve --json"]);
        assert_eq!(offered("ls | solve rev"), ["ls | solve reversi"]);
        assert_eq!(offered("X=1 solve --s"), ["X=1 solve --size"]);
        assert!(offered("solve > --j").is_empty(), "a file is wanted there");
    }

    #[test]
    fn variables_complete_after_a_dollar_sign() {
        assert_eq!(offered("echo $HO"), ["echo $HOME", "echo $HOSTNAME"]);
        assert_eq!(offered("echo \"a${PA"), ["echo \"a${PATH"]);
    }

    #[test]
    fn files_complete_with_their_folders_and_keep_quotes() {
        assert_eq!(offered("cat Cargo.to"), ["cat Cargo.toml"]);
        assert_eq!(offered("cat sr"), ["cat src/"]);
        assert_eq!(
            offered("cat 'src/edit"),
            ["cat 'src/editor/", "cat 'src/editor.rs"]
        );
        assert_eq!(escaped("a b'c"), "a\\ b\\'c");
    }
}
