//! Ids and tokens nobody can guess.

/// The id of a game: ten letters and digits that are not mistaken for each other.
pub(crate) fn id() -> String {
    text(10)
}

pub fn token() -> String {
    text(32)
}

pub(crate) fn number() -> u64 {
    getrandom::u64().expect(SOURCE)
}

const SOURCE: &str = "the system has a source of random numbers";

fn text(length: usize) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect(SOURCE);
    let letter = |byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]);
    bytes.into_iter().map(letter).collect()
}
