//! `boyi garlic report`: how a player does against the others, over many seeded games.

mod games;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::json;

use self::games::{Kept, Pairing, Played, play_all};
use super::read_map;
use crate::interrupt;
use crate::options::read_seconds;
use crate::output::{Output, spoken};

/// Play many seeded games, both sides swapped, and print results with error bars
///
/// Without --maps and --against: the tasks of the course and the matches of the three sizes. A win
/// counts 1, a draw one half; errors are one standard error of the mean. Ctrl-C ends it with the games
/// played so far, and with --keep the same command goes on from there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic report --player strong:nodes=300 --against camper --maps 10x10-one --games 2
  boyi garlic report --player greedy --maps 10x10-free --games 20 --threads 2 --json
  boyi garlic report --player camper --against flee-hunt --maps 10x10-one --games 2")]
pub(crate) struct Args {
    /// The player to measure
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    player: String,

    /// Its opponents, with semicolons between them [default: those of each task]
    #[arg(long, value_name = "PLAYER;…", value_delimiter = ';')]
    against: Vec<String>,

    /// Maps of ours or files [default: those of the tasks]
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    maps: Vec<String>,

    /// Games on each map against each opponent; half of them from either side
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    games: u64,

    /// Games at a time [default: the processors of this machine]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Time for a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = read_seconds)]
    limit: Duration,

    /// Keep every game in this file, and do not play those again that are in it
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
}

const OPPONENTS: &[&str] = &["still", "random-safe", "flee-hunt", "greedy", "camper"];

/// What is played where: tasks 1, 2a, 2b and 3 of the course, then matches on maps of three sizes.
const SETTINGS: &[(&str, &[&str])] = &[
    ("10x10-walled", &["still"]),
    ("10x10-one", &["still"]),
    ("10x10-full", &["random-safe"]),
    ("10x10-free", OPPONENTS),
    ("13x15-free", OPPONENTS),
    ("30x30-free", OPPONENTS),
];

/// One opponent on one map, and its games as they come in.
struct Setting {
    map: String,
    text: String,
    against: String,
    games: Vec<Played>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    if args.games == 0 {
        bail!("no games, no report");
    }
    let mut settings = settings(args)?;
    let mut kept = args.keep.as_deref().map(Kept::open).transpose()?;
    let mut pairings = Vec::new();
    for (index, setting) in settings.iter_mut().enumerate() {
        for number in 0..args.games {
            let pairing = Pairing {
                map: setting.map.clone(),
                player: args.player.clone(),
                against: setting.against.clone(),
                number,
                limit: args.limit.as_millis() as u64,
            };
            match kept.as_ref().and_then(|kept| kept.find(&pairing)) {
                Some(played) => setting.games.push(played),
                None => pairings.push((index, pairing)),
            }
        }
    }
    heading(out)?;
    let texts: Vec<String> = settings
        .iter()
        .map(|setting| setting.text.clone())
        .collect();
    let list = pairings
        .iter()
        .map(|(index, pairing)| (pairing.clone(), texts[*index].as_str()));
    let stop = interrupt::stops()?;
    let threads = args.threads.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let all = settings.len() * args.games as usize;
    let (mut over, mut shown) = (all - pairings.len(), 0);
    play_all(
        &list.collect::<Vec<_>>(),
        threads,
        &stop,
        |place, played| {
            let (index, pairing) = &pairings[place];
            if let Some(kept) = &mut kept {
                kept.add(pairing, played)?;
            }
            settings[*index].games.push(played);
            over += 1;
            // Settings are played in order, so rows come in order too.
            while settings
                .get(shown)
                .is_some_and(|setting| setting.games.len() as u64 == args.games)
            {
                out.progress_done();
                print(&settings[shown], args, out)?;
                shown += 1;
            }
            let Pairing { map, against, .. } = pairing;
            out.progress(&format!("{over} of {all} games; {map} against {against}"));
            Ok(())
        },
    )?;
    out.progress_done();
    for setting in settings[shown..]
        .iter()
        .filter(|setting| !setting.games.is_empty())
    {
        print(setting, args, out)?;
    }
    if stop.is_stopped() {
        let how = match &args.keep {
            Some(_) => "the same command goes on from here",
            None => "with --keep FILE the same command would go on from here",
        };
        eprintln!("stopped after {over} of {all} games; {how}");
    }
    Ok(())
}

fn settings(args: &Args) -> Result<Vec<Setting>> {
    let mut settings = Vec::new();
    let mut add = |map: &str, against: &str| -> Result<()> {
        settings.push(Setting {
            map: map.to_owned(),
            text: read_map(map, true)?.to_string(),
            against: against.to_owned(),
            games: Vec::new(),
        });
        Ok(())
    };
    if args.maps.is_empty() && args.against.is_empty() {
        for (map, opponents) in SETTINGS {
            for against in *opponents {
                add(map, against)?;
            }
        }
        return Ok(settings);
    }
    let or_else = |given: &[String], usual: &[&str]| -> Vec<String> {
        match given {
            [] => usual.iter().map(ToString::to_string).collect(),
            given => given.to_vec(),
        }
    };
    for map in or_else(&args.maps, &["10x10-free", "13x15-free", "30x30-free"]) {
        for against in or_else(&args.against, OPPONENTS) {
            add(&map, &against)?;
        }
    }
    Ok(settings)
}

fn heading(out: &mut Output) -> Result<()> {
    if out.json {
        return Ok(());
    }
    out.line(format!(
        "{:<14} {:<14} {:>6} {:>16} {:>18} {:>9} {:>9} {:>9} {:>5}",
        "map", "against", "games", "points", "mean score", "survived", "a move", "slowest", "late"
    ))
}

fn print(setting: &Setting, args: &Args, out: &mut Output) -> Result<()> {
    let Setting {
        map,
        against,
        games,
        ..
    } = setting;
    let points = Mean::of(games.iter().map(|game| game.points));
    let score = Mean::of(games.iter().map(|game| f64::from(game.score)));
    let survived = games.iter().filter(|game| game.survived).count() as f64 / games.len() as f64;
    let moves: u64 = games.iter().map(|game| game.moves).sum();
    let late: u64 = games.iter().map(|game| game.late).sum();
    let thought = games.iter().map(|game| game.thought).sum::<f64>() / moves as f64;
    let slowest = games.iter().map(|game| game.slowest).fold(0.0, f64::max);
    if out.json {
        return out.object(&json!({
            "map": map,
            "player": args.player,
            "against": against,
            "games": games.len(),
            "points": points.mean,
            "points_error": points.error,
            "score": score.mean,
            "score_error": score.error,
            "survived": survived,
            "moves": moves,
            "late": late,
            "thought": thought,
            "slowest": slowest,
        }));
    }
    out.line(format!(
        "{map:<14} {against:<14} {:>6} {:>8.1} ± {:>3.1} % {:>11.0} ± {:>4.0} {:>7.1} % {:>9} {:>9} {late:>5}",
        games.len(),
        100.0 * points.mean,
        100.0 * points.error,
        score.mean,
        score.error,
        100.0 * survived,
        spoken(Duration::from_secs_f64(thought)),
        spoken(Duration::from_secs_f64(slowest)),
    ))
}

struct Mean {
    mean: f64,
    /// One standard error.
    error: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        // One game says nothing about the spread.
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Self { mean, error }
    }
}
