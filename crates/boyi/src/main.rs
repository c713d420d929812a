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

#[cfg(test)]
mod docs;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    analyse, assignment, bench, book, bot, check, completions, course, doctor, eval, experience,
    games, garlic, gomocup, grade, gtp, judge, lab, man, matches, maze, nboard, openings, page,
    perft, play, puzzles, record, roads, serve, shell, show, solve, sprt, store, submit,
    tournament, train, tune, ucci, uci, worker, xiangqi,
};
use language::LanguageArg;
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

/// The commands, in the order in which help lists them: each is a file that has `Args` and `run`. The `Args`
/// of some are commands of their own.
macro_rules! commands {
    ($($(#[$kind:meta])? $name:ident in $file:ident,)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$kind])? $name($file::Args),)*
        }

        impl Command {
            fn run(&self, out: &mut Output) -> anyhow::Result<ExitStatus> {
                match self {
                    $(Self::$name(args) => $file::run(args, out).map(ExitStatus::from),)*
                }
            }
        }
    };
}

commands! {
    Lab in lab,
    Serve in serve,
    Page in page,
    Play in play,
    Analyse in analyse,
    Eval in eval,
    Solve in solve,
    Maze in maze,
    Roads in roads,
    #[command(subcommand)]
    Garlic in garlic,
    #[command(subcommand)]
    Xiangqi in xiangqi,
    Gomocup in gomocup,
    Match in matches,
    Tournament in tournament,
    Sprt in sprt,
    Openings in openings,
    #[command(subcommand)]
    Record in record,
    #[command(subcommand)]
    Puzzles in puzzles,
    #[command(subcommand)]
    Store in store,
    Worker in worker,
    Show in show,
    Judge in judge,
    Perft in perft,
    #[command(subcommand)]
    Bot in bot,
    #[command(subcommand)]
    Assignment in assignment,
    Check in check,
    Submit in submit,
    Grade in grade,
    #[command(subcommand)]
    Course in course,
    Doctor in doctor,
    Bench in bench,
    #[command(subcommand)]
    Train in train,
    Tune in tune,
    Book in book,
    Experience in experience,
    Nboard in nboard,
    Gtp in gtp,
    Uci in uci,
    Ucci in ucci,
    Shell in shell,
    Games in games,
    Completions in completions,
    Man in man,
}

/// 0 for a command that was done; the shell returns the status of the last command in it.
struct ExitStatus(u8);

impl From<()> for ExitStatus {
    fn from((): ()) -> Self {
        Self(0)
    }
}

impl From<u8> for ExitStatus {
    fn from(status: u8) -> Self {
        Self(status)
    }
}

fn main() -> ExitCode {
    machine::become_newer();
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
            .unwrap_or_else(language::of_environment),
    );
    match boyi.command.run(&mut out) {
        Ok(ExitStatus(status)) => status,
        // Whoever was reading has seen enough: `boyi lab | head`.
        Err(error) if output::is_closed_pipe(&error) => 0,
        Err(error) => {
            output::complain(format!("boyi: {error:#}"));
            output::status(&error)
        }
    }
}
