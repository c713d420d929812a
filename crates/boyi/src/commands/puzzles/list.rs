//! `boyi puzzles list`.

use anyhow::Result;
use serde_json::json;

use super::shipped;
use crate::options::GameArg;
use crate::output::Output;

/// List the puzzles of a game, the easiest first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi puzzles list xiangqi --theme mate-in-2
  boyi puzzles list reversi --most 1200 --limit 10
  boyi puzzles list gomoku --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Only with this theme
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,

    /// Only rated at least so high
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    least: u32,

    /// Only rated at most so high
    #[arg(long, value_name = "RATING", default_value_t = u32::MAX, hide_default_value = true)]
    most: u32,

    /// At most so many
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let set = shipped(args.game.game()?.name())?;
    if let Some(theme) = &args.theme
        && !set.themes().iter().any(|(known, _)| known == theme)
    {
        let known: Vec<&str> = set.themes().into_iter().map(|(name, _)| name).collect();
        anyhow::bail!(
            "there is no theme `{theme}`: choose from {}",
            known.join(", ")
        );
    }
    let fits = |theme: &[String]| {
        args.theme
            .as_ref()
            .is_none_or(|wanted| theme.contains(wanted))
    };
    let mut puzzles: Vec<_> = set
        .puzzles
        .iter()
        .filter(|puzzle| fits(&puzzle.theme) && (args.least..=args.most).contains(&puzzle.rating))
        .collect();
    puzzles.sort_by_key(|puzzle| puzzle.rating);
    puzzles.truncate(args.limit.unwrap_or(usize::MAX));
    for puzzle in puzzles {
        if out.json {
            out.object(&json!({
                "id": puzzle.id,
                "position": puzzle.position,
                "solution": puzzle.solution,
                "theme": puzzle.theme,
                "rating": puzzle.rating,
            }))?;
        } else {
            out.line(format!(
                "{}  {:4}  {}  {}  ({})",
                puzzle.id,
                puzzle.rating,
                puzzle.position,
                puzzle.solution.join(" "),
                puzzle.theme.join(", "),
            ))?;
        }
    }
    Ok(())
}
