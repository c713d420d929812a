//! The fast board and the general one play the same game, whatever the start and the choices.
#![no_main]

use boyi_game::{Position, Shown};
use boyi_reversi::{Bitboard, Grid, Layout, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, [u8; 64], Vec<u8>)| {
    let (rows, cols, worth, choices) = input;
    let (rows, cols) = (4 + 2 * usize::from(rows % 3), 4 + 2 * usize::from(cols % 3));
    let worth = |square: boyi_reversi::Square| worth[square.row() * 8 + square.col()] % 16;
    let setup = Setup::start(Layout::weighted(rows, cols, worth).expect("an even board"));
    let mut fast = Bitboard::new(&setup).expect("fits");
    let mut general = Grid::new(&setup).expect("fits");
    for choice in choices {
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        fast.legal_moves(&mut quick);
        general.legal_moves(&mut slow);
        assert_eq!(quick, slow);
        assert_eq!((fast.outcome(), fast.worth(), fast.text()), (general.outcome(), general.worth(), general.text()));
        let Some(&mv) = quick.get(usize::from(choice) % quick.len().max(1)) else { return };
        fast.make(mv);
        general.make(mv);
    }
});
