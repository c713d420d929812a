//! Any text as a xiangqi position: an error with a place inside the text, or a position that reads back.
#![no_main]

use boyi_fuzz::{is_inside, round_trip};
use boyi_game::Shown;
use boyi_xiangqi::{Rules, Xiangqi, board_text, fen, read_position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    round_trip(text, fen::read, fen::write);
    round_trip(text, board_text::read, board_text::write);
    match read_position(text) {
        Ok(setup) => {
            if let Ok(position) = Xiangqi::new(&setup, Rules::default()) {
                assert_eq!(position.setup(), setup);
                let _ = position.text();
            }
        }
        Err(error) => is_inside(text, &error),
    }
});
