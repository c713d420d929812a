//! `boyi train net`: a network from self-play games.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use boyi_engine::PlayerSpec;
use boyi_engine::gomoku::network::{GomokuNetwork, ROWS};
use boyi_engine::weights::load;
use boyi_engine::xiangqi::network::XiangqiNetwork;
use boyi_nnue::{CELL, FloatCodebook};
use boyi_search::Stop;
use boyi_train::games;
use boyi_train::network::{
    Examples, GomokuSamples, Samples, Settings, Trainable, Trained, XiangqiSamples,
    initial_codebook, initial_network, train,
};
use serde::Serialize;

use super::{HASH_MIB, RunArgs, recipe};
use crate::interrupt;
use crate::options::{GameArg, ResultFile};
use crate::output::{Output, grouped, spoken};

/// Train a network on self-play games
///
/// Learns from the games of `boyi train games`: what the search thought of each quiet position, and how its
/// game ended. Everything follows from the files and the seed; the number of threads changes nothing but the time.
/// Ctrl-C ends training early and writes what was learned. strong:weights=FILE plays with the network. With --minutes
/// instead of --data one command makes a network from nothing but the rules and the evaluation by hand.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train net xiangqi --data xiangqi.games --out new.eval
  boyi train net xiangqi --data a.games b.games --width 256 --passes 30 --threads 2 --out new.eval
  boyi train net gomoku --data renju.games --start standard.eval --out renju.eval
  boyi train net gomoku --minutes 30 --out small.eval")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Files of games
    #[arg(long, value_name = "FILES", required_unless_present = "minutes", num_args = 1..)]
    data: Vec<PathBuf>,

    /// Instead of --data: play games by the evaluation by hand for two thirds of this time, keep them beside the file to
    /// write (OUT.games), and learn from them
    #[arg(long, value_name = "MINUTES", conflicts_with = "data", value_parser = clap::value_parser!(u64).range(1..))]
    minutes: Option<u64>,

    /// With --minutes: the rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME", requires = "minutes")]
    rules: Option<String>,

    /// Xiangqi: units of the hidden layer, for each side: a multiple of 16 [default: 128]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u64).range(16..=1024))]
    width: Option<u64>,

    /// Gomoku: begin with this network, of any rule set, instead of nothing
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Passes over the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    passes: u64,

    /// How much of what is learned is the result of the game, in percent; the rest is the score
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=100))]
    results: u64,

    #[command(flatten)]
    run: RunArgs,
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

/// Makes an evaluation file, given its recipe.
type ToFile = Box<dyn FnOnce(&str) -> Vec<u8>>;

