//! The labs that ship, embedded: one for every lab of the reports.

use rust_embed::RustEmbed;

use crate::{Assignment, AssignmentError, Files};

#[derive(RustEmbed)]
#[folder = "assignments"]
struct Folder;

/// Their names, in the order in which a course might take them.
pub const READY: [&str; 10] = [
    "maze",
    "supply",
    "roads",
    "alpha-beta",
    "othello",
    "weighted-reversi",
    "gomoku",
    "xiangqi",
    "garlic",
    "shell",
];

/// The lab of this name.
pub fn ready(name: &str) -> Result<Assignment, AssignmentError> {
    if !READY.contains(&name) {
        return Err(AssignmentError::Unknown {
            name: name.to_owned(),
            known: READY.join(", "),
        });
    }
    let folder = format!("{name}/");
    let files = Folder::iter().filter_map(|path| {
        let file = path.strip_prefix(&folder)?.to_owned();
        Some((file, Folder::get(&path)?.data.into_owned()))
    });
    Assignment::new(Files::new(files.collect::<Vec<_>>())?)
}
