//! Any conversation over UCI, UCCI, GTP, NBoard and Gomocup: answers or errors, never a panic, and an end
//! in bounded time once the input has ended. A line that is a number stands for one that is likely in the
//! protocol, with numbers that are not; all others are sent as they are.
#![no_main]

#[path = "../../crates/engine/tests/conversation/mod.rs"]
mod conversation;

use std::io::{BufReader, Write, copy, pipe, sink};
use std::thread;
use std::time::{Duration, Instant};

use boyi_game::Random;
use conversation::{PROTOCOLS, any_line};
use libfuzzer_sys::fuzz_target;

/// Far more than any line takes on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(15);

fuzz_target!(|text: &str| {
    for protocol in PROTOCOLS {
        let (input, mut to) = pipe().expect("a pipe");
        let (mut from, output) = pipe().expect("a pipe");
        let serve = protocol.serve;
        let served = thread::spawn(move || serve(BufReader::new(input), output));
        let reader = thread::spawn(move || copy(&mut from, &mut sink()));
        for line in text.lines() {
            let line = match line.parse() {
                Ok(seed) => any_line(protocol, &mut Random::new(seed)),
                Err(_) => line.to_owned(),
            };
            // After `quit` nobody reads any more.
            let _ = writeln!(to, "{line}");
        }
        drop(to);
        let began = Instant::now();
        served.join().expect("nothing panics").expect("nothing to fail");
        assert!(began.elapsed() < AT_ONCE, "{} took {:?}", protocol.name, began.elapsed());
        reader.join().expect("nothing panics").expect("nothing to fail");
    }
});
