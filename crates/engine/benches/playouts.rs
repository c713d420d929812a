//! Playouts a second of UCT from the usual start of every game, next to `OpenSpiel`'s MCTS in the same run.
//!
//!     BOYI_OPEN_SPIEL=PYTHON cargo bench -p boyi-engine --bench playouts
//!
//! PYTHON is a Python that can `import pyspiel` (`pip install open_spiel`); without it only ours is measured.
//! Both play random games to the end on one thread; the turns alternate, and processor time is counted, so
//! that a busy machine disturbs both alike.

use std::fs;
use std::process::Command;
use std::time::Instant;

use boyi_engine::{Go, PlayerSpec, Setup, game};
use boyi_game::Side;

/// Our games, with playouts a turn and the same game of theirs.
const GAMES: [(&str, u64, &str); 3] = [
    ("reversi", 3000, "othello"),
    ("gomoku", 3000, "gomoku"),
    ("xiangqi", 300, "xiangqi"),
];

const TURNS: usize = 5;

/// Processor time of one of our turns at least.
const LEAST_SECONDS: f64 = 0.3;

/// Prints playouts a second of processor time.
const THEIRS: &str = "
import sys, time, pyspiel
name, playouts = sys.argv[1], int(sys.argv[2])
game = pyspiel.load_game(name)
state = game.new_initial_state()
rollout = pyspiel.RandomRolloutEvaluator(1, 1)
bot = pyspiel.MCTSBot(game, rollout, 1.4, playouts, 1000, False, 1, False)
bot.step(state.clone())
began = time.process_time()
bot.step(state.clone())
print(playouts / (time.process_time() - began))
";

fn main() {
    let python = std::env::var("BOYI_OPEN_SPIEL").ok();
    println!("| game | boyi uct | OpenSpiel MCTS | ratio |\n|---|---|---|---|");
    for (name, playouts, theirs) in GAMES {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            own.push(ours(name, playouts));
            let python = python.as_deref();
            other.extend(python.and_then(|python| open_spiel(python, theirs, playouts)));
        }
        let (own, other) = (median(own).unwrap_or(0.0), median(other));
        let cell = |value: Option<f64>, digits: usize| {
            value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
        };
        let ratio = other.map(|other| own / other);
        println!(
            "| {name} | {own:.0} | {} | {} |",
            cell(other, 0),
            cell(ratio, 2)
        );
    }
}

fn ours(name: &str, playouts: u64) -> f64 {
    let game = game(name).expect("a game");
    let table = game.lay(&Setup::default()).expect("a start");
    let spec: PlayerSpec = format!("uct:playouts={playouts}")
        .parse()
        .expect("a player");
    let mut player = game.player(&spec).expect("a player");
    // Our random games may be over before a clock of processor time has ticked often enough.
    let (began, mut played, mut spent) = (processor_seconds(), 0, 0.0);
    while spent < LEAST_SECONDS {
        player.prepare(&table.seen()).expect("a game");
        let thought = player.think(&table.seen(), Side::First, &Go::default(), &mut |_| ());
        thought.expect("a thought");
        played += playouts;
        spent = processor_seconds() - began;
    }
    played as f64 / spent
}

fn open_spiel(python: &str, game: &str, playouts: u64) -> Option<f64> {
    let playouts = playouts.to_string();
    let output = Command::new(python)
        .args(["-c", THEIRS, game, &playouts])
        .output();
    let output = output.ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let found = said
        .lines()
        .last()
        .and_then(|line| line.trim().parse().ok());
    if found.is_none() {
        eprintln!("{game}: {}", String::from_utf8_lossy(&output.stderr));
    }
    found
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Processor time of this thread where the system tells it (Linux), else time that has passed.
fn processor_seconds() -> f64 {
    thread_local!(static BEGAN: Instant = Instant::now());
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(
        || BEGAN.with(|began| began.elapsed().as_secs_f64()),
        |nanos| nanos / 1e9,
    )
}
