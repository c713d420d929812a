//! Any text as a game: an error, or a game that reads back the same.
#![no_main]

use boyi_game::{Shown, Side};
use boyi_reversi::formats::{ggf, transcript};
use boyi_reversi::{Bitboard, Layout, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = ggf::read(text) {
        let written = ggf::write(&game).expect("games in this format have square boards of ones");
        assert_eq!(ggf::read(&written), Ok(game));
    }
    let start = Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits");
    if let Ok(moves) = transcript::read(&start, text) {
        assert_eq!(transcript::read(&start, &transcript::write(&moves)).map(|again| again.len()), Ok(moves.len()));
    }
    let _ = start.parse_move(Side::First, text);
});
