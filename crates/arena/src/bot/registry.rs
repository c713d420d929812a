//! The bots that a person has given names: one small file.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use boyi_game::whole_file;
use serde::{Deserialize, Serialize};

use crate::store::data_folder;

/// Bots by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Registry {
    entries: BTreeMap<String, Entry>,
}

/// Where a bot is: what stands after its name in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Entry {
    Folder {
        folder: PathBuf,
    },
    /// A command line in some protocol: `uci:/usr/games/fairy-stockfish`.
    Program {
        /// As [`BotSpec::read`](super::BotSpec::read) takes it.
        program: String,
    },
}

/// Why the list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    #[error("{}: {error}", file.display())]
    File { file: PathBuf, error: io::Error },
    #[error("{} is not a list of bots: {error}", file.display())]
    Content {
        file: PathBuf,
        error: serde_json::Error,
    },
    #[error("`{0}` cannot be the name of a bot: use letters, digits, `-`, `_` and `.`")]
    Name(String),
}

impl Registry {
    /// Where the list is unless somebody says otherwise: `$BOYI_BOTS`, else in the user's folder for data.
    pub fn usual_file() -> PathBuf {
        if let Some(file) = env::var_os("BOYI_BOTS") {
            return PathBuf::from(file);
        }
        let folder = data_folder().unwrap_or_else(|| env::temp_dir().join("boyi"));
        folder.join("bots.json")
    }

    /// Reads the list; a missing file is an empty one.
    pub fn read(file: &Path) -> Result<Self, RegistryError> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => {
                return Err(RegistryError::File {
                    file: file.to_owned(),
                    error,
                });
            }
        };
        let entries = serde_json::from_str(&text).map_err(|error| RegistryError::Content {
            file: file.to_owned(),
            error,
        })?;
        Ok(Self { entries })
    }

    /// Writes the list, whole or not at all.
    pub fn write(&self, file: &Path) -> Result<(), RegistryError> {
        let failed = |error| RegistryError::File {
            file: file.to_owned(),
            error,
        };
        let text =
            serde_json::to_string_pretty(&self.entries).expect("texts can be written") + "\n";
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        whole_file::write(file, text).map_err(failed)
    }

    pub fn add_folder(&mut self, name: &str, folder: PathBuf) -> Result<(), RegistryError> {
        self.add(name, Entry::Folder { folder })
    }

    /// Names a program: `uci:/usr/games/fairy-stockfish`.
    pub fn add_program(&mut self, name: &str, program: String) -> Result<(), RegistryError> {
        self.add(name, Entry::Program { program })
    }

    fn add(&mut self, name: &str, entry: Entry) -> Result<(), RegistryError> {
        let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(RegistryError::Name(name.to_owned()));
        }
        self.entries.insert(name.to_owned(), entry);
        Ok(())
    }

    /// Forgets a name; `false` where there was none.
    pub fn remove(&mut self, name: &str) -> bool {
        self.entries.remove(name).is_some()
    }

    pub fn all(&self) -> impl Iterator<Item = (&str, String)> {
        let place = |entry: &Entry| match entry {
            Entry::Folder { folder } => folder.display().to_string(),
            Entry::Program { program } => program.clone(),
        };
        self.entries
            .iter()
            .map(move |(name, entry)| (name.as_str(), place(entry)))
    }

    pub(super) fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_back() {
        let folder = env::temp_dir().join(format!("boyi-registry-{}", std::process::id()));
        let file = folder.join("deep/bots.json");
        let mut list = Registry::read(&file).expect("none yet");
        assert_eq!(list, Registry::default());
        list.add_folder("mine", PathBuf::from("/bots/mine"))
            .expect("a name");
        list.add_program("pika.fish", "uci:/opt/pikafish".to_owned())
            .expect("a name");
        assert!(list.add_program("a b", String::new()).is_err());
        list.write(&file).expect("ours");
        assert_eq!(Registry::read(&file).expect("ours"), list);
        let all: Vec<_> = list.all().collect();
        assert_eq!(
            all,
            [
                ("mine", "/bots/mine".to_owned()),
                ("pika.fish", "uci:/opt/pikafish".to_owned())
            ]
        );
        assert!(list.remove("mine") && !list.remove("mine"));
        fs::write(&file, "[1]").expect("ours");
        assert!(
            Registry::read(&file)
                .expect_err("no list")
                .to_string()
                .contains("not a list of bots")
        );
        fs::remove_dir_all(&folder).expect("ours");
    }
}
