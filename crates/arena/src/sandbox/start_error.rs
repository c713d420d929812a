//! Why a program was not started.

use std::io;

use super::program::ProgramError;

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(
        "the sandbox is not complete here: {layer} is missing ({why}); `boyi doctor` says more"
    )]
    Incomplete { layer: &'static str, why: String },
    #[error("{0}")]
    Failed(String),
    #[error("cannot start a process: {0}")]
    System(#[from] io::Error),
}
