//! Redirections: files, copies and texts in place of descriptors.

use std::fs::OpenOptions;
use std::io::{self, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;

use thiserror::Error;

use crate::descriptors::{self, Saved};
use crate::expand::{ExpandError, single};
use crate::process::reason;
use crate::shell::Shell;
use crate::tree::{Redirection, RedirectionKind};

/// Why a command could not get the descriptors it was to have.
#[derive(Debug, Error)]
pub(crate) enum RedirectError {
    #[error("{path}: {}", reason(.error))]
    Open { path: String, error: io::Error },
    #[error("{0}: the file exists, and `set -C` keeps it")]
    Exists(String),
    #[error("{0}: Bad file descriptor")]
    BadDescriptor(String),
    #[error(transparent)]
    Expand(#[from] ExpandError),
}

/// Applies redirections in order. Where `saved` is given, what they replace is kept there.
pub(crate) fn redirect(
    shell: &mut Shell,
    redirections: &[Redirection],
    mut saved: Option<&mut Saved>,
) -> Result<(), RedirectError> {
    for redirection in redirections {
        let target = single(shell, &redirection.target)?;
        let path = || target.to_string_lossy().into_owned();
        let failed = |error: io::Error| RedirectError::Open {
            path: path(),
            error,
        };
        let mut options = OpenOptions::new();
        let number = redirection.descriptor;
        let both = matches!(
            redirection.kind,
            RedirectionKind::WriteBoth | RedirectionKind::AppendBoth
        );
        if let Some(saved) = &mut saved {
            saved.remember(number);
            if both {
                saved.remember(2);
            }
        }
        let fd: OwnedFd = match redirection.kind {
            RedirectionKind::Read => options.read(true).open(&target).map_err(failed)?.into(),
            RedirectionKind::Write
                if shell.options.keep_files && std::path::Path::new(&target).is_file() =>
            {
                return Err(RedirectError::Exists(path()));
            }
            RedirectionKind::Write | RedirectionKind::Overwrite | RedirectionKind::WriteBoth => {
                let options = options.write(true).create(true).truncate(true);
                options.open(&target).map_err(failed)?.into()
            }
            RedirectionKind::Append | RedirectionKind::AppendBoth => {
                let options = options.append(true).create(true);
                options.open(&target).map_err(failed)?.into()
            }
            RedirectionKind::ReadWrite => {
                let options = options.read(true).write(true).create(true).truncate(false);
                options.open(&target).map_err(failed)?.into()
            }
            RedirectionKind::Copy => {
                if target == "-" {
                    descriptors::close(number);
                    continue;
                }
                let from = path()
                    .parse()
                    .map_err(|_| RedirectError::BadDescriptor(path()))?;
                let copy = descriptors::user_descriptor(from);
                copy.map_err(|_| RedirectError::BadDescriptor(path()))?
            }
            RedirectionKind::HereString => {
                let text = [target.as_bytes(), b"\n"].concat();
                here_text(&text).map_err(failed)?
            }
            RedirectionKind::HereDocument => here_text(target.as_bytes()).map_err(failed)?,
        };
        let failed = |error: nix::Error| RedirectError::Open {
            path: path(),
            error: error.into(),
        };
        descriptors::put(fd, number).map_err(failed)?;
        if both {
            let copy = descriptors::user_descriptor(number).map_err(failed)?;
            descriptors::put(copy, 2).map_err(failed)?;
        }
    }
    Ok(())
}

/// A file without a name that reads as `text`; it goes away with its last descriptor.
fn here_text(text: &[u8]) -> io::Result<OwnedFd> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text)?;
    file.rewind()?;
    Ok(file.into())
}
