//! What is handed in as one file: a zip, a tar or a tar.gz, as people's systems make them.

use std::io::Read;

use flate2::read::{DeflateDecoder, GzDecoder};

use crate::files::MAX_BYTES;
use crate::{Files, FilesError, tar};

/// A folder, seen from the outside, is named once and not in every file.
const OUTSIDE: &str = "__MACOSX/";

impl Files {
    /// The files of an archive. What compilers and systems leave behind is passed over; a folder that holds
    /// everything is opened.
    pub fn unpack(archive: &[u8]) -> Result<Self, FilesError> {
        let entries = if archive.starts_with(b"PK\x03\x04") {
            unzip(archive)?
        } else if archive.starts_with(&[0x1F, 0x8B]) {
            untar(&bounded(GzDecoder::new(archive), 4 * MAX_BYTES)?)
        } else {
            untar(archive)
        };
        let meant = |name: &str| name.split('/').all(Self::is_meant) && !name.starts_with(OUTSIDE);
        let entries: Vec<(String, Vec<u8>)> = entries
            .into_iter()
            .filter(|(name, _)| meant(name))
            .collect();
        if entries.is_empty() {
            return Err(FilesError::Archive("it holds no files".to_owned()));
        }
        let folder = entries[0]
            .0
            .split_once('/')
            .map(|(folder, _)| format!("{folder}/"));
        let folder = folder.filter(|folder| {
            entries
                .iter()
                .all(|(name, _)| name.starts_with(folder.as_str()))
        });
        let skip = folder.map_or(0, |folder| folder.len());
        Self::new(
            entries
                .into_iter()
                .map(|(name, content)| (name[skip..].to_owned(), content)),
        )
    }
}

fn untar(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let entries = tar::read(archive).into_iter();
    entries.map(|entry| (entry.name, entry.content)).collect()
}

/// What comes out, if it is no more than that: small archives may hold a great deal.
fn bounded(from: impl Read, most: usize) -> Result<Vec<u8>, FilesError> {
    let mut content = Vec::new();
    let read = from.take(most as u64 + 1).read_to_end(&mut content);
    read.map_err(|error| FilesError::Archive(error.to_string()))?;
    if content.len() > most {
        return Err(FilesError::TooLarge);
    }
    Ok(content)
}

/// The parts of a zip that say where its files are: numbers at fixed places, little end first.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn number(&self, at: usize, bytes: usize) -> Result<usize, FilesError> {
        let end = at.checked_add(bytes);
        let field = end
            .and_then(|end| self.0.get(at..end))
            .ok_or_else(cut_off)?;
        Ok(field
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    fn slice(&self, at: usize, length: usize) -> Result<&'a [u8], FilesError> {
        let end = at.checked_add(length);
        end.and_then(|end| self.0.get(at..end)).ok_or_else(cut_off)
    }
}

fn cut_off() -> FilesError {
    FilesError::Archive("it is cut off".to_owned())
}

/// Its files as the list at its end names them.
fn unzip(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, FilesError> {
    const END: &[u8] = b"PK\x05\x06";
    const ENTRY: &[u8] = b"PK\x01\x02";
    let parts = Parts(archive);
    let end = archive
        .windows(4)
        .rposition(|four| four == END)
        .ok_or_else(cut_off)?;
    let count = parts.number(end + 10, 2)?;
    let mut at = parts.number(end + 16, 4)?;
    let (mut files, mut total) = (Vec::new(), 0);
    for _ in 0..count {
        if parts.slice(at, 4)? != ENTRY {
            return Err(cut_off());
        }
        let method = parts.number(at + 10, 2)?;
        let packed = parts.number(at + 20, 4)?;
        let [name, extra, comment] = [28, 30, 32].map(|place| parts.number(at + place, 2));
        let (name, extra, comment) = (name?, extra?, comment?);
        let text = String::from_utf8_lossy(parts.slice(at + 46, name)?).into_owned();
        let head = parts.number(at + 42, 4)?;
        at += 46 + name + extra + comment;
        if text.ends_with('/') {
            continue;
        }
        // The head before the file has a name and an extra field of lengths of its own.
        let skip = 30 + parts.number(head + 26, 2)? + parts.number(head + 28, 2)?;
        let content = parts.slice(head + skip, packed)?;
        let content = match method {
            0 => content.to_owned(),
            8 => bounded(DeflateDecoder::new(content), MAX_BYTES)?,
            other => {
                let why =
                    format!("`{text}` is packed in a way (number {other}) that is not known here");
                return Err(FilesError::Archive(why));
            }
        };
        total += content.len();
        if total > MAX_BYTES {
            return Err(FilesError::TooLarge);
        }
        files.push((text, content));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// What Python's writers make, in every way that people's systems use.
    fn made(script: &str) -> Option<Vec<u8>> {
        let script = format!(
            "import io, sys, tarfile, zipfile\nout = io.BytesIO()\n{script}\nsys.stdout.buffer.write(out.getvalue())"
        );
        let made = Command::new("python3")
            .args(["-c", &script])
            .output()
            .ok()?;
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        Some(made.stdout)
    }

    #[test]
    fn archives_of_all_forms_hold_the_same_files() {
        let zip = "z = zipfile.ZipFile(out, 'w', METHOD)\n\
            z.writestr('work/', '')\nz.writestr('work/bot.py', 'x' * 5000)\nz.writestr('work/a/b.txt', 'y')\n\
            z.writestr('__MACOSX/work/._bot.py', 'junk')\nz.writestr('work/__pycache__/bot.pyc', 'junk')\nz.close()";
        let tar = "t = tarfile.open(fileobj=out, mode='w:HOW', format=tarfile.USTAR_FORMAT)\n\
            for name, text in [('bot.py', b'x' * 5000), ('a/b.txt', b'y')]:\n    \
            info = tarfile.TarInfo(name)\n    info.size = len(text)\n    t.addfile(info, io.BytesIO(text))\nt.close()";
        for script in [
            zip.replace("METHOD", "zipfile.ZIP_STORED"),
            zip.replace("METHOD", "zipfile.ZIP_DEFLATED"),
            tar.replace("HOW", ""),
            tar.replace("HOW", "gz"),
        ] {
            let Some(archive) = made(&script) else {
                eprintln!("skipped: there is no python3");
                return;
            };
            let files = Files::unpack(&archive).expect("an archive");
            let names: Vec<&str> = files.iter().map(|(name, _)| name).collect();
            assert_eq!(names, ["a/b.txt", "bot.py"], "{script}");
            assert_eq!(files.text("bot.py").map(str::len), Some(5000));
            // However it is cut off or changed, it is files or an error.
            for length in 0..archive.len().min(3000) {
                let _ = Files::unpack(&archive[..length]);
                let mut changed = archive.clone();
                changed[length] ^= 0x55;
                let _ = Files::unpack(&changed);
            }
        }
    }

    #[test]
    fn a_small_archive_of_a_large_file_is_refused() {
        let script = "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)\n\
            z.writestr('zeros', bytes(64 << 20))\nz.close()";
        let Some(archive) = made(script) else {
            eprintln!("skipped: there is no python3");
            return;
        };
        assert!(archive.len() < 100_000);
        assert!(matches!(Files::unpack(&archive), Err(FilesError::TooLarge)));
        assert!(Files::unpack(b"PK\x03\x04").is_err());
        assert!(Files::unpack(b"hello").is_err());
        let leads_out = "z = zipfile.ZipFile(out, 'w')\nz.writestr('../x', 'y')\nz.close()";
        let archive = made(leads_out).expect("python3 is there");
        assert!(Files::unpack(&archive).is_err());
    }
}
