//! `boyi solve`: the answer to whatever a file holds, or the exact result of a game.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

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
    if bytes.starts_with(b"\x89PNG") {
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
    let solved = match kind(&text) {
        Kind::Othello => match others {
            Some((_, options)) => solve_obf::solve(&text, options, out),
            None => bail!("{} holds Othello positions: try boyi solve", file.display()),
        },
        Kind::Supply => supply::solve(&text, maze, out),
        Kind::Scenarios => maze::run_scenarios(&text, file, maze, out),
        Kind::Map | Kind::Maze => maze::solve(&text, maze, out),
    };
    solved.with_context(|| file.display().to_string())
}

/// What a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Rows of 0 and 1.
    Maze,
    /// `M N T` and M rows of N numbers.
    Supply,
    /// A `MovingAI` map.
    Map,
    /// `MovingAI` queries.
    Scenarios,
    /// Othello positions.
    Othello,
}

/// Tells the formats apart by how they begin. Three numbers on the first line are the size and food
/// of a supply maze if the second line has as many numbers as they say; a maze three cells wide has
/// three there too.
pub(crate) fn kind(text: &str) -> Kind {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first: Vec<&str> = lines
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    match first[..] {
        ["version", ..] => Kind::Scenarios,
        ["type", ..] => Kind::Map,
        _ if solve_obf::is_obf(text) => Kind::Othello,
        [rows, cols, food]
            if [rows, cols, food]
                .iter()
                .all(|word| word.parse::<u32>().is_ok()) =>
        {
            let width = lines
                .next()
                .map_or(0, |line| line.split_whitespace().count());
            let three_wide = width == 3
                && [rows, cols, food]
                    .iter()
                    .all(|word| matches!(*word, "0" | "1"));
            if three_wide { Kind::Maze } else { Kind::Supply }
        }
        _ => Kind::Maze,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_how_they_begin() {
        assert_eq!(kind("0101\n1111"), Kind::Maze);
        assert_eq!(
            kind("\n0 1 0\n0 0 0\n"),
            Kind::Maze,
            "a maze three cells wide"
        );
        assert_eq!(kind("2 2 5\n3 0\n0 4\n"), Kind::Supply);
        assert_eq!(kind("3 3 5\r\n3 0 0\r\n0 0 0\r\n0 0 4\r\n"), Kind::Supply);
        assert_eq!(kind("type octile\nheight 2"), Kind::Map);
        assert_eq!(kind("version 1\n"), Kind::Scenarios);
        assert_eq!(kind(""), Kind::Maze);
        let start = "---------------------------OX------XO---------------------------";
        assert_eq!(kind(&format!("% start\n{start} X;\n")), Kind::Othello);
    }
}
