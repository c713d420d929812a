//! `boyi train tune`: the weights of an evaluation that is a sum, by logistic regression.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use boyi_engine::weights::LearnedWeights;
use boyi_train::tuning::{Settings, TuneStep, Tuned};
use boyi_train::{gomoku, xiangqi};
use serde::Serialize;

use crate::interrupt;
use crate::options::{GameArg, ResultFile};
use crate::output::{Output, grouped, spoken};

/// Tune the weights of an evaluation on games against itself
///
/// Plays, takes the quiet positions apart and fits the weights to how the games ended. Everything
/// follows from the seed; the number of threads changes nothing but the time. Ctrl-C ends the games
/// and learns from what was played. The file that --out writes is an evaluation file: the player
/// strong:weights=FILE plays with it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train tune xiangqi --games 4 --nodes 100 --iterations 10
  boyi train tune xiangqi --games 10 --nodes 100 --threads 2 --out new.eval --json
  boyi train tune gomoku --games 4 --nodes 100 --iterations 5 --out new.eval")]
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
    let game = args.game.game()?.name();
    let file = ResultFile::new(args.out.as_deref())?;
    let settings = Settings {
        games: args.games as usize,
        generations: args.generations as usize,
        nodes: args.nodes,
        iterations: args.iterations as usize,
        seed: args.seed,
        threads: args.threads as usize,
    };
    let stop = interrupt::stops()?;
    let began = Instant::now();
    match game {
        "xiangqi" => {
            let mut written = Ok(());
            let tuned = xiangqi::tune(&settings, &stop, &mut |step| {
                show(step, out);
                if let TuneStep::Generation(tuned) = step {
                    written = file.write(tuned.weights.to_file(&recipe(args, tuned)));
                }
            })?;
            written?;
            report(&tuned, tuned.weights.0.len(), game, began, out)
        }
        "gomoku" if args.generations > 1 => {
            bail!("gomoku's weights are built in: learn once, build with the new file, learn again")
        }
        "gomoku" => {
            let tuned = gomoku::tune(&settings, &stop, &mut |step| show(step, out))?;
            file.write(tuned.weights.to_file(&recipe(args, &tuned)))?;
            report(&tuned, tuned.weights.evaluation.len(), game, began, out)
        }
        other => bail!("only xiangqi and gomoku have weights to tune, not {other}"),
    }
}

fn show<W>(step: &TuneStep<W>, out: &Output) {
    match step {
        TuneStep::Game {
            generation,
            played,
            of,
        } => out.progress(&format!("generation {generation}: game {played} of {of}")),
        TuneStep::Descent { step, loss } => {
            out.progress(&format!("step {step}: loss {loss:.5}"));
        }
        TuneStep::Generation(_) => {}
    }
}

fn report<W>(
    tuned: &Tuned<W>,
    weights: usize,
    game: &'static str,
    began: Instant,
    out: &mut Output,
) -> Result<()> {
    out.progress_done();
    let elapsed = began.elapsed();
    let [before, after] = tuned.held_out;
    if out.json {
        return out.object(&Reply {
            game,
            games: tuned.games,
            positions: tuned.positions,
            weights,
            scale: tuned.scale,
            loss_before: before,
            loss_after: after,
            seconds: elapsed.as_secs_f64(),
        });
    }
    let (positions, games) = (grouped(tuned.positions as u64), grouped(tuned.games as u64));
    let elapsed = spoken(elapsed);
    out.line(out.language.pick(
        format!(
            "{positions} positions of {games} games in {elapsed}; loss on games kept aside \
             {before:.4}, now {after:.4}"
        ),
        format!(
            "{games} 局对弈，{positions} 个局面，用时 {elapsed}；留出对局的损失由 {before:.4} 变为 {after:.4}"
        ),
    ))
}

fn recipe<W: LearnedWeights>(args: &Args, tuned: &Tuned<W>) -> String {
    let Args {
        games,
        generations,
        nodes,
        iterations,
        seed,
        ..
    } = args;
    let command = format!(
        "boyi train tune {} --games {games} --generations {generations} --nodes {nodes} \
         --iterations {iterations} --seed {seed}",
        W::GAME
    );
    let [before, after] = tuned.held_out;
    let result = format!(
        "positions {}; loss on games kept aside {before:.4}, then {after:.4}",
        tuned.positions
    );
    super::recipe(&command, &result, Some(W::built_in_recipe()))
}
