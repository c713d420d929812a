//! `boyi lab evaluation` and `boyi lab depth`: experiments that play real games.

use anyhow::Result;
use boyi_lab::{Depths, Evaluations, League};

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

/// Who plays how much.
#[derive(clap::Args)]
struct LeagueArgs {
    /// The game
    #[arg(value_name = "GAME", default_value = "gomoku")]
    game: String,

    /// The depths that play
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_values_t = [1, 2, 3], value_parser = clap::value_parser!(u32).range(1..=20))]
    depths: Vec<u32>,

    /// Rows of the board, where a game has boards of several sizes [default: the usual]
    #[arg(long, value_name = "ROWS")]
    size: Option<u32>,

    /// Games of each match; every opening is played from both sides
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,

    /// The seed of the openings
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    form: Form,
}

impl LeagueArgs {
    fn league(&self) -> League {
        League {
            game: self.game.clone(),
            depths: self.depths.clone(),
            size: self.size,
            games: self.games,
            seed: self.seed,
        }
    }
}

pub(super) fn run_evaluation(args: &EvaluationArgs, out: &mut Output) -> Result<()> {
    let experiment = Evaluations {
        evaluations: args.evaluations.clone(),
        league: args.league.league(),
    };
    show(&args.league.form, out, |watch| experiment.run(watch))
}

pub(super) fn run_depth(args: &DepthArgs, out: &mut Output) -> Result<()> {
    let experiment = Depths {
        evaluation: args.evaluation.clone(),
        league: args.league.league(),
    };
    show(&args.league.form, out, |watch| experiment.run(watch))
}
