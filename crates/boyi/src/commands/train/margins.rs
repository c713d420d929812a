//! `boyi train reversi-margins`: what `ProbCut` may rely on, measured.

use std::path::PathBuf;

use anyhow::Result;
use boyi_train::reversi::{MarginCell, Margins, Measured, Measuring, measure, measure_boards};
use serde::Serialize;

use super::ThreadsArg;
use super::hard_set::evaluation_of;
use crate::interrupt;
use crate::output::Output;

/// Measure how far shallow and deep searches of Othello lie apart
///
/// With `--board`, those of the general engine on boards of that size, in hundredths of the board.
///
/// Positions of our own games are searched at every depth, and near the end solved; the standard
/// deviations of the differences are fitted by a plane. Its numbers stand in the engine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi-margins --positions 5 --depth 4
  boyi train reversi-margins --positions 4 --depth 3 --board 10
  boyi train reversi-margins --positions 1000 --depth 10 --json")]
pub(crate) struct Args {
    /// Positions of the middle game, and as many of the end
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,

    /// The deepest search of the middle game
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=16))]
    depth: u32,

    /// The most empty squares that are solved
    #[arg(long, value_name = "NUMBER", default_value_t = 18, value_parser = clap::value_parser!(u32).range(13..=24))]
    solved: u32,

    #[command(flatten)]
    threads: ThreadsArg,

    /// An evaluation file to search with
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    weights: Option<PathBuf>,

    /// Boards of this many rows and columns with cell scores instead, searched without the end
    #[arg(long, value_name = "SIDE", value_parser = even_side)]
    board: Option<usize>,

    /// Where the positions come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    midgame: MarginsReply,
    endgame: MarginsReply,
}

#[derive(Serialize)]
struct MarginsReply {
    constant: f64,
    empties: f64,
    depth: f64,
    probe: f64,
    cells: usize,
}

/// An even number from 8 to 16.
fn even_side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok();
    side.filter(|side| (8..=16).contains(side) && side % 2 == 0)
        .ok_or_else(|| "boards that can be measured have 8, 10, 12, 14 or 16 rows".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let measuring = Measuring {
        positions: args.positions as usize,
        depth: args.depth,
        solved: args.solved,
        seed: args.seed,
        threads: args.threads.count(),
    };
    let stop = interrupt::stops()?;
    let mut watch = |done| out.progress(&format!("{done} / {}", args.positions));
    let measured = match args.board {
        None => measure(
            &measuring,
            &evaluation_of(args.weights.as_deref())?,
            &stop,
            &mut watch,
        )?,
        Some(side) => {
            let Measuring {
                positions,
                depth,
                seed,
                ..
            } = measuring;
            Measured {
                midgame: measure_boards(side, positions, depth, seed, &stop, &mut watch)?,
                endgame: Default::default(),
            }
        }
    };
    out.progress_done();
    if out.json {
        return out.object(&Reply {
            game: "reversi",
            midgame: reply(&measured.midgame),
            endgame: reply(&measured.endgame),
        });
    }
    let language = out.language;
    for (title, (margins, cells)) in [
        (language.pick("middle game", "中局"), &measured.midgame),
        (language.pick("to the end", "终局"), &measured.endgame),
    ] {
        let Margins {
            constant,
            empties,
            depth,
            probe,
        } = margins;
        out.line(format!(
            "{title}: {constant:.3} {empties:+.4} e {depth:+.4} d {probe:+.4} p"
        ))?;
        for MarginCell {
            empties,
            depth,
            probe,
            count,
            deviation,
        } in cells
        {
            out.line(format!(
                "  e {empties:>2}  d {depth:>2}  p {probe:>2}  n {count:>5}  {deviation:.2}"
            ))?;
        }
    }
    Ok(())
}

fn reply((margins, cells): &(Margins, Vec<MarginCell>)) -> MarginsReply {
    MarginsReply {
        constant: margins.constant,
        empties: margins.empties,
        depth: margins.depth,
        probe: margins.probe,
        cells: cells.len(),
    }
}
