//! Programs on a pipe as players: in our own protocol, one JSON object a line, or in those that
//! existing engines speak. Each runs in the [sandbox](crate::sandbox), one process a game.

mod log;
mod pipe;
mod dialect;
mod ours;
mod ranks;
mod point;
mod uci;
mod xboard;
mod gomocup;
mod othello;
mod botzone;
mod protocol;
mod manifest;
mod registry;
mod spec;
mod uploads;
mod player;
mod check;
mod template;
mod tasks;
mod fingerprint;

use std::path::{PathBuf, is_separator};

use boyi_engine::Game;

pub use check::{Check, Finding, check};
pub use fingerprint::fingerprint;
pub use manifest::{Manifest, ManifestError};
pub use player::Bot;
pub use protocol::{Protocol, UnknownProtocol};
pub use registry::{Registry, RegistryError};
pub use spec::{BotSpec, BotSpecError};
pub use tasks::TaskProgram;
pub use template::{Speaking, Template, TemplateError, languages, speaking, template};
pub use uploads::{NewUpload, UploadError, UploadRef, Uploaded, Uploads, Version};

use crate::sandbox::{Policy, Sandbox};
use crate::{Contestant, SourceError};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub sandbox: Sandbox,
    /// The file that lists the bots known by name; the person's own unless said.
    pub registry: Option<PathBuf>,
    /// The bots that visitors brought, where there are any.
    pub uploads: Option<UploadOptions>,
    /// What was handed in to courses, where it plays.
    pub submissions: Option<SubmissionOptions>,
}

/// How submissions to courses are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionOptions {
    /// Each lies here, built, in a folder that its number names.
    pub folder: PathBuf,
    /// How much locking in they need.
    pub policy: Policy,
}

/// How bots of visitors are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UploadOptions {
    pub uploads: Uploads,
    /// How much locking in they need.
    pub policy: Policy,
}

/// What a player's name begins with that a visitor brought.
pub const UPLOAD: &str = "upload:";

/// What a player's name begins with that was handed in to a course: `submission:NUMBER`.
pub const SUBMISSION: &str = "submission:";

impl Options {
    /// The program of this name, and what it is locked in by.
    fn find(&self, text: &str) -> Result<(BotSpec, Sandbox), BotSpecError> {
        if let Some(number) = text.strip_prefix(SUBMISSION) {
            return self.submission(number);
        }
        let Some(upload) = text.strip_prefix(UPLOAD) else {
            let spec = BotSpec::read(text, self.registry.as_deref())?;
            return Ok((spec, self.sandbox.clone()));
        };
        let missing = || BotSpecError::NoUpload(text.to_owned());
        let options = self.uploads.as_ref().ok_or_else(missing)?;
        let upload: UploadRef = upload.parse().map_err(|_| missing())?;
        let sandbox = Sandbox {
            policy: options.policy,
            ..self.sandbox.clone()
        };
        Ok((options.uploads.spec(&upload)?, sandbox))
    }

    fn submission(&self, number: &str) -> Result<(BotSpec, Sandbox), BotSpecError> {
        let missing = || BotSpecError::NoSubmission(number.to_owned());
        let options = self.submissions.as_ref().ok_or_else(missing)?;
        let known: u64 = number.parse().map_err(|_| missing())?;
        let sandbox = Sandbox {
            policy: options.policy,
            ..self.sandbox.clone()
        };
        let spec = BotSpec::of_folder(&options.folder.join(known.to_string()))?;
        Ok((spec, sandbox))
    }
}

/// Whether a text names a program rather than a player of our own: `bot:NAME`, `upload:OWNER/NAME`,
/// `submission:NUMBER`, `uci:COMMAND`, or a path. Files among the options of a player (`strong:weights=FILE`) are no programs.
pub fn names_program(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, rest)) => {
            // No player of ours has a name of one letter: that is a drive of Windows.
            let is_drive = name.len() == 1 && rest.starts_with(is_separator);
            matches!(name, "bot" | "upload" | "submission")
                || name.parse::<Protocol>().is_ok()
                || is_drive
                || name.contains(is_separator)
        }
        None => text.contains(is_separator),
    }
}

/// The program of this name, not started yet.
pub fn contestant(
    game: &'static dyn Game,
    text: &str,
    options: &Options,
) -> Result<Box<dyn Contestant>, SourceError> {
    let wrong = |why: String| SourceError::Program {
        text: text.to_owned(),
        why,
    };
    let found = options.find(text);
    let (spec, sandbox) = found.map_err(|error| wrong(error.to_string()))?;
    if !spec.plays(game.name()) {
        let games = spec.games.join(", ");
        return Err(wrong(format!("it plays {games}, not {}", game.name())));
    }
    let bot = Bot::new(spec, sandbox);
    // What a student's program writes is the student's business, and games are watched by the class.
    Ok(Box::new(if text.starts_with(SUBMISSION) {
        bot.without_log()
    } else {
        bot
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_protocols_name_programs_and_options_do_not() {
        for program in [
            "bot:mine",
            "uci:engine",
            "./bot.py",
            "C:/bots/x.exe",
            "upload:a/b",
        ] {
            assert!(names_program(program), "{program}");
        }
        for player in ["strong", "pvs:depth=4", "strong:weights=a/b.eval"] {
            assert!(!names_program(player), "{player}");
        }
        assert_eq!(names_program(r"C:\bots\x.exe"), cfg!(windows));
    }
}
