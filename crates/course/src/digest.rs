//! SHA-256 for what must not be guessed or forged: secrets, codes, seeds, contents.

use sha2::{Digest, Sha256};

/// The hash of these parts; where one part ends and the next begins counts.
pub(crate) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A seed that nobody can compute who does not know all parts.
pub(crate) fn seed(parts: &[&[u8]]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = digest(parts);
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// Letters and digits that nobody mistakes for others: no I, L, O, U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A code of 60 random bits, in groups that can be read aloud.
pub(crate) fn new_code() -> String {
    let letters = random::<12>().map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join("-")
}

/// A code as it is compared: capitals, without what people put between the groups, with the digits
/// that people read as letters.
pub(crate) fn plain_code(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    let read = letters.map(|letter| match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        letter => letter,
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code = new_code();
        assert_eq!(code.len(), 14);
        assert_eq!(
            plain_code(&code.to_lowercase()),
            plain_code(&code.replace('-', " "))
        );
        assert_eq!(plain_code("oil-0"), "0110");
        assert_ne!(new_code(), code);
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        // The hash of no part is that of nothing, as published for SHA-256.
        assert!(hex(&digest(&[])).starts_with("e3b0c44298fc1c14"));
    }
}
