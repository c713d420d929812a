//! `boyi openings`: sets of even openings for matches.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use boyi_arena::contest::openings::{Making, SetHeader, SetJudge, make};
use boyi_arena::{Control, Opening};
use boyi_engine::Game;
use serde::Serialize;

use crate::interrupt;
use crate::options::{BotArgs, GameArg};
use crate::output::{Output, grouped};

/// Make a set of even openings for matches
///
/// Draws random openings and keeps those that all judges call even, each in turn: so a quick judge goes
/// first. A judge is any player that says what it thinks, ours or another program. The file grows by whole
/// lines: the same command goes on where it was stopped. What is drawn follows from the seed; with judges
/// that are limited by nodes or depth, so does the set. Every second opening is held out: `boyi match` and
/// `boyi sprt` play from these with --held-out only, `boyi train games` avoids them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi openings reversi --judge pvs:depth=3 --judge strong:nodes=900 --count 4 --out even.openings
  boyi openings gomoku --rules renju --judge strong:nodes=900 --within 90 --count 4 --out r.openings
  boyi match reversi strong pvs --openings even.openings --control nodes=300 --games 4")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// The rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// A player that has to call an opening even; several are asked in the order given
    #[arg(long = "judge", value_name = "PLAYER", required = true)]
    judges: Vec<String>,

    /// How far from even each judge may see an opening, in its own scores: one number for all or one for
    /// each [default: a quarter of a lead that wins three games in four]
    #[arg(long, value_name = "SCORES", value_delimiter = ',')]
    within: Vec<i32>,

    /// What a judgement may cost: nodes=100000, depth=12, move=500ms
    #[arg(long, value_name = "LIMITS", default_value = "nodes=100000")]
    control: Control,

    /// Least and most moves of an opening [default: depends on the game]
    #[arg(long, value_name = "LEAST-MOST", value_parser = read_plies)]
    plies: Option<(u32, u32)>,

    /// What openings are drawn from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// The version of the set, which results name
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    set_version: u32,

    /// Openings that the file is to hold in the end [default: no end]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Seconds in which openings are drawn [default: no end]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,

    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    /// The file to begin or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    bots: BotArgs,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    rules: String,
    openings: usize,
    added: usize,
    drawn: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let header = args.header(game)?;
    let rules = header.rules.clone();
    let making = Making {
        game,
        header,
        options: &args.bots.options(),
        threads: args.threads as usize,
        count: args.count.map(|count| count as usize),
        time: args.seconds.map(Duration::from_secs),
    };
    let stop = interrupt::stops()?;
    let progress = make(&making, &args.out, &stop, &mut |now| {
        let [kept, drawn] = [now.openings, now.drawn].map(|n| grouped(n as u64));
        out.progress(&out.language.pick(
            format!("{kept} openings, {drawn} drawn"),
            format!("{kept} 个开局，已抽 {drawn} 个"),
        ));
    });
    out.progress_done();
    let progress = progress?;
    if out.json {
        return out.object(&Reply {
            game: game.name(),
            rules,
            openings: progress.openings,
            added: progress.added,
            drawn: progress.drawn,
        });
    }
    let [kept, added, drawn] =
        [progress.openings, progress.added, progress.drawn].map(|n| grouped(n as u64));
    let file = args.out.display();
    out.line(out.language.pick(
        format!("{file}: {kept} openings, {added} of them new from {drawn} drawn"),
        format!("{file}：{kept} 个开局，其中 {added} 个为本次从 {drawn} 个中选出"),
    ))
}

impl Args {
    fn header(&self, game: &dyn Game) -> Result<SetHeader> {
        let start = Opening {
            rules: self.rules.clone(),
            ..Opening::usual()
        };
        let table = game.lay(&start.setup(0))?;
        let Some(plies) = self.plies.or_else(|| usual_plies(game)) else {
            bail!(
                "games of {} need no openings: their luck differs",
                game.name()
            );
        };
        let usual = f64::from(game.score_unit()) * game.telling_lead() / 4.0;
        let within = match self.within.as_slice() {
            [] => vec![usual.round() as i32; self.judges.len()],
            [all] => vec![*all; self.judges.len()],
            each if each.len() == self.judges.len() => each.to_vec(),
            each => bail!(
                "{} numbers in --within for {} judges",
                each.len(),
                self.judges.len()
            ),
        };
        let judges = self.judges.iter().zip(within);
        Ok(SetHeader {
            version: self.set_version,
            game: game.name().to_owned(),
            rules: table.record().rules.clone(),
            plies,
            seed: self.seed,
            control: self.control,
            judges: judges
                .map(|(player, within)| SetJudge {
                    within,
                    player: player.trim().to_owned(),
                })
                .collect(),
        })
    }
}

/// So many moves that openings differ, so few that most of a game is still to come.
fn usual_plies(game: &dyn Game) -> Option<(u32, u32)> {
    match game.name() {
        "gomoku" => Some((3, 8)),
        "reversi" => Some((8, 14)),
        "xiangqi" => Some((4, 10)),
        _ => None,
    }
}

/// Reads `3-8`.
fn read_plies(text: &str) -> Result<(u32, u32), String> {
    let both = text.split_once('-').unwrap_or((text, text));
    let both = (both.0.trim().parse().ok(), both.1.trim().parse().ok());
    match both {
        (Some(least), Some(most)) if (1..=most).contains(&least) && most <= 60 => Ok((least, most)),
        _ => Err("expected two numbers from 1 to 60 such as 3-8".to_owned()),
    }
}
