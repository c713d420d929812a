//! The file format of every learned evaluation: a readable header, a recipe, the numbers and a hash.
//!
//! ```text
//! boyi evaluation 1       magic and version of the format
//! game reversi            the game
//! kind othello            which evaluation of that game
//! recipe 97               length of the recipe in bytes
//! payload 3646092         length of the payload in bytes
//! ```
//!
//! The recipe (how the evaluation was made, UTF-8) and the payload follow without anything between them;
//! the last 8 bytes are the FNV-1a hash (64 bits, low byte first) of all bytes before. What the payload
//! means is up to the evaluation.

const MAGIC: &str = "boyi evaluation ";

const VERSION: &str = "1";

const HASH_BYTES: usize = size_of::<u64>();

/// A learned evaluation as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationFile<'a> {
    pub game: &'a str,
    pub kind: &'a str,
    /// How it was made: the command, the seed, what came of it.
    pub recipe: &'a str,
    pub payload: &'a [u8],
}

/// Why bytes are not the evaluation that is wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluationFileError {
    #[error("not an evaluation file: it does not begin with `{MAGIC}`")]
    NotAnEvaluation,
    #[error("an evaluation file of format version {found}; this program reads version {VERSION}")]
    OtherVersion { found: String },
    #[error(
        "damaged or incomplete: the hash of its contents is {found:016x}, the file says {stated:016x}"
    )]
    Damaged { stated: u64, found: u64 },
    #[error("an evaluation of {found}, not of {expected}")]
    OtherGame { found: String, expected: String },
    #[error("an evaluation of the kind `{found}` where one of the kind `{expected}` is needed")]
    OtherKind { found: String, expected: String },
    #[error("it holds numbers too large to calculate with")]
    OutOfRange,
    #[error("its numbers take {found} bytes, {expected} are needed")]
    WrongSize { found: usize, expected: usize },
}

impl<'a> EvaluationFile<'a> {
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self {
            game,
            kind,
            recipe,
            payload,
        } = self;
        let mut bytes = format!(
            "{MAGIC}{VERSION}\ngame {game}\nkind {kind}\nrecipe {}\npayload {}\n{recipe}",
            recipe.len(),
            payload.len()
        )
        .into_bytes();
        bytes.extend_from_slice(payload);
        let hash = fnv1a(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// Reads a file and checks that it is whole. Which game and kind it is of is for
    /// [`Self::payload_for`] to check.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, EvaluationFileError> {
        let not_one = EvaluationFileError::NotAnEvaluation;
        let Some(rest) = bytes.strip_prefix(MAGIC.as_bytes()) else {
            return Err(not_one);
        };
        let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if version != VERSION.as_bytes() {
            let shown = &version[..version.len().min(20)];
            return Err(EvaluationFileError::OtherVersion {
                found: shown.escape_ascii().to_string(),
            });
        }
        // From here on the hash decides: nothing of a damaged file is believed.
        let (contents, stated) = bytes.split_at(bytes.len().saturating_sub(HASH_BYTES));
        let stated = stated
            .iter()
            .rev()
            .fold(0, |hash, &byte| hash << 8 | u64::from(byte));
        let found = fnv1a(contents);
        if found != stated {
            return Err(EvaluationFileError::Damaged { stated, found });
        }
        Self::parse_contents(contents).ok_or(not_one)?
    }

    /// `None` where the header is not one that we write.
    fn parse_contents(contents: &'a [u8]) -> Option<Result<Self, EvaluationFileError>> {
        let mut parts = contents.splitn(6, |&byte| byte == b'\n').skip(1);
        let mut field = |name: &str| {
            let line = std::str::from_utf8(parts.next()?).ok()?;
            line.strip_prefix(name)?.strip_prefix(' ')
        };
        let (game, kind) = (field("game")?, field("kind")?);
        let recipe: usize = field("recipe")?.parse().ok()?;
        let expected: usize = field("payload")?.parse().ok()?;
        let (recipe, payload) = parts.next()?.split_at_checked(recipe)?;
        let recipe = std::str::from_utf8(recipe).ok()?;
        let found = payload.len();
        if found != expected {
            return Some(Err(EvaluationFileError::WrongSize { found, expected }));
        }
        Some(Ok(Self {
            game,
            kind,
            recipe,
            payload,
        }))
    }

