//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place and then moves it there: a crash half-way leaves what was there
/// before, and nobody ever reads the half of a file.
pub fn write(file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let draft = draft_of(file);
    let written = write_through(&draft, contents.as_ref()).and_then(|()| fs::rename(&draft, file));
    if written.is_err() {
        // What went wrong before is what the caller has to know.
        let _ = fs::remove_file(&draft);
    }
    written
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
}
