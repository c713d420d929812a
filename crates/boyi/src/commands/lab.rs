//! `boyi lab`: what pruning, ordering and tables save, in numbers.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_engine::{Engine, Game, Orders, PlayerSpec, Setup, Thought, game};
use boyi_game::Side;
use boyi_search::{Algorithm, Ended, Limits, Stop};
use serde::Serialize;

use crate::interrupt;
use crate::options::{read_file, read_seconds};
use crate::output::{Output, grouped, spoken};

/// Compare the classic searches: the same positions, depth by depth
///
/// The experiment of the course reports: at depth 2 pruning changes little, at depth 8 plain minimax
/// looks at hundreds of times as many positions. Every search goes straight to its depth, so that
/// each row differs from the one before by one idea; aspiration and mtdf need the value of the depth
/// before, so they deepen and count all depths.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab
  boyi lab --depths 2,8 --evaluation lab --positions 1
  boyi lab --searches minimax,alpha-beta,mtdf --limit 60 --json
  boyi lab xiangqi --depths 2 --searches minimax,ordered --positions 3
  boyi lab reversi --boards map.txt --depths 2")]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "GAME", default_value = "reversi")]
    game: String,

    /// The depths to search to
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_values_t = [2, 4, 6, 8], value_parser = clap::value_parser!(u32).range(1..=60))]
    depths: Vec<u32>,

    /// The searches to compare [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    searches: Vec<Algorithm>,

    /// The evaluation they use [default: lab, or the game's own where it has none of that name]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,

    /// Files with positions or boards to search instead of the game's test positions, or folders of
    /// such files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    boards: Vec<PathBuf>,

    /// How many of the game's test positions to search
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    positions: u64,

    /// Let every search deepen: depth 1, then 2, and so on, all of them counted
    #[arg(long)]
    deepen: bool,

    /// Give a search up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = read_seconds)]
    limit: Duration,
}

impl Args {
    fn evaluation(&self, game: &dyn Game) -> String {
        let known = game.evaluations();
        let lab = known.iter().find(|choice| choice.name == "lab");
        let usual = lab.or(known.first()).map(|choice| choice.name.to_owned());
        self.evaluation.clone().or(usual).unwrap_or_default()
    }
}

/// One search at one depth, all positions together.
#[derive(Serialize, Clone)]
struct Row {
    game: &'static str,
    search: &'static str,
    evaluation: String,
    depth: u32,
    positions: usize,
    finished: bool,
    nodes: u64,
    leaves: u64,
    cuts: u64,
    cuts_by_move: [u64; 8],
    first_move_cuts: Option<f64>,
    table_probes: u64,
    table_hits: u64,
    researches: u64,
    branching_factor: Option<f64>,
    seconds: f64,
    nodes_per_second: f64,
    leaves_to_minimax: Option<f64>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = game(&args.game)?;
    let searches = if args.searches.is_empty() {
        Algorithm::ALL.to_vec()
    } else {
        args.searches.clone()
    };
    if game.test_positions().is_empty() {
        bail!("the classic searches do not play {}", game.name());
    }
    let positions = if args.boards.is_empty() {
        let built_in = game.test_positions().iter().take(args.positions as usize);
        built_in.map(|&position| position.to_owned()).collect()
    } else {
        boards(&args.boards)?
    };
    let stop = interrupt::stops()?;
    if !out.json {
        let language = out.language;
        let about = language.pick(
            format!(
                "{} positions of {}, evaluation {}; totals of all positions.",
                positions.len(),
                game.name(),
                args.evaluation(game)
            ),
            format!(
                "{} 的 {} 个局面，评估函数 {}；数字为各局面之和。",
                game.name(),
                positions.len(),
                args.evaluation(game)
            ),
        );
        out.line(about)?;
    }
    let mut given_up: Vec<Algorithm> = Vec::new();
    for &depth in &args.depths {
        if !out.json {
            heading(depth, out)?;
        }
        let mut rows = Vec::new();
        for &algorithm in &searches {
            if given_up.contains(&algorithm) {
                rows.push(Row::given_up(game, algorithm, depth, args));
                continue;
            }
            out.progress(&format!("depth {depth}: {algorithm}"));
            let row = measure(game, algorithm, depth, &positions, args, &stop)?;
            out.progress_done();
            if stop.is_stopped() {
                bail!("stopped at depth {depth} by Ctrl-C");
            }
            if !row.finished {
                given_up.push(algorithm);
            }
            rows.push(row);
        }
        let minimax = rows
            .iter()
            .find(|row| row.search == "minimax" && row.finished);
        let all = minimax.map(|row| row.leaves);
        for row in &mut rows {
            let share = all.map(|all| row.leaves as f64 / all as f64);
            row.leaves_to_minimax = share.filter(|_| row.finished);
            if out.json {
                out.object(&row)?;
            } else {
                out.line(line(row, out))?;
            }
        }
    }
    Ok(())
}

impl Row {
    /// A search that was given up at a smaller depth already.
    fn given_up(game: &dyn Game, algorithm: Algorithm, depth: u32, args: &Args) -> Self {
        Self {
            game: game.name(),
            search: algorithm.name(),
            evaluation: args.evaluation(game),
            depth,
            positions: 0,
            finished: false,
            nodes: 0,
            leaves: 0,
            cuts: 0,
            cuts_by_move: [0; 8],
            first_move_cuts: None,
            table_probes: 0,
            table_hits: 0,
            researches: 0,
            branching_factor: None,
            seconds: 0.0,
            nodes_per_second: 0.0,
            leaves_to_minimax: None,
        }
    }
}

