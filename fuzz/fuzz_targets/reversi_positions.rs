//! Any text as a position: an error with a place inside the text, or a position that reads back.
#![no_main]

use boyi_reversi::formats::obf;
use boyi_reversi::{position_text, read_position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match read_position(text) {
        Ok(setup) => assert_eq!(read_position(&position_text(&setup)), Ok(setup)),
        Err(error) => assert!(error.line >= 1 && error.line <= text.split('\n').count() && error.column >= 1),
    }
    let _ = obf::read_all(text);
});
