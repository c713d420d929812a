//! `boyi lab`: pruning on and off.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use boyi_lab::{Positions, Pruning};
use boyi_search::Algorithm;

use super::{Form, show};
use crate::options::{read_file, read_seconds};
use crate::output::Output;

#[derive(clap::Args)]
pub(super) struct PruningArgs {
    /// The game
    #[arg(value_name = "GAME", default_value = "reversi")]
    game: String,

    /// The depths to search to
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_value = "2,4,6,8", value_parser = clap::value_parser!(u32).range(1..=60))]
    depths: Vec<u32>,

    /// The searches to compare [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    searches: Vec<Algorithm>,

    #[command(flatten)]
    which: Which,

    /// Let every search deepen: depth 1, then 2, and so on, all of them counted
    #[arg(long)]
    deepen: bool,

    /// Give a search up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = read_seconds)]
    limit: Duration,

    #[command(flatten)]
    form: Form,
}

/// What is searched.
#[derive(clap::Args)]
pub(super) struct Which {
    /// The evaluation to use [default: lab, or the game's own where it has none of that name]
    #[arg(long, value_name = "NAME")]
    pub(super) evaluation: Option<String>,

    /// How many of the game's test positions to search
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    positions: u64,

    /// Search the positions in these files instead
    #[arg(
        long,
        value_name = "FILE,…",
        value_delimiter = ',',
        conflicts_with = "positions"
    )]
    files: Vec<PathBuf>,
}

impl Which {
    pub(super) fn positions(&self) -> Result<Positions> {
        if self.files.is_empty() {
            return Ok(Positions::Own(self.positions as usize));
        }
        let texts = self.files.iter().map(|file| read_file(file));
        Ok(Positions::Given(texts.collect::<Result<_>>()?))
    }
}

pub(super) fn run(args: &PruningArgs, out: &mut Output) -> Result<()> {
    let experiment = Pruning {
        game: args.game.clone(),
        searches: if args.searches.is_empty() {
            Algorithm::ALL.to_vec()
        } else {
            args.searches.clone()
        },
        depths: args.depths.clone(),
        evaluation: args.which.evaluation.clone(),
        positions: args.which.positions()?,
        deepen: args.deepen,
        limit: args.limit,
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
