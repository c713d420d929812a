//! Atomic file writes: a file is there whole or not at all. Books, records, weights and tables are
//! written with it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place and then moves it there: a crash half-way leaves what was there
/// before, and nobody ever reads the half of a file.
pub fn write(file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if is_stream(file) {
        return fs::write(file, contents);
    }
    let draft = draft_of(file);
    let written = write_through(&draft, contents.as_ref()).and_then(|()| fs::rename(&draft, file));
    if written.is_err() {
        // What went wrong before is what the caller has to know.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Whether a file could be written here, for work that takes long before it has something to write. What
/// is there stays as it is.
pub fn check(file: &Path) -> io::Result<()> {
    if is_stream(file) {
        return Ok(());
    }
    if file.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let draft = draft_of(file);
    File::create(&draft)?;
    fs::remove_file(draft)
}

/// Whether this is a device or a pipe, such as `/dev/null`, in whose place no file may be put.
fn is_stream(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// The file itself must have reached the disk before its name does.
fn write_through(file: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(contents)?;
    file.sync_all()
}

/// A name of its own for every file and every process that writes it.
fn draft_of(file: &Path) -> PathBuf {
    let mut name = file.file_name().map_or_else(OsString::new, OsString::from);
    name.push(format!(".draft-{}", std::process::id()));
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = std::env::temp_dir().join(format!("boyi-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("a.txt");
        write(&file, "one").expect("a first");
        write(&file, "two").expect("over it");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "two");

        // A folder in the way cannot be replaced; nothing is left beside it.
        let taken = folder.join("taken");
        fs::create_dir_all(taken.join("full")).expect("a folder in it");
        write(&taken, "three").expect_err("a folder is no file");
        let mut names: Vec<_> = fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["a.txt", "taken"]);
        fs::remove_dir_all(&folder).expect("cleared away");
    }

    #[test]
    fn whether_a_file_can_be_written_is_known_before() {
        let folder = std::env::temp_dir().join(format!("boyi-check-{}", std::process::id()));
        let file = folder.join("a.txt");
        let error = check(&file).expect_err("no such folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        fs::create_dir_all(&folder).expect("a folder");
        check(&file).expect("a place for a file");
        assert!(!file.exists(), "asking leaves nothing");
        let error = check(&folder).expect_err("a folder");
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        write(&file, "one").expect("a file");
        check(&file).expect("it may be written again");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "one");
        fs::remove_dir_all(&folder).expect("cleared away");
    }

    #[cfg(unix)]
    #[test]
    fn no_file_takes_the_place_of_what_is_none() {
        let folder = std::env::temp_dir().join(format!("boyi-stream-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let socket = folder.join("socket");
        let listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        write(&socket, "one").expect_err("nothing can be written to it");
        assert!(is_stream(&socket), "it is still there");
        drop(listener);
        fs::remove_dir_all(&folder).expect("cleared away");
    }
}
