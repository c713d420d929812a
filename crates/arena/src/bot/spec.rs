//! From the text that names a program to what is needed to run it.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::manifest::{Manifest, ManifestError};
use super::protocol::{Protocol, UnknownProtocol};
use super::registry::{Entry, Registry, RegistryError};
use crate::sandbox::Program;

/// A bot, not started yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    pub name: String,
    pub protocol: Protocol,
    pub program: Program,
    pub games: Vec<String>,
    /// The command that builds it, if it says so.
    pub build: Option<String>,
}

/// Why a text names no bot.
#[derive(Debug, thiserror::Error)]
pub enum BotSpecError {
    #[error("there is no program to run")]
    Nothing,
    #[error("a quotation mark is not closed")]
    Quotes,
    #[error("there is no bot called `{name}`{}", known_names(known))]
    Unknown { name: String, known: Vec<String> },
    #[error("there is no bot `{0}` on this server")]
    NoUpload(String),
    #[error("submission {0} does not play here")]
    NoSubmission(String),
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Protocol(#[from] UnknownProtocol),
}

fn known_names(known: &[String]) -> String {
    if known.is_empty() {
        "; `boyi bot add` gives one a name".to_owned()
    } else {
        format!(": choose from {}", known.join(", "))
    }
}

impl BotSpec {
    /// Reads `bot:NAME`, `PROTOCOL:COMMAND`, the path of a folder with a `bot.json`, or the path of a
    /// program that speaks our protocol.
    pub fn read(text: &str, registry: Option<&Path>) -> Result<Self, BotSpecError> {
        if let Some(name) = text.strip_prefix("bot:") {
            return Self::registered(name, registry);
        }
        let (protocol, command) = match text.split_once(':') {
            Some((prefix, command)) if prefix.parse::<Protocol>().is_ok() => {
                (prefix.parse()?, command)
            }
            _ => (Protocol::Boyi, text),
        };
        let words = words_of(command).ok_or(BotSpecError::Quotes)?;
        let first = words.first().ok_or(BotSpecError::Nothing)?;
        if words.len() == 1 && Path::new(first).is_dir() {
            return Self::of_folder(Path::new(first));
        }
        Ok(Self {
            name: text.trim().to_owned(),
            protocol,
            program: Program::new(with_interpreter(words)),
            games: protocol.game().map(str::to_owned).into_iter().collect(),
            build: None,
        })
    }

    fn registered(name: &str, registry: Option<&Path>) -> Result<Self, BotSpecError> {
        let file = registry.map_or_else(Registry::usual_file, Path::to_owned);
        let registry = Registry::read(&file)?;
        let spec = match registry.get(name) {
            Some(Entry::Folder { folder }) => Self::of_folder(folder)?,
            // A name for a name could go round in circles.
            Some(Entry::Program { program }) if !program.starts_with("bot:") => {
                Self::read(program, None)?
            }
            _ => {
                let known = registry.all().map(|(name, _)| name.to_owned()).collect();
                let name = name.to_owned();
                return Err(BotSpecError::Unknown { name, known });
            }
        };
        Ok(Self {
            name: name.to_owned(),
            ..spec
        })
    }

    pub fn of_folder(folder: &Path) -> Result<Self, BotSpecError> {
        let manifest = Manifest::read(folder)?;
        let protocol: Protocol = manifest.protocol.parse()?;
        let games = if manifest.games.is_empty() {
            protocol.game().map(str::to_owned).into_iter().collect()
        } else {
            manifest.games
        };
        Ok(Self {
            name: manifest.name,
            protocol,
            program: Program {
                words: manifest.command,
                folder: Some(folder.to_owned()),
            },
            games,
            build: manifest.build,
        })
    }

    /// Whether it plays this game, by its own account.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|name| name == game)
    }
}

/// The words of a command line, by the quotes of a shell.
fn words_of(command: &str) -> Option<Vec<String>> {
    if MAIN_SEPARATOR == '\\' {
        // It parts folders there, and quotes nothing.
        return shlex::split(&command.replace('\\', r"\\"));
    }
    shlex::split(command)
}

/// Scripts that cannot be run by themselves are run by what their ending says.
fn with_interpreter(words: Vec<String>) -> Vec<String> {
    let path = PathBuf::from(&words[0]);
    let runs = boyi_platform::files::is_program(&path);
    let interpreter: &[&str] = match path.extension().and_then(|ending| ending.to_str()) {
        _ if runs || !path.exists() => &[],
        Some("py") => &["python3"],
        Some("js" | "mjs" | "cjs") => &["node"],
        Some("jar") => &["java", "-jar"],
        Some("sh") => &["sh"],
        _ => &[],
    };
    let interpreter = interpreter.iter().map(|word| (*word).to_owned());
    interpreter.chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_would() {
        let spec = BotSpec::read("./a  b\t'c d' \"e \\\" f\" g\\ h '' ", None).expect("closed");
        assert_eq!(spec.program.words, ["./a", "b", "c d", "e \" f", "g h", ""]);
        assert!(matches!(
            BotSpec::read("a 'b", None),
            Err(BotSpecError::Quotes)
        ));
    }

    #[test]
    fn texts_name_programs_and_protocols() {
        let spec = BotSpec::read("uci:/opt/engine -t 1", None).expect("a bot");
        assert_eq!(
            (spec.protocol, spec.program.words.len()),
            (Protocol::Uci, 3)
        );
        assert!(spec.plays("xiangqi") && !spec.plays("reversi"));
        let spec = BotSpec::read("./no/such/bot.py", None).expect("not looked for yet");
        assert_eq!(
            (spec.protocol, spec.program.words),
            (Protocol::Boyi, vec!["./no/such/bot.py".to_owned()])
        );
        assert!(matches!(
            BotSpec::read("gtp:", None),
            Err(BotSpecError::Nothing)
        ));
        let nobody = BotSpec::read("bot:nobody", Some(Path::new("/no/such/file")));
        assert!(matches!(nobody, Err(BotSpecError::Unknown { .. })));
    }
}
