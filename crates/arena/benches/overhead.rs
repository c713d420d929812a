//! What the referee and our protocol add to a move of a bot that answers at once.
//!
//! `cargo bench -p boyi-arena --bench overhead` plays games with the C++ template and compares the
//! time of a move, as the referee measures it, with a bare write and read on the same program's pipes
//! with the same bytes. The difference is ours.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use boyi_arena::bot::{BotSpec, Options, template};
use boyi_arena::sandbox::Sandbox;
use boyi_arena::{Contestants, Event, Opening, Referee, Terms, contestant};
use boyi_engine::game;
use boyi_game::{PerSide, Side};

const GAMES: u64 = 40;

fn main() {
    let folder = std::env::temp_dir().join(format!("boyi-overhead-{}", std::process::id()));
    let sandbox = Sandbox {
        keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-keeper")),
        ..Sandbox::default()
    };
    if build(&folder) {
        let through_referee = referee(&folder, &sandbox);
        let bare = bare(&folder, &sandbox);
        let overhead = through_referee.saturating_sub(bare);
        println!(
            "median of a move: {through_referee:.1?} through the referee, {bare:.1?} bare; overhead {overhead:.1?}"
        );
    } else {
        println!("skipped: g++ is not installed");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn build(folder: &Path) -> bool {
    let template = template("quick", "reversi", "cpp").expect("a template");
    std::fs::create_dir_all(folder).expect("a folder of ours");
    for (name, text) in &template.files {
        std::fs::write(folder.join(name), text).expect("ours");
    }
    let build = template.build.expect("C++ is built");
    let built = Command::new("sh")
        .args(["-c", &build])
        .current_dir(folder)
        .status();
    built.is_ok_and(|status| status.success())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Whole games, as the referee measures them.
fn referee(folder: &Path, sandbox: &Sandbox) -> Duration {
    let reversi = game("reversi").expect("built in");
    let options = Options {
        sandbox: sandbox.clone(),
        ..Options::default()
    };
    let terms = Terms {
        control: "move=10s".parse().expect("a control"),
        ..Terms::default()
    };
    let path = folder.to_str().expect("plain");
    let mut times = Vec::new();
    for seed in 0..GAMES {
        let [bot, other] =
            [path, "random"].map(|text| contestant(reversi, text, &options).expect("a player"));
        let mut players: Contestants = PerSide::new(bot, other);
        let mut note = |event: &Event| {
            if let Event::Move(mv) = event
                && mv.side == Side::First
            {
                times.extend(mv.seconds.map(Duration::from_secs_f64));
            }
        };
        let ending =
            Referee::new(reversi, &terms).play(&Opening::usual(), seed, &mut players, &mut note);
        assert_eq!(ending.expect("the usual start").cause(), "rules");
    }
    median(times)
}

/// A line there and a line back, nothing else.
fn bare(folder: &Path, sandbox: &Sandbox) -> Duration {
    let spec = BotSpec::of_folder(folder).expect("ours");
    let running = sandbox.start(&spec.program).expect("it starts");
    let mut to = File::from(running.stdin.try_clone().expect("a pipe"));
    let mut from = BufReader::new(File::from(running.stdout.try_clone().expect("a pipe")));
    let mut line = String::new();
    let mut exchange = |said: &str| {
        line.clear();
        let asked = Instant::now();
        to.write_all(said.as_bytes()).expect("it reads");
        from.read_line(&mut line).expect("it answers");
        asked.elapsed()
    };
    exchange("{\"type\":\"hello\"}\n");
    let moves = ["\"f5\""; 30].join(",");
    let turn = format!(
        "{{\"type\":\"turn\",\"id\":1,\"position\":\"{}\",\"moves\":[{moves}],\"legal\":[\"a1\",\"b2\",\"c3\",\"d4\",\"e5\",\"f6\",\"g7\",\"h8\"],\"time_ms\":10000,\"left_ms\":null}}\n",
        "-".repeat(66)
    );
    median((0..GAMES * 30).map(|_| exchange(&turn)).collect())
}
