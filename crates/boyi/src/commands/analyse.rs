//! `boyi analyse`: what is the best move here, and why?

use anyhow::Result;
use boyi_engine::{Go, Line, Thought};
use boyi_game::{Score, Side, Status};
use boyi_search::Ended;
use serde_json::{Value as Json, json};

use crate::interrupt;
use crate::options::{GameArg, ThinkArgs};
use crate::output::{Output, grouped, spoken};

/// Find the best moves of a position
///
/// Thinks for a second unless told otherwise. Ctrl-C ends the thinking and prints what was found so
/// far.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi analyse reversi --moves f5d6c3 --seconds 3
  boyi analyse xiangqi --moves '1. 炮二平五 马8进7 2. 马二进三' --seconds 1
  boyi analyse reversi --board map.txt --lines 3 --depth 8
  boyi analyse reversi --search mtdf --evaluation lab --depth 8 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// How many of the best moves to show
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    lines: u64,

    #[command(flatten)]
    think: ThinkArgs,
}

/// A score in JSON: a number, or moves to the end (negative for the side to move being lost).
#[derive(Default)]
pub(crate) struct Value {
    pub(crate) score: Option<i32>,
    pub(crate) mate: Option<i64>,
}

impl Value {
    pub(crate) fn of(score: Score) -> Self {
        match score.plies_to_end() {
            None => Self {
                score: Some(score.value()),
                mate: None,
            },
            Some(plies) => {
                let moves = i64::from(plies.div_ceil(2));
                Self {
                    score: None,
                    mate: Some(if score > Score::EVEN { moves } else { -moves }),
                }
            }
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let table = game.lay(&args.think.setup.setup()?)?;
    let spec = args.think.search.spec(game)?;
    let mut player = game.player(&spec)?;
    player.prepare(&table.seen())?;
    let side = table.to_act().first().unwrap_or(Side::First);
    let orders = Go {
        stop: interrupt::stops()?,
        lines: args.lines as usize,
        ..args.think.limits.go_or_a_second(spec.has_limits())
    };
    if !out.json {
        out.board(&*table)?;
    }
    let mut printed = Ok(());
    let thought = {
        let (json, language) = (out.json, out.language);
        let mut watch = |thought: &Thought| {
            if !json && printed.is_ok() {
                let nodes = language.pick("nodes", "节点");
                let head = format!(
                    "{:>14} {nodes}  {:>8}",
                    grouped(thought.counts.nodes),
                    spoken(thought.elapsed)
                );
                printed = thought
                    .lines
                    .iter()
                    .try_for_each(|line| out.line(format!("{head}  {}", row(line))));
            }
        };
        player.think(&table.seen(), side, &orders, &mut watch)?
    };
    printed?;
    if out.json {
        let (position, player) = (table.position(), player.name());
        return out.object(&reply(game.name(), &position, &player, &thought));
    }
    let language = out.language;
    match (&thought.best, table.status()) {
        (None, Status::Over { reason, .. }) => {
            let over = language.pick("The game is over", "对局已结束");
            out.line(format!("{over}: {}", reason.in_language(language)))
        }
        (best, _) => {
            let best = best.as_deref().unwrap_or("-");
            out.line(format!(
                "{} {best}",
                language.pick("Best move:", "最佳着法：")
            ))
        }
    }
}

fn row(line: &Line) -> String {
    format!(
        "{:>3}  {:>9}  {}",
        line.depth,
        line.score,
        line.moves.join(" ")
    )
}

fn reply(game: &str, position: &str, player: &str, thought: &Thought) -> Json {
    let line = |line: &Line| {
        let Value { score, mate } = Value::of(line.score);
        json!({ "score": score, "mate": mate, "depth": line.depth, "line": line.moves })
    };
    let best = thought.lines.first();
    let value = best.map(|line| Value::of(line.score)).unwrap_or_default();
    json!({
        "game": game,
        "position": position,
        "player": player,
        "move": thought.best,
        "score": value.score,
        "mate": value.mate,
        "depth": best.map_or(0, |line| line.depth),
        "line": best.map(|line| line.moves.as_slice()).unwrap_or_default(),
        "lines": thought.lines.iter().map(line).collect::<Vec<_>>(),
        "nodes": thought.counts.nodes,
        "leaves": thought.counts.leaves,
        // By which move they were made: the first, the second, …
        "cuts": thought.counts.cuts,
        "table_probes": thought.counts.table_probes,
        "table_hits": thought.counts.table_hits,
        "seconds": thought.elapsed.as_secs_f64(),
        "nodes_per_second": thought.nodes_per_second(),
        "branching_factor": thought.branching_factor,
        "ended": thought.ended.map(Ended::name),
    })
}
