//! `boyi train games`: self-play data for the networks.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use boyi_engine::PlayerSpec;
use boyi_train::games::{GameWriter, Settings, play};
use serde::Serialize;

use super::{HASH_MIB, RunArgs};
use crate::interrupt;
use crate::options::GameArg;
use crate::output::{Output, grouped};

/// Play games against itself and keep every move with its score
///
/// The strong player plays at fixed nodes from random openings that it judges even. The file grows by
/// whole games: the same command goes on where it was stopped, and after Ctrl-C or a crash nothing
/// that was written is lost. What is played follows from the seed; the number of threads changes nothing but
/// the time. Won games are adjudicated.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train games xiangqi --games 10 --nodes 100 --out xiangqi.games
  boyi train games xiangqi --threads 2 --seconds 3600 --out xiangqi.games
  boyi train games gomoku --rules renju --nodes 700 --seconds 600 --out renju.games")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// The rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Positions the player looks at for a move
    #[arg(long, value_name = "NUMBER", default_value_t = 700, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// An evaluation file to play with
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Games that the file is to hold in the end [default: no end]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Seconds in which games are begun [default: no end]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    #[command(flatten)]
    run: RunArgs,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    rules: String,
    games: usize,
    new_games: usize,
    new_positions: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if game.name() == "garlic" {
        bail!("there is nothing to learn from games of garlic yet");
    }
    let settings = Settings {
        game,
        rules: args.rules.clone(),
        player: PlayerSpec {
            nodes: Some(args.nodes),
            hash: Some(HASH_MIB),
            weights: args.weights.clone(),
            ..PlayerSpec::named("strong")
        },
        seed: args.run.seed,
        threads: args.run.threads.count(),
        time: args.seconds.map(Duration::from_secs),
        games: args.games.map(|games| games as usize),
    };
    let header = settings.header()?;
    let mut writer = GameWriter::open(&args.run.out, &header)?;
    let stop = interrupt::stops()?;
    let (mut new_games, mut new_positions) = (0, 0);
    play(&settings, &mut writer, &stop, &mut |games, positions| {
        (new_games, new_positions) = (games, positions);
        let (games, positions) = (grouped(games as u64), grouped(positions as u64));
        out.progress(&format!("{games} games, {positions} positions"));
    })?;
    out.progress_done();
    if out.json {
        return out.object(&Reply {
            game: game.name(),
            rules: header.rules,
            games: writer.games(),
            new_games,
            new_positions,
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {}, {} {}; {}: {} {}",
        grouped(new_games as u64),
        language.pick("new games", "局新棋"),
        grouped(new_positions as u64),
        language.pick("positions", "个局面"),
        args.run.out.display(),
        grouped(writer.games() as u64),
        language.pick("games", "局"),
    ))
}
