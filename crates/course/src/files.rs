//! The files of a submission or an assignment: names that stay inside their folder, contents of any bytes,
//! both bounded.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::digest::{digest, hex};

/// Files by name; folders are separated by `/`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files(BTreeMap<String, Vec<u8>>);

/// Why these cannot be the files of a submission.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    #[error("`{0}` cannot be the name of a file here")]
    Name(String),
    #[error("more than {MAX_FILES} files")]
    TooMany,
    #[error("more than {} KiB", MAX_BYTES >> 10)]
    TooLarge,
    #[error("there are no files")]
    None,
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("these are no files as they are kept: {0}")]
    Rubbish(String),
    #[error("this is no zip, tar or tar.gz that can be read: {0}")]
    Archive(String),
}

const MAX_FILES: usize = 64;
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// What compilers, editors and checks leave behind, and nobody means to hand in.
const LEFT_BEHIND: &[&str] = &["__pycache__", "target", "node_modules", ".git", "lost"];

impl Files {
    /// Checks names and sizes.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, FilesError> {
        let mut found = Self::default();
        for (name, content) in files {
            found.add(name, content)?;
        }
        if found.0.is_empty() {
            return Err(FilesError::None);
        }
        Ok(found)
    }

    /// Puts another content in the place of a file, or adds one.
    pub fn replace(&mut self, name: &str, content: Vec<u8>) -> Result<(), FilesError> {
        self.add(name.to_owned(), content)
    }

    fn add(&mut self, name: String, content: Vec<u8>) -> Result<(), FilesError> {
        let path = Path::new(&name);
        let stays = !name.is_empty()
            && name.len() <= 200
            && !name.contains(['\0', '\n', '\\'])
            && path
                .components()
                .all(|part| matches!(part, Component::Normal(_)))
            && !name.ends_with('/');
        if !stays {
            return Err(FilesError::Name(name));
        }
        self.0.insert(name, content);
        if self.0.len() > MAX_FILES {
            return Err(FilesError::TooMany);
        }
        if self.0.values().map(Vec::len).sum::<usize>() > MAX_BYTES {
            return Err(FilesError::TooLarge);
        }
        Ok(())
    }

    /// The files of a folder. Links are passed over: they lead elsewhere.
    pub fn read(folder: &Path) -> Result<Self, FilesError> {
        let mut files = Self::default();
        files.read_into(folder, "")?;
        if files.0.is_empty() {
            return Err(FilesError::None);
        }
        Ok(files)
    }

    fn read_into(&mut self, folder: &Path, prefix: &str) -> Result<(), FilesError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| FilesError::Io { path, error }
        };
        for entry in fs::read_dir(folder).map_err(failed(folder))? {
            let entry = entry.map_err(failed(folder))?;
            let (path, name) = (entry.path(), entry.file_name());
            let name = name
                .into_string()
                .map_err(|name| FilesError::Name(name.to_string_lossy().into_owned()))?;
            let kind = entry.file_type().map_err(failed(&path))?;
            if !Self::is_meant(&name) {
                continue;
            }
            if kind.is_dir() {
                self.read_into(&path, &format!("{prefix}{name}/"))?;
            } else if kind.is_file() {
                let length = entry.metadata().map_err(failed(&path))?.len();
                if length > MAX_BYTES as u64 {
                    return Err(FilesError::TooLarge);
                }
                let content = fs::read(&path).map_err(failed(&path))?;
                self.add(format!("{prefix}{name}"), content)?;
            }
        }
        Ok(())
    }

    /// The files of a student's folder that are the student's own: without those of the assignment.
    pub fn own(&self) -> Self {
        let of_assignment = |name: &str| {
            name == "assignment.toml"
                || name.starts_with("statement.")
                || name.starts_with("cases/")
        };
        let own = self.0.iter().filter(|(name, _)| !of_assignment(name));
        Self(
            own.map(|(name, content)| (name.clone(), content.clone()))
                .collect(),
        )
    }

    /// Whether a file or folder of this name is handed in at all.
    pub(crate) fn is_meant(name: &str) -> bool {
        !LEFT_BEHIND.contains(&name) && !name.starts_with('.')
    }

    /// Writes all of them below a folder.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        for (name, content) in &self.0 {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, content)?;
        }
        Ok(())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0
            .iter()
            .map(|(name, content)| (name.as_str(), content.as_slice()))
    }

    /// A file as text, if it is there and is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.0.get(name)?).ok()
    }

    /// Those that are texts.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter()
            .filter_map(|(name, content)| Some((name, std::str::from_utf8(content).ok()?)))
    }

    /// SHA-256 of names and contents.
    pub fn hash(&self) -> String {
        let parts = self
            .iter()
            .flat_map(|(name, content)| [name.as_bytes(), content]);
        hex(&digest(&parts.collect::<Vec<_>>()))
    }

    /// As the store keeps them: JSON from names to contents in base 64.
    pub(crate) fn to_json(&self) -> String {
        let encoded: BTreeMap<&str, String> = self
            .iter()
            .map(|(name, content)| (name, STANDARD.encode(content)))
            .collect();
        serde_json::to_string(&encoded).expect("names and texts can always be written")
    }

    pub(crate) fn from_json(text: &str) -> Result<Self, FilesError> {
        let rubbish = |error: &dyn std::fmt::Display| FilesError::Rubbish(error.to_string());
        let encoded: BTreeMap<String, String> =
            serde_json::from_str(text).map_err(|error| rubbish(&error))?;
        let mut files = Self::default();
        for (name, content) in encoded {
            let content = STANDARD.decode(content).map_err(|error| rubbish(&error))?;
            files.add(name, content)?;
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, content: &[u8]) -> Result<Files, FilesError> {
        Files::new([(name.to_owned(), content.to_owned())])
    }

    #[test]
    fn names_stay_inside_the_folder() {
        for name in ["../a", "/etc/passwd", "a/../../b", "", ".", "a\0b", "a/"] {
            assert!(one(name, b"x").is_err(), "{name:?}");
        }
        assert!(one("src/main.py", b"x").is_ok());
        assert!(matches!(
            one("a", &vec![0; MAX_BYTES + 1]),
            Err(FilesError::TooLarge)
        ));
    }

    #[test]
    fn what_is_kept_comes_back_and_the_hash_tells_contents_apart() {
        let files = one("a.bin", &[0, 255, 10]).expect("small");
        assert_eq!(Files::from_json(&files.to_json()).expect("ours"), files);
        let folder = tempfile::tempdir().expect("a folder");
        files.write(folder.path()).expect("room");
        assert_eq!(
            Files::read(folder.path()).expect("written").hash(),
            files.hash()
        );
        assert_ne!(
            one("a.bin", &[0, 255, 11]).expect("small").hash(),
            files.hash()
        );
    }
}
