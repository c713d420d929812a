//! `boyi train reversi`: Othello's evaluation from nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use boyi_engine::reversi::othello::{Evaluation, Weights};
use boyi_engine::weights::{LearnedWeights, load};
use boyi_search::kernel::{EvaluationFile, Go};
use boyi_train::reversi::{Duel, DuelScore, Sample, Settings, TrainProgress, Trained, duel, train};
use serde::Serialize;

use super::{ThreadsArg, recipe};
use crate::interrupt;
use crate::options::ResultFile;
use crate::output::{Output, grouped, spoken};

/// Learn Othello's evaluation: play, solve the ends, fit the weights, check them
///
/// Everything follows from the seed; the number of threads changes nothing but the time. Ctrl-C ends
/// the games and learns from what was played. strong:weights=FILE plays with the file that --out writes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi --games 40 --generations 1 --out small.eval
  boyi train reversi --games 20000 --threads 2 --out new.eval --duel 100
  boyi train reversi --games 50000 --start old.eval --depth 6 --out new.eval")]
pub(crate) struct Args {
    /// Games of each of the last two generations; a third of it before
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How often to play and learn
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100))]
    generations: u64,

    /// Plies the players look ahead in the last two generations; two less before
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,

    /// Empty squares from which games are solved exactly
    #[arg(long, value_name = "NUMBER", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=24))]
    solved: u32,

    /// Passes over the positions when learning
    #[arg(long, value_name = "NUMBER", default_value_t = 16, value_parser = clap::value_parser!(u64).range(2..=1000))]
    passes: u64,

    #[command(flatten)]
    threads: ThreadsArg,

    /// Begin with the weights of this file instead of the evaluation by hand
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// The most minutes to play games for; the result then depends on the machine
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..))]
    minutes: Option<u64>,

    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Where to keep the positions of the last two generations for other trainers: 20 bytes each, the discs of the
    /// side to move and of the other, the label in 1/128 of a disc, and 1 where it is solved
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,

    /// Then compare with the evaluation by hand, from this many openings played twice
    #[arg(long, value_name = "OPENINGS", default_value_t = 0)]
    duel: u64,

    /// Milliseconds a move in that comparison
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    duel_ms: u64,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    positions: usize,
    error: f64,
    asymmetric: usize,
    incoherent: usize,
    rounding: f64,
    pass: bool,
    recipe: Vec<String>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    duel: Option<DuelReply>,
}

#[derive(Serialize)]
struct DuelReply {
    won: u32,
    drawn: u32,
    lost: u32,
    elo: Option<f64>,
    elo_error: Option<f64>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let file = ResultFile::new(args.out.as_deref())?;
    let samples_file = ResultFile::new(args.samples.as_deref())?;
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let (start, start_recipe) = match &args.start {
        Some(file) => {
            let read = |file: &EvaluationFile| Ok((Weights::read(file)?, file.recipe.to_owned()));
            let (weights, recipe) = load(file, read)?;
            (Some(weights), Some(recipe))
        }
        None => (None, None),
    };
    let settings = Settings {
        games: args.games as usize,
        seed: args.seed,
        generations: args.generations as usize,
        depth: args.depth,
        solved: args.solved,
        passes: args.passes as usize,
        threads: args.threads.count(),
        start,
        play_time: args
            .minutes
            .map(|minutes| Duration::from_secs(60 * minutes)),
    };
    let stop = interrupt::stops()?;
    let trained = train(&settings, &stop, &mut |progress| {
        if let (TrainProgress::Played { samples }, true) = (&progress, args.samples.is_some()) {
            kept.truncate(1);
            kept.insert(0, samples.iter().flat_map(Sample::to_bytes).collect());
        }
        out.progress(&told(&progress));
    })?;
    out.progress_done();
    samples_file.write(kept.concat())?;
    let result = format!(
        "positions {} error {:.3} discs",
        trained.positions, trained.checks.error
    );
    let command = command(args, trained.generations);
    let recipe = recipe(&command, &result, start_recipe.as_deref());
    file.write(trained.weights.to_file(&recipe))?;
    let score = if args.duel > 0 {
        Some(compare(args, &trained, out)?)
    } else {
        None
    };
    print(&trained, &recipe, score, out)
}

