//! `bot.json`: what a folder with a bot says about it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What a bot is called, how it is run and what it plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub name: String,
    /// The program and its arguments; relative names begin in the bot's folder.
    pub command: Vec<String>,
    /// The protocol by name; ours unless said.
    #[serde(default = "ours")]
    pub protocol: String,
    /// The games it plays; all of its protocol's unless said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

fn ours() -> String {
    super::Protocol::Boyi.name().to_owned()
}

impl Manifest {
    /// The file's name in a bot's folder.
    pub const FILE: &str = "bot.json";

    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let file = folder.join(Self::FILE);
        let text = fs::read_to_string(&file).map_err(|error| ManifestError::Read {
            file: file.clone(),
            error: error.to_string(),
        })?;
        let manifest: Self =
            serde_json::from_str(&text).map_err(|error| ManifestError::Content {
                file: file.clone(),
                error: error.to_string(),
            })?;
        if manifest.command.is_empty() {
            return Err(ManifestError::Content {
                file,
                error: "`command` is empty".to_owned(),
            });
        }
        Ok(manifest)
    }

    pub fn write(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("names and texts can always be written") + "\n"
    }
}

/// Why a folder has no manifest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("{}: {error}", file.display())]
    Read { file: PathBuf, error: String },
    #[error("{} is not the description of a bot: {error}", file.display())]
    Content { file: PathBuf, error: String },
}
