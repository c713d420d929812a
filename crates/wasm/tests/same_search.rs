//! Every strong engine does the same in WebAssembly as in this program, and nearly as fast: both search the
//! same positions, in turn, in one run.
//!
//! The module runs in Node.js; with `BOYI_WASM_HOST=chromium.mjs` in Chromium. The shortest time of `BOYI_WASM_ROUNDS`
//! counts, as the processor's time where the system says it.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use boyi_engine::{Go, PlayerSpec, Setup, games};
use boyi_game::{Side, ToAct};
use serde_json::{Value, json};

/// The least part of the native speed in Node.js 20, all games together: measured were 0.58 (reversi 0.53, xiangqi 0.71,
/// gomoku 0.57, garlic 0.61) where V8 optimises everything at once, beside other work on two cores. In Chromium 156 it
/// was 0.67 to 0.68 (reversi 0.65, xiangqi 0.77 to 0.88, gomoku 0.63 to 0.64, garlic 0.75 to 0.83); 0.7 is the goal.
const LEAST: f64 = 0.45;

/// What a search came to.
#[derive(PartialEq, Debug)]
struct Found {
    best: Option<String>,
    nodes: u64,
    value: Option<i32>,
}

/// The module in Node.
struct Module {
    node: Child,
    orders: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Module {
    fn start(module: &PathBuf, host: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut node = Command::new("node")
            .arg(folder.join("tests").join(host))
            .arg(module)
            .arg(folder.join("../engine/weights"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let orders = node.stdin.take().expect("piped");
        let told = BufReader::new(node.stdout.take().expect("piped"));
        Self { node, orders, told }
    }

    fn search(&mut self, message: &Value) -> (Found, f64) {
        writeln!(self.orders, "/api/local/search {message}").expect("node listens");
        let mut last = Value::Null;
        let mut line = String::new();
        while self.told.read_line(&mut line).expect("node talks") > 0 && !line.trim().is_empty() {
            last = serde_json::from_str(&line).expect("JSON");
            line.clear();
        }
        let found = Found {
            best: last["best"].as_str().map(str::to_owned),
            nodes: last["nodes"]
                .as_u64()
                .unwrap_or_else(|| panic!("{message}: {last}")),
            value: last["value"].as_i64().map(|value| value as i32),
        };
        {
            let seconds = last["processor_seconds"].as_f64();
            let seconds = seconds.or_else(|| last["seconds"].as_f64());
            (found, seconds.expect("a time"))
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}

/// What `cargo xtask wasm` has made; a test without it skips itself.
fn module() -> Option<PathBuf> {
    let module = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../ui/engine/boyi.wasm");
    let node = Command::new("node").arg("--version").output();
    if module.exists() && node.is_ok() {
        return Some(module);
    }
    boyi_game::shared_files::skip("needs Node.js, and `cargo xtask wasm`");
    None
}

/// How long this thread has run, where the system says so.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

#[test]
fn strong_engines_find_the_same_with_as_many_nodes_in_a_browser() {
    let Some(module) = module() else { return };
    let host = std::env::var("BOYI_WASM_HOST").unwrap_or_else(|_| "host.mjs".to_owned());
    let counted: usize =
        std::env::var("BOYI_WASM_ROUNDS").map_or(1, |n| n.parse().expect("a number"));
    let mut module = Module::start(&module, &host);
    let mut of_all = [0.0; 2];
    println!(
        "{:<10} {:>12} {:>14} {:>14} {:>6}",
        "game", "nodes", "native nodes/s", "WASM nodes/s", "ratio"
    );
    for game in games() {
        let mut nodes = 0;
        let bench = game.strong_bench();
        // The shortest of all rounds: other work on the machine only ever adds to a time.
        let mut shortest = vec![[f64::MAX; 2]; bench.len()];
        // The first round is not counted: what is made once is made there, and the module is compiled by then. A
        // browser starts with code that is ready at once, and puts better code in its place while that runs.
        for round in 0..=counted {
            for (&(position, depth), shortest) in bench.iter().zip(&mut shortest) {
                // Garlic's searches have no depth but rounds of their own.
                let go = Go::depth(depth);
                let setup = Setup {
                    position: Some(position.to_owned()),
                    ..Setup::default()
                };
                let table = game.lay(&setup).expect("a position of ours");
                let side = match table.to_act() {
                    ToAct::One(side) => side,
                    ToAct::Both | ToAct::Nobody => Side::First,
                };
                let mut player = game.player(&PlayerSpec::named("strong")).expect("a player");
                let ran = processor_seconds();
                let thought = player
                    .think(&table.seen(), side, &go, &mut |_| ())
                    .expect("a thought");
                let ran = processor_seconds().zip(ran).map(|(now, then)| now - then);
                let ran = ran.unwrap_or(thought.elapsed.as_secs_f64());
                let native = Found {
                    best: thought.best,
                    nodes: thought.counts.nodes,
                    value: thought.lines.first().map(|line| line.score.value()),
                };
                let message = json!({
                    "line": { "game": game.name(), "start": position }, "search": "strong", "depth": depth,
                });
                let (found, time) = module.search(&message);
                assert_eq!(found, native, "{} {position} to depth {depth}", game.name());
                if round == 1 {
                    nodes += found.nodes;
                }
                if round > 0 {
                    shortest[0] = shortest[0].min(ran);
                    shortest[1] = shortest[1].min(time);
                }
            }
        }
        let [native, wasm] =
            [0, 1].map(|which| shortest.iter().map(|times| times[which]).sum::<f64>());
        of_all[0] += native;
        of_all[1] += wasm;
        println!(
            "{:<10} {nodes:>12} {:>14.0} {:>14.0} {:>6.2}",
            game.name(),
            nodes as f64 / native,
            nodes as f64 / wasm,
            native / wasm
        );
    }
    let ratio = of_all[0] / of_all[1];
    println!("all games: {ratio:.2} of the native speed");
    // A program with its assertions on is no measure.
    if !cfg!(debug_assertions) {
        assert!(
            ratio >= LEAST,
            "{ratio:.2} of the native speed, at least {LEAST} wanted"
        );
    }
}
