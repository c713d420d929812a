//! Any text as a proof of gomoku or as lines of play for the prover.
#![no_main]

use boyi_engine::gomoku::{Proof, SuggestedLines};
use boyi_fuzz::round_trip;
use boyi_gomoku::{Gomoku, Rules, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    round_trip(text, Proof::read, Proof::write);
    let _ = SuggestedLines::read(text, &Gomoku::start(Size::USUAL, Rules::Freestyle));
});
