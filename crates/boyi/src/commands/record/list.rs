//! `boyi record list` and `boyi record contests`.

use anyhow::Result;
use boyi_arena::store::{ContestState, Filter, GameSummary};
use serde_json::json;

use crate::commands::contest::args::StoreArg;
use crate::output::Output;

/// List games, the latest first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi record list --limit 5
  boyi record list --game reversi --player random --json")]
pub(crate) struct Args {
    /// Only of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Only of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Only of this match or tournament
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,

    /// At most so many
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    limit: u32,

    #[command(flatten)]
    store: StoreArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let store = args.store.open()?;
    let games = store.games(&Filter {
        game: args.game.as_deref(),
        player: args.player.as_deref(),
        contest: args.contest.as_deref(),
        limit: Some(args.limit),
        ..Filter::default()
    })?;
    for game in &games {
        let closing = game.closing.as_ref();
        if out.json {
            out.object(&json!({
                "id": &game.id,
                "game": &game.game,
                "first": &game.first,
                "second": &game.second,
                "contest": game.of.as_ref().map(|(contest, _)| contest.as_str()),
                "began": game.began,
                "plies": game.plies,
                "outcome": closing.and_then(|closing| closing.outcome.as_deref()),
                "cause": closing.map(|closing| closing.cause.as_str()),
                "reason": closing.map(|closing| closing.reason.as_str()),
            }))?;
        } else {
            let line = line(game, out);
            out.line(line)?;
        }
    }
    Ok(())
}

fn line(game: &GameSummary, out: &Output) -> String {
    let result = game
        .closing
        .as_ref()
        .map_or("…", |closing| match closing.outcome.as_deref() {
            Some("first") => "1-0",
            Some("second") => "0-1",
            Some("draw") => "½-½",
            _ => "-",
        });
    let reason = game.closing.as_ref().map_or("", |closing| {
        out.language
            .pick(closing.reason.as_str(), closing.reason_zh.as_str())
    });
    format!(
        "{}  {} {result:<4} {} - {}  ({reason})",
        game.id, game.game, game.first, game.second
    )
}

/// List matches and tournaments, the latest first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi record contests
  boyi record contests --json")]
pub(crate) struct ContestsArgs {
    #[command(flatten)]
    store: StoreArg,
}

pub(super) fn contests(args: &ContestsArgs, out: &mut Output) -> Result<()> {
    let store = args.store.open()?;
    for contest in store.contests()? {
        let games = store.count_games(&Filter {
            contest: Some(&contest.id),
            finished: Some(true),
            ..Filter::default()
        })?;
        let state = match contest.state {
            ContestState::Open => "open",
            ContestState::Done => "done",
        };
        if out.json {
            out.object(&json!({
                "name": &contest.id,
                "kind": &contest.kind,
                "game": &contest.game,
                "state": state,
                "games": games,
                "made": contest.made,
            }))?;
        } else {
            out.line(format!(
                "{}  {} {} {games} {state}",
                contest.id, contest.kind, contest.game
            ))?;
        }
    }
    Ok(())
}
