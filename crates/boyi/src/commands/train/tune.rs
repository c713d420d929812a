//! `boyi train tune`: the weights of an evaluation that is a sum, by logistic regression.

mod gomoku;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use boyi_engine::xiangqi::tuning::source;
use boyi_train::xiangqi::{Settings, Step, Tuned, tune};
use serde::Serialize;

use crate::interrupt;
use crate::options::{GameArg, ResultFile};
use crate::output::{Output, grouped, spoken};

/// Tune the weights of an evaluation on games against itself
///
/// Plays, takes the quiet positions apart and fits the weights to how the games ended. Everything
/// follows from the seed; the number of threads changes nothing but the time. Ctrl-C ends the games
/// and learns from what was played. The file that --out writes is the one the weights are built in
/// from: xiangqi's is a source file, gomoku's holds numbers.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train tune xiangqi --games 4 --nodes 100 --iterations 10
  boyi train tune xiangqi --games 10 --nodes 100 --threads 2 --out weights.rs --json
  boyi train tune gomoku --games 4 --nodes 100 --iterations 5 --out patterns.bin")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Games of each generation
    #[arg(long, value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// How often to play and learn
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    generations: u64,

    /// Positions the players look at for a move
    #[arg(long, value_name = "NUMBER", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Steps of the descent
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    iterations: u64,

    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// Where to write the weights, after every generation
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    games: usize,
    positions: usize,
    weights: usize,
    scale: f32,
    loss_before: f64,
    loss_after: f64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    match game.name() {
        "xiangqi" => {}
        "gomoku" => return gomoku::run(args, out),
        other => bail!("only xiangqi and gomoku have weights to tune, not {other}"),
    }
    let file = ResultFile::new(args.out.as_deref())?;
    let settings = Settings {
        games: args.games as usize,
        generations: args.generations as usize,
        nodes: args.nodes,
        iterations: args.iterations as usize,
        seed: args.seed,
        threads: args.threads as usize,
        ..Settings::default()
    };
    let stop = interrupt::stops()?;
    let began = Instant::now();
    let mut written = Ok(());
    let tuned = tune(&settings, &stop, &mut |step| match step {
        Step::Game {
            generation,
            played,
            of,
        } => out.progress(&format!("generation {generation}: game {played} of {of}")),
        Step::Descent { step, loss } => out.progress(&format!("step {step}: loss {loss:.5}")),
        Step::Generation(tuned) => {
            written = file.write(source(&tuned.weights, &recipe(args, tuned)));
        }
    })?;
    out.progress_done();
    written?;
    let reply = Reply {
        game: game.name(),
        games: tuned.games,
        positions: tuned.positions,
        weights: tuned.weights.len(),
        scale: tuned.scale,
        loss_before: tuned.held_out[0],
        loss_after: tuned.held_out[1],
        seconds: began.elapsed().as_secs_f64(),
    };
    report(&reply, out)
}

fn report(reply: &Reply, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(reply);
    }
    let (before, after) = (reply.loss_before, reply.loss_after);
    let elapsed = std::time::Duration::from_secs_f64(reply.seconds);
    let language = out.language;
    out.line(language.pick(
        format!(
            "{} positions of {} games in {}; loss on games kept aside {before:.4}, now {after:.4}",
            grouped(reply.positions as u64),
            grouped(reply.games as u64),
            spoken(elapsed)
        ),
        format!(
            "{} 局对弈，{} 个局面，用时 {}；留出对局的损失由 {before:.4} 变为 {after:.4}",
            grouped(reply.games as u64),
            grouped(reply.positions as u64),
            spoken(elapsed)
        ),
    ))
}

fn recipe(args: &Args, tuned: &Tuned) -> String {
    format!(
        "Tuned by `boyi train tune xiangqi --games {} --generations {} --nodes {} --iterations {} --seed {}`:\n\
         {} positions of {} games; loss on games kept aside {:.4}, then {:.4}.",
        args.games,
        args.generations,
        args.nodes,
        args.iterations,
        args.seed,
        tuned.positions,
        tuned.games,
        tuned.held_out[0],
        tuned.held_out[1],
    )
}
