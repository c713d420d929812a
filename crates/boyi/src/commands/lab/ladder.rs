//! `boyi lab ladder` and `boyi lab sampling`: searches by name against each other, by time.

use anyhow::Result;
use boyi_lab::{Ladder, League, Sampling, SamplingQuestion};

use super::matches::GamesArgs;
use super::{Form, show};
use crate::output::Output;

/// Rate every search by name at several time controls
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab ladder reversi --size 6 --controls nodes=100 --players uct,pvs,beam --games 2
  boyi lab ladder reversi --size 4 --controls nodes=50,nodes=200 --players rave,mtdf --games 2 --json
  boyi lab ladder garlic --controls nodes=40 --players uct,puct --games 2 --threads 2

Without options: every search of the game at three time controls, 20 games a match, which takes hours.")]
pub(super) struct LadderArgs {
    /// The players, without limits [default: every search by name]
    #[arg(long, value_name = "PLAYER,…", value_delimiter = ',')]
    players: Vec<String>,

    #[command(flatten)]
    matches: MatchArgs,
}

/// What sampling is worth: against alpha-beta, by its constant, with an evaluation at the leaves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab sampling time reversi --size 6 --controls nodes=200 --games 2
  boyi lab sampling exploration reversi --size 4 --controls playouts=50 --games 2
  boyi lab sampling leaves reversi --size 4 --controls playouts=50 --games 2 --csv")]
pub(super) struct SamplingArgs {
    /// What to vary
    #[arg(value_name = "QUESTION")]
    question: SamplingQuestion,

    #[command(flatten)]
    matches: MatchArgs,
}

/// Who plays how much.
#[derive(clap::Args)]
struct MatchArgs {
    /// The game
    #[arg(value_name = "GAME", default_value = "reversi")]
    game: String,

    /// The limits of all players, as players' options
    #[arg(
        long,
        value_name = "LIMIT,…",
        value_delimiter = ',',
        default_value = "time=2ms,time=10ms,time=50ms"
    )]
    controls: Vec<String>,

    #[command(flatten)]
    games: GamesArgs,

    #[command(flatten)]
    form: Form,
}

impl MatchArgs {
    fn league(&self) -> League {
        self.games.league(&self.game)
    }
}

pub(super) fn run_ladder(args: &LadderArgs, out: &mut Output) -> Result<()> {
    let experiment = Ladder {
        league: args.matches.league(),
        players: args.players.clone(),
        controls: args.matches.controls.clone(),
    };
    show(&args.matches.form, out, |watch| experiment.run(watch))
}

pub(super) fn run_sampling(args: &SamplingArgs, out: &mut Output) -> Result<()> {
    let experiment = Sampling {
        question: args.question,
        league: args.matches.league(),
        controls: args.matches.controls.clone(),
    };
    show(&args.matches.form, out, |watch| experiment.run(watch))
}
