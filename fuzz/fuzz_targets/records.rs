//! Any text as the record of a game: an error, or a record that reads back and can be exported.
#![no_main]

use boyi_arena::export::export;
use boyi_arena::GameRecord;
use boyi_engine::game;
use boyi_fuzz::round_trip;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let record = round_trip(text, GameRecord::read, GameRecord::write);
    if let Some(record) = record
        && let Ok(game) = game(&record.header.game)
    {
        for format in game.formats() {
            let _ = export(game, &record, format.name);
        }
    }
});
