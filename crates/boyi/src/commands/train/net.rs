//! `boyi train net`: a network from self-play games.

use std::path::PathBuf;

use anyhow::{Result, bail};
use boyi_engine::xiangqi::network::XiangqiNetwork;
use boyi_train::network::{Samples, Settings, XiangqiSamples, train};
use serde::Serialize;

use super::recipe;
use crate::interrupt;
use crate::options::{GameArg, ResultFile};
use crate::output::{Output, grouped, spoken};

/// Train a network on self-play games
///
/// Learns from the games of `boyi train games`: what the search thought of each quiet position, and how its
/// game ended. Everything follows from the files and the seed; the number of threads changes nothing but the time.
/// Ctrl-C ends training early and writes what was learned. strong:weights=FILE plays with the network.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train net xiangqi --data xiangqi.games --out new.eval
  boyi train net xiangqi --data a.games b.games --width 256 --passes 30 --threads 2 --out new.eval")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Files of games
    #[arg(long, value_name = "FILES", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// Units of the hidden layer, for each side: a multiple of 16
    #[arg(long, value_name = "UNITS", default_value_t = 128, value_parser = clap::value_parser!(u64).range(16..=1024))]
    width: u64,

    /// Passes over the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    passes: u64,

    /// How much of what is learned is the result of the game, in percent; the rest is the score
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=100))]
    results: u64,

    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// Where to write the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    positions: usize,
    width: u64,
    scale: f32,
    loss: f64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?.name();
    if game != "xiangqi" {
        bail!("there is no network of {game} yet: choose xiangqi");
    }
    if !args.width.is_multiple_of(16) {
        bail!("--width {}: give a multiple of 16", args.width);
    }
    let file = ResultFile::new(Some(&args.out))?;
    let stop = interrupt::stops()?;
    let [samples, held_out] = XiangqiSamples::load(&args.data, &mut |positions| {
        out.progress(&format!("{} positions read", grouped(positions as u64)));
    })?;
    if samples.is_empty() {
        bail!("the games hold no quiet position with a score: play more of them");
    }
    let settings = Settings {
        width: args.width as usize,
        passes: args.passes as usize,
        result_share: args.results as f32 / 100.0,
        seed: args.seed,
        threads: args.threads as usize,
        ..Settings::default()
    };
    let shape = XiangqiNetwork::shape(settings.width);
    let trained = train(
        &samples,
        &held_out,
        shape,
        &settings,
        &stop,
        &mut |progress| {
            let percent = 100.0 * progress.done;
            out.progress(&format!("{percent:.1} %, loss {:.5}", progress.loss));
        },
    );
    out.progress_done();
    let names: Vec<String> = args
        .data
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    let command = format!(
        "boyi train net {game} --data {} --width {} --passes {} --results {} --seed {}",
        names.join(" "),
        args.width,
        args.passes,
        args.results,
        args.seed
    );
    let positions = samples.len();
    let result = format!(
        "positions {positions}; loss on games kept aside {:.5}",
        trained.held_out
    );
    let recipe = recipe(&command, &result, None);
    file.write(XiangqiNetwork(trained.network).to_file(&recipe))?;
    if out.json {
        return out.object(&Reply {
            game,
            positions,
            width: args.width,
            scale: trained.scale,
            loss: trained.held_out,
            seconds: trained.elapsed.as_secs_f64(),
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {}, {} {:.5}, {} {:.0} ({})",
        grouped(positions as u64),
        language.pick("positions", "个局面"),
        language.pick("loss on games kept aside", "留出棋局上的损失"),
        trained.held_out,
        language.pick("scale", "尺度"),
        trained.scale,
        spoken(trained.elapsed),
    ))
}
