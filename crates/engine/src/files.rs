//! The evaluation files of the program: part of it, but in a browser, where each is fetched when an engine
//! first needs it.

/// The files by their names, without the ending `.eval`.
pub const EVALUATION_FILES: [&str; 8] = [
    "gomoku-freestyle",
    "gomoku-patterns",
    "gomoku-renju",
    "gomoku-standard",
    "reversi-othello",
    "reversi-weighted",
    "xiangqi-hand",
    "xiangqi-network",
];

/// The bytes of an evaluation file.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! program_file {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/weights/",
            $name,
            ".eval"
        ))
    };
}

/// The bytes of an evaluation file.
#[cfg(target_arch = "wasm32")]
macro_rules! program_file {
    ($name:literal) => {
        crate::files::fetched($name)
    };
}

pub(crate) use program_file;

/// The bytes of an evaluation file; `None` where there is none of this name.
pub fn evaluation_file(name: &str) -> Option<&'static [u8]> {
    Some(match name {
        "gomoku-freestyle" => program_file!("gomoku-freestyle"),
        "gomoku-patterns" => program_file!("gomoku-patterns"),
        "gomoku-renju" => program_file!("gomoku-renju"),
        "gomoku-standard" => program_file!("gomoku-standard"),
        "reversi-othello" => program_file!("reversi-othello"),
        "reversi-weighted" => program_file!("reversi-weighted"),
        "xiangqi-hand" => program_file!("xiangqi-hand"),
        "xiangqi-network" => program_file!("xiangqi-network"),
        _ => return None,
    })
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::collections::HashMap;
    use std::sync::{Mutex, PoisonError};

    /// Fetches a file, once. The page's worker waits for it; a page that cannot get it ends the search.
    pub(crate) fn fetched(name: &'static str) -> &'static [u8] {
        static FILES: Mutex<Option<HashMap<&str, &[u8]>>> = Mutex::new(None);
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        files.entry(name).or_insert_with(|| {
            // SAFETY: the name is `name.len()` readable bytes.
            let length = unsafe { file_fetch(name.as_ptr(), name.len()) };
            let mut bytes = vec![0; length];
            // SAFETY: there is room for as many bytes as the file was said to have.
            unsafe { file_copy(bytes.as_mut_ptr()) };
            bytes.leak()
        })
    }

    #[link(wasm_import_module = "boyi")]
    unsafe extern "C" {
        /// Fetches the file of this name and says how long it is.
        fn file_fetch(name: *const u8, length: usize) -> usize;
        /// Copies the file that was fetched last.
        fn file_copy(to: *mut u8);
    }
}

#[cfg(target_arch = "wasm32")]
pub(crate) use browser::fetched;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_file_is_listed_and_part_of_the_program() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/weights");
        let files = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = files
            .filter_map(|file| {
                let name = file.ok()?.file_name().into_string().ok()?;
                name.strip_suffix(".eval").map(str::to_owned)
            })
            .collect();
        names.sort();
        assert_eq!(names, EVALUATION_FILES);
        for name in EVALUATION_FILES {
            let bytes = evaluation_file(name).expect("it is listed");
            let on_disk = std::fs::read(format!("{folder}/{name}.eval")).expect("a file");
            assert!(on_disk == bytes, "{name}");
        }
        assert!(evaluation_file("reversi-othello.eval").is_none());
    }
}
