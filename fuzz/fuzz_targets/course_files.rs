//! What is brought to a course: archives that are handed in, rosters, labs. An error, or files whose names stay
//! inside their folder.
#![no_main]

use boyi_course::register::read_roster;
use boyi_course::{Assignment, Files, read_csv, write_csv};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(files) = Files::unpack(bytes) {
        for (name, _) in files.iter() {
            assert!(!name.starts_with('/') && !name.split('/').any(|part| part == ".."), "{name}");
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let _ = read_roster(text);
    if let Ok(rows) = read_csv(text) {
        // A table of nothing but byte order marks is empty when it is read again.
        let _ = read_csv(&write_csv(&rows));
    }
    let lab = Files::new([(Assignment::FILE.to_owned(), text.as_bytes().to_owned())]);
    if let Ok(files) = lab {
        let _ = Assignment::new(files);
    }
});
