//! `boyi puzzles mine`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use boyi_arena::store::{Filter, Store};
use boyi_engine::Game;
use boyi_game::Record;
use boyi_lab::{Mining, MiningSource, PUZZLES_VERSION, PuzzleHeader, mine};
use serde::Serialize;

use crate::interrupt;
use crate::options::GameArg;
use crate::output::{Output, grouped};

/// Mine puzzles from games
///
/// Weak levels play each other, or games of a store are read, and every position is offered to the solvers:
/// it is a puzzle where one move alone is proven to win. The file grows by whole lines: the same command goes
/// on where it was stopped, and after Ctrl-C or a crash nothing that was written is lost. What is found
/// follows from the seed; the number of threads changes nothing but the time.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi puzzles mine gomoku --count 5 --out gomoku.jsonl
  boyi puzzles mine xiangqi --count 400 --threads 16 --seconds 60 --out xiangqi.jsonl
  boyi puzzles mine reversi --store games.sqlite --out mine.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Puzzles that the file is to hold in the end; a class of 200 rating points has a quarter at most
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,

    /// Seconds in which games are begun [default: no end]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// Look through the finished games of this store instead of playing new ones
    #[arg(long, value_name = "FILE")]
    store: Option<String>,

    /// The file to begin or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Reply<'a> {
    game: &'a str,
    file: &'a Path,
    puzzles: usize,
    new_puzzles: usize,
    games: usize,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let games = args.store.as_ref().map(|place| games_of(place, game));
    let games = games.transpose()?;
    let mining = Mining {
        game,
        header: PuzzleHeader {
            game: game.name().to_owned(),
            version: PUZZLES_VERSION,
            source: if games.is_some() {
                "store"
            } else {
                "self-play"
            }
            .to_owned(),
            seed: args.seed,
            count: args.count,
        },
        source: games
            .as_deref()
            .map_or(MiningSource::SelfPlay, MiningSource::Games),
        threads: args.threads as usize,
        time: args.seconds.map(Duration::from_secs),
    };
    let stop = interrupt::stops()?;
    let progress = mine(&mining, &args.out, &stop, &mut |now| {
        let [puzzles, games] = [now.puzzles, now.games].map(|n| grouped(n as u64));
        out.progress(&out.language.pick(
            format!("{puzzles} puzzles, {games} games"),
            format!("{puzzles} 题，{games} 局"),
        ));
    });
    out.progress_done();
    let progress = progress?;
    if out.json {
        return out.object(&Reply {
            game: game.name(),
            file: &args.out,
            puzzles: progress.puzzles,
            new_puzzles: progress.added,
            games: progress.games,
        });
    }
    let [all, new, games] =
        [progress.puzzles, progress.added, progress.games].map(|n| grouped(n as u64));
    let file = args.out.display();
    out.line(out.language.pick(
        format!("{file}: {all} puzzles, {new} of them new from {games} games"),
        format!("{file}：{all} 题，其中 {new} 题为本次从 {games} 局中找到"),
    ))
}

/// The finished games of a store, the earliest first.
fn games_of(place: &str, game: &dyn Game) -> Result<Vec<(u64, Record)>> {
    let store = Store::at(place)?;
    let mut games = Vec::new();
    for summary in store.games(&Filter {
        game: Some(game.name()),
        finished: Some(true),
        after: Some(0),
        ..Filter::default()
    })? {
        if let Some((summary, record)) = store.game(&summary.id)? {
            games.push((summary.number as u64, record.game()));
        }
    }
    Ok(games)
}
