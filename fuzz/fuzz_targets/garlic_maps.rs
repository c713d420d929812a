//! Any text as a map of the garlic battle: an error with a place inside the text, or a map that reads
//! back and on which a round can be played.
#![no_main]

use boyi_game::{PerSide, Random, Shown, Side, Simultaneous};
use boyi_garlic::{Battle, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Setup::read(text) {
        Ok(setup) => {
            assert_eq!(Setup::read(&setup.to_string()).as_ref(), Ok(&setup));
            let _ = setup.symmetry();
            // All distances of a large map take longer than a fuzzer likes to wait.
            if setup.rows() * setup.cols() <= 400 {
                play_a_round(&setup);
            }
        }
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.split('\n').count().max(1));
            assert!(error.column >= 1 && !error.to_string().is_empty());
        }
    }
});

fn play_a_round(setup: &Setup) {
    let mut battle = Battle::new(setup);
    assert_eq!(Battle::new(&Setup::read(&battle.text()).expect("our own text")), battle);
    if battle.outcome().is_none() {
        let idle = PerSide::new(
            battle.idle_move(Side::First),
            battle.idle_move(Side::Second),
        );
        battle.play(idle, &mut Random::new(1));
    }
}
