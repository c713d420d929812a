//! `boyi lab evaluation` and `boyi lab depth`: experiments that play real games.

use anyhow::Result;
use boyi_arena::Control;
use boyi_lab::{Depths, Evaluations, League, Levels, measured_levels};

use super::{Form, show};
use crate::output::Output;

/// Does a deeper search make up for a poor evaluation? Play it out
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab evaluation reversi --depths 1,2 --games 2
  boyi lab evaluation reversi --evaluations balanced,points --depths 1,2 --games 4 --csv
  boyi lab evaluation gomoku --size 7 --depths 1,2 --games 2")]
pub(super) struct EvaluationArgs {
    /// The evaluations, the one believed best first [default: all of the game]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    evaluations: Vec<String>,

    #[command(flatten)]
    league: LeagueArgs,
}

/// How much stronger each ply makes a player: an Elo curve with error bars
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab depth reversi --depths 1,2,3 --games 4
  boyi lab depth reversi --depths 1,2 --games 2 --evaluation lab --csv")]
pub(super) struct DepthArgs {
    /// The evaluation [default: the game's own]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,

    #[command(flatten)]
    league: LeagueArgs,
}

/// How strong the levels of a game are: one ladder with error bars
///
/// Without a game: what was measured for the levels as they are, at once. With one: measures it anew.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab levels
  boyi lab levels reversi --size 6 --games 2 --control move=2ms
  boyi lab levels gomoku --games 40 --json")]
pub(super) struct LevelsArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// The clock, which only full strength feels
    #[arg(long, value_name = "CONTROL", default_value = "move=100ms")]
    control: Control,

    #[command(flatten)]
    games: GamesArgs,

    #[command(flatten)]
    form: Form,
}

pub(super) fn run_levels(args: &LevelsArgs, out: &mut Output) -> Result<()> {
    let Some(game) = &args.game else {
        return show(&args.form, out, |watch| {
            Ok(watch.replay(measured_levels(None)))
        });
    };
    let experiment = Levels {
        league: args.games.league(game),
        control: args.control,
    };
    show(&args.form, out, |watch| experiment.run(watch))
}

/// Who plays how much.
#[derive(clap::Args)]
struct LeagueArgs {
    /// The game
    #[arg(value_name = "GAME", default_value = "gomoku")]
    game: String,

    /// The depths that play
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_value = "1,2,3", value_parser = clap::value_parser!(u32).range(1..=20))]
    depths: Vec<u32>,

    #[command(flatten)]
    games: GamesArgs,

    #[command(flatten)]
    form: Form,
}

/// The games of every match.
#[derive(clap::Args)]
pub(super) struct GamesArgs {
    /// Rows of the board, where a game has boards of several sizes [default: the usual]
    #[arg(long, value_name = "ROWS")]
    size: Option<u32>,

    /// Games of each match; every opening is played from both sides
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,

    /// The seed of the openings and of sampling
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Openings that are played at once
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

impl GamesArgs {
    pub(super) fn league(&self, game: &str) -> League {
        League {
            game: game.to_owned(),
            size: self.size,
            games: self.games,
            seed: self.seed,
            threads: self.threads as usize,
        }
    }
}

pub(super) fn run_evaluation(args: &EvaluationArgs, out: &mut Output) -> Result<()> {
    let experiment = Evaluations {
        evaluations: args.evaluations.clone(),
        depths: args.league.depths.clone(),
        league: args.league.games.league(&args.league.game),
    };
    show(&args.league.form, out, |watch| experiment.run(watch))
}

pub(super) fn run_depth(args: &DepthArgs, out: &mut Output) -> Result<()> {
    let experiment = Depths {
        evaluation: args.evaluation.clone(),
        depths: args.league.depths.clone(),
        league: args.league.games.league(&args.league.game),
    };
    show(&args.league.form, out, |watch| experiment.run(watch))
}