    /// The payload, where the file is of this game and kind and the payload has this many bytes.
    pub fn payload_for(
        &self,
        game: &str,
        kind: &str,
        size: usize,
    ) -> Result<&'a [u8], EvaluationFileError> {
        if self.game != game {
            return Err(EvaluationFileError::OtherGame {
                found: self.game.to_owned(),
                expected: game.to_owned(),
            });
        }
        if self.kind != kind {
            return Err(EvaluationFileError::OtherKind {
                found: self.kind.to_owned(),
                expected: kind.to_owned(),
            });
        }
        if self.payload.len() != size {
            return Err(EvaluationFileError::WrongSize {
                found: self.payload.len(),
                expected: size,
            });
        }
        Ok(self.payload)
    }
}

/// The hash FNV-1a with 64 bits, which tells damaged files.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: EvaluationFile = EvaluationFile {
        game: "chess",
        kind: "linear",
        recipe: "train chess --seed 7\n\nthree games, für immer",
        payload: &[1, 2, b'\n', 0, 255],
    };

    #[test]
    fn what_is_written_is_read() {
        let bytes = SMALL.to_bytes();
        assert_eq!(EvaluationFile::parse(&bytes), Ok(SMALL));
        let payload = SMALL.payload_for("chess", "linear", 5);
        assert_eq!(payload, Ok(SMALL.payload));
        let bare = EvaluationFile {
            recipe: "",
            payload: &[],
            ..SMALL
        };
        assert_eq!(EvaluationFile::parse(&bare.to_bytes()), Ok(bare));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // From the test vectors of the authors of the hash.
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let bytes = SMALL.to_bytes();
        for at in 0..bytes.len() {
            for flip in [1, 0x20, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                assert!(EvaluationFile::parse(&damaged).is_err(), "byte {at}");
            }
        }
        for length in 0..bytes.len() {
            assert!(EvaluationFile::parse(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(EvaluationFile::parse(&longer).is_err());
    }

    #[test]
    fn what_is_wrong_is_said() {
        use EvaluationFileError as Error;
        let parse = |bytes: &[u8]| EvaluationFile::parse(bytes).map(|_| ());
        assert_eq!(parse(b""), Err(Error::NotAnEvaluation));
        assert_eq!(
            parse(b"boyi othello weights 2\n\n"),
            Err(Error::NotAnEvaluation)
        );
        let found = "2".to_owned();
        assert_eq!(
            parse(b"boyi evaluation 2\n"),
            Err(Error::OtherVersion { found })
        );
        let bytes = SMALL.to_bytes();
        let cut = parse(&bytes[..bytes.len() - 3]);
        assert!(matches!(cut, Err(Error::Damaged { .. })), "{cut:?}");
        // Whole, but its header contradicts its contents.
        let mut odd = bytes[..bytes.len() - HASH_BYTES].to_vec();
        odd.push(9);
        odd.extend(fnv1a(&odd).to_le_bytes());
        let wrong_size = Error::WrongSize {
            found: 6,
            expected: 5,
        };
        assert_eq!(parse(&odd), Err(wrong_size));
        let mut rubbish = b"boyi evaluation 1\n\xFF\n".to_vec();
        rubbish.extend(fnv1a(&rubbish).to_le_bytes());
        assert_eq!(parse(&rubbish), Err(Error::NotAnEvaluation));

        let wanted = |game, kind, size| {
            let error = SMALL.payload_for(game, kind, size).expect_err("another");
            error.to_string()
        };
        assert_eq!(
            wanted("go", "linear", 5),
            "an evaluation of chess, not of go"
        );
        assert_eq!(
            wanted("chess", "patterns", 5),
            "an evaluation of the kind `linear` where one of the kind `patterns` is needed"
        );
        let size = wanted("chess", "linear", 4);
        assert_eq!(size, "its numbers take 5 bytes, 4 are needed");
    }
}
