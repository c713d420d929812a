//! Archives whose bytes depend on nothing but what is in them: sorted, of one owner, of one time.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};

/// A file, or a folder where it ends with a slash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) content: Vec<u8>,
    pub(super) mode: u32,
    pub(super) owner: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// With gzip around it.
    Tar,
    Zip,
}

impl Entry {
    pub(super) fn new(name: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            content: content.into(),
            mode: 0o644,
            owner: 0,
        }
    }

    pub(super) fn folder(name: &str, mode: u32, owner: u32) -> Self {
        Self {
            mode,
            owner,
            ..Self::new(format!("{name}/"), Vec::new())
        }
    }

    /// A file as it lies on the disk; whether it can be run is kept.
    pub(super) fn of_file(file: &Path, name: impl Into<String>) -> Result<Self> {
        let content = fs::read(file).with_context(|| file.display().to_string())?;
        let mode = if runs(file)? { 0o755 } else { 0o644 };
        Ok(Self {
            mode,
            ..Self::new(name, content)
        })
    }

    /// A file that is run wherever it goes.
    pub(super) fn program(file: &Path, name: impl Into<String>) -> Result<Self> {
        Ok(Self {
            mode: 0o755,
            ..Self::of_file(file, name)?
        })
    }

    pub(super) fn below(self, folder: &str) -> Self {
        Self {
            name: format!("{folder}/{}", self.name),
            ..self
        }
    }
}

#[cfg(unix)]
fn runs(file: &Path) -> Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn runs(_: &Path) -> Result<bool> {
    Ok(false)
}

/// Everything in a folder, as if it lay in `top`.
pub(super) fn folder(from: &Path, top: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let name = format!("{top}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            entries.extend(folder(&entry.path(), &name)?);
        } else {
            entries.push(Entry::of_file(&entry.path(), name)?);
        }
    }
    Ok(entries)
}

pub(super) fn write(form: Form, mut entries: Vec<Entry>, time: u64) -> Result<Vec<u8>> {
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    match form {
        Form::Tar => gzip(&tar(&entries, time)?),
        Form::Zip => zip(&entries, time),
    }
}

/// Without a name and a time in its head.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

const BLOCK: usize = 512;

/// The form that POSIX calls ustar.
pub(super) fn tar(entries: &[Entry], time: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for entry in entries {
        bytes.extend(tar_head(entry, time)?);
        bytes.extend(&entry.content);
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
    }
    bytes.resize(bytes.len() + 2 * BLOCK, 0);
    Ok(bytes)
}

fn tar_head(entry: &Entry, time: u64) -> Result<[u8; BLOCK]> {
    let mut head = [0_u8; BLOCK];
    let mut put = |at: usize, text: &[u8]| head[at..at + text.len()].copy_from_slice(text);
    let (before, name) =
        split_name(&entry.name).with_context(|| format!("{} is too long", entry.name))?;
    let is_folder = entry.name.ends_with('/');
    put(0, name.as_bytes());
    put(100, format!("{:07o}", entry.mode).as_bytes());
    put(108, format!("{:07o}", entry.owner).as_bytes());
    put(116, format!("{:07o}", entry.owner).as_bytes());
    put(124, format!("{:011o}", entry.content.len()).as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    // The checksum counts itself as blanks.
    put(148, b"        ");
    put(156, if is_folder { b"5" } else { b"0" });
    put(257, b"ustar\x0000");
    put(345, before.as_bytes());
    let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(head)
}

/// A name has room for 100 bytes, the folders before it for 155.
fn split_name(name: &str) -> Option<(&str, &str)> {
    if name.len() <= 100 {
        return Some(("", name));
    }
    let mut cuts = name.match_indices('/').map(|(at, _)| at);
    let cut = cuts.find(|at| *at <= 155 && name.len() - at - 1 <= 100)?;
    Some((&name[..cut], &name[cut + 1..]))
}

/// The form that Windows opens by itself.
fn zip(entries: &[Entry], time: u64) -> Result<Vec<u8>> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    let stamp = dos_time(time);
    for entry in entries {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&entry.content)?;
        let packed = packed.finish()?;
        let mut crc = Crc::new();
        crc.update(&entry.content);
        ensure!(
            u32::try_from(bytes.len() + packed.len()).is_ok(),
            "a zip of more than 4 GB"
        );
        let mut common = Vec::new();
        // Needs version 2.0; names are UTF-8; deflated.
        for number in [20_u16, 0x0800, 8] {
            common.extend(number.to_le_bytes());
        }
        for number in [
            stamp,
            crc.sum(),
            packed.len() as u32,
            entry.content.len() as u32,
        ] {
            common.extend(number.to_le_bytes());
        }
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        list.extend(0x0201_4b50_u32.to_le_bytes());
        // Made on a system of Unix, so that modes count.
        list.extend(0x0314_u16.to_le_bytes());
        list.extend(&common);
        list.extend([0; 6]);
        list.extend(((0o100_000 | entry.mode) << 16).to_le_bytes());
        list.extend((bytes.len() as u32).to_le_bytes());
        list.extend(entry.name.as_bytes());
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(&common);
        bytes.extend(entry.name.as_bytes());
        bytes.extend(packed);
    }
    let (start, size, count) = (bytes.len() as u32, list.len() as u32, entries.len() as u16);
    bytes.extend(list);
    bytes.extend(0x0605_4b50_u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    Ok(bytes)
}

