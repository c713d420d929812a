//! The page as a folder of files that any server of files can hold, below any path: the browser has the
//! engines, and after one visit everything works offline.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use boyi_engine::{EVALUATION_FILES, evaluation_file};

use crate::assets::{self, MISSING};
use crate::catalogue;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenPage {
    pub files: usize,
    pub bytes: u64,
}

/// Why there is no page to write.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error("this boyi was built without its page: {0}")]
    NoPage(&'static str),
    #[error(
        "this boyi was built without the engines for the browser: run `cargo xtask wasm` in its sources (it says what is missing), then build again"
    )]
    NoEngines,
    #[error("{} is not empty and no page of boyi: name a new folder", .0.display())]
    Occupied(PathBuf),
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// What every page that was written has.
const SERVICE_WORKER: &str = "sw.js";

/// Whether the engines for the browser are part of this program.
pub fn has_engines() -> bool {
    assets::embedded(ENGINES).is_some()
}

const ENGINES: &str = "engine/boyi.wasm";

/// The same policy as the server's, in the page itself. Whoever holds the folder decides who may frame it.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// Writes the page. A page that lies there already is replaced.
pub fn write_page(folder: &Path) -> Result<WrittenPage, PageError> {
    if let Some(why) = MISSING {
        return Err(PageError::NoPage(why));
    }
    if !has_engines() {
        return Err(PageError::NoEngines);
    }
    make_room(folder)?;
    let mut files: Vec<(String, Cow<'static, [u8]>)> = Vec::new();
    for name in assets::names() {
        // Servers of files compress by themselves.
        let is_packed = [".br", ".gz"].iter().any(|ending| name.ends_with(ending));
        if is_packed {
            continue;
        }
        let bytes = assets::embedded(&name).unwrap_or_default();
        let bytes = match &*name {
            "index.html" => Cow::Owned(standing_alone(&String::from_utf8_lossy(&bytes)).into()),
            _ => bytes,
        };
        files.push((name.into_owned(), bytes));
    }
    for name in EVALUATION_FILES {
        let bytes = evaluation_file(name).unwrap_or_default();
        files.push((format!("engine/{name}.eval"), Cow::Borrowed(bytes)));
    }
    let cards = serde_json::to_vec(&catalogue::cards()).expect("a reply is JSON");
    files.push(("api/catalogue.json".to_owned(), Cow::Owned(cards)));
    files.sort();
    files.push((
        SERVICE_WORKER.to_owned(),
        Cow::Owned(service_worker(&files)),
    ));
    let mut bytes = 0;
    for (name, content) in &files {
        let path = folder.join(name);
        let failed = |error| PageError::Io(path.clone(), error);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        fs::write(&path, content).map_err(failed)?;
        bytes += content.len() as u64;
    }
    Ok(WrittenPage {
        files: files.len(),
        bytes,
    })
}

/// The folder, empty of scripts of an older page, whose names are others.
fn make_room(folder: &Path) -> Result<(), PageError> {
    let failed = |error| PageError::Io(folder.to_owned(), error);
    fs::create_dir_all(folder).map_err(failed)?;
    let is_empty = fs::read_dir(folder).map_err(failed)?.next().is_none();
    if is_empty {
        return Ok(());
    }
    if !folder.join(SERVICE_WORKER).is_file() || !folder.join("index.html").is_file() {
        return Err(PageError::Occupied(folder.to_owned()));
    }
    match fs::remove_dir_all(folder.join("assets")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
        _ => Ok(()),
    }
}

/// The page with addresses relative to itself, and the word that tells it that there is no server.
fn standing_alone(page: &str) -> String {
    let head = format!(
        "<meta charset=\"utf-8\" />\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    <meta name=\"boyi-page\" content=\"alone\" />"
    );
    page.replace("=\"/", "=\"./")
        .replacen("<meta charset=\"utf-8\" />", &head, 1)
}

/// The service worker that keeps these files: scripts and engines at once, weights when there is time.
fn service_worker(files: &[(String, Cow<'static, [u8]>)]) -> Vec<u8> {
    let list = |weights: bool| -> String {
        let names = files.iter().map(|(name, _)| name);
        let names: Vec<&String> = names
            .filter(|name| name.strip_suffix(".eval").is_some() == weights)
            .collect();
        serde_json::to_string(&names).expect("names are JSON")
    };
    let text = include_str!("page/sw.js")
        .replace("{VERSION}", &format!("{:016x}", hash(files)))
        .replace("{FIRST}", &list(false))
        .replace("{LATER}", &list(true));
    text.into()
}

/// FNV-1a of all names and contents: another page is another version.
fn hash(files: &[(String, Cow<'static, [u8]>)]) -> u64 {
    let parts = files
        .iter()
        .flat_map(|(name, content)| [name.as_bytes(), content]);
    let bytes = parts.flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_stands_alone_names_nothing_by_the_root_of_a_server() {
        let page = "<head>\n    <meta charset=\"utf-8\" />\n    <link href=\"/icon.svg\" />\n<script src=\"/assets/a.js\"></script></head>";
        let alone = standing_alone(page);
        assert!(alone.contains("href=\"./icon.svg\"") && alone.contains("src=\"./assets/a.js\""));
        assert!(!alone.contains("=\"/"));
        assert!(alone.contains("content=\"alone\"") && alone.contains("wasm-unsafe-eval"));
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(make_room(folder.path()).is_ok(), "an empty one");
        fs::write(folder.path().join("index.html"), "mine").expect("written");
        assert!(matches!(
            make_room(folder.path()),
            Err(PageError::Occupied(_))
        ));
        fs::create_dir(folder.path().join("assets")).expect("made");
        fs::write(folder.path().join("assets/old.js"), "old").expect("written");
        fs::write(folder.path().join(SERVICE_WORKER), "ours").expect("written");
        assert!(make_room(folder.path()).is_ok(), "a page of ours");
        assert!(!folder.path().join("assets").exists());
        assert!(folder.path().join("index.html").exists());
    }

    #[test]
    fn another_page_has_another_service_worker() {
        let file = |text: &'static str| vec![("a.js".to_owned(), Cow::Borrowed(text.as_bytes()))];
        let text = |files: &[(String, Cow<'static, [u8]>)]| {
            String::from_utf8(service_worker(files)).expect("text")
        };
        let (one, other) = (text(&file("one")), text(&file("two")));
        assert_ne!(one, other);
        assert!(one.contains("const FIRST = [\"a.js\"]") && one.contains("const LATER = []"));
    }
}
