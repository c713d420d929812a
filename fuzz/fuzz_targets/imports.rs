//! Any text pasted into any game: an error in words, or a game that is written and read back the same.
#![no_main]

use boyi_arena::import;
use boyi_engine::{games, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for &game in games() {
        match import(game, text) {
            Err(error) => assert!(!error.words(Some(game)).english.is_empty()),
            Ok(read) => {
                replay(&read.main_line()).expect("what was read can be played");
                for format in game.formats().iter().filter(|format| format.name == "pgn") {
                    let written = read.write(game, format.name).expect("PGN holds every game");
                    let again = import(game, &written).expect("what we wrote");
                    assert_eq!(again.main_line(), read.main_line());
                }
            }
        }
    }
});
