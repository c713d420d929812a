//! A player that behaves as it is told, for trying what becomes of those who do not: it needs nothing but itself, so
//! that it runs wherever the program does.
//!
//! `scripted_bot play` plays the first legal move, `stall` never answers a turn, `hoard` takes all memory it can get,
//! `swarm` starts itself again and again.

use std::io::BufRead;
use std::time::Duration;

fn main() {
    let role = std::env::args().nth(1).unwrap_or_default();
    if role == "sleep" {
        return std::thread::sleep(Duration::from_secs(60));
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.contains("\"type\":\"hello\"") {
            println!("{{\"type\":\"ready\",\"version\":1}}");
        } else if line.contains("\"type\":\"turn\"") {
            take_turn(&role, &line);
        } else {
            return;
        }
    }
}

fn take_turn(role: &str, line: &str) {
    match role {
        "stall" => std::thread::sleep(Duration::from_secs(3600)),
        "hoard" => hoard(),
        "swarm" => swarm(),
        _ => {
            let id = after(line, "\"id\":").split(',').next().unwrap_or_default();
            let legal = after(line, "\"legal\":[\"");
            let mv = legal.split('"').next().unwrap_or_default();
            println!("{{\"id\":{id},\"move\":\"{mv}\"}}");
        }
    }
}

fn after<'a>(line: &'a str, words: &str) -> &'a str {
    line.split_once(words).map_or("", |(_, rest)| rest)
}

/// Fills memory as fast as it can, and keeps it.
fn hoard() {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    loop {
        // What is not written to is not given.
        kept.push(std::hint::black_box(vec![1; 8 << 20]));
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn swarm() {
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    loop {
        let mut one = std::process::Command::new(&program);
        let _ = one.arg("sleep").spawn();
        std::thread::sleep(Duration::from_millis(2));
    }
}
