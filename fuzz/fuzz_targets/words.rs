//! Any text as a time control or one of the other words an option may be: those that are read are
//! written the same way.
#![no_main]

use boyi_arena::Control;
use boyi_arena::bot::Protocol;
use boyi_engine::xiangqi::endgame::Material;
use boyi_fuzz::word;
use boyi_paths::roads::Formula;
use boyi_search::Algorithm;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    word::<Control>(text);
    word::<Protocol>(text);
    word::<Material>(text);
    word::<Algorithm>(text);
    word::<Formula>(text);
    word::<boyi_xiangqi::Rules>(text);
    word::<boyi_gomoku::Rules>(text);
});
