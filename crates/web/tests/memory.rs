//! What a large tree takes: memory of the server, and bytes to the page. Alone in its file: it
//! measures the process.

mod common;

use std::fs;

use common::{Server, app_state, post_through_socket};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

const MOST_MEMORY: u64 = 200 << 20;
const MOST_BYTES: usize = 5_000_000;

/// A line of the process's own account, in bytes.
fn memory(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status.lines().find_map(|text| text.strip_prefix(line));
    let kilobytes = found.and_then(|text| text.trim_matches([':', '\t', ' ']).split(' ').next());
    let kilobytes: u64 = kilobytes.and_then(|text| text.parse().ok()).unwrap_or(0);
    kilobytes << 10
}

#[derive(Deserialize)]
struct Tree {
    entered: u64,
    kept: u64,
    kept_plies: Option<u32>,
    counts: Value,
    traced: Value,
}

/// Sends a request through a socket and returns the reply's body.
async fn asked(server: &Server, body: &Value) -> Vec<u8> {
    let mut socket = post_through_socket(server, "/api/trees", body).await;
    let mut reply = Vec::new();
    socket.read_to_end(&mut reply).await.expect("an answer");
    let head = reply.windows(4).position(|four| four == b"\r\n\r\n");
    reply.split_off(head.expect("a head") + 4)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_of_a_million_positions_takes_little_memory_and_few_bytes() {
    if memory("VmHWM") == 0 {
        println!("skipped: this system does not say how much memory a process takes");
        return;
    }
    let server = Server::start(app_state(boyi_web::Options::default())).await;
    let million = 1_000_000;
    for (game, search, depth, least) in [
        ("xiangqi", "minimax", 4, million),
        ("xiangqi", "alpha-beta", 4, 20_000),
        ("xiangqi", "mtdf", 4, 5_000),
        ("reversi", "minimax", 6, million),
        // Hundreds of moves are cut at once.
        ("gomoku", "alpha-beta", 3, 20_000),
    ] {
        let position = boyi_engine::game(game).expect("a game").test_positions()[1];
        let question = json!({
            "line": { "game": game, "start": position, "moves": [] },
            "search": search, "depth": depth, "evaluation": null,
            "quiescence": false, "deepen": false,
            "techniques": { "table": true, "promise": true, "killers": true, "history": true },
            "below": null,
        });
        // The peak is counted from now on.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let before = memory("VmRSS");
        let reply = asked(&server, &question).await;
        let taken = memory("VmHWM").saturating_sub(before);
        let what = format!("{game} {search} depth {depth}");
        println!(
            "{what}: {} bytes sent, {:.1} MB of memory",
            reply.len(),
            taken as f64 / 1e6
        );
        let tree: Tree = serde_json::from_slice(&reply).expect("a tree");
        assert!(tree.entered >= least, "{what}: {}", tree.entered);
        assert_eq!(tree.traced, tree.counts, "{what}");
        assert_eq!(
            tree.kept < tree.entered,
            tree.kept_plies.is_some(),
            "{what}"
        );
        assert!(reply.len() < MOST_BYTES, "{what}: {} bytes", reply.len());
        assert!(taken < MOST_MEMORY, "{what}: {taken} bytes of memory");
    }
}
