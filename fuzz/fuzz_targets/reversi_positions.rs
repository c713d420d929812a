//! Any text as a position: an error with a place inside the text, or a position that reads back.
#![no_main]

use boyi_fuzz::{is_inside, round_trip};
use boyi_reversi::formats::obf;
use boyi_reversi::{position_text, read_position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    round_trip(text, read_position, position_text);
    if let Err(error) = read_position(text) {
        is_inside(text, &error);
    }
    if let Err(error) = obf::read_all(text) {
        is_inside(text, &error);
    }
});
