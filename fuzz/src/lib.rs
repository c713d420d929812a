//! What the fuzz targets share.

use std::fmt::{Debug, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Reads a text; what was read must be the same after writing and reading again.
pub fn round_trip<T: PartialEq + Debug, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) -> Option<T> {
    let first = read(text).map_err(|error| assert!(!error.to_string().is_empty())).ok()?;
    let written = write(&first);
    match read(&written) {
        Ok(again) => assert_eq!(again, first, "written as {written:?}"),
        Err(error) => panic!("{written:?} does not read back: {error}"),
    }
    Some(first)
}

/// The same for a type that is read and written as one word.
pub fn word<T>(text: &str)
where
    T: FromStr + Display + PartialEq + Debug,
    T::Err: Display,
{
    round_trip(text, str::parse::<T>, T::to_string);
}

/// The place that an error message names (`line 2, column 5: …`) must lie inside the text, or right
/// after it.
pub fn is_inside(text: &str, error: &impl Display) {
    let error = error.to_string();
    let numbers: Vec<usize> = error
        .split_once(':')
        .map_or("", |(place, _)| place)
        .split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect();
    let [line, column] = numbers[..] else { return };
    let row = line.checked_sub(1).and_then(|index| text.split('\n').nth(index));
    let row = row.unwrap_or_else(|| panic!("there is no line {line}"));
    assert!((1..=row.chars().count() + 1).contains(&column), "there is no column {column}");
}

/// Calls `run` with a file of this name that holds the bytes; memory, where the system has it.
pub fn with_file(name: &str, bytes: &[u8], run: impl FnOnce(&Path)) {
    let memory = PathBuf::from("/dev/shm");
    let parent = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = parent.join(format!("boyi-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let file = folder.join(name);
    std::fs::write(&file, bytes).expect("a file");
    run(&file);
    std::fs::remove_dir_all(&folder).expect("cleared away");
}
