//! `boyi games`: what there is to choose from.

use anyhow::Result;
use boyi_engine::{Choice, games};
use serde_json::json;

use crate::output::Output;

/// List the games with their rules, evaluations and players
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi games
  boyi games --json")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut Output) -> Result<()> {
    for game in games() {
        let [title, title_zh] = game.title();
        let named = |choices: &[Choice]| -> Vec<_> {
            let named = |choice: &Choice| (choice.name, choice.about);
            choices.iter().map(named).collect()
        };
        let levels = game.levels();
        let levels = levels.iter();
        let levels = levels.map(|level| (level.name, level.about.english.as_str()));
        let lists = [
            ("rules", named(game.rules())),
            ("evaluations", named(game.evaluations())),
            ("searches", named(&game.searches())),
            ("characters", named(game.characters())),
            ("levels", levels.collect()),
            ("formats", named(game.formats())),
        ];
        if out.json {
            let mut reply = json!({ "name": game.name(), "title": title, "title_zh": title_zh });
            for (heading, choices) in lists {
                let choices = choices.into_iter();
                let choices = choices.map(|(name, about)| json!({ "name": name, "about": about }));
                reply[heading] = choices.collect();
            }
            for level in reply["levels"].as_array_mut().into_iter().flatten() {
                let measured = level["name"]
                    .as_str()
                    .and_then(|name| game.level_rating(name));
                level["rating"] = json!(measured.map(|measured| measured.rating));
                level["error"] = json!(measured.map(|measured| measured.error));
            }
            out.object(&reply)?;
            continue;
        }
        out.line(format!("{} · {title} · {title_zh}", game.name()))?;
        for (heading, choices) in lists.iter().filter(|(_, choices)| !choices.is_empty()) {
            let heading_zh = match *heading {
                "rules" => "规则",
                "evaluations" => "估值",
                "searches" => "搜索",
                "characters" => "角色",
                "levels" => "等级",
                "formats" => "格式",
                other => other,
            };
            out.say(format!("  {heading}"), format!("  {heading_zh}"))?;
            for (name, about) in choices {
                let measured = game.level_rating(name).filter(|_| *heading == "levels");
                let strong =
                    measured.map(|measured| format!(" ({} ±{})", measured.rating, measured.error));
                let strong = strong.unwrap_or_default();
                out.line(format!("    {name:<14} {about}{strong}"))?;
            }
        }
    }
    Ok(())
}
