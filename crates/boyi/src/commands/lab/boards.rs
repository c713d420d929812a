//! `boyi lab boards`: the course's contest on boards with cell scores.

use std::path::PathBuf;

use anyhow::Result;
use boyi_engine::PlayerSpec;
use boyi_lab::{Boards, Sizes};

use super::{Form, show};
use crate::options::read_file;
use crate::output::Output;

/// Play the course's boards with cell scores against the course's opponents
///
/// Every board is played from both sides; whoever has more points in both games together wins it.
/// Besides the boards of the files there are made-up ones of the course's tasks 2 to 4. What was played
/// before Ctrl-C is told.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab boards --generated 3 --player strong:depth=2 --against random:seed=1,scan
  boyi lab boards map.txt --generated 0 --against course,strong:time=5ms
  boyi lab boards --generated 2 --sizes any --player strong:nodes=50 --against scan
  boyi lab boards --generated 1 --sizes 6x6 --player strong:time=1ms --against strong:time=5ms --ponder

Without options: a hundred boards against five opponents at 100 ms a move, which takes hours.")]
pub(super) struct Args {
    /// Boards as the course writes them: sides, then rows of cell scores
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How many boards to make up
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    generated: u64,

    /// In which sizes: some in turn, such as 8x8,10x20, or `any` from 4x4 to 30x30
    #[arg(long, value_name = "SIZES", default_value_t = Sizes::of_the_course())]
    sizes: Sizes,

    /// Where they come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "strong:time=100ms")]
    player: PlayerSpec,

    /// Against whom
    #[arg(
        long,
        value_name = "PLAYER,…",
        value_delimiter = ',',
        default_value = "random:seed=1,scan,priority,course,strong:time=5ms"
    )]
    against: Vec<PlayerSpec>,

    /// Let the player think in its opponents' time too, on a core of its own
    #[arg(long)]
    ponder: bool,

    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let board = |file: &PathBuf| Ok((file.display().to_string(), read_file(file)?));
    let experiment = Boards {
        boards: args.files.iter().map(board).collect::<Result<_>>()?,
        generated: args.generated,
        sizes: args.sizes.clone(),
        seed: args.seed,
        player: args.player.clone(),
        opponents: args.against.clone(),
        ponder: args.ponder,
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
