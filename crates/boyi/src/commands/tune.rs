//! `boyi tune`: the numbers of a search, tuned by games.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_engine::{Game, PlayerSpec, Setup};
use boyi_search::kernel::Tunable;
use boyi_search::kernel::tunables::CAN_BE_SET;
use boyi_train::tune::{PairPlayer, TuneError, TuneHeader, TuneState, Tuned, tune};
use serde::Serialize;

use crate::interrupt;
use crate::options::GameArg;
use crate::output::{Output, complain, grouped};

/// Tune the numbers of the strongest player's search by games
///
/// SPSA: two players meet whose numbers differ a little from the best known ones, all at once and each
/// in a direction drawn by lot; the numbers go a step towards the winner's. The openings are the tuning
/// half of the even sets. The state file grows with every pair of games: the same command goes on
/// where it was stopped, with any number of threads.
///
/// Numbers are constants in the usual program. This needs one built with
/// `cargo build --release --features tune`, which also knows strong:set=NAME:VALUE+NAME:VALUE, for
/// matches between numbers. Without --state the numbers are only listed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi tune gomoku
  boyi tune gomoku --rules renju --pairs 5000 --threads 16 --state renju.tune
  boyi tune xiangqi --only lmr_base,lmr_factor --player strong:nodes=4000,hash=4 --state lmr.tune")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// The rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Who plays, with its limits; its set= is where the numbers begin
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "strong:nodes=2000,hash=4"
    )]
    player: PlayerSpec,

    /// Only these numbers
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// Pairs of games to play in all
    #[arg(long, value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,

    /// Pairs that are played before the numbers move
    #[arg(long, value_name = "NUMBER", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    batch: u64,

    /// How far a game won more moves a number at the end, in parts of how far apart the players are
    #[arg(long, value_name = "SHARE", default_value_t = 0.01)]
    rate: f64,

    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads, a pair of games each
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// The file to begin or to go on with
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    rules: String,
    pairs: usize,
    /// Games that the first player of a pair won, drew and lost.
    results: [u64; 3],
    numbers: Vec<NumberReply>,
    /// The option of a player with these numbers, where they are others than usual.
    set: Option<String>,
}

#[derive(Serialize)]
struct NumberReply {
    name: String,
    start: i32,
    least: i32,
    most: i32,
    value: i32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if !(args.rate > 0.0 && args.rate <= 1.0) {
        bail!("--rate {} is not above 0 and at most 1", args.rate);
    }
    let numbers: Vec<Tuned> = chosen(game, &args.only)?
        .into_iter()
        .map(|tunable| Tuned::of_player(tunable, &args.player))
        .collect();
    let setup = Setup {
        rules: args.rules.clone(),
        ..Setup::default()
    };
    let rules = game.lay(&setup)?.record().rules.clone();
    let header = TuneHeader {
        game: game.name().to_owned(),
        rules: rules.clone(),
        player: args.player.to_string(),
        seed: args.seed,
        pairs: args.pairs as usize,
        batch: args.batch as usize,
        rate: args.rate,
    };
    let Some(file) = &args.state else {
        return report(game, &TuneState::new(header, numbers), out);
    };
    if !CAN_BE_SET {
        bail!(
            "the numbers are constants in this program: build one with `cargo build --release --features tune`"
        );
    }
    if !args.player.has_limits() {
        bail!("--player {} needs nodes=, depth= or time=", args.player);
    }
    let names = numbers.iter().map(|number| number.name.clone()).collect();
    let mut state = TuneState::open(file, header, numbers)?;
    state.save(file).context("before the first game")?;
    let pairs = PairPlayer::new(game, &rules, args.player.clone(), names, args.seed)?;
    let stop = interrupt::stops()?;
    let planned = state.header.pairs as u64;
    let play = |pair, numbers: &_| pairs.play(pair, numbers);
    tune(
        &mut state,
        args.threads as usize,
        &stop,
        play,
        &mut |state| {
            let played = grouped(state.played() as u64);
            out.progress(&format!("{played} / {} pairs", grouped(planned)));
            state.save(file)
        },
    )?;
    out.progress_done();
    if stop.is_stopped() && state.played() < state.header.pairs {
        let said = out.language.pick(
            "stopped; the same command goes on",
            "已停止；重复同一命令即可继续",
        );
        complain(said);
    }
    report(game, &state, out)
}

/// The tunables of these names; all of them if none is named.
fn chosen(game: &'static dyn Game, only: &[String]) -> Result<Vec<&'static Tunable>, TuneError> {
    let all = game.tunables();
    if all.is_empty() {
        return Err(TuneError::NoTunables(game.name()));
    }
    let find = |name: &String| {
        let found = all.iter().find(|tunable| tunable.name == name);
        found.ok_or_else(|| TuneError::Name {
            name: name.clone(),
            known: all
                .iter()
                .map(|tunable| tunable.name)
                .collect::<Vec<_>>()
                .join(", "),
        })
    };
    match only {
        [] => Ok(all.iter().collect()),
        only => only.iter().map(find).collect(),
    }
}

/// Where the numbers are, as lines of the game's `tune.rs` and as the option of a player.
fn report(game: &dyn Game, state: &TuneState, out: &mut Output) -> Result<()> {
    let moved = state
        .numbers
        .iter()
        .filter(|number| number.rounded() != number.start);
    let moved: Vec<String> = moved
        .map(|number| format!("{}:{}", number.name, number.rounded()))
        .collect();
    let set = (!moved.is_empty()).then(|| format!("set={}", moved.join("+")));
    if out.json {
        let numbers = state.numbers.iter().map(|number| NumberReply {
            name: number.name.clone(),
            start: number.start,
            least: number.range.0,
            most: number.range.1,
            value: number.rounded(),
        });
        return out.object(&Reply {
            game: game.name(),
            rules: state.header.rules.clone(),
            pairs: state.played(),
            results: state.results,
            numbers: numbers.collect(),
            set,
        });
    }
    for number in &state.numbers {
        let Tuned {
            name,
            start,
            range: (least, most),
            ..
        } = number;
        let value = number.rounded();
        let was = if value == *start {
            String::new()
        } else {
            format!("  // {start}")
        };
        out.line(format!("    {name} = {value} in {least}..={most};{was}"))?;
    }
    let [won, drawn, lost] = state.results;
    if state.played() > 0 {
        let pairs = grouped(state.played() as u64);
        out.say(
            format!("{pairs} pairs: +{won} ={drawn} -{lost}"),
            format!("{pairs} 组：+{won} ={drawn} -{lost}"),
        )?;
    }
    match set {
        Some(set) => out.line(format!("{}:{set}", game.best_player())),
        None => Ok(()),
    }
}
