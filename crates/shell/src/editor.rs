//! Line editing with history, completion, hints and colour; only on a terminal.

mod colour;
mod complete;

use std::io;
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::{DefaultHistory, History, SearchDirection};
use rustyline::{CompletionType, Config, Editor};

use crate::shell::Shell;

use complete::Assistant;

/// How many commands are kept from run to run.
const MAX_HISTORY: usize = 10_000;

/// A line editor and where its history lives.
pub(crate) struct LineEditor {
    editor: Editor<Assistant, DefaultHistory>,
    history: Option<PathBuf>,
}

impl LineEditor {
    /// An editor that knows the commands of earlier runs; the shell is told them too.
    pub(crate) fn open(shell: &mut Shell) -> io::Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MAX_HISTORY)
            .map_err(io::Error::other)?
            .history_ignore_dups(true)
            .map_err(io::Error::other)?
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Assistant::new(shell)));
        let history = history_file(shell);
        if let Some(path) = &history {
            // There is none before the first run.
            let _ = editor.load_history(path);
        }
        let entries = editor.history();
        let earlier = (0..entries.len()).filter_map(|index| {
            let found = entries.get(index, SearchDirection::Forward).ok()??;
            Some(found.entry.into_owned())
        });
        shell.earlier = earlier.collect();
        Ok(Self { editor, history })
    }

    /// Lets the user type a line; `None` at the end of the input.
    pub(crate) fn next_line(
        &mut self,
        shell: &mut Shell,
        prompt: &str,
    ) -> io::Result<Option<Vec<u8>>> {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.look_at(shell);
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Some(line.into_bytes())),
            Err(ReadlineError::Interrupted) => {
                shell.interrupted = true;
                Ok(Some(Vec::new()))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Adds commands to the history of this run and of later ones.
    pub(crate) fn remember<'c>(&mut self, commands: impl Iterator<Item = &'c str>) {
        let mut is_new = false;
        for command in commands {
            is_new |= self.editor.add_history_entry(command).unwrap_or(false);
        }
        if let Some(path) = self.history.as_ref().filter(|_| is_new) {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            // Appending lets several shells share the file. A history that cannot be written is not
            // worth a message after every command.
            let _ = self.editor.append_history(path);
        }
    }
}

/// `$BOYI_HISTORY`, or a file where programs keep such state. None where that is empty.
fn history_file(shell: &Shell) -> Option<PathBuf> {
    let variable = |name| shell.variables.get(name);
    if let Some(path) = variable("BOYI_HISTORY") {
        return (!path.is_empty()).then(|| path.into());
    }
    let state = variable("XDG_STATE_HOME")
        .filter(|path| !path.is_empty())
        .map(PathBuf::from);
    let state = state.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".local/state")));
    Some(state?.join("boyi").join("shell_history"))
}
