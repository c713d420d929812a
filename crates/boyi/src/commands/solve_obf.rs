//! `boyi solve FILE.obf`: Othello positions played out to the end.

use std::time::Duration;

use anyhow::{Result, bail};
use boyi_engine::reversi::othello::{self, Board, Evaluation, Othello, OthelloGo};
use boyi_reversi::Move;
use boyi_reversi::formats::obf::{self, Scored};
use boyi_search::Ended;
use boyi_search::kernel::Go;
use serde_json::json;

use crate::interrupt;
use crate::options::HashArg;
use crate::output::{Output, grouped, spoken};

#[derive(clap::Args)]
#[command(next_help_heading = "Othello positions")]
pub(crate) struct ObfOptions {
    /// Only who wins, not by how much (scores are then bounds: +1 and above a win, 0 a draw)
    #[arg(long)]
    winner: bool,

    /// How many threads solve a position together
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,

    #[command(flatten)]
    hash: HashArg,
}

/// Whether a text looks like a list of Othello positions: 64 squares with discs on them in one word.
pub(crate) fn is_obf(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', '#']));
    let word = first.and_then(|line| line.split_whitespace().next());
    word.is_some_and(|word| {
        word.len() == 64
            && word.contains(['X', 'O', 'x', 'o', '*'])
            && word.chars().all(|c| "XOxo*-.".contains(c))
    })
}

pub(crate) fn solve(text: &str, options: &ObfOptions, out: &mut Output) -> Result<()> {
    let positions = obf::read_all(text)?;
    let stop = interrupt::stops()?;
    let bytes = options.hash.bytes();
    let engine = Othello::new(bytes, Evaluation::embedded(), options.threads as usize)?;
    if !out.json {
        let head = out.language.pick(
            "  #  empties  move  score  known       positions        time  a second",
            "  #     空格  着法   得分   已知          局面数        用时    每秒",
        );
        out.line(head)?;
    }
    let (mut nodes, mut time, mut wrong) = (0, Duration::ZERO, 0);
    for (index, Scored { setup, scores }) in positions.iter().enumerate() {
        let Some(board) = Board::of_setup(setup) else {
            bail!("position {}: not a standard board", index + 1)
        };
        engine.clear();
        let task = OthelloGo {
            only_the_winner: options.winner,
            ..OthelloGo::from(Go {
                stop: stop.clone(),
                ..Go::depth(60)
            })
        };
        out.progress(&format!("{} / {}", index + 1, positions.len()));
        let found = engine.think(board, &task, &mut |_| ());
        out.progress_done();
        if found.ended == Some(Ended::Stopped) {
            bail!("stopped at position {} of {}", index + 1, positions.len());
        }
        let known = scores.first().map(|&(_, score)| score);
        let best = found.lines.first();
        let score = best.map_or(board.result(), |hint| hint.value);
        let line: Vec<String> = best
            .map(|hint| hint.moves.iter().map(|&at| name(at)).collect())
            .unwrap_or_default();
        let agrees = |known: i32| {
            if options.winner {
                known.signum() == score.signum()
            } else {
                known == score
            }
        };
        wrong += usize::from(!known.is_none_or(agrees));
        nodes += found.counts.nodes;
        time += found.elapsed;
        if out.json {
            out.object(&json!({
                "number": index + 1,
                "empties": board.empties(),
                "score": score,
                // What the file says, where it says something.
                "known": known,
                "move": line.first(),
                "line": line,
                "nodes": found.counts.nodes,
                "seconds": found.elapsed.as_secs_f64(),
            }))?;
            continue;
        }
        let known = known.map(|known| format!("{known:+}")).unwrap_or_default();
        out.line(format!(
            "{:>3}  {:>7}  {:>4}  {score:>+5}  {known:>5}  {:>14}  {:>10}  {:>8}",
            index + 1,
            board.empties(),
            line.first().map_or("-", String::as_str),
            grouped(found.counts.nodes),
            spoken(found.elapsed),
            rate(found.counts.nodes, found.elapsed),
        ))?;
    }
    if !out.json {
        out.line(format!(
            "{:>49}  {:>10}  {:>8}",
            grouped(nodes),
            spoken(time),
            rate(nodes, time)
        ))?;
        if wrong > 0 {
            bail!(
                "{wrong} of {} scores differ from those in the file",
                positions.len()
            );
        }
    }
    Ok(())
}

fn rate(nodes: u64, time: Duration) -> String {
    format!("{:.1} M", nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6)
}

fn name(at: Option<u32>) -> String {
    at.map_or_else(|| Move::Pass.to_string(), othello::square_name)
}
