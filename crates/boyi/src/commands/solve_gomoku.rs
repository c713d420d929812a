//! `boyi solve gomoku`: wins by threats, with proofs.

mod answers;
mod check;
mod state;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use boyi_engine::game;
use boyi_engine::gomoku::{
    self, Problem, ProofProgress, SearchState, Solution, Stones, SuggestedLines,
};
use boyi_game::{Phrase, Position, Side};
use boyi_gomoku::{Gomoku, Point};
use serde_json::json;

use crate::interrupt;
use crate::options::{ResultFile, SetupArgs, read_seconds};
use crate::output::{Output, grouped, spoken};
use boyi_game::Language;

/// Find a win by threats in a gomoku position, and prove it
///
/// Tries fours, then fours and threes, then quiet moves that threaten fours and threes. Every win that
/// is reported was checked by a program that shares nothing with the search but the rules and tries
/// every answer that could matter. Where the other side is to move, say who is to win with --attacker:
/// then every answer on the board has to be refuted. With --state a search that was stopped goes on
/// where it was; Ctrl-C loses nothing. The file serves other positions of the game too: what is proven
/// after some of the answers helps to prove the opening. With --answers every answer gets a search and
/// a proof of its own, which proves openings that are too much for one search.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi solve gomoku --rules freestyle --moves h8h9i7 --seconds 5 --json
  boyi solve gomoku --rules renju --black h8i6i7j8k8l7 --white h9i5j7k6l5l8
  boyi solve gomoku --moves h8a1h9a3h10a5 --proof win.proof
  boyi solve gomoku --moves h8i9i7 --attacker black --seconds 2 --state hogetsu.state
  boyi solve gomoku --check win.proof
  boyi solve gomoku --moves h8a1h9a3h10a5h11 --answers four
  boyi solve gomoku --moves h8a1h9a3h10a5h11 --check four/*.proof")]
pub(crate) struct Args {
    /// How long to try, with --answers for each of them
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = read_seconds)]
    seconds: Duration,

    /// Positions to look at, at most
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Who is to win [default: the side to move, with --answers the other one]
    #[arg(long, value_name = "SIDE", value_parser = ["black", "white"])]
    attacker: Option<String>,

    /// Black stones, such as h8i9, in place of a position
    #[arg(long, value_name = "POINTS")]
    black: Option<String>,

    /// White stones
    #[arg(long, value_name = "POINTS")]
    white: Option<String>,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Read what an earlier search knew from this file, and write what this one knows
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Refute every answer of the side to move, and write the proofs to this folder; what is there
    /// already is checked and kept, so that the command can be given again
    #[arg(long, value_name = "FOLDER", conflicts_with = "proof")]
    answers: Option<PathBuf>,

    /// Lines of play worth trying, one a line, such as h8h9i9j10i7: where one of their positions comes up,
    /// the attacker's move in it is tried first
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,

    /// Check proofs that were written before instead; with --moves or another position, whether they
    /// prove it together: there must be one for every answer, or for every answer to a move after it
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["proof", "state", "attacker", "answers", "lines"])]
    check: Vec<PathBuf>,

    /// The size of the table in MiB [default: 8 for every second, 256 at most]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: Option<u64>,

    /// With two, narrow attacks and broad ones are tried side by side; with one, or with --nodes, in turn
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=2))]
    threads: u64,

    #[command(flatten)]
    setup: SetupArgs,
}

/// The state of a long search is saved this often, so that a crash loses little.
const BETWEEN_SAVES: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let stones = args.black.is_some() || args.white.is_some();
    let nothing_said = !stones && args.setup.is_empty();
    if !args.check.is_empty() && nothing_said {
        return check::each(&args.check, out);
    }
    let position = position(args)?;
    if position.outcome().is_some() {
        bail!("the game is over");
    }
    if !args.check.is_empty() {
        return check::together(&args.check, &position, out);
    }
    let problem = problem(args, position)?;
    let proof = ResultFile::new(args.proof.as_deref())?;
    // The state is saved now and then; that it can be written is tested before the work.
    ResultFile::new(args.state.as_deref())?;
    if let Some(folder) = &args.answers {
        return answers::run(&problem, folder, args.state.as_deref(), out);
    }
    let solution = solve(args, &problem, out)?;
    if let Some(found) = &solution.proof {
        proof.write(found.proof.write())?;
    }
    report(&solution, &problem, out)
}

fn problem(args: &Args, position: Gomoku) -> Result<Problem> {
    let attacker = match args.attacker.as_deref() {
        None if args.answers.is_some() => !position.turn(),
        None => position.turn(),
        Some("black") => Side::First,
        Some(_) => Side::Second,
    };
    if args.answers.is_some() && attacker == position.turn() {
        bail!(
            "{} is to move: --answers wants the other side to win",
            colour(attacker)
        );
    }
    let suggestions = match &args.lines {
        Some(file) => suggested_lines(file, &position)?,
        None => SuggestedLines::default(),
    };
    let hash = args.hash.unwrap_or_else(|| default_hash_mib(args.seconds));
    Ok(Problem {
        position,
        attacker,
        time: Some(args.seconds),
        nodes: args.nodes,
        table_bytes: (hash as usize) << 20,
        threads: args.threads as usize,
        suggestions,
    })
}

/// Solves one position, and saves the state of the search where it is to be kept.
fn solve(args: &Args, problem: &Problem, out: &mut Output) -> Result<Solution> {
    let mut search = match &args.state {
        Some(file) => state::read(file, problem)?,
        None => SearchState::default(),
    };
    let stop = interrupt::stops()?;
    let mut saved = Instant::now();
    let mut watch = |progress: ProofProgress, search: &dyn Fn() -> SearchState| {
        let (refuted, answers) = (progress.refuted, progress.answers);
        let nodes = grouped(progress.nodes);
        out.progress(&format!(
            "{refuted} of {answers} answers refuted, {nodes} positions"
        ));
        if let Some(file) = &args.state
            && saved.elapsed() >= BETWEEN_SAVES
        {
            // An error is reported by the last write.
            let _ = state::write(file, problem, &search());
            saved = Instant::now();
        }
    };
    let solution = gomoku::solve(problem, &mut search, &stop, &mut watch)?;
    out.progress_done();
    if let Some(file) = &args.state {
        state::write(file, problem, &search)?;
    }
    Ok(solution)
}

fn report(solution: &Solution, problem: &Problem, out: &mut Output) -> Result<()> {
    let attacker = problem.attacker;
    let moves_first = problem.position.turn() == attacker;
    let proof = solution.proof.as_ref();
    let line: Vec<String> = proof
        .map(|found| found.line.iter().map(Point::to_string).collect())
        .unwrap_or_default();
    let open: Vec<String> = solution.open.iter().map(Point::to_string).collect();
    if out.json {
        return out.object(&json!({
            "game": "gomoku",
            "result": if proof.is_some() { "win" } else { "none_found" },
            "move": line.first().filter(|_| moves_first).cloned(),
            "plies": proof.map(|found| found.line.len()),
            "line": line,
            "exhausted": solution.exhausted,
            "open": open,
            "nodes": solution.nodes,
            "proof_positions": proof.map(|found| found.proof.moves.len()),
            "checked_positions": proof.map(|found| found.checked.positions),
            "seconds": solution.elapsed.as_secs_f64(),
        }));
    }
    let language = out.language;
    match proof {
        Some(found) => {
            let Phrase { english, chinese } = game("gomoku")?.side_name(attacker);
            let plies = found.line.len();
            out.say(
                format!("{english} wins in {plies} plies at most by this proof:"),
                format!("{chinese}必胜，此证明至多 {plies} 手："),
            )?;
            out.line(line.join(" "))?;
            let (proof, checked) = (found.proof.moves.len(), found.checked.positions);
            out.say(
                format!(
                    "{proof} positions in the proof, {checked} checked with all answers that matter"
                ),
                format!("证明含 {proof} 个局面，逐一检查了 {checked} 个局面的所有有关应手"),
            )?;
        }
        None if solution.exhausted => {
            out.say("There is no win by such threats", "没有连续威胁的胜法")?;
        }
        None => out.say("No win was found", "未找到胜法")?,
    }
    if !open.is_empty() {
        out.line(still_open(&open, language))?;
    }
    let cost = language.pick("positions in", "个局面，用时");
    let time = spoken(solution.elapsed);
    out.line(format!("{} {cost} {time}", grouped(solution.nodes)))
}

/// The size of a table that a search of this length fills: a larger one costs time, a third of a win that
/// is found within a second.
fn default_hash_mib(time: Duration) -> u64 {
    time.as_secs().saturating_mul(8).clamp(8, 256)
}

/// The lines of a file, which begin with the first move of the game.
fn suggested_lines(file: &Path, position: &Gomoku) -> Result<SuggestedLines> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let start = Gomoku::start(position.size(), position.rules());
    SuggestedLines::read(&text, &start).with_context(|| name.to_string())
}

/// The answers that nobody has refuted yet.
fn still_open(answers: &[String], language: Language) -> String {
    let still_open = language.pick("Still open:", "尚未解决：");
    format!("{still_open} {}", answers.join(" "))
}

/// A side on the command line and in files.
fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

fn position(args: &Args) -> Result<Gomoku> {
    let setup = args.setup.setup()?;
    if args.black.is_some() || args.white.is_some() {
        let stones = Stones {
            black: args.black.as_deref().unwrap_or_default(),
            white: args.white.as_deref().unwrap_or_default(),
        };
        return Ok(gomoku::board(&setup, stones)?);
    }
    Ok(gomoku::position(&setup)?)
}
