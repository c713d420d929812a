//! A package of Debian: an `ar` of three files.

use std::path::Path;

use anyhow::Result;

use super::Release;
use super::archive::{self, Entry};
use super::programs::{self, Program};
use crate::root;

/// One package a machine; on amd64 it holds a program for every processor and one for newer ones, which takes over
/// where it can.
pub(super) fn make(release: &Release, programs: &[(&Program, &Path)]) -> Result<()> {
    let machines = programs::by_machine(programs)?;
    for (machine, mut entries) in machines {
        entries.extend(beside(release)?);
        let package = package(release, machine, entries)?;
        let name = format!("boyi_{}_{machine}.deb", release.version);
        std::fs::write(release.out.join(&name), &package)?;
        println!("   {name}: {:.1} MB", package.len() as f64 / 1e6);
    }
    Ok(())
}

/// What belongs to the program, where Debian has it.
fn beside(release: &Release) -> Result<Vec<Entry>> {
    const PLACE: &str = "usr/share/doc/boyi";
    let mut entries = Vec::new();
    for entry in release.shared.iter().cloned() {
        entries.push(match entry.name.strip_prefix("zsh/site-functions") {
            Some(name) => Entry {
                name: format!("usr/share/zsh/vendor-completions{name}"),
                ..entry
            },
            None if entry.name.starts_with("man/") => {
                let packed = archive::gzip(&entry.content)?;
                Entry::new(format!("usr/share/{}.gz", entry.name), packed)
            }
            None => entry.below("usr/share"),
        });
    }
    let read = |name: &str| std::fs::read(root().join(name));
    let licences = [read("LICENSE-MIT")?, read("LICENSE-APACHE")?].concat();
    entries.push(Entry::new(format!("{PLACE}/copyright"), licences));
    let changes = archive::gzip(&read("CHANGELOG.md")?)?;
    entries.push(Entry::new(format!("{PLACE}/changelog.gz"), changes));
    for name in ["README.md", "README.zh.md"] {
        entries.push(Entry::new(format!("{PLACE}/{name}"), read(name)?));
    }
    Ok(entries)
}

fn package(release: &Release, machine: &str, entries: Vec<Entry>) -> Result<Vec<u8>> {
    let mut entries: Vec<Entry> = entries.into_iter().map(|entry| entry.below(".")).collect();
    // A package names the folders that it makes.
    let mut folders: Vec<String> = entries
        .iter()
        .flat_map(|entry| {
            entry
                .name
                .match_indices('/')
                .map(|(at, _)| entry.name[..at].to_owned())
        })
        .collect();
    folders.sort();
    folders.dedup();
    entries.extend(folders.iter().map(|name| Entry::folder(name, 0o755, 0)));
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    let kilobytes = entries
        .iter()
        .map(|entry| entry.content.len())
        .sum::<usize>()
        / 1024;
    let control = format!(
        "Package: boyi\nVersion: {}\nArchitecture: {machine}\nMaintainer: the authors of boyi\n\
         Installed-Size: {kilobytes}\nSuggests: bubblewrap\nSection: games\nPriority: optional\n\
         Description: play, watch, analyse, teach and measure game-playing AI\n \
         Xiangqi, gomoku, Othello, the garlic battle and path finding, in the terminal and on a page that\n \
         the program serves itself. It needs no library. Bots run in more layers of the sandbox where\n \
         bubblewrap is installed.\n",
        release.version
    );
    let control = [
        Entry::folder(".", 0o755, 0),
        Entry::new("./control", control),
    ];
    let packed = |entries: &[Entry]| archive::gzip(&archive::tar(entries, release.time)?);
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", packed(&control)?),
        ("data.tar.gz", packed(&entries)?),
    ];
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, content) in parts {
        let (time, size) = (release.time, content.len());
        let head = format!("{name:<16}{time:<12}0     0     100644  {size:<10}`\n");
        bytes.extend(head.as_bytes());
        bytes.extend(&content);
        if size % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    Ok(bytes)
}
