//! `boyi perft`: count move sequences, to check rules against published counts.

use std::time::Instant;

use anyhow::Result;
use boyi_engine::PerftMode;
use serde_json::json;

use crate::options::{GameArg, SetupArgs};
use crate::output::{Output, grouped, spoken};

/// Count the move sequences of a given length
///
/// The count of every rules implementation must be the same, so the published ones show whether this
/// one is right. In reversi a pass is a ply and a finished game is one leaf.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi perft reversi 9
  boyi perft reversi 9 --divide --moves f5d6
  boyi perft reversi 12 --threads 2 --hash 1024")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Length of the sequences in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,

    /// Show the count below each first move
    #[arg(long)]
    divide: bool,

    /// Count the last ply without playing it
    #[arg(long, conflicts_with = "threads")]
    bulk: bool,

    /// Use this many threads and a table of positions counted already
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,

    /// The size of that table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, requires = "threads", value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: u64,

    #[command(flatten)]
    setup: SetupArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let mode = match args.threads {
        Some(threads) => PerftMode::Hashed {
            threads: threads as usize,
            table_bytes: (args.hash as usize) << 20,
        },
        None => PerftMode::Plain { bulk: args.bulk },
    };
    let setup = args.setup.setup()?;
    let began = Instant::now();
    let moves = game.perft(&setup, args.depth, mode)?;
    let elapsed = began.elapsed();
    // At depth 0 the position itself is the one leaf; a finished game has no moves to divide by.
    let nodes = if moves.is_empty() {
        1
    } else {
        moves.iter().map(|(_, nodes)| nodes).sum()
    };
    if out.json {
        let mut reply = json!({
            "game": game.name(),
            "depth": args.depth,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
        });
        if args.divide {
            let moves = moves.into_iter();
            let moves = moves.map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes }));
            reply["moves"] = moves.collect();
        }
        return out.object(&reply);
    }
    if args.divide {
        for (mv, nodes) in &moves {
            out.line(format!("{mv}  {}", grouped(*nodes)))?;
        }
    }
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    let (nodes, time) = (grouped(nodes), spoken(elapsed));
    out.say(
        format!("{nodes}  ({time}, {speed:.1} million a second)"),
        format!("{nodes}（{time}，每秒 {speed:.1} 百万）"),
    )
}