/// What training came to, whatever the network.
struct Outcome {
    positions: usize,
    width: u64,
    scale: f32,
    loss: f64,
    elapsed: Duration,
    to_file: ToFile,
    /// The recipe of the network that training began with.
    start_recipe: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?.name();
    let file = ResultFile::new(Some(&args.run.out))?;
    let stop = interrupt::stops()?;
    if !["xiangqi", "gomoku"].contains(&game) {
        bail!("there is no network of {game} yet: choose xiangqi or gomoku");
    }
    check_options(game, args)?;
    let data = match args.minutes {
        Some(minutes) => vec![play_by_hand(args, minutes, &stop, out)?],
        None => args.data.clone(),
    };
    let trained = match game {
        "xiangqi" => train_xiangqi(args, &data, &stop, out)?,
        _ => train_gomoku(args, &data, &stop, out)?,
    };
    out.progress_done();
    let names: Vec<String> = data.iter().map(|file| file.display().to_string()).collect();
    let start = args.start.as_ref();
    let start = start.map_or_else(String::new, |file| format!(" --start {}", file.display()));
    let source = match args.minutes {
        Some(minutes) => format!("--minutes {minutes}"),
        None => format!("--data {}", names.join(" ")),
    };
    let command = format!(
        "boyi train net {game} {source} --width {} --passes {} --results {} --seed {}{start}",
        trained.width, args.passes, args.results, args.run.seed
    );
    let Outcome {
        positions,
        width,
        scale,
        loss,
        elapsed,
        ..
    } = trained;
    let result = format!("positions {positions}; loss on games kept aside {loss:.5}");
    let recipe = recipe(&command, &result, trained.start_recipe.as_deref());
    file.write((trained.to_file)(&recipe))?;
    if out.json {
        return out.object(&Reply {
            game,
            positions,
            width,
            scale,
            loss,
            seconds: elapsed.as_secs_f64(),
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {}, {} {loss:.5}, {} {scale:.0} ({})",
        grouped(positions as u64),
        language.pick("positions", "个局面"),
        language.pick("loss on games kept aside", "留出棋局上的损失"),
        language.pick("scale", "尺度"),
        spoken(elapsed),
    ))
}

/// Asked before the work: games may take long.
fn check_options(game: &str, args: &Args) -> Result<()> {
    match (game, args.width, &args.start) {
        ("gomoku", Some(_), _) => {
            bail!("--width is for xiangqi: a network of gomoku has {CELL} units a point")
        }
        ("xiangqi", Some(width), _) if !width.is_multiple_of(16) => {
            bail!("--width {width}: give a multiple of 16")
        }
        ("xiangqi", _, Some(_)) => {
            bail!("--start is for gomoku: a network of xiangqi begins with nothing")
        }
        _ => Ok(()),
    }
}

/// Nodes a move of games by the evaluation by hand: many games teach more than deep ones.
const NODES_BY_HAND: u64 = 300;

/// The share of `--minutes` that games are played for.
const PLAYED_SHARE: f32 = 2.0 / 3.0;

fn minutes(minutes: u64, share: f32) -> Duration {
    Duration::from_secs(60 * minutes).mul_f32(share)
}

/// Plays games with the evaluation by hand and says in which file they are.
fn play_by_hand(args: &Args, all_minutes: u64, stop: &Stop, out: &mut Output) -> Result<PathBuf> {
    let mut file = args.run.out.clone().into_os_string();
    file.push(".games");
    let file = PathBuf::from(file);
    let settings = games::Settings {
        game: args.game.game()?,
        rules: args.rules.clone(),
        player: PlayerSpec {
            evaluation: Some("hand".to_owned()),
            nodes: Some(NODES_BY_HAND),
            hash: Some(HASH_MIB),
            ..PlayerSpec::named("strong")
        },
        seed: args.run.seed,
        threads: args.run.threads.count(),
        time: Some(minutes(all_minutes, PLAYED_SHARE)),
        games: None,
    };
    let mut writer = games::GameWriter::open(&file, &settings.header()?)?;
    games::play(&settings, &mut writer, stop, &mut |games, positions| {
        let (games, positions) = (grouped(games as u64), grouped(positions as u64));
        out.progress(&format!("{games} games, {positions} positions"));
    })?;
    if stop.is_stopped() {
        bail!(
            "stopped before anything was learned: the games are in {}",
            file.display()
        );
    }
    Ok(file)
}

fn settings(args: &Args) -> Settings {
    Settings {
        time: args.minutes.map(|all| minutes(all, 1.0 - PLAYED_SHARE)),
        passes: args.passes as usize,
        result_share: args.results as f32 / 100.0,
        seed: args.run.seed,
        threads: args.run.threads.count(),
        ..Settings::default()
    }
}

/// Trains a network on what was read, with progress.
fn train_on<N: Trainable, E: Examples<N>>(
    [samples, held_out]: &[E; 2],
    start: N,
    args: &Args,
    stop: &Stop,
    out: &mut Output,
) -> Result<Trained<N>> {
    if samples.is_empty() {
        bail!("the games hold no quiet position with a score: play more of them");
    }
    let settings = settings(args);
    Ok(train(
        samples,
        held_out,
        start,
        &settings,
        stop,
        &mut |progress| {
            let percent = 100.0 * progress.done;
            out.progress(&format!("{percent:.1} %, loss {:.5}", progress.loss));
        },
    ))
}

fn say_read(out: &mut Output) -> impl FnMut(usize) {
    |positions| out.progress(&format!("{} positions read", grouped(positions as u64)))
}

fn train_xiangqi(args: &Args, data: &[PathBuf], stop: &Stop, out: &mut Output) -> Result<Outcome> {
    let width = args.width.unwrap_or(128);
    let samples = XiangqiSamples::load(data, &mut say_read(out))?;
    let shape = XiangqiNetwork::shape(width as usize);
    let start = initial_network(shape, args.run.seed);
    let trained = train_on(&samples, start, args, stop, out)?;
    Ok(Outcome {
        positions: Samples::len(&samples[0]),
        width,
        scale: trained.scale,
        loss: trained.held_out,
        elapsed: trained.elapsed,
        start_recipe: None,
        to_file: Box::new(move |recipe| {
            XiangqiNetwork(trained.network.quantised(trained.scale)).to_file(recipe)
        }),
    })
}

fn train_gomoku(args: &Args, data: &[PathBuf], stop: &Stop, out: &mut Output) -> Result<Outcome> {
    let samples = GomokuSamples::load(data, &mut say_read(out))?;
    let rules = samples[0].rules();
    let mut start_recipe = None;
    let start = match &args.start {
        None => initial_codebook(GomokuNetwork::codebooks(rules) * ROWS, args.run.seed),
        Some(file) => {
            let network = load(file, |file| {
                start_recipe = Some(file.recipe.to_owned());
                GomokuNetwork::read(file)
            })?;
            let network = network.for_rules(rules);
            FloatCodebook::from_quantised(&network.rows, &network.head)
        }
    };
    let trained = train_on(&samples, start, args, stop, out)?;
    Ok(Outcome {
        positions: samples[0].len(),
        width: CELL as u64,
        scale: trained.scale,
        loss: trained.held_out,
        elapsed: trained.elapsed,
        start_recipe,
        to_file: Box::new(move |recipe| {
            let (rows, head) = trained.network.quantised(GomokuNetwork::SCALE);
            let network = GomokuNetwork { rules, rows, head };
            network.to_file(recipe)
        }),
    })
}
