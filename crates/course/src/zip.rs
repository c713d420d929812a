//! Writing zip archives, with what is in them stored as it is.

/// A file of an archive.
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a str,
    pub(crate) content: &'a [u8],
    pub(crate) runs: bool,
}

/// An archive with these files; the time of all of them is the first that the format knows.
pub(crate) fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut body, mut list) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = body.len() as u32;
        let (name, size) = (entry.name.as_bytes(), entry.content.len() as u32);
        // Version 2.0, names in UTF-8, stored, the first of January 1980.
        let mut common = Vec::new();
        for number in [20u16, 0x0800, 0, 0, 0x21] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc32fast::hash(entry.content), size, size] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        body.extend(0x0403_4B50u32.to_le_bytes());
        body.extend(&common);
        body.extend(name);
        body.extend(entry.content);
        list.extend(0x0201_4B50u32.to_le_bytes());
        // Made on Unix, so that permissions are read.
        list.extend(0x0314u16.to_le_bytes());
        list.extend(&common);
        for number in [0u16, 0, 0] {
            list.extend(number.to_le_bytes());
        }
        let mode: u32 = if entry.runs { 0o100_755 } else { 0o100_644 };
        list.extend((mode << 16).to_le_bytes());
        list.extend(offset.to_le_bytes());
        list.extend(name);
    }
    let (count, start) = (entries.len() as u16, body.len() as u32);
    let length = list.len() as u32;
    body.extend(list);
    body.extend(0x0605_4B50u32.to_le_bytes());
    for number in [0u16, 0, count, count] {
        body.extend(number.to_le_bytes());
    }
    body.extend(length.to_le_bytes());
    body.extend(start.to_le_bytes());
    body.extend(0u16.to_le_bytes());
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Held against Python's reader of the format.
    #[test]
    fn another_program_reads_the_archive() {
        let archive = zip(&[
            Entry {
                name: "run",
                content: b"#!/bin/sh\n",
                runs: true,
            },
            Entry {
                name: "a/题目.md",
                content: &[1, 2, 3],
                runs: false,
            },
        ]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.zip");
        std::fs::write(&path, archive).expect("room");
        let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
            print([(i.filename, i.file_size, oct(i.external_attr >> 16)) for i in z.infolist()])";
        let read = std::process::Command::new("python3")
            .args(["-c", script])
            .arg(&path)
            .env("PYTHONIOENCODING", "utf-8")
            .output();
        let Ok(read) = read else {
            eprintln!("skipped: there is no python3");
            return;
        };
        let said = String::from_utf8_lossy(&read.stdout);
        assert_eq!(
            said.trim(),
            "[('run', 10, '0o100755'), ('a/题目.md', 3, '0o100644')]",
            "{}",
            String::from_utf8_lossy(&read.stderr)
        );
    }
}
