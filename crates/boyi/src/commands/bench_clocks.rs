//! `boyi bench clocks`: whether our engines keep within a short clock on a busy machine.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_arena::contest::openings::draw_opening;
use boyi_arena::{Contestants, Control, Event, Fault, Opening, Referee, Terms, contestant};
use boyi_engine::{Game, game};
use boyi_game::{PerSide, Random};
use boyi_search::Stop;
use serde::Serialize;

use crate::interrupt;
use crate::options::BotArgs;
use crate::output::Output;

/// Play games of our engines over their protocols at a short clock, beside busy cores
///
/// Each engine plays itself through pipes, the referee measures the time outside and forgives nothing.
/// A flag that falls is an error. `NBoard` is left out: it knows no clock.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bench clocks
  boyi bench clocks --games 8 --busy 4 --json
  boyi bench clocks --games 4 --control 2s+50ms --grace 20")]
pub(crate) struct Args {
    /// Games to play, dealt out to the engines in turn
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The clock of each game
    #[arg(long, value_name = "LIMITS", default_value = "1s+10ms")]
    control: Control,

    /// How far a clock may be overdrawn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    grace: u64,

    /// Threads that do nothing but keep a core busy
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=1024))]
    busy: u64,

    #[command(flatten)]
    bots: BotArgs,
}

/// Our engines as others run them: a protocol, a game, its rules, and the arguments of this program.
/// Without arguments the engine plays inside this program.
const ENGINES: &[(&str, &str, Option<&str>, &str)] = &[
    ("uci", "xiangqi", None, "uci xiangqi"),
    ("ucci", "xiangqi", None, "ucci"),
    ("gomocup", "gomoku", Some("freestyle"), "gomocup"),
    ("gomocup", "gomoku", Some("standard"), "gomocup"),
    ("gomocup", "gomoku", Some("renju"), "gomocup"),
    (GTP, "reversi", None, "gtp reversi"),
    ("built-in", "xiangqi", None, ""),
    ("built-in", "gomoku", None, ""),
    ("built-in", "reversi", None, ""),
];

/// It begins games at the usual start only.
const GTP: &str = "gtp";

/// Least and most random moves before the engines take over.
const OPENING_PLIES: [u64; 2] = [2, 6];

/// What became of the games of an engine.
#[derive(Serialize)]
struct Row {
    protocol: &'static str,
    game: &'static str,
    rules: String,
    games: u64,
    moves: u64,
    flags: u64,
    /// Anything else that goes wrong with an engine.
    faults: u64,
    /// The least that was ever left on a clock, in seconds.
    least_left: Option<f64>,
    slowest: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let program = program.display().to_string().replace('\'', "'\\''");
    let stop = interrupt::stops()?;
    let idle = AtomicBool::new(false);
    let rows = thread::scope(|scope| {
        for _ in 0..args.busy {
            scope.spawn(|| {
                while !idle.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let count = ENGINES.len() as u64;
        let shares = ENGINES.iter().zip(0..);
        let shares =
            shares.map(|(&engine, place)| (engine, (args.games + count - 1 - place) / count));
        let rows = shares
            .filter(|(_, games)| *games > 0)
            .map(|(engine, games)| play(args, engine, games, &program, &stop, out));
        let rows: Result<Vec<Row>> = rows.collect();
        idle.store(true, Ordering::Relaxed);
        rows
    })?;
    if stop.is_stopped() {
        bail!("stopped by Ctrl-C");
    }
    show(&rows, out)?;
    let flags: u64 = rows.iter().map(|row| row.flags).sum();
    let faults: u64 = rows.iter().map(|row| row.faults).sum();
    if flags + faults > 0 {
        bail!("{flags} flags fell, {faults} games were lost otherwise by failing as a program");
    }
    Ok(())
}

/// Plays the games of one engine against itself.
fn play(
    args: &Args,
    (protocol, name, rules, command): (&'static str, &'static str, Option<&str>, &str),
    games: u64,
    program: &str,
    stop: &Stop,
    out: &Output,
) -> Result<Row> {
    let game = game(name)?;
    let player = if command.is_empty() {
        game.best_player().to_owned()
    } else {
        format!("{protocol}:'{program}' {command}")
    };
    let options = args.bots.options();
    let made = || contestant(game, &player, &options);
    let mut players: Contestants = PerSide::new(made()?, made()?);
    let terms = Terms {
        control: args.control,
        grace: Duration::from_millis(args.grace),
        ..Terms::default()
    };
    let mut row = Row {
        protocol,
        game: game.name(),
        rules: String::new(),
        games: 0,
        moves: 0,
        flags: 0,
        faults: 0,
        least_left: None,
        slowest: 0.0,
    };
    for number in 0..games {
        if stop.is_stopped() {
            break;
        }
        out.progress(&format!("{protocol} {name} {number}/{games}"));
        let opening = opening(game, rules, number, protocol == GTP)?;
        let referee = Referee::new(game, &terms).stopped_by(stop);
        referee.play(&opening, number, &mut players, &mut |event| {
            row.count(event);
        })?;
        row.games += 1;
    }
    out.progress_done();
    Ok(row)
}

/// Another beginning for every game.
fn opening(game: &dyn Game, rules: Option<&str>, number: u64, usual: bool) -> Result<Opening> {
    let start = Opening {
        rules: rules.map(str::to_owned),
        ..Opening::usual()
    };
    if usual {
        return Ok(start);
    }
    let mut table = game.lay(&start.setup(0))?;
    draw_opening(game, &mut *table, OPENING_PLIES, &mut Random::new(number));
    let moves = table.record().moves.iter().map(|mv| mv.text.as_str());
    let moves = Some(moves.collect::<Vec<_>>().join(" "));
    Ok(Opening { moves, ..start })
}

impl Row {
    fn count(&mut self, event: &Event) {
        match event {
            Event::Game(header) => self.rules.clone_from(&header.rules),
            Event::Move(mv) if !mv.opening => {
                self.moves += 1;
                self.slowest = self.slowest.max(mv.seconds.unwrap_or(0.0));
                let left = [self.least_left, mv.clock].into_iter().flatten();
                self.least_left = left.reduce(f64::min);
            }
            Event::Fault { fault, .. } => match fault {
                Fault::OutOfTime { .. } => self.flags += 1,
                _ => self.faults += 1,
            },
            _ => {}
        }
    }
}

fn show(rows: &[Row], out: &mut Output) -> Result<()> {
    if !out.json {
        let heading = out.language.pick(
            "protocol  game     rules       games   moves  flags  faults  least left  slowest move",
            "协议      棋       规则         局数    步数   超时    失误    最少余时      最慢一步",
        );
        out.line(heading)?;
    }
    for row in rows {
        if out.json {
            out.object(row)?;
            continue;
        }
        let left = row
            .least_left
            .map_or("-".to_owned(), |left| format!("{left:.3} s"));
        out.line(format!(
            "{:<9} {:<8} {:<10} {:>6} {:>7} {:>6} {:>7} {left:>11} {:>11.3} s",
            row.protocol,
            row.game,
            row.rules,
            row.games,
            row.moves,
            row.flags,
            row.faults,
            row.slowest
        ))?;
    }
    Ok(())
}
