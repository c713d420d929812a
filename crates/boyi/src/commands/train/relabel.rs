//! `boyi train relabel`: old games with new scores.

use std::path::PathBuf;

use anyhow::Result;
use boyi_engine::{PlayerSpec, game};
use boyi_train::games::{GameWriter, Settings, read_games, relabel};
use serde::Serialize;

use super::{HASH_MIB, ThreadsArg};
use crate::interrupt;
use crate::output::{Output, grouped};

/// Search the positions of old games again, with the newest network
///
/// Every scored position gets the score that the strong player gives it now; moves and results stay. The file
/// grows by whole games: the same command goes on where it was stopped.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train relabel --data old.games --nodes 2000 --threads 2 --out new.games
  boyi train relabel --data old.games --weights new.eval --out new.games")]
pub(crate) struct Args {
    /// The file of games
    #[arg(long, value_name = "FILE")]
    data: PathBuf,

    /// Positions the player looks at for a score
    #[arg(long, value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// An evaluation file to search with
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsArg,

    /// The file to begin or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    games: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let mut games = Vec::new();
    let header = read_games(&args.data, None, |_, game| {
        games.push(game);
        Ok(())
    })?;
    let settings = Settings {
        game: game(&header.game)?,
        rules: Some(header.rules),
        player: PlayerSpec {
            nodes: Some(args.nodes),
            hash: Some(HASH_MIB),
            weights: args.weights.clone(),
            ..PlayerSpec::named("strong")
        },
        seed: header.seed,
        threads: args.threads.count(),
        time: None,
        games: None,
    };
    let mut writer = GameWriter::open(&args.out, &settings.header()?)?;
    let stop = interrupt::stops()?;
    let all = grouped(games.len() as u64);
    relabel(&settings, &games, &mut writer, &stop, &mut |done| {
        out.progress(&format!("{} of {all} games", grouped(done as u64)));
    })?;
    out.progress_done();
    if out.json {
        return out.object(&Reply {
            game: settings.game.name(),
            games: writer.games(),
        });
    }
    let done = grouped(writer.games() as u64);
    let language = out.language;
    out.line(format!(
        "{}: {done} {} {all}",
        args.out.display(),
        language.pick("games of", "局，共"),
    ))
}
