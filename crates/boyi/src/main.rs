//! boyi: play, watch, analyse, teach and measure game-playing and path-finding AI.
//!
//! A table of contents: each command is one file under `commands`, which reads its arguments, calls
//! the crates that know, and prints.

mod commands;
mod draw;
mod interrupt;
mod language;
mod machine;
mod options;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    analyse, bench, completions, games, garlic, lab, man, maze, perft, play, roads, show, solve,
};
use language::Language;
use output::Output;

/// Play, watch, analyse, teach and measure game-playing and path-finding AI.
#[derive(Parser)]
#[command(name = "boyi", version, about, propagate_version = true, after_help = EXAMPLES)]
pub struct Boyi {
    #[command(subcommand)]
    command: Command,

    /// Print JSON instead of text: one object, or one a line
    #[arg(long, global = true)]
    json: bool,

    /// The language of boards and messages [default: from the environment]
    #[arg(
        long,
        global = true,
        value_name = "LANGUAGE",
        env = "BOYI_LANG",
        hide_env_values = true
    )]
    lang: Option<Language>,
}

const EXAMPLES: &str = "\
Examples:
  boyi lab                              what pruning, ordering and tables save, in numbers
  boyi play reversi                     play against the computer
  boyi analyse reversi --moves f5d6     what is the best move here?
  boyi solve reversi --size 4x4         who wins with best play?
  boyi solve maze.txt                   the shortest way through a maze

Exit status: 0 done, 1 could not be done, 2 not understood.";

#[derive(Subcommand)]
enum Command {
    Lab(lab::Args),
    Play(play::Args),
    Analyse(analyse::Args),
    Solve(solve::Args),
    Maze(maze::Args),
    Roads(roads::Args),
    Garlic(garlic::Args),
    Show(show::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Games(games::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    if let Err(missing) = machine::check() {
        eprintln!("boyi: {missing}");
        return ExitCode::FAILURE;
    }
    let boyi = Boyi::parse();
    let mut out = Output::new(
        boyi.json,
        boyi.lang.unwrap_or_else(Language::of_environment),
    );
    let result = match &boyi.command {
        Command::Lab(args) => lab::run(args, &mut out),
        Command::Play(args) => play::run(args, &mut out),
        Command::Analyse(args) => analyse::run(args, &mut out),
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Maze(args) => maze::run(args, &mut out),
        Command::Roads(args) => roads::run(args, &mut out),
        Command::Garlic(args) => garlic::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Games(args) => games::run(args, &mut out),
        Command::Completions(args) => completions::run(args, &mut out),
        Command::Man(args) => man::run(args, &mut out),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever was reading has seen enough: `boyi lab | head`.
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("boyi: {error:#}");
            ExitCode::from(output::status(&error))
        }
    }
}
