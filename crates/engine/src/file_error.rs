//! What can be wrong with a file that a player keeps: its book, its experience.

use std::io;
use std::path::Path;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    #[error("{file}: line {line}: {why}")]
    Content {
        file: String,
        /// Counted from 1.
        line: usize,
        why: String,
    },
}

impl FileError {
    pub(crate) fn io(file: &Path, error: io::Error) -> Self {
        Self::Io {
            file: file.display().to_string(),
            error,
        }
    }

    /// The line is counted from 0.
    pub(crate) fn content(file: &Path, line: usize, why: String) -> Self {
        Self::Content {
            file: file.display().to_string(),
            line: line + 1,
            why,
        }
    }

    /// Whether there is no such file.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}
