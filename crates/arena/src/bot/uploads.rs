//! Bots that visitors bring: a namespace of their own, `upload:OWNER/NAME@VERSION`, that no registered
//! bot can be mistaken for.
//!
//! The folders are the list: `OWNER/NAME/VERSION`, each with a `bot.json`, the program, and the report of
//! its check. A version is written beside them and put into its place whole.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use boyi_platform::{files, process};

use super::manifest::Manifest;
use super::protocol::{Protocol, UnknownProtocol};
use super::spec::{BotSpec, BotSpecError};

/// What one owner may keep here.
const MAX_BOTS: usize = 8;
const MAX_VERSIONS: usize = 8;
const MAX_BYTES: u64 = 32 << 20;
/// And all of them together.
const MAX_BYTES_IN_ALL: u64 = 1 << 30;
const MAX_OWNERS: usize = 1000;

const STAGING: &str = ".staging-";
/// The file of an owner's secret, beside the bots.
const SECRET: &str = ".secret";
const REPORT: &str = "report.json";

/// The uploads of one server, in a folder that only it may look into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uploads {
    folder: PathBuf,
}

/// One version of one bot, or the newest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UploadRef {
    pub owner: String,
    pub name: String,
    pub version: Option<u32>,
}

/// A bot that was brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uploaded {
    pub owner: String,
    pub name: String,
    /// The newest first.
    pub versions: Vec<Version>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    pub number: u32,
    /// When it was brought, in seconds since 1970.
    pub added: u64,
    pub bytes: u64,
    pub protocol: String,
    /// What its check said, as it was kept; `None` before it is done.
    pub report: Option<String>,
}

/// A file that is brought.
pub struct NewUpload<'a> {
    pub owner: &'a str,
    pub name: &'a str,
    /// By whose ending it is run: .py, .js, or a program.
    pub file: &'a str,
    pub protocol: &'a str,
    pub games: Vec<String>,
    pub content: &'a [u8],
}

/// Why a bot is not taken.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    #[error("a bot's name is at most 40 letters, digits, - and _")]
    Name,
    #[error(transparent)]
    Protocol(#[from] UnknownProtocol),
    #[error("you have {MAX_BOTS} bots here: remove one first")]
    Bots,
    #[error("you have used up your {} MiB here: remove a version first", MAX_BYTES >> 20)]
    Bytes,
    #[error("this server has no room for more bots")]
    Full,
    #[error("the file is empty")]
    Empty,
    #[error("there is no bot or version like that of yours")]
    Unknown,
    #[error("{0}")]
    Folder(#[from] io::Error),
}

/// What one process does to the folders, it does after the other.
static CHANGES: Mutex<()> = Mutex::new(());

fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    !text.is_empty() && text.len() <= 40 && text.chars().all(plain)
}

impl FromStr for UploadRef {
    type Err = UploadError;

    /// Reads `OWNER/NAME` or `OWNER/NAME@VERSION`.
    fn from_str(text: &str) -> Result<Self, UploadError> {
        let (path, version) = match text.split_once('@') {
            Some((path, version)) => {
                let version = version.parse().map_err(|_| UploadError::Unknown)?;
                (path, Some(version))
            }
            None => (text, None),
        };
        let (owner, name) = path.split_once('/').ok_or(UploadError::Unknown)?;
        if !is_plain(owner) || !is_plain(name) {
            return Err(UploadError::Name);
        }
        Ok(Self {
            owner: owner.to_owned(),
            name: name.to_owned(),
            version,
        })
    }
}

/// As a player is named: `upload:OWNER/NAME@VERSION`.
impl fmt::Display for UploadRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "upload:{}/{}", self.owner, self.name)?;
        match self.version {
            Some(version) => write!(f, "@{version}"),
            None => Ok(()),
        }
    }
}

