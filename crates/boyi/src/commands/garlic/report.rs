//! `boyi garlic report`: how a player does against the others, over many seeded games.

use std::time::Duration;

use anyhow::{Result, bail};
use boyi_game::{Outcome, Side};
use serde::Serialize;

use super::play::{Ended, Fixture};
use super::read_map;
use crate::output::{Output, spoken};

/// Play many seeded games, both sides swapped, and print results with error bars
///
/// A win counts 1, a draw one half. Errors are one standard error of the mean.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic report --player strong:nodes=2000 --against greedy --maps 10x10-one --games 2
  boyi garlic report --player greedy --games 20 --json")]
pub(super) struct Args {
    /// The player to measure
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    player: String,

    /// Its opponents, with semicolons between them
    #[arg(
        long,
        value_name = "PLAYER;…",
        value_delimiter = ';',
        default_value = "still;random-safe;flee-hunt;greedy"
    )]
    against: Vec<String>,

    /// Maps of ours or files
    #[arg(long, value_name = "MAP,…", value_delimiter = ',', default_values = ["10x10-free", "13x15-free", "30x30-free"])]
    maps: Vec<String>,

    /// Games on each map against each opponent; half of them from either side
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    games: u64,
}

/// One opponent on one map.
#[derive(Serialize)]
struct Row {
    map: String,
    player: String,
    against: String,
    games: u64,
    /// Of the points that could be won, from 0 to 1.
    points: f64,
    points_error: f64,
    score: f64,
    score_error: f64,
    /// Share of games in which the player is still there at the end.
    survived: f64,
    slowest: f64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    if args.games == 0 {
        bail!("no games, no report");
    }
    if !out.json {
        out.line(format!(
            "{:<14} {:<14} {:>6} {:>16} {:>18} {:>9} {:>9}",
            "map", "against", "games", "points", "mean score", "survived", "slowest"
        ))?;
    }
    for map in &args.maps {
        let text = read_map(map, true)?.to_string();
        for against in &args.against {
            out.progress(&format!("{map}: {against}"));
            let games: Vec<Ended> = (0..args.games)
                .map(|number| game(&text, &args.player, against, number))
                .collect::<Result<_>>()?;
            out.progress_done();
            let row = row(map, args, against, &games);
            if out.json {
                out.object(&row)?;
            } else {
                out.line(line(&row))?;
            }
        }
    }
    Ok(())
}

/// Game by game the sides are swapped; each seed is used from both.
fn game(map: &str, player: &str, against: &str, number: u64) -> Result<Ended> {
    let seed = number / 2;
    // Opponents that draw lots draw others in every game.
    let opponent = if against.contains(':') {
        against.to_owned()
    } else {
        format!("{against}:seed={seed}")
    };
    let (a, b, side) = if number.is_multiple_of(2) {
        (player, opponent.as_str(), Side::First)
    } else {
        (opponent.as_str(), player, Side::Second)
    };
    Fixture { map, a, b, seed }.play(side)
}

fn row(map: &str, args: &Args, against: &str, games: &[Ended]) -> Row {
    let points = Mean::of(games.iter().map(|game| match game.outcome {
        Outcome::Win(side) => f64::from(u8::from(side == game.side)),
        Outcome::Draw => 0.5,
    }));
    let score = Mean::of(games.iter().map(|game| f64::from(game.score)));
    let survived = Mean::of(games.iter().map(|game| f64::from(u8::from(game.survived))));
    let slowest = games.iter().map(|game| game.slowest).max();
    Row {
        map: map.to_owned(),
        player: args.player.clone(),
        against: against.to_owned(),
        games: games.len() as u64,
        points: points.mean,
        points_error: points.error,
        score: score.mean,
        score_error: score.error,
        survived: survived.mean,
        slowest: slowest.map_or(0.0, |time| time.as_secs_f64()),
    }
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

fn line(row: &Row) -> String {
    format!(
        "{:<14} {:<14} {:>6} {:>8.1} ± {:>3.1} % {:>11.0} ± {:>4.0} {:>7.1} % {:>9}",
        row.map,
        row.against,
        row.games,
        100.0 * row.points,
        100.0 * row.points_error,
        row.score,
        row.score_error,
        100.0 * row.survived,
        spoken(Duration::from_secs_f64(row.slowest)),
    )
}