/// Date and time as DOS counts them: from 1980, in steps of two seconds.
fn dos_time(time: u64) -> u32 {
    let (days, seconds) = (time / 86_400, time % 86_400);
    // From days to a date in the calendar that counts years from March.
    let z = days + 719_468;
    let (era, day_of_era) = (z / 146_097, z % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let date = (year.saturating_sub(1980) << 9) | (month << 5) | day;
    let clock = ((seconds / 3600) << 11) | ((seconds / 60 % 60) << 5) | ((seconds % 60) / 2);
    ((date << 16) | clock) as u32
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn entries() -> Vec<Entry> {
        let long = format!("top/{}/{}", "folder".repeat(20), "name".repeat(10));
        vec![
            Entry::new("top/b.txt", "two\n"),
            Entry::new(long, "far away\n"),
            Entry {
                mode: 0o755,
                ..Entry::new("top/a.sh", "#!/bin/sh\necho it runs\n")
            },
            Entry::folder("top/empty", 0o755, 0),
        ]
    }

    #[test]
    fn what_is_packed_comes_out_of_the_systems_own_tools() {
        let folder = std::env::temp_dir().join(format!("boyi-archive-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let tar = write(Form::Tar, entries(), 1_700_000_000).expect("an archive");
        let mut other_way = entries();
        other_way.reverse();
        let again = write(Form::Tar, other_way, 1_700_000_000).expect("an archive");
        assert_eq!(tar, again, "the order does not matter");
        fs::write(folder.join("a.tar.gz"), tar).expect("ours");
        let mut unpack = Command::new("tar");
        unpack.args(["-xzf", "a.tar.gz"]).current_dir(&folder);
        assert!(unpack.status().expect("tar").success());
        let run = Command::new(folder.join("top/a.sh"))
            .output()
            .expect("it runs");
        assert_eq!(run.stdout, b"it runs\n");
        let long = &entries()[1].name;
        let far = fs::read_to_string(folder.join(long)).expect("it is there");
        assert_eq!(far, "far away\n");
        let changed = folder.join("top/b.txt").metadata().expect("it is there");
        let since = changed
            .modified()
            .expect("a time")
            .duration_since(std::time::UNIX_EPOCH);
        assert_eq!(since.expect("after 1970").as_secs(), 1_700_000_000);
        assert!(folder.join("top/empty").is_dir());
        let zip = write(Form::Zip, entries()[..3].to_vec(), 1_700_000_000).expect("an archive");
        fs::write(folder.join("a.zip"), zip).expect("ours");
        let list = "import zipfile; z = zipfile.ZipFile('a.zip'); print(z.testzip(), z.infolist()[0].date_time, z.read('top/b.txt'))";
        let mut python = Command::new("python3");
        python.args(["-c", list]).current_dir(&folder);
        if let Ok(said) = python.output() {
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            assert_eq!(said, "None (2023, 11, 14, 22, 13, 20) b'two\\n'\n");
        }
        fs::remove_dir_all(&folder).expect("ours");
    }
}
