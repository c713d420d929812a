//! Any text as a gomoku position: an error with a place inside the text, or a board that reads back.
#![no_main]

use boyi_fuzz::{is_inside, round_trip};
use boyi_gomoku::{Rules, board_text, position_line, read_start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in Rules::ALL {
        round_trip(text, |text| position_line::read(text, rules), position_line::write);
        // A board text does not say which stone was the last.
        let _ = board_text::read(text, rules).map(|game| board_text::write(&game));
        if let Err(error) = read_start(text, Some(rules)) {
            is_inside(text, &error);
        }
    }
});
