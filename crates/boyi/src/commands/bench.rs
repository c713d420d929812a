//! `boyi bench`: the bench signature.

use std::time::Instant;

use anyhow::Result;
use boyi_engine::bench::bench;
use boyi_engine::{game, games};
use serde::Serialize;

use super::bench_paths;
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
  boyi bench paths"
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
}

#[derive(Serialize)]
struct Reply {
    nodes: u64,
    seconds: f64,
    searches: Vec<Search>,
}

#[derive(Serialize)]
struct Search {
    game: &'static str,
    player: String,
    position: String,
    nodes: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    if let Some(What::Paths(args)) = &args.what {
        return bench_paths::run(args, out);
    }
    let chosen = match &args.game {
        Some(name) => vec![game(name)?],
        None => games().to_vec(),
    };
    let began = Instant::now();
    let mut searches = Vec::new();
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
            let (player, position) = (line.player, line.position);
            searches.push(Search {
                game: game.name(),
                player,
                position,
                nodes: line.nodes,
            });
        }
    }
    let elapsed = began.elapsed();
    let nodes = searches.iter().map(|search| search.nodes).sum();
    if out.json {
        return out.object(&Reply {
            nodes,
            seconds: elapsed.as_secs_f64(),
            searches,
        });
    }
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    out.line(format!(
        "{nodes} nodes in {}, {speed:.1} million a second",
        spoken(elapsed)
    ))
}
