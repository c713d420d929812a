//! `boyi puzzles check`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_engine::game;
use boyi_game::Random;
use boyi_lab::{PuzzleSet, check_puzzles};
use serde_json::json;

use super::shipped;
use crate::interrupt;
use crate::options::read_file;
use crate::output::{Output, grouped};

/// Prove puzzles again: exit status 1 where one is not what it says
///
/// Each is proven from its position alone: that its first move is the only one that wins, the whole
/// solution, themes and rating.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi puzzles check xiangqi --sample 5
  boyi puzzles check reversi --sample 2 --threads 2 --json
  boyi puzzles check --sample 20 --threads 2")]
pub(crate) struct Args {
    /// Only of this game [default: all that have puzzles]
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// A file that `boyi puzzles mine` made, instead of the puzzles that are built in
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,

    /// Only so many of each game, drawn by lot
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,

    /// The seed of that lot
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8> {
    let read;
    let sets: Vec<&PuzzleSet> = match (&args.file, &args.game) {
        (Some(file), _) => {
            let text = read_file(file)?;
            read = text
                .parse::<PuzzleSet>()
                .with_context(|| file.display().to_string())?;
            vec![&read]
        }
        (None, Some(name)) => vec![shipped(game(name)?.name())?],
        (None, None) => PuzzleSet::all_shipped().iter().collect(),
    };
    let stop = interrupt::stops()?;
    let mut status = 0;
    for set in sets {
        let game = game(&set.header.game)?;
        let mut puzzles = set.puzzles.clone();
        if let Some(sample) = args.sample {
            Random::new(args.seed).shuffle(&mut puzzles);
            puzzles.truncate(sample);
        }
        let all = puzzles.len();
        let threads = args.threads as usize;
        let found = check_puzzles(game, &puzzles, threads, &stop, &mut |done| {
            out.progress(&format!("{}: {done} / {all}", game.name()));
        });
        out.progress_done();
        let Some(faults) = found? else {
            bail!("stopped by Ctrl-C");
        };
        if out.json {
            let named = faults.iter();
            let named = named.map(|fault| json!({ "id": fault.id, "why": fault.why }));
            let faults: Vec<_> = named.collect();
            out.object(&json!({ "game": game.name(), "puzzles": all, "faults": faults }))?;
        } else {
            for fault in &faults {
                out.line(format!("{} {}: {}", game.name(), fault.id, fault.why))?;
            }
            let (count, wrong) = (grouped(all as u64), faults.len());
            out.say(
                format!(
                    "{}: {count} puzzles proven again, {wrong} wrong",
                    game.name()
                ),
                format!("{}：重新证明 {count} 题，{wrong} 题有误", game.name()),
            )?;
        }
        status |= u8::from(!faults.is_empty());
    }
    Ok(status)
}
