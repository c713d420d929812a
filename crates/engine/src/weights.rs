//! Learned weights: the one path from an evaluation file, built in or on disk, to numbers that an
//! evaluation plays with, and back into a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use boyi_search::kernel::{EvaluationFile, EvaluationFileError};

/// The numbers of one learned evaluation.
pub trait LearnedWeights: Sized {
    const GAME: &'static str;

    /// Which evaluation of the game.
    const KIND: &'static str;

    /// The evaluation file that is part of the program.
    fn built_in_bytes() -> &'static [u8];

    /// The length of the payload in bytes.
    fn payload_size() -> usize;

    /// Reads a payload of [`Self::payload_size`] bytes.
    fn decode(payload: &[u8]) -> Self;

    fn encode(&self) -> Vec<u8>;

    /// The weights of a file that must be of this game and kind.
    fn read(file: &EvaluationFile) -> Result<Self, EvaluationFileError> {
        let payload = file.payload_for(Self::GAME, Self::KIND, Self::payload_size())?;
        Ok(Self::decode(payload))
    }

    /// The bytes of an evaluation file; `recipe` says how the weights were made.
    fn to_file(&self, recipe: &str) -> Vec<u8> {
        let file = EvaluationFile {
            game: Self::GAME,
            kind: Self::KIND,
            recipe,
            payload: &self.encode(),
        };
        file.to_bytes()
    }

    fn built_in() -> Self {
        Self::read(&built_in_file::<Self>()).expect("tests read every file that is built in")
    }

    /// How the weights that are built in were made.
    fn built_in_recipe() -> &'static str {
        built_in_file::<Self>().recipe
    }
}

fn built_in_file<W: LearnedWeights>() -> EvaluationFile<'static> {
    EvaluationFile::parse(W::built_in_bytes()).expect("tests read every file that is built in")
}

/// Why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    #[error("{}: {error}", file.display())]
    Unreadable { file: PathBuf, error: io::Error },
    #[error("{}: {error}", file.display())]
    Unfit {
        file: PathBuf,
        error: EvaluationFileError,
    },
}

/// No evaluation of ours comes near this size; it keeps a wrong path from filling the memory.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Opens an evaluation file and takes out of it what `read` finds there. Errors name the file.
pub fn load<T>(
    file: &Path,
    read: impl FnOnce(&EvaluationFile) -> Result<T, EvaluationFileError>,
) -> Result<T, WeightsError> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(MAX_FILE_BYTES).read_to_end(&mut bytes))
        .map_err(|error| WeightsError::Unreadable {
            file: file.to_owned(),
            error,
        })?;
    EvaluationFile::parse(&bytes)
        .and_then(|parsed| read(&parsed))
        .map_err(|error| WeightsError::Unfit {
            file: file.to_owned(),
            error,
        })
}

/// 16-bit numbers, low byte first.
pub(crate) fn read_i16s(bytes: &[u8]) -> impl Iterator<Item = i16> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
}

pub(crate) fn write_i16s<'a>(numbers: impl IntoIterator<Item = &'a i16>) -> Vec<u8> {
    let bytes = numbers.into_iter().flat_map(|number| number.to_le_bytes());
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::weights::PatternWeights;
    use crate::reversi::general::BoardWeights;
    use crate::reversi::othello::Weights;
    use crate::xiangqi::hand::HandWeights;

    fn reads_back<W: LearnedWeights>() {
        let recipe = W::built_in_recipe();
        assert!(recipe.contains("boyi train "), "{recipe}");
        let again = W::built_in().to_file(recipe);
        assert!(again == W::built_in_bytes(), "{} {}", W::GAME, W::KIND);
        let shorter = EvaluationFile {
            game: W::GAME,
            kind: W::KIND,
            recipe,
            payload: &[0; 12],
        };
        let error = W::read(&shorter).err();
        let expected = W::payload_size();
        let wrong = EvaluationFileError::WrongSize {
            found: 12,
            expected,
        };
        assert_eq!(error, Some(wrong));
    }

    #[test]
    fn the_built_in_files_are_read_and_written_again_byte_for_byte() {
        reads_back::<HandWeights>();
        reads_back::<PatternWeights>();
        reads_back::<Weights>();
        reads_back::<BoardWeights>();
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named() {
        let nowhere = Path::new("nowhere.eval");
        let error = load(nowhere, HandWeights::read).expect_err("there is none");
        assert!(error.to_string().starts_with("nowhere.eval: "), "{error}");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("weights/gomoku-patterns.eval");
        let error = load(&file, HandWeights::read).expect_err("another game");
        let said = "gomoku-patterns.eval: an evaluation of gomoku, not of xiangqi";
        assert!(error.to_string().ends_with(said), "{error}");
        let othello = file.with_file_name("reversi-othello.eval");
        let error = load(&othello, BoardWeights::read).expect_err("another kind");
        assert!(error.to_string().contains("kind `othello`"), "{error}");
    }
}
