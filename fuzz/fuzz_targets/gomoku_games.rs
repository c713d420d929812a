//! Any text as a gomoku game in psq, SGF or bare moves: an error, or a game that reads back the same.
#![no_main]

use boyi_fuzz::round_trip;
use boyi_game::Position;
use boyi_gomoku::{Rules, Size, moves, psq, sgf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    round_trip(text, |text| moves::read(text, Size::USUAL), |points| moves::write(points));
    for rules in Rules::ALL {
        round_trip(text, |text| psq::read(text, Some(rules)), |start| {
            psq::write(start.game.size(), rules, &start.moves, ["one", "two"])
        });
        round_trip(text, |text| sgf::read(text, Some(rules)), |start| {
            sgf::write(&start.game, &start.moves, start.game.turn())
        });
    }
});
