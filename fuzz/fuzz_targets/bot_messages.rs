//! Any bytes as what a bot says, in each protocol: the first byte chooses the protocol, the rest is
//! printed by `cat`. Needs the program itself, which looks after bots: `cargo build --release`, or its
//! path in `$BOYI`.
#![no_main]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use boyi_arena::bot::{Bot, BotSpec, Protocol};
use boyi_arena::sandbox::{Policy, Sandbox};
use boyi_arena::{Ask, Contestant, Ending, Terms};
use boyi_engine::{Setup, game};
use boyi_fuzz::with_file;
use boyi_game::{PerSide, Side};
use boyi_search::Stop;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: {
    // As the standard library does where it has the main function: a bot that is gone is an error.
    // SAFETY: no other thread runs yet.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}, |bytes: &[u8]| {
    let Some((&first, said)) = bytes.split_first() else { return };
    let protocol = Protocol::ALL[usize::from(first) % Protocol::ALL.len()];
    let game = game(protocol.game().unwrap_or("reversi")).expect("a game");
    let table = game.lay(&Setup::default()).expect("a start");
    let keeper = std::env::var_os("BOYI").map_or("../target/release/boyi".into(), PathBuf::from);
    let sandbox = Sandbox { policy: Policy::Off, keeper, ..Sandbox::default() };
    with_file("said", said, |file| {
        let spec = format!("{protocol}:cat {}", file.display());
        let spec = BotSpec::read(&spec, None).expect("a program");
        let mut bot = Bot::new(spec, sandbox);
        let terms = Terms { patience: Duration::from_secs(1), ..Terms::default() };
        let (seen, side) = (table.seen(), Side::First);
        if bot.begin(&seen, side, &terms).is_ok() {
            let ask = Ask {
                control: &terms.control,
                clocks: PerSide::new(None, None),
                deadline: Instant::now() + terms.patience,
                stop: &Stop::default(),
                legal_moves: &|| table.legal_moves(side),
            };
            let _ = bot.choose(&seen, side, &ask);
        }
        bot.end(&seen, side, &Ending::Failed { faults: PerSide::new(None, None) });
    });
});
