//! From a command line to a program with absolute paths, which can be started from any folder.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use boyi_platform::files::{PROGRAM_ENDINGS, is_program};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The program and its arguments: `["python3", "bot.py"]`. Arguments that name files or folders
    /// grant the program to read them.
    pub words: Vec<String>,
    /// Where it starts, which it may read with everything below.
    pub folder: Option<PathBuf>,
}

/// Why a program cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProgramError {
    #[error("there is no program to run")]
    Nothing,
    #[error("there is no folder {0}")]
    NoFolder(PathBuf),
    #[error("there is no program `{0}`")]
    NotFound(String),
    #[error("{0} is not a program: it has no permission to be run (chmod +x)")]
    NotExecutable(PathBuf),
}

/// A program found: everything absolute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ResolvedProgram {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) readable: Vec<PathBuf>,
}

impl Program {
    /// A program without a folder of its own.
    pub fn new(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            folder: None,
        }
    }

    /// Whether there is such a program at all.
    pub fn look(&self) -> Result<(), ProgramError> {
        self.find(false).map(drop)
    }

    /// Looks for everything that is named. `by_anybody`: what only the owner can reach is passed over
    /// when a program is looked up by name.
    pub(super) fn find(&self, by_anybody: bool) -> Result<ResolvedProgram, ProgramError> {
        let (first, rest) = self.words.split_first().ok_or(ProgramError::Nothing)?;
        let folder = match &self.folder {
            Some(folder) => Some(absolute(folder).ok_or(ProgramError::NoFolder(folder.clone()))?),
            None => None,
        };
        let here = match &folder {
            Some(folder) => folder.clone(),
            None => env::current_dir().unwrap_or_else(|_| root_folder()),
        };
        let program = if first.contains(std::path::is_separator) {
            let named = with_endings(&here.join(first))
                .into_iter()
                .find(|path| path.exists());
            named.ok_or_else(|| ProgramError::NotFound(first.clone()))?
        } else {
            on_path(first, by_anybody).ok_or_else(|| ProgramError::NotFound(first.clone()))?
        };
        if !is_program(&program) {
            return Err(ProgramError::NotExecutable(program));
        }
        let mut readable: Vec<PathBuf> = folder.iter().cloned().collect();
        readable.extend(with_its_libraries(&program));
        let mut arguments = Vec::new();
        for word in rest {
            match absolute(&here.join(word)).filter(|path| !word.is_empty() && is_grantable(path)) {
                Some(path) => {
                    // From another folder a relative name would lead elsewhere.
                    arguments.push(match folder {
                        Some(_) => word.clone(),
                        None => path.to_string_lossy().into_owned(),
                    });
                    readable.push(path);
                }
                None => arguments.push(word.clone()),
            }
        }
        let mut known = HashSet::new();
        readable.retain(|path| known.insert(path.clone()));
        Ok(ResolvedProgram {
            program,
            arguments,
            folder: folder.unwrap_or_else(root_folder),
            readable,
        })
    }
}

fn absolute(path: &Path) -> Option<PathBuf> {
    let path = path.canonicalize().ok()?;
    // What Windows calls the real name of a file, most programs on it do not understand.
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    match plain {
        Some(plain) if cfg!(windows) && !plain.starts_with("UNC") => Some(PathBuf::from(plain)),
        _ => Some(path),
    }
}

/// A folder that is always there.
pub(super) fn root_folder() -> PathBuf {
    if cfg!(windows) {
        let mut drive = env::var_os("SystemDrive").unwrap_or_else(|| "C:".into());
        drive.push("\\");
        drive.into()
    } else {
        PathBuf::from("/")
    }
}

/// A program as it is named, and with each ending that need not be written.
fn with_endings(path: &Path) -> Vec<PathBuf> {
    let mut all = vec![path.to_owned()];
    for ending in PROGRAM_ENDINGS {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{ending}"));
        all.push(name.into());
    }
    all
}

