//! `boyi bot new`: a bot to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use boyi_arena::bot::{Template, template};
use boyi_engine::game;
use serde_json::json;

use crate::language::LanguageArg;
use crate::output::Output;

/// Write a bot that plays legal moves, in a folder of its own
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bot new reversi --lang python
  boyi bot new xiangqi --lang cpp --name dragon")]
pub(crate) struct Args {
    /// The game; `boyi games` lists them
    #[arg(value_name = "GAME")]
    game: String,

    /// The language: python, cpp, java, javascript or rust
    // `--lang` is the language of messages everywhere else; a bot's language is what it means here.
    #[arg(long, value_name = "LANGUAGE", default_value = "python", value_parser = LanguageArg::to_program_in())]
    lang: LanguageArg,

    /// The bot's name, and that of its folder [default: GAME-bot]
    #[arg(long, value_name = "NAME")]
    name: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = game(&args.game)?.name();
    let folder = args
        .name
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{game}-bot")));
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name.context("the name of a bot is the name of a folder")?;
    let template = template(name, game, args.lang.programming().unwrap_or("python"))?;
    ensure!(
        !folder.exists(),
        "{} is there already: give another --name",
        folder.display()
    );
    write(&folder, &template.files)
        .with_context(|| format!("cannot write {}", folder.display()))?;
    let Template {
        files,
        build,
        source,
    } = template;
    if out.json {
        return out.object(&json!({
            "name": name,
            "game": game,
            "folder": folder,
            "files": files.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "source": source,
            "build": build,
        }));
    }
    let shown = folder.display();
    out.say(
        format!("A bot for {game} is in {shown}. It plays any legal move: change {source}."),
        format!("已在 {shown} 中写好一个 {game} 程序。它随便走一步合法的棋：请修改 {source}。"),
    )?;
    if let Some(build) = build {
        out.line(format!("  cd {shown} && {build}"))?;
    }
    // A bare name would be taken for a player of ours.
    let is_bare = folder.components().count() == 1;
    let place = format!("{}{shown}", if is_bare { "./" } else { "" });
    out.line(format!("  boyi bot check {place}"))?;
    out.line(format!("  boyi bot add {place}"))
}

fn write(folder: &Path, files: &[(String, String)]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
