//! Files of weights: lines of text that say what they are and how they were made, an empty line, numbers,
//! and a hash of everything before in the last 8 bytes.

/// Why a file holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// Something else altogether, or another version.
    #[error("not the weights that are wanted: the file should begin with `{head}`")]
    Head {
        /// The first line that was expected.
        head: &'static str,
    },
    /// Too short or too long.
    #[error("a file of weights has {expected} bytes after its text, this has {found}")]
    Length {
        /// What there should be.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Changed since it was written.
    #[error("the weights are damaged: their hash is {found:016x}, the file says {stated:016x}")]
    Hash {
        /// What the file says.
        stated: u64,
        /// What it is.
        found: u64,
    },
}

/// Bytes of the hash.
const SEAL: usize = size_of::<u64>();

/// How the weights were made, one line each, and their numbers, which must be `length` bytes.
pub(super) fn open<'a>(
    bytes: &'a [u8],
    head: &'static str,
    length: usize,
) -> Result<(Vec<String>, &'a [u8]), WeightsError> {
    let other = || WeightsError::Head { head };
    let end = bytes.windows(2).position(|two| two == b"\n\n");
    let end = end.ok_or_else(other)?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| other())?;
    let mut lines = text.lines();
    if lines.next() != Some(head) {
        return Err(other());
    }
    let (expected, found) = (length + SEAL, bytes.len() - end - 2);
    if found != expected {
        return Err(WeightsError::Length { expected, found });
    }
    let (sealed, stated) = bytes.split_at(bytes.len() - SEAL);
    let stated = u64::from_le_bytes(stated.try_into().expect("eight bytes"));
    let found = hash(sealed);
    if stated != found {
        return Err(WeightsError::Hash { stated, found });
    }
    Ok((lines.map(str::to_owned).collect(), &sealed[end + 2..]))
}

/// The bytes of a file.
pub(super) fn seal(
    head: &'static str,
    recipe: &[String],
    numbers: impl IntoIterator<Item = u8>,
) -> Vec<u8> {
    let mut bytes = format!("{head}\n").into_bytes();
    for line in recipe {
        bytes.extend(line.trim().bytes());
        bytes.push(b'\n');
    }
    bytes.push(b'\n');
    bytes.extend(numbers);
    let hash = hash(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "boyi test 1";

    #[test]
    fn what_is_sealed_opens_and_whatever_is_odd_is_refused() {
        let recipe = ["games 3".to_owned(), "seed 7".to_owned()];
        let bytes = seal(HEAD, &recipe, [1, 2, 3]);
        assert_eq!(open(&bytes, HEAD, 3), Ok((recipe.to_vec(), &[1, 2, 3][..])));
        // Without a recipe the head alone stands before the numbers.
        let plain = seal(HEAD, &[], [4]);
        assert_eq!(open(&plain, HEAD, 1), Ok((vec![], &[4][..])));

        let longer = WeightsError::Length {
            expected: 12,
            found: 11,
        };
        assert_eq!(open(&bytes, HEAD, 4), Err(longer));
        for at in HEAD.len() + 1..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(open(&damaged, HEAD, 3).is_err(), "byte {at}");
        }
        for rubbish in [&b""[..], b"\n\n", b"boyi test 2\n\n", b"\xFF\xFE\n\n"] {
            let other = WeightsError::Head { head: HEAD };
            assert_eq!(open(rubbish, HEAD, 3), Err(other));
        }
    }
}
