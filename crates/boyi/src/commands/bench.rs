//! `boyi bench`: the bench signature.

use std::time::Instant;

use anyhow::Result;
use boyi_engine::bench::bench;
use boyi_engine::{game, games};
use serde_json::json;

use super::{bench_clocks, bench_paths};
use crate::output::{Output, grouped, spoken};

/// Search fixed positions and add up the nodes
///
/// The sum is a signature: the same number means that no search has changed its behaviour. A commit
/// that changes it says so in a line `Bench: NUMBER` of its message.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  boyi bench
  boyi bench reversi --json
  boyi bench paths
  boyi bench clocks --games 2"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,

    /// Only this game
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

#[derive(clap::Subcommand)]
enum What {
    Paths(bench_paths::Args),
    Clocks(bench_clocks::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        Some(What::Paths(args)) => return bench_paths::run(args, out),
        Some(What::Clocks(args)) => return bench_clocks::run(args, out),
        None => {}
    }
    let chosen = match &args.game {
        Some(name) => vec![game(name)?],
        None => games().to_vec(),
    };
    let began = Instant::now();
    let (mut searches, mut nodes) = (Vec::new(), 0);
    for game in chosen {
        for line in bench(game)? {
            if !out.json {
                out.line(format!(
                    "{:>12}  {:<10}  {}",
                    grouped(line.nodes),
                    line.player,
                    line.position
                ))?;
            }
            nodes += line.nodes;
            searches.push(json!({
                "game": game.name(),
                "player": line.player,
                "position": line.position,
                "nodes": line.nodes,
            }));
        }
    }
    let elapsed = began.elapsed();
    if out.json {
        return out.object(&json!({
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
            "searches": searches,
        }));
    }
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    let time = spoken(elapsed);
    out.say(
        format!("{nodes} nodes in {time}, {speed:.1} million a second"),
        format!("{nodes} 个结点，用时 {time}，每秒 {speed:.1} 百万"),
    )
}
