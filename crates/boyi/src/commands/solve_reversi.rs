//! `boyi solve reversi`: the exact result of a board.

use anyhow::{Result, bail};
use boyi_engine::reversi;
use serde_json::json;

use crate::interrupt;
use crate::options::{HashArg, SetupArgs};
use crate::output::{Output, grouped, spoken};

/// Solve a reversi board, with or without cell scores
///
/// The value is the first player's points minus the second's. Boards of up to about 24 empty cells
/// take seconds, 6x6 with its 32 takes minutes. Ctrl-C gives up.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi solve reversi --size 4x4 --rules discs
  boyi solve reversi --board map.txt --json
  boyi solve reversi --size 4x6")]
pub(crate) struct Args {
    #[command(flatten)]
    hash: HashArg,

    #[command(flatten)]
    setup: SetupArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let setup = args.setup.setup()?;
    let stop = interrupt::stops()?;
    let mut watch = |nodes| out.progress(&format!("{} positions", grouped(nodes)));
    let solution = reversi::solve(&setup, args.hash.bytes(), &stop, &mut watch)?;
    out.progress_done();
    let nodes = solution.counts.nodes;
    let Some(value) = solution.value else {
        bail!(
            "not solved: stopped after {} positions in {}",
            grouped(nodes),
            spoken(solution.elapsed)
        );
    };
    if out.json {
        let seconds = solution.elapsed.as_secs_f64();
        return out.object(&json!({
            "game": "reversi",
            "value": value,
            "line": solution.line,
            "nodes": nodes,
            "seconds": seconds,
        }));
    }
    let language = out.language;
    let verdict = match value {
        0 => language.pick("a draw".to_owned(), "和棋".to_owned()),
        1.. => language.pick(
            format!("the first player wins by {value}"),
            format!("先手胜 {value} 分"),
        ),
        _ => language.pick(
            format!("the second player wins by {}", -value),
            format!("后手胜 {} 分", -value),
        ),
    };
    out.line(format!(
        "{} {verdict}",
        language.pick("Best play:", "双方最佳：")
    ))?;
    out.line(solution.line.join(" "))?;
    let cost = language.pick("positions in", "个局面，用时");
    out.line(format!(
        "{} {cost} {}",
        grouped(nodes),
        spoken(solution.elapsed)
    ))
}