fn on_path(name: &str, by_anybody: bool) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let games: &[&str] = if cfg!(unix) {
        &["/usr/games", "/usr/bin", "/bin"]
    } else {
        &[]
    };
    let folders = || {
        let games = games.iter().map(PathBuf::from);
        env::split_paths(&path)
            .chain(games)
            .filter(|folder| folder.is_absolute())
    };
    let named = |name: &str| {
        folders()
            .flat_map(|folder| with_endings(&folder.join(name)))
            .find(|program| is_program(program) && (!by_anybody || anybody_reaches(program)))
    };
    // Python for Windows is installed without its number.
    let alias = (cfg!(windows) && name == "python3").then_some("python");
    named(name).or_else(|| named(alias?))
}

/// Whether every user can read a file or folder: the way there is open, and so is the thing itself.
#[cfg(unix)]
pub(super) fn anybody_reaches(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const PASS: u32 = 0o001;
    const READ: u32 = 0o004;
    let Some(path) = absolute(path) else {
        return false;
    };
    let mode = |path: &Path| {
        path.metadata()
            .map_or(0, |metadata| metadata.permissions().mode())
    };
    let way_is_open = path
        .ancestors()
        .skip(1)
        .all(|folder| mode(folder) & PASS != 0);
    let needed = if path.is_dir() { READ | PASS } else { READ };
    way_is_open && mode(&path) & needed == needed
}

/// Nobody is asked: programs run as whoever started them.
#[cfg(not(unix))]
pub(super) fn anybody_reaches(_: &Path) -> bool {
    true
}

/// A person's whole home, or what holds it, is never granted because of a word on a command line.
fn is_grantable(path: &Path) -> bool {
    let home = env::home_dir();
    let holds_home = home.is_some_and(|home| home.starts_with(path));
    !holds_home && path.parent().is_some()
}

/// The program's file, and for one that is installed as `PLACE/bin/program` outside the system's
/// folders the place it is installed in, where its libraries are.
fn with_its_libraries(program: &Path) -> Vec<PathBuf> {
    let Some(real) = absolute(program) else {
        return Vec::new();
    };
    let mut readable = vec![real.clone()];
    for path in [program, &real] {
        let folder = path.parent();
        let installed = folder
            .filter(|folder| folder.ends_with("bin") || folder.ends_with("shims"))
            .and_then(Path::parent)
            .filter(|place| is_grantable(place) && !place.ends_with(".local"));
        readable.extend(installed.map(Path::to_owned));
    }
    readable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_name_and_by_path() {
        let sh = Program::new(["sh", "-c", "true"])
            .find(true)
            .expect("every system has sh");
        assert!(sh.program.is_absolute() && sh.arguments == ["-c", "true"]);
        let found = Program::new(["/bin/sh"]).find(false).expect("by its path");
        assert_eq!(found.program, Path::new("/bin/sh"));
    }

    #[test]
    fn what_cannot_be_run_is_named() {
        let error = |words: &[&str]| {
            let program = Program::new(words.iter().copied());
            program.find(false).expect_err("nothing to run").to_string()
        };
        assert_eq!(error(&[]), "there is no program to run");
        assert_eq!(
            error(&["no-such-program"]),
            "there is no program `no-such-program`"
        );
        assert_eq!(error(&["./no/such"]), "there is no program `./no/such`");
        assert!(error(&["/etc/passwd"]).contains("is not a program"));
    }

    #[test]
    fn files_on_the_command_line_are_granted_and_homes_are_not() {
        let found = Program::new(["sh", "/etc/hostname", "/", "--flag"])
            .find(true)
            .expect("sh");
        assert!(found.readable.contains(&PathBuf::from("/etc/hostname")));
        assert!(!found.readable.contains(&PathBuf::from("/")));
        let twice = Program::new(["sh", "/etc/hostname", "/etc/passwd", "/etc/hostname"]);
        let readable = twice.find(true).expect("sh").readable;
        let granted = readable.iter().filter(|path| path.ends_with("hostname"));
        assert_eq!(granted.count(), 1, "{readable:?}");
    }
}
