//! Reading what `tar` writes: regular files with short names, which is what compilers leave.

use crate::{Files, FilesError};

const BLOCK: usize = 512;

/// A file in an archive, and whether it may be run.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
    pub(crate) runs: bool,
}

/// The regular files of an archive. Links, devices and names that lead out of the folder are left out: the
/// archive comes from a program nobody trusts.
pub(crate) fn read(archive: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut rest = archive;
    while let Some((head, after)) = rest.split_at_checked(BLOCK) {
        let Some(size) = octal(&head[124..136]) else {
            break;
        };
        let padded = size.div_ceil(BLOCK).saturating_mul(BLOCK);
        let Some((body, next)) = after.split_at_checked(padded) else {
            break;
        };
        rest = next;
        let name = text(&head[..100]);
        let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
        let is_file = matches!(head[156], b'0' | 0);
        if is_file && head[257..262] == *b"ustar" && is_inside(&name) {
            entries.push(Entry {
                name,
                content: body[..size].to_owned(),
                runs: octal(&head[100..108]).is_some_and(|mode| mode & 0o111 != 0),
            });
        }
    }
    entries
}

/// The rule for names is that of everything handed in; sizes are bounded by the archive's own.
fn is_inside(name: &str) -> bool {
    let named: Result<Files, FilesError> = Files::new([(name.to_owned(), Vec::new())]);
    named.is_ok()
}

fn text(field: &[u8]) -> String {
    let end = field.iter().position(|&byte| byte == 0);
    String::from_utf8_lossy(&field[..end.unwrap_or(field.len())]).into_owned()
}

fn octal(field: &[u8]) -> Option<usize> {
    let text = text(field);
    usize::from_str_radix(text.trim(), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tar_writes_is_read_and_what_leads_out_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, content: &[u8]| {
            std::fs::write(folder.path().join(name), content).expect("room");
        };
        file("a.class", &[7; 1000]);
        file("b", b"");
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).expect("room");
        let tar = std::process::Command::new("tar")
            .args(["-cf", "-", "--transform", "s|^./b|../b|", "-P", "."])
            .current_dir(folder.path())
            .output()
            .expect("tar is there");
        let entries = read(&tar.stdout);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a.class"]);
        assert_eq!(entries[0].content, [7; 1000]);
        assert!(read(&tar.stdout[..700]).is_empty(), "cut off");
        assert!(read(&[0xFF; 2000]).is_empty());
    }
}
