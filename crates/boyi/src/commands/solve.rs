//! `boyi solve`: the answer to whatever a file holds, or the exact result of a game.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use boyi_paths::FileKind;

use super::{maze, roads, solve_gomoku, solve_obf, solve_reversi, supply};
use crate::options::read_bytes;
use crate::output::Output;

/// Find the shortest way in a maze or on a road map, or the result of best play
///
/// The file is known by its content: a maze of 0 and 1, a maze with supplies, a `MovingAI` map or
/// scenario file, a picture of a road map, or a list of Othello positions (OBF).
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi solve maze.txt
  boyi solve maze.txt --compare astar,ida-table,uniform-cost
  boyi solve map.png --best 5 --draw roads.svg
  boyi solve supplies.txt --json
  boyi solve reversi --size 4x4
  boyi solve positions.obf --threads 2
  boyi solve gomoku --moves h8h9i7

`boyi maze --help` and `boyi roads --help` explain the options."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    game: Option<Game>,

    /// The file; - for standard input
    file: Option<PathBuf>,

    #[command(flatten)]
    maze: maze::MazeOptions,

    #[command(flatten)]
    roads: roads::RoadOptions,

    #[command(flatten)]
    obf: solve_obf::ObfOptions,
}

#[derive(clap::Subcommand)]
enum Game {
    Reversi(solve_reversi::Args),
    Gomoku(Box<solve_gomoku::Args>),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match (&args.game, &args.file) {
        (Some(Game::Reversi(args)), _) => solve_reversi::run(args, out),
        (Some(Game::Gomoku(args)), _) => solve_gomoku::run(args, out),
        (None, Some(file)) => solve_file(file, &args.maze, Some((&args.roads, &args.obf)), out),
        (None, None) => bail!("which file?"),
    }
}

/// Solves what a file holds; without options for them, pictures and positions are refused.
pub(crate) fn solve_file(
    file: &Path,
    maze: &maze::MazeOptions,
    others: Option<(&roads::RoadOptions, &solve_obf::ObfOptions)>,
    out: &mut Output,
) -> Result<()> {
    let bytes = read_bytes(file)?;
    let kind = FileKind::of(&bytes);
    if kind == FileKind::RoadPicture {
        let Some((roads, _)) = others else {
            bail!("{} is a picture: try boyi roads", file.display())
        };
        return roads::solve(&bytes, roads, out).with_context(|| file.display().to_string());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .split(|&c| c == b'\n')
            .count();
        anyhow::anyhow!(
            "{}: line {line}: neither text nor a PNG picture",
            file.display()
        )
    })?;
    let solved = match kind {
        FileKind::Scenarios => maze::run_scenarios(&text, file, maze, out),
        FileKind::Supply => supply::solve(&text, maze, out),
        FileKind::Maze if solve_obf::is_obf(&text) => match others {
            Some((_, options)) => solve_obf::solve(&text, options, out),
            None => bail!("{} holds Othello positions: try boyi solve", file.display()),
        },
        _ => maze::solve(&text, maze, out),
    };
    solved.with_context(|| file.display().to_string())
}
