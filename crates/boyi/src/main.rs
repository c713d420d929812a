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

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    analyse, bench, book, bot, completions, doctor, experience, games, garlic, gomocup, gtp, judge,
    lab, man, matches, maze, nboard, perft, play, record, roads, serve, shell, show, solve, sprt,
    tournament, train, ucci, uci, worker, xiangqi,
};
use language::{Language, LanguageArg};
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
        hide_env_values = true,
        value_parser = LanguageArg::of_messages()
    )]
    lang: Option<LanguageArg>,
}

const EXAMPLES: &str = "\
Examples:
  boyi lab                              what pruning, ordering and tables save, in numbers
  boyi serve                            the page: play and analyse in the browser
  boyi play reversi                     play against the computer
  boyi analyse reversi --moves f5d6     what is the best move here?
  boyi solve reversi --size 4x4         who wins with best play?
  boyi match reversi pvs mtdf           who is stronger, and how sure is that?
  boyi solve maze.txt                   the shortest way through a maze
  boyi shell                            a shell in which all of these are commands

Exit status: 0 done, 1 could not be done, 2 not understood.";

#[derive(Subcommand)]
enum Command {
    Lab(lab::Args),
    Serve(serve::Args),
    Play(play::Args),
    Analyse(analyse::Args),
    Solve(solve::Args),
    Maze(maze::Args),
    Roads(roads::Args),
    Garlic(garlic::Args),
    Xiangqi(xiangqi::Args),
    Gomocup(gomocup::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    Sprt(sprt::Args),
    Record(record::Args),
    Worker(worker::Args),
    Show(show::Args),
    Judge(judge::Args),
    Perft(perft::Args),
    Bot(bot::Args),
    Doctor(doctor::Args),
    Bench(bench::Args),
    Train(train::Args),
    Book(book::Args),
    Experience(experience::Args),
    Nboard(nboard::Args),
    Gtp(gtp::Args),
    Uci(uci::Args),
    Ucci(ucci::Args),
    Shell(shell::Args),
    Games(games::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    // Bots are looked after by this program, started anew for nothing else.
    if let Some(code) = boyi_arena::sandbox::serve(std::env::args_os()) {
        return code;
    }
    if let Err(missing) = machine::check() {
        eprintln!("boyi: {missing}");
        return ExitCode::FAILURE;
    }
    ExitCode::from(run(std::env::args_os()))
}

/// Parses and runs one command line, program name first; returns the exit status. The shell calls
/// this too, in a child process of its own.
fn run(line: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let line: Vec<OsString> = line.into_iter().map(Into::into).collect();
    options::runs_now(&line);
    let boyi = match Boyi::try_parse_from(line) {
        Ok(boyi) => boyi,
        Err(error) => {
            // Help goes to standard output and is no failure.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let mut out = Output::new(
        boyi.json,
        boyi.lang
            .and_then(LanguageArg::messages)
            .unwrap_or_else(Language::of_environment),
    );
    let result = match &boyi.command {
        Command::Lab(args) => lab::run(args, &mut out),
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Play(args) => play::run(args, &mut out),
        Command::Analyse(args) => analyse::run(args, &mut out),
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Maze(args) => maze::run(args, &mut out),
        Command::Roads(args) => roads::run(args, &mut out),
        Command::Garlic(args) => garlic::run(args, &mut out),
        Command::Xiangqi(args) => xiangqi::run(args, &mut out),
        Command::Gomocup(args) => gomocup::run(args),
        Command::Match(args) => matches::run(args, &mut out),
        Command::Tournament(args) => tournament::run(args, &mut out),
        Command::Sprt(args) => sprt::run(args, &mut out),
        Command::Record(args) => record::run(args, &mut out),
        Command::Worker(args) => worker::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Judge(args) => judge::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Bot(args) => bot::run(args, &mut out),
        Command::Doctor(args) => doctor::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Train(args) => train::run(args, &mut out),
        Command::Book(args) => book::run(args, &mut out),
        Command::Experience(args) => experience::run(args, &mut out),
        Command::Nboard(args) => nboard::run(args),
        Command::Gtp(args) => gtp::run(args),
        Command::Uci(args) => uci::run(args),
        Command::Ucci(args) => ucci::run(args),
        Command::Shell(args) => return shell::run(args, &out),
        Command::Games(args) => games::run(args, &mut out),
        Command::Completions(args) => completions::run(args, &mut out),
        Command::Man(args) => man::run(args, &mut out),
    };
    match result {
        Ok(()) => 0,
        // Whoever was reading has seen enough: `boyi lab | head`.
        Err(error) if output::is_closed_pipe(&error) => 0,
        Err(error) => {
            eprintln!("boyi: {error:#}");
            output::status(&error)
        }
    }
}
