//! `boyi tournament`: many players, from a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use boyi_arena::contest::ContestPlan;

use super::contest::{self, RunArgs};
use crate::options::read_file;
use crate::output::Output;

/// Play a tournament and rate the players
///
/// The file is TOML. `game` and `players` are needed; a player is a text as in `boyi match`, or
/// { name = "…", player = "…" }. Further: name, schedule ("round-robin", "gauntlet", "swiss" with
/// rounds), games (of each pairing), control, openings, `opening_plies`, seed, rules, size, `grace_ms`,
/// ponder, [adjudication], [sprt].
///
/// Games are kept: the same command goes on where it was broken off; after a change of the file only
/// what changed is played.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi tournament spring.toml
  boyi tournament spring.toml -j 2 --json

spring.toml:
  game = \"reversi\"
  players = [\"pvs:nodes=200\", \"ordered:depth=2\", { name = \"dice\", player = \"random\" }]
  games = 4

  [adjudication]
  plies = 200")]
pub(crate) struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let text = read_file(&args.file)?;
    let shown = args.file.display();
    let mut plan = ContestPlan::read(&text).with_context(|| format!("{shown}"))?;
    if plan.name.is_empty() {
        let stem = args.file.file_stem().unwrap_or(args.file.as_os_str());
        plan.name = stem.to_string_lossy().into_owned();
    }
    let beside = args.file.parent().unwrap_or(Path::new(""));
    contest::prepare(&mut plan, beside, &args.run, out).with_context(|| format!("{shown}"))?;
    contest::play(&plan, "tournament", &args.run, out)
}
