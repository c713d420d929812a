//! Names and tokens nobody can guess, from the system's own source.

use std::fs::File;
use std::io::Read;

/// A name for a game: ten letters and digits that are not mistaken for each other.
pub(crate) fn name() -> String {
    text(10)
}

/// A new access token.
pub fn token() -> String {
    text(32)
}

/// Any number.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(bytes())
}

fn text(length: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letters = (0..length).map(|_| {
        let [byte] = bytes();
        char::from(LETTERS[usize::from(byte) % LETTERS.len()])
    });
    letters.collect()
}

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let source = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    source.expect("the system has a source of chance");
    bytes
}
