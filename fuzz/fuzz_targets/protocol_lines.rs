//! Any bytes as what an interface says over UCI, UCCI, GTP, NBoard and Gomocup: answers or errors, never
//! a panic. Commands that think are left out, for they take as long as they say.
#![no_main]

use std::io::{Cursor, sink};

use boyi_engine::PlayerSpec;
use boyi_engine::protocol::{gomocup, gtp, nboard, ucci, uci};
use libfuzzer_sys::fuzz_target;

const THINKS: [&str; 12] = [
    "go", "genmove", "reg_genmove", "hint", "turn", "begin", "board", "yxboard", "yxhashload", "learn", "ponder", "yx",
];

fuzz_target!(|text: &str| {
    let is_quick = |line: &&str| {
        let line = line.to_lowercase();
        !line.contains("hash") && !line.contains("threads") && !THINKS.iter().any(|word| line.contains(word))
    };
    let lines: String = text.lines().filter(is_quick).map(|line| format!("{line}\n")).collect();
    let said = || Cursor::new(lines.clone().into_bytes());
    let spec = PlayerSpec { nodes: Some(1), hash: Some(1), ..PlayerSpec::named("strong") };
    uci::serve(said(), sink()).expect("nothing to fail");
    ucci::serve(said(), sink()).expect("nothing to fail");
    gtp::serve(said(), sink(), &spec).expect("nothing to fail");
    nboard::serve(said(), sink(), &spec, None).expect("nothing to fail");
    gomocup::serve(said(), sink()).expect("nothing to fail");
});