impl Uploads {
    /// Opens the folder, or makes it, and removes what processes that were killed left half written.
    pub fn open(folder: &Path) -> io::Result<Self> {
        if let Some(above) = folder.parent() {
            fs::create_dir_all(above)?;
        }
        match files::new_private_folder(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        files::make_private(folder)?;
        for entry in fs::read_dir(folder)?.flatten() {
            let name = entry.file_name();
            let pid = name.to_str().and_then(|name| name.strip_prefix(STAGING));
            let gone = |pid: &str| !pid.parse().is_ok_and(process::is_alive);
            if pid.is_some_and(gone) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Whether this is the secret of an owner. Takes as long whatever is right of it.
    pub fn is_owner(&self, owner: &str, secret: &str) -> bool {
        if !is_plain(owner) {
            return false;
        }
        let known = fs::read(self.folder.join(owner).join(SECRET)).unwrap_or_default();
        let brought = secret.as_bytes();
        let differs = known
            .iter()
            .zip(brought)
            .fold(0, |sum, (a, b)| sum | (a ^ b));
        !known.is_empty() && known.len() == brought.len() && differs == 0
    }

    /// Makes somebody an owner who is known by this secret from now on.
    pub fn new_owner(&self, owner: &str, secret: &str) -> Result<(), UploadError> {
        if !is_plain(owner) {
            return Err(UploadError::Name);
        }
        if names_in(&self.folder).len() >= MAX_OWNERS {
            return Err(UploadError::Full);
        }
        let folder = self.folder.join(owner);
        fs::create_dir(&folder)?;
        Ok(fs::write(folder.join(SECRET), secret)?)
    }

    /// Takes a new version of a bot; the oldest beyond what is kept goes.
    pub fn add(&self, new: &NewUpload) -> Result<UploadRef, UploadError> {
        let protocol: Protocol = new.protocol.parse()?;
        if !is_plain(new.name) || !is_plain(new.owner) {
            return Err(UploadError::Name);
        }
        if new.content.is_empty() {
            return Err(UploadError::Empty);
        }
        let _one_at_a_time = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        let mut versions = self.versions(new.owner, new.name);
        let size = new.content.len() as u64;
        // Before the quota is looked at: replacing a bot needs no more room than the bot.
        while versions.len() >= MAX_VERSIONS {
            let oldest = versions.pop().expect("several");
            fs::remove_dir_all(
                self.place(new.owner, new.name)
                    .join(oldest.number.to_string()),
            )?;
        }
        let all = self.all();
        let bytes = |bot: &Uploaded| {
            bot.versions
                .iter()
                .map(|version| version.bytes)
                .sum::<u64>()
        };
        let own: Vec<&Uploaded> = all.iter().filter(|bot| bot.owner == new.owner).collect();
        if versions.is_empty() && own.len() >= MAX_BOTS {
            return Err(UploadError::Bots);
        }
        if own.iter().map(|bot| bytes(bot)).sum::<u64>() + size > MAX_BYTES {
            return Err(UploadError::Bytes);
        }
        if all.iter().map(bytes).sum::<u64>() + size > MAX_BYTES_IN_ALL {
            return Err(UploadError::Full);
        }
        let number = versions.first().map_or(1, |newest| newest.number + 1);
        let staging = self.folder.join(format!("{STAGING}{}", std::process::id()));
        let _ = fs::remove_dir_all(&staging);
        files::new_private_folder(&staging)?;
        let written = write(&staging, new, protocol).and_then(|()| {
            let place = self.place(new.owner, new.name);
            fs::create_dir_all(&place)?;
            fs::rename(&staging, place.join(number.to_string()))
        });
        if written.is_err() {
            let _ = fs::remove_dir_all(&staging);
        }
        written?;
        Ok(UploadRef {
            owner: new.owner.to_owned(),
            name: new.name.to_owned(),
            version: Some(number),
        })
    }

    /// All bots, by owner and name.
    pub fn all(&self) -> Vec<Uploaded> {
        let mut found = Vec::new();
        for owner in names_in(&self.folder) {
            for name in names_in(&self.folder.join(&owner)) {
                let versions = self.versions(&owner, &name);
                if !versions.is_empty() {
                    let owner = owner.clone();
                    found.push(Uploaded {
                        owner,
                        name,
                        versions,
                    });
                }
            }
        }
        found
    }

    /// Removes a bot, or one version of it.
    pub fn remove(&self, what: &UploadRef) -> Result<(), UploadError> {
        let _one_at_a_time = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        let mut folder = self.place(&what.owner, &what.name);
        if let Some(version) = what.version {
            folder.push(version.to_string());
        }
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(UploadError::Unknown),
            removed => Ok(removed?),
        }
    }

    /// Keeps what the check of a version said.
    pub fn keep_report(&self, what: &UploadRef, report: &str) -> Result<(), UploadError> {
        let what = self.resolved(what)?;
        let folder = self.version_folder(&what).ok_or(UploadError::Unknown)?;
        Ok(boyi_game::whole_file::write(&folder.join(REPORT), report)?)
    }

    /// With its version named: the newest unless one was.
    pub fn resolved(&self, what: &UploadRef) -> Result<UploadRef, UploadError> {
        let versions = self.versions(&what.owner, &what.name);
        let found = match what.version {
            None => versions.first(),
            Some(number) => versions.iter().find(|version| version.number == number),
        };
        let number = found.ok_or(UploadError::Unknown)?.number;
        Ok(UploadRef {
            version: Some(number),
            ..what.clone()
        })
    }

    /// The bot to run.
    pub fn spec(&self, what: &UploadRef) -> Result<BotSpec, BotSpecError> {
        let found = self.resolved(what).ok();
        let folder = found.as_ref().and_then(|what| self.version_folder(what));
        let (Some(found), Some(folder)) = (found, folder) else {
            return Err(BotSpecError::NoUpload(what.to_string()));
        };
        Ok(BotSpec {
            name: found.to_string(),
            ..BotSpec::of_folder(&folder)?
        })
    }

    fn version_folder(&self, what: &UploadRef) -> Option<PathBuf> {
        let version = what.version?.to_string();
        Some(self.place(&what.owner, &what.name).join(version))
    }

    fn place(&self, owner: &str, name: &str) -> PathBuf {
        self.folder.join(owner).join(name)
    }

    /// The newest first.
    fn versions(&self, owner: &str, name: &str) -> Vec<Version> {
        let place = self.place(owner, name);
        let version = |number: String| {
            let folder = place.join(&number);
            let manifest = Manifest::read(&folder).ok()?;
            let files = fs::read_dir(&folder).ok()?.flatten();
            let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
            let added = folder
                .join(Manifest::FILE)
                .metadata()
                .ok()?
                .modified()
                .ok()?;
            let added = added.duration_since(SystemTime::UNIX_EPOCH).ok()?;
            Some(Version {
                number: number.parse().ok()?,
                added: added.as_secs(),
                bytes: sizes.sum(),
                protocol: manifest.protocol,
                report: fs::read_to_string(folder.join(REPORT)).ok(),
            })
        };
        let mut found: Vec<Version> = names_in(&place).into_iter().filter_map(version).collect();
        found.sort_by_key(|version| std::cmp::Reverse(version.number));
        found
    }
}

/// The folders in a folder, by name.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut names: Vec<String> = folders
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| is_plain(name))
        .collect();
    names.sort();
    names
}

