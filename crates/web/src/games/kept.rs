//! Games on disk, so that a reload or a restart loses none: one small file a game, replaced as a
//! whole.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::clock::ClockRules;
use super::seat::Seat;
use super::session::Note;
use crate::scene::Over;
use crate::words::SideName;

/// Everything it takes to go on with a game.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) struct Saved {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) rules: String,
    pub(super) start: String,
    pub(super) seed: u64,
    pub(super) moves: Vec<(SideName, String)>,
    #[serde(default)]
    pub(super) notes: Vec<Note>,
    pub(super) seats: [Seat; 2],
    pub(super) clock: Option<SavedClock>,
    pub(super) ended: Option<Over>,
    pub(super) created: u64,
    pub(super) updated: u64,
}

/// Clocks that stand still.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub(super) struct SavedClock {
    pub(super) rules: ClockRules,
    pub(super) left: [f64; 2],
}

/// Where games are kept; nowhere in tests that want none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    pub(crate) fn new(folder: Option<PathBuf>) -> std::io::Result<Self> {
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)?;
        }
        Ok(Self { folder })
    }

    /// Every game that can be read.
    pub(super) fn load(&self) -> Vec<Saved> {
        let entries = self
            .folder
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let files = entries.flatten().flatten().map(|entry| entry.path());
        let texts = files
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "json")
            })
            .filter_map(|path| fs::read_to_string(path).ok());
        texts
            .filter_map(|text| serde_json::from_str(&text).ok())
            .collect()
    }

    /// Writes beside and renames, so that a crash leaves the old game or the new one.
    pub(super) fn save(&self, saved: &Saved) {
        let Some(folder) = &self.folder else { return };
        let write = || -> std::io::Result<()> {
            let beside = folder.join(format!("{}.new", saved.id));
            let mut file = fs::File::create(&beside)?;
            file.write_all(&serde_json::to_vec(saved)?)?;
            fs::rename(beside, folder.join(format!("{}.json", saved.id)))
        };
        // A full disk must not end the game; the page goes on without the safety.
        let _ = write();
    }

    pub(super) fn remove(&self, id: &str) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join(format!("{id}.json")));
        }
    }
}