/// The command that does the same again, what goes without saying included.
fn command(args: &Args, generations: usize) -> String {
    let Args {
        games,
        seed,
        depth,
        solved,
        passes,
        ..
    } = args;
    let mut command = format!(
        "boyi train reversi --games {games} --seed {seed} --generations {generations} \
         --depth {depth} --solved {solved} --passes {passes}"
    );
    if let Some(start) = &args.start {
        command.push_str(&format!(" --start {}", start.display()));
    }
    if let Some(minutes) = args.minutes {
        command.push_str(&format!(" --minutes {minutes}"));
    }
    command
}

fn compare(args: &Args, trained: &Trained, out: &Output) -> Result<DuelScore> {
    let plan = Duel {
        openings: args.duel as usize,
        plies: 8,
        balance: 6,
        limits: Go::time(Duration::from_millis(args.duel_ms)),
        seed: args.seed,
    };
    let learned = Arc::new(Evaluation::learned(&trained.weights));
    let by_hand = Arc::new(Evaluation::ByHand);
    let stop = interrupt::stops()?;
    let score = duel(&plan, learned, by_hand, &stop, &mut |score| {
        let DuelScore {
            won, drawn, lost, ..
        } = score;
        out.progress(&format!("+{won} ={drawn} -{lost}"));
    })?;
    out.progress_done();
    Ok(score)
}

fn told(progress: &TrainProgress<'_>) -> String {
    match progress {
        TrainProgress::Played { samples } => format!("{} positions", samples.len()),
        TrainProgress::Playing {
            generation,
            done,
            of,
        } => {
            format!("generation {generation}: {done} of {of} games")
        }
        TrainProgress::Learning {
            generation,
            pass,
            error,
        } => {
            format!("generation {generation}: pass {pass}, error {error:.3} discs")
        }
    }
}

fn print(
    trained: &Trained,
    recipe: &str,
    score: Option<DuelScore>,
    out: &mut Output,
) -> Result<()> {
    let estimate = score.and_then(|score| score.estimate());
    let (elo, elo_error) = (
        estimate.and_then(|estimate| estimate.elo()),
        estimate.and_then(|estimate| estimate.elo_error()),
    );
    let checks = trained.checks;
    if out.json {
        return out.object(&Reply {
            game: "reversi",
            positions: trained.positions,
            error: checks.error,
            asymmetric: checks.asymmetric,
            incoherent: checks.incoherent,
            rounding: checks.rounding,
            pass: checks.pass(),
            recipe: recipe.lines().map(str::to_owned).collect(),
            seconds: trained.elapsed.as_secs_f64(),
            duel: score.map(|score| DuelReply {
                won: score.won,
                drawn: score.drawn,
                lost: score.lost,
                elo,
                elo_error,
            }),
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {}, {} {:.3}, {} {:.4}, {} {}, {} {} ({})",
        grouped(trained.positions as u64),
        language.pick("positions", "个局面"),
        language.pick("error in discs", "误差（子）"),
        checks.error,
        language.pick("rounding", "取整误差"),
        checks.rounding,
        language.pick("asymmetric", "不对称"),
        checks.asymmetric,
        language.pick("incoherent", "标签矛盾"),
        checks.incoherent,
        spoken(trained.elapsed),
    ))?;
    if let Some(DuelScore {
        won, drawn, lost, ..
    }) = score
    {
        let elo = elo.zip(elo_error).map_or_else(String::new, |(elo, error)| {
            format!("  Elo {elo:+.0} ± {error:.0}")
        });
        let versus = language.pick("against the evaluation by hand", "对手工评价");
        out.line(format!("{versus}: +{won} ={drawn} -{lost}{elo}"))?;
    }
    Ok(())
}
