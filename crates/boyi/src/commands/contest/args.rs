//! The options of matches and tournaments.

use std::time::Duration;

use anyhow::{Context, Result};
use boyi_arena::contest::ContestPlan;
use boyi_arena::store::{self, Store};
use boyi_arena::{Adjudication, Agreement, Control};

use crate::language;
use crate::options::{BotArgs, read_seconds, read_size};
use crate::output::complain;

/// What makes a match fair: openings, limits, when the referee steps in.
#[derive(clap::Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct FairArgs {
    /// What a move may cost: nodes=1000, depth=6, move=500ms, 1m+0.5s [default: move=100ms where the
    /// players have no limits of their own]
    #[arg(long, value_name = "LIMITS")]
    control: Option<Control>,

    /// A file of openings (one a line, or a set of `boyi openings`), `usual` for the usual start, or
    /// `balanced` for openings made on the spot [default: the built-in set of even openings, where
    /// there is one]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,

    /// Play from the held-out half of the set, which nothing was learned from or tuned on: for what is
    /// said of a result, not for the way to it
    #[arg(long)]
    held_out: bool,

    /// Moves of an opening made on the spot, 6 unless said; asks for such openings
    #[arg(long, value_name = "PLIES")]
    opening_plies: Option<u32>,

    /// Openings, luck and lots are drawn from this
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// The rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// The size of the board, rows x columns
    #[arg(long, value_name = "ROWSxCOLS", value_parser = read_size)]
    size: Option<(usize, usize)>,

    /// A win once both players have seen a lead of SCORE for so many moves each
    #[arg(long, value_name = "SCORE:MOVES", value_parser = read_agreement)]
    adjudicate_win: Option<Agreement>,

    /// A draw once both players have seen less than SCORE for so many moves each, from a ply on
    #[arg(long, value_name = "SCORE:MOVES:PLY", value_parser = read_agreement)]
    adjudicate_draw: Option<Agreement>,

    /// A draw after so many plies
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,

    /// Programs may think in their opponent's time; otherwise they are frozen then
    #[arg(long)]
    ponder: bool,

    /// How far a clock may be overdrawn, in milliseconds
    #[arg(long, value_name = "MS")]
    grace: Option<u64>,
}

impl FairArgs {
    pub(crate) fn put_into(&self, plan: &mut ContestPlan) {
        let usual = Adjudication::default();
        plan.control = self.control;
        plan.openings.clone_from(&self.openings);
        plan.opening_plies = self.opening_plies;
        plan.held_out = self.held_out;
        plan.seed = self.seed;
        plan.rules.clone_from(&self.rules);
        plan.size = self.size;
        plan.grace_ms = self.grace;
        plan.ponder = self.ponder;
        plan.adjudication = Adjudication {
            win: self.adjudicate_win,
            draw: self.adjudicate_draw,
            plies: self.max_plies.or(usual.plies),
        };
    }
}

/// Reads `400:3` or `10:8:60`.
fn read_agreement(text: &str) -> Result<Agreement, String> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    let (score, moves, from_ply) = match numbers.as_deref() {
        Some([score, moves]) => (*score, *moves, 0),
        Some([score, moves, ply]) => (*score, *moves, *ply),
        _ => return Err("expected SCORE:MOVES or SCORE:MOVES:PLY, such as 400:3".to_owned()),
    };
    let score = i32::try_from(score).map_err(|_| "no score is as large as that".to_owned())?;
    if moves == 0 {
        return Err("at least one move each".to_owned());
    }
    Ok(Agreement {
        score,
        moves,
        from_ply,
    })
}

/// Where games are kept and who plays them.
#[derive(clap::Args)]
#[command(next_help_heading = "Running")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,

    /// Games at the same time
    #[arg(long, short = 'j', value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,

    /// Hand the games out to workers (`boyi worker`) through this NATS server
    #[arg(long, value_name = "URL", env = "BOYI_NATS", hide_env_values = true)]
    pub(crate) nats: Option<String>,

    #[command(flatten)]
    pub(crate) lease: LeaseArg,

    #[command(flatten)]
    pub(crate) bots: BotArgs,
}

/// How long a worker may be silent.
#[derive(clap::Args)]
pub(crate) struct LeaseArg {
    /// Seconds a worker may be silent before its game goes to another
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds, default_value = "30")]
    lease: Duration,
}

impl LeaseArg {
    pub(crate) fn time(&self) -> Duration {
        self.lease
    }
}

/// Where games are kept.
#[derive(clap::Args)]
pub(crate) struct StoreArg {
    /// The file that games are kept in, or the address of a PostgreSQL database [default:
    /// boyi/games.sqlite among the user's data]
    #[arg(long, value_name = "FILE", env = "BOYI_STORE", hide_env_values = true)]
    store: Option<String>,
}

impl StoreArg {
    /// Opens it, and says on standard error what its user should know.
    pub(crate) fn open(&self) -> Result<Store> {
        let store = Store::at(&self.place()?)?;
        for phrase in &store.opened().words {
            complain(phrase.in_language(language::of_environment()));
        }
        Ok(store)
    }

    /// A file, or the address of a database.
    pub(crate) fn place(&self) -> Result<String> {
        if let Some(place) = &self.store {
            return Ok(place.clone());
        }
        let path =
            store::usual_path().context("nobody knows where your data lies: say --store FILE")?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let place = path.to_str().context("the path of your data is no text")?;
        Ok(place.to_owned())
    }
}
