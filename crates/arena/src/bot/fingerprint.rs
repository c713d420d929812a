//! Whether a player is still the one that played before.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use boyi_engine::PlayerSpec;
use boyi_game::Key;

use super::{Options, names_program};

/// More than this of a file is not looked at.
const MAX_BYTES: u64 = 64 << 20;

/// A number that changes when the files of a player do: of a program the program itself, the files its
/// command names, and what lies below its folder; of a player of our own the file of its weights. `None`
/// where there is no such file.
pub fn fingerprint(text: &str, options: &Options) -> Option<u64> {
    if !names_program(text) {
        let spec: PlayerSpec = text.parse().ok()?;
        return content(&spec.weights?);
    }
    let (spec, _) = options.find(text).ok()?;
    let folder = spec.program.folder.clone().unwrap_or_default();
    let mut files: Vec<PathBuf> = Vec::new();
    for word in &spec.program.words {
        files.extend(
            [folder.join(word)]
                .into_iter()
                .filter(|file| file.is_file()),
        );
    }
    if let Some(folder) = &spec.program.folder {
        inside(folder, &mut files);
    }
    files.sort();
    files.dedup();
    let mut print = Key::mixed(spec.program.words.len() as u64).0;
    for file in &files {
        print = Key::mixed(print ^ content(file)?).0;
    }
    Some(print)
}

/// All files below a folder, but for what tools leave behind. Links are not followed out of it.
fn inside(folder: &Path, files: &mut Vec<PathBuf>) {
    const IGNORED_FOLDERS: [&str; 3] = ["__pycache__", "target", "node_modules"];
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder && entry.path().is_file() {
            files.push(entry.path());
        } else if is_folder && !name.starts_with('.') && !IGNORED_FOLDERS.contains(&name.as_str()) {
            inside(&entry.path(), files);
        }
    }
}

fn content(file: &Path) -> Option<u64> {
    let mut bytes = Vec::new();
    let mut read = File::open(file).ok()?.take(MAX_BYTES);
    read.read_to_end(&mut bytes).ok()?;
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    Some(words.fold(bytes.len() as u64, |print, word| Key::mixed(print ^ word).0))
}