fn measure(
    game: &dyn Game,
    algorithm: Algorithm,
    depth: u32,
    positions: &[String],
    args: &Args,
    stop: &Stop,
) -> Result<Row> {
    let guesses = matches!(algorithm, Algorithm::Aspiration | Algorithm::Mtdf);
    let spec = PlayerSpec {
        deepen: Some(args.deepen || guesses),
        evaluation: Some(args.evaluation(game)),
        ..PlayerSpec::named(algorithm.name())
    };
    let mut thoughts = Vec::new();
    for position in positions {
        let setup = Setup {
            position: Some(position.clone()),
            ..Setup::default()
        };
        let table = game.lay(&setup)?;
        // A new player for each position, so that no table carries over.
        let mut player: Box<dyn Engine> = game.player(&spec)?;
        let limits = Limits {
            depth: Some(depth),
            ..Limits::time(args.limit)
        };
        let orders = Orders {
            limits,
            stop: stop.clone(),
            lines: 1,
        };
        thoughts.push(player.think(&table.seen(), Side::First, &orders, &mut |_| ())?);
        if thoughts.last().is_some_and(|thought| !is_finished(thought)) {
            break;
        }
    }
    let sum = |count: fn(&Thought) -> u64| thoughts.iter().map(count).sum::<u64>();
    let seconds = thoughts
        .iter()
        .map(|thought| thought.elapsed.as_secs_f64())
        .sum::<f64>();
    let cuts = sum(|thought| thought.counts.all_cuts());
    let nodes = sum(|thought| thought.counts.nodes);
    let at = |index: usize| {
        thoughts
            .iter()
            .map(|thought| thought.counts.cuts[index])
            .sum::<u64>()
    };
    let factors: Vec<f64> = thoughts
        .iter()
        .filter_map(|thought| thought.branching_factor)
        .collect();
    Ok(Row {
        game: game.name(),
        search: algorithm.name(),
        evaluation: args.evaluation(game),
        depth,
        positions: thoughts.len(),
        finished: thoughts.len() == positions.len() && thoughts.iter().all(is_finished),
        nodes,
        leaves: sum(|thought| thought.counts.leaves),
        cuts,
        cuts_by_move: std::array::from_fn(at),
        first_move_cuts: (cuts > 0).then(|| at(0) as f64 / cuts as f64),
        table_probes: sum(|thought| thought.counts.table_probes),
        table_hits: sum(|thought| thought.counts.table_hits),
        researches: sum(|thought| thought.counts.researches),
        branching_factor: (!factors.is_empty())
            .then(|| factors.iter().sum::<f64>() / factors.len() as f64),
        seconds,
        nodes_per_second: if seconds > 0.0 {
            nodes as f64 / seconds
        } else {
            0.0
        },
        leaves_to_minimax: None,
    })
}

/// The boards of these files, those of a folder by name.
fn boards(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for file in files {
        if !file.is_dir() {
            texts.push(read_file(file)?);
            continue;
        }
        let entries = std::fs::read_dir(file);
        let entries = entries.with_context(|| format!("cannot open {}", file.display()))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.sort();
        for file in inside.iter().filter(|file| file.is_file()) {
            texts.push(read_file(file)?);
        }
    }
    if texts.is_empty() {
        bail!("there is no board in these files");
    }
    Ok(texts)
}

fn is_finished(thought: &Thought) -> bool {
    matches!(
        thought.ended,
        Some(Ended::Depth | Ended::Certain | Ended::GameOver)
    )
}

fn heading(depth: u32, out: &mut Output) -> Result<()> {
    let language = out.language;
    out.line(language.pick(format!("\nDepth {depth}"), format!("\n深度 {depth}")))?;
    let [search, nodes, leaves, share, cuts, branching, time, speed] = [
        "search",
        "nodes",
        "leaves",
        "of minimax",
        "1st-move cuts",
        "branching",
        "time",
        "nodes/s",
    ];
    out.line(format!(
        "  {search:<11} {nodes:>13} {leaves:>13} {share:>11} {cuts:>13} {branching:>9} {time:>10} {speed:>8}"
    ))
}

fn line(row: &Row, out: &Output) -> String {
    if row.positions == 0 {
        let skipped = out
            .language
            .pick("given up at a smaller depth", "在更小的深度已放弃");
        return format!("  {:<11} {skipped}", row.search);
    }
    let percent = |share: Option<f64>| {
        share.map_or("-".to_owned(), |share| format!("{:.2} %", 100.0 * share))
    };
    let more = if row.finished { "" } else { ">" };
    let mut text = format!(
        "  {:<11} {:>13} {:>13} {:>11} {:>13} {:>9} {:>10} {:>6.1} M",
        row.search,
        format!("{more}{}", grouped(row.nodes)),
        format!("{more}{}", grouped(row.leaves)),
        percent(row.leaves_to_minimax),
        percent(row.first_move_cuts),
        row.branching_factor
            .map_or("-".to_owned(), |factor| format!("{factor:.2}")),
        format!("{more}{}", spoken(Duration::from_secs_f64(row.seconds))),
        row.nodes_per_second / 1e6,
    );
    if !row.finished {
        text.push_str(out.language.pick("  given up", "  已放弃"));
    }
    text
}