fn write(folder: &Path, new: &NewUpload, protocol: Protocol) -> io::Result<()> {
    let ending = new.file.rsplit_once('.').map_or("", |(_, ending)| ending);
    let (file, command): (&str, &[&str]) = match ending {
        "py" => ("bot.py", &["python3", "bot.py"]),
        "js" | "mjs" => ("bot.mjs", &["node", "bot.mjs"]),
        "jar" => ("bot.jar", &["java", "-jar", "bot.jar"]),
        _ if cfg!(windows) => ("bot.exe", &["./bot.exe"]),
        _ => ("bot", &["./bot"]),
    };
    let manifest = Manifest {
        name: new.name.to_owned(),
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        protocol: protocol.name().to_owned(),
        games: new.games.clone(),
        build: None,
    };
    fs::write(folder.join(Manifest::FILE), manifest.write())?;
    let program = folder.join(file);
    fs::write(&program, new.content)?;
    files::make_private(&program)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new<'a>(owner: &'a str, name: &'a str, content: &'a [u8]) -> NewUpload<'a> {
        NewUpload {
            owner,
            name,
            file: "mine.py",
            protocol: "boyi",
            games: Vec::new(),
            content,
        }
    }

    #[test]
    fn versions_are_kept_listed_and_removed() {
        let folder = tempfile::tempdir().expect("ours");
        let root = folder.path().join("uploads");
        let uploads = Uploads::open(&root).expect("ours");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&root).expect("made").permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        for count in 1..=10_u32 {
            let added = uploads.add(&new("ann", "dragon", b"pass"));
            assert_eq!(added.expect("room").version, Some(count));
        }
        let [bot] = &uploads.all()[..] else {
            panic!("one bot")
        };
        let numbers: Vec<u32> = bot.versions.iter().map(|version| version.number).collect();
        assert_eq!(numbers, [10, 9, 8, 7, 6, 5, 4, 3]);
        let text = |text: &str| text.parse::<UploadRef>().expect("a reference");
        let newest = uploads.spec(&text("ann/dragon")).expect("there");
        assert_eq!(newest.name, "upload:ann/dragon@10");
        uploads
            .keep_report(&text("ann/dragon"), "{}")
            .expect("there");
        assert_eq!(uploads.all()[0].versions[0].report.as_deref(), Some("{}"));
        uploads.remove(&text("ann/dragon@10")).expect("there");
        let newest = uploads.spec(&text("ann/dragon")).expect("there");
        assert_eq!(newest.name, "upload:ann/dragon@9");
        assert!(uploads.spec(&text("ann/dragon@1")).is_err());
        assert!(uploads.spec(&text("bob/dragon")).is_err());
        uploads.remove(&text("ann/dragon")).expect("there");
        assert!(uploads.all().is_empty());
    }

    #[test]
    fn an_owner_is_known_by_a_secret() {
        let folder = tempfile::tempdir().expect("ours");
        let uploads = Uploads::open(folder.path()).expect("ours");
        uploads.new_owner("ann", "secret").expect("room");
        assert!(uploads.new_owner("ann", "other").is_err(), "hers already");
        assert!(uploads.is_owner("ann", "secret"));
        for (owner, secret) in [
            ("ann", ""),
            ("ann", "secreT"),
            ("bob", ""),
            ("..", "secret"),
        ] {
            assert!(!uploads.is_owner(owner, secret), "{owner} {secret}");
        }
    }

    #[test]
    fn nobody_takes_more_than_a_share() {
        let folder = tempfile::tempdir().expect("ours");
        let uploads = Uploads::open(folder.path()).expect("ours");
        for count in 0..MAX_BOTS {
            let name = format!("bot{count}");
            uploads.add(&new("ann", &name, b"x")).expect("room");
        }
        let one_more = uploads.add(&new("ann", "other", b"x"));
        assert!(matches!(one_more, Err(UploadError::Bots)));
        uploads.add(&new("bob", "other", b"x")).expect("his own");
        let large = vec![0; MAX_BYTES as usize];
        let large = uploads.add(&new("bob", "other", &large));
        assert!(matches!(large, Err(UploadError::Bytes)));
        for name in ["", "a/b", "..", "a b", "\u{1b}"] {
            assert!(uploads.add(&new("bob", name, b"x")).is_err(), "{name}");
        }
    }

    #[test]
    fn what_was_half_written_is_removed() {
        let folder = tempfile::tempdir().expect("ours");
        let left = folder.path().join(format!("{STAGING}4294967295"));
        fs::create_dir(&left).expect("ours");
        let uploads = Uploads::open(folder.path()).expect("ours");
        assert!(!left.exists() && uploads.all().is_empty());
    }
}
