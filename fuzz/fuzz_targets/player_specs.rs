//! Any text as a player: an error, or a player that reads back.
#![no_main]

use boyi_engine::PlayerSpec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<PlayerSpec>() {
        let again: PlayerSpec = spec.to_string().parse().expect("our own writing");
        // Times are written in whole milliseconds.
        assert_eq!(PlayerSpec { time: None, ..again }, PlayerSpec { time: None, ..spec });
    }
});
