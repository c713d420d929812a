//! `boyi train reversi-solved` and `reversi-check`: how far searches are from the truth.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_engine::reversi::othello::{Board, Evaluation, Placement, Weights, square_name};
use boyi_engine::weights::{LearnedWeights, load};
use boyi_reversi::Move;
use boyi_reversi::formats::obf::{self, Scored};
use boyi_train::reversi::{Accuracy, HardSetPlan, SolvedPosition, accuracy, make_hard_set};
use serde::Serialize;

use crate::interrupt;
use crate::options::{HashArg, ResultFile};
use crate::output::{Output, grouped};

/// Solve positions of the middle game of Othello, to judge searches by
///
/// Games of our own from random openings lead to the positions; those that are decided or have several
/// best moves are left out. The file is OBF: a position a line, its best move and the next best with the
/// result of best play. It is written again after every position, so that nothing is lost.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi-solved --tries 4 --empties 12 --out small.obf
  boyi train reversi-solved --tries 300 --empties 26 --threads 2 --hash 256 --out hard.obf")]
pub(crate) struct SolvedArgs {
    /// Positions to try
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,

    /// Their empty squares
    #[arg(long, value_name = "NUMBER", default_value_t = 22, value_parser = clap::value_parser!(u32).range(4..=36))]
    empties: u32,

    /// Where the positions come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads, each with a position of its own
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// Seconds in which positions are begun [default: no end]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    #[command(flatten)]
    hash: HashArg,

    /// Where to write the positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct SolvedReply {
    game: &'static str,
    empties: u32,
    positions: usize,
}

pub(crate) fn run_solved(args: &SolvedArgs, out: &mut Output) -> Result<()> {
    let file = ResultFile::new(Some(&args.out))?;
    let plan = HardSetPlan {
        tries: args.tries as usize,
        empties: args.empties,
        seed: args.seed,
        threads: args.threads as usize,
        hash_bytes: args.hash.bytes(),
        time: args.seconds.map(Duration::from_secs),
    };
    let stop = interrupt::stops()?;
    let mut lines = Vec::new();
    let mut written = file.write("");
    make_hard_set(&plan, &Evaluation::embedded(), &stop, &mut |solved| {
        lines.push(line(&solved));
        out.progress(&format!("{} positions", lines.len()));
        written = file.write(lines.concat());
        if written.is_err() {
            stop.stop();
        }
    })?;
    written?;
    out.progress_done();
    if out.json {
        return out.object(&SolvedReply {
            game: "reversi",
            empties: args.empties,
            positions: lines.len(),
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {}, {} {}",
        lines.len(),
        language.pick("positions", "个局面"),
        args.empties,
        language.pick("empties", "个空格"),
    ))
}

/// A line of OBF.
fn line(solved: &SolvedPosition) -> String {
    let disc = |at: u32| match 1 << at {
        bit if solved.board.mine & bit != 0 => 'X',
        bit if solved.board.theirs & bit != 0 => 'O',
        _ => '-',
    };
    let cells: String = (0..64).map(disc).collect();
    let scored = |(at, value): (Placement, i32)| {
        let name = at.map_or_else(|| "--".to_owned(), square_name);
        format!(" {name}:{value:+};")
    };
    let second = solved.second.map(scored).unwrap_or_default();
    format!("{cells} X;{}{second}\n", scored(solved.best))
}

/// Say how often a search finds the best move of solved positions, and how far its values are off
///
/// The file is OBF with the best move first, as `boyi train reversi-solved` writes it. Every position is
/// searched as the strong player would do it, with an empty table.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi-check small.obf --depths 1,5
  boyi train reversi-check small.obf --depths 3 --weights small.eval --threads 2")]
pub(crate) struct CheckArgs {
    /// The solved positions
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Plies to search
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_value = "5,10,15", value_parser = clap::value_parser!(u32).range(1..=60))]
    depths: Vec<u32>,

    /// An evaluation file to search with
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// How many threads, each with a position of its own
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

#[derive(Serialize)]
struct CheckReply {
    game: &'static str,
    depth: u32,
    positions: usize,
    best_moves: f64,
    error: f64,
    optimism: f64,
    nodes: u64,
}

pub(crate) fn run_check(args: &CheckArgs, out: &mut Output) -> Result<()> {
    let positions = read(&args.file)?;
    let evaluation = evaluation_of(args.weights.as_deref())?;
    let stop = interrupt::stops()?;
    if !out.json {
        let head = out.language.pick(
            "depth  positions  best move  error  optimism           nodes",
            " 深度     局面数   最佳着法   误差      乐观          节点数",
        );
        out.line(head)?;
    }
    for &depth in &args.depths {
        let found = accuracy(&positions, &evaluation, depth, args.threads as usize, &stop)?;
        if stop.is_stopped() {
            bail!("stopped at depth {depth}");
        }
        print(depth, &found, out)?;
    }
    Ok(())
}

/// Othello's evaluation in a file, or the one that is built in.
pub(super) fn evaluation_of(file: Option<&Path>) -> Result<Arc<Evaluation>> {
    Ok(match file {
        Some(file) => Arc::new(Evaluation::learned(&load(file, Weights::read)?)),
        None => Evaluation::embedded(),
    })
}

fn read(file: &Path) -> Result<Vec<SolvedPosition>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let scored = obf::read_all(&text).with_context(|| file.display().to_string())?;
    let position = |(index, Scored { setup, scores }): (usize, &Scored)| {
        let placement = |&(mv, value): &(Move, i32)| {
            let at = mv.square().map(|at| (8 * at.row() + at.col()) as u32);
            (at, value)
        };
        let Some(board) = Board::of_setup(setup) else {
            bail!(
                "{}: position {}: not a standard board",
                file.display(),
                index + 1
            )
        };
        let Some(best) = scores.first().map(placement) else {
            bail!(
                "{}: position {}: no move with its score",
                file.display(),
                index + 1
            )
        };
        Ok(SolvedPosition {
            board,
            best,
            second: scores.get(1).map(placement),
        })
    };
    scored.iter().enumerate().map(position).collect()
}

fn print(depth: u32, found: &Accuracy, out: &mut Output) -> Result<()> {
    let best_moves = found.best_moves as f64 / found.positions.max(1) as f64;
    if out.json {
        return out.object(&CheckReply {
            game: "reversi",
            depth,
            positions: found.positions,
            best_moves,
            error: found.error,
            optimism: found.optimism,
            nodes: found.nodes,
        });
    }
    out.line(format!(
        "{depth:>5}  {:>9}  {:>7.1} %  {:>5.2}  {:>+8.2}  {:>14}",
        found.positions,
        100.0 * best_moves,
        found.error,
        found.optimism,
        grouped(found.nodes),
    ))
}
