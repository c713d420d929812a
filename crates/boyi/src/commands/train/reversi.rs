//! `boyi train reversi`: Othello's evaluation from nothing.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use boyi_engine::reversi::othello::{Evaluation, Weights};
use boyi_search::kernel::Go;
use boyi_train::reversi::{Duel, DuelScore, Settings, TrainProgress, Trained, duel, train};
use serde::Serialize;

use crate::interrupt;
use crate::options::{ResultFile, read_bytes};
use crate::output::{Output, grouped, spoken};

/// Learn Othello's evaluation: play, solve the ends, fit the weights, check them
///
/// Everything follows from the seed; the number of threads changes nothing but the time. Ctrl-C ends
/// the games and learns from what was played.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi --games 40 --generations 1 --out small.weights
  boyi train reversi --games 20000 --threads 2 --out new.weights --duel 100
  boyi train reversi --games 50000 --start old.weights --depth 6 --out new.weights")]
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

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// Begin with the weights of this file instead of the evaluation by hand
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// The most minutes to play games for; the result then depends on the machine
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..))]
    minutes: Option<u64>,

    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

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
    let start = match &args.start {
        Some(file) => {
            Some(Weights::read(&read_bytes(file)?).with_context(|| file.display().to_string())?)
        }
        None => None,
    };
    let settings = Settings {
        games: args.games as usize,
        seed: args.seed,
        generations: args.generations as usize,
        depth: args.depth,
        solved: args.solved,
        passes: args.passes as usize,
        threads: args.threads as usize,
        start,
        play_time: args
            .minutes
            .map(|minutes| Duration::from_secs(60 * minutes)),
    };
    let stop = interrupt::stops()?;
    let trained = train(&settings, &stop, &mut |progress| {
        out.progress(&told(&progress));
    })?;
    out.progress_done();
    file.write(trained.weights.write())?;
    let score = if args.duel > 0 {
        Some(compare(args, &trained, out)?)
    } else {
        None
    };
    print(trained, score, out)
}

fn compare(args: &Args, trained: &Trained, out: &Output) -> Result<DuelScore> {
    let plan = Duel {
        openings: args.duel as usize,
        plies: 8,
        balance: 6,
        limits: Go::time(Duration::from_millis(args.duel_ms)),
        seed: args.seed,
    };
    let learned = Evaluation::learned(&trained.weights);
    let stop = interrupt::stops()?;
    let score = duel(&plan, &learned, &Evaluation::ByHand, &stop, &mut |score| {
        let DuelScore {
            won, drawn, lost, ..
        } = score;
        out.progress(&format!("+{won} ={drawn} -{lost}"));
    })?;
    out.progress_done();
    Ok(score)
}

fn told(progress: &TrainProgress) -> String {
    match progress {
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

fn print(trained: Trained, score: Option<DuelScore>, out: &mut Output) -> Result<()> {
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
            recipe: trained.weights.recipe,
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
