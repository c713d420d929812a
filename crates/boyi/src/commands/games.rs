//! `boyi games`: what there is to choose from.

use anyhow::Result;
use boyi_engine::{Choice, games};
use boyi_search::Algorithm;
use serde::Serialize;

use crate::output::Output;

/// List the games with their rules, evaluations and players
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi games
  boyi games --json")]
pub(crate) struct Args {}

#[derive(Serialize)]
struct Reply {
    name: &'static str,
    title: &'static str,
    title_zh: &'static str,
    rules: Vec<Named>,
    evaluations: Vec<Named>,
    searches: Vec<Named>,
    characters: Vec<Named>,
    formats: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
}

pub(crate) fn run(_: &Args, out: &mut Output) -> Result<()> {
    for game in games() {
        let [title, title_zh] = game.title();
        let row = |name, about| Named { name, about };
        let named = |choices: &[Choice]| -> Vec<Named> {
            choices
                .iter()
                .map(|choice| row(choice.name, choice.about))
                .collect()
        };
        let search = |algorithm: Algorithm| row(algorithm.name(), algorithm.description());
        let reply = Reply {
            name: game.name(),
            title,
            title_zh,
            rules: named(game.rules()),
            evaluations: named(game.evaluations()),
            searches: if game.test_positions().is_empty() {
                Vec::new()
            } else {
                Algorithm::ALL.map(search).into()
            },
            characters: named(game.characters()),
            formats: named(game.formats()),
        };
        if out.json {
            out.object(&reply)?;
            continue;
        }
        out.line(format!("{} · {title} · {title_zh}", reply.name))?;
        for (heading, choices) in [
            ("rules", &reply.rules),
            ("evaluations", &reply.evaluations),
            ("searches", &reply.searches),
            ("characters", &reply.characters),
            ("formats", &reply.formats),
        ] {
            if choices.is_empty() {
                continue;
            }
            out.line(format!("  {heading}"))?;
            for choice in choices {
                out.line(format!("    {:<14} {}", choice.name, choice.about))?;
            }
        }
    }
    Ok(())
}
