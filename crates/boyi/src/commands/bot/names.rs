//! `boyi bot add`, `list` and `remove`: bots known by name.

use std::path::{Path, PathBuf, absolute, is_separator};

use anyhow::{Context, Result, bail};
use boyi_arena::bot::{BotSpec, Protocol, Registry};
use serde_json::json;

use crate::output::Output;

/// Give a bot a name, by which matches and the page find it: bot:NAME
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bot add mybot
  boyi bot add uci:/usr/games/fairy-stockfish --name fairy")]
pub(crate) struct AddArgs {
    /// A folder with a bot.json, or a program
    program: String,

    /// The name [default: what its bot.json says]
    #[arg(long)]
    name: Option<String>,
}

/// List the bots known by name
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bot list
  boyi bot list --json")]
pub(crate) struct ListArgs {}

/// Forget a name; the bot's files stay
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bot remove mybot")]
pub(crate) struct RemoveArgs {
    /// The name
    name: String,
}

pub(super) fn add(args: &AddArgs, out: &mut Output) -> Result<()> {
    let file = Registry::usual_file();
    let mut registry = Registry::read(&file)?;
    let spec = BotSpec::read(&args.program, None)?;
    let folder = Path::new(&args.program);
    let name = if folder.is_dir() {
        let name = args.name.clone().unwrap_or_else(|| spec.name.clone());
        registry.add_folder(&name, folder.canonicalize()?)?;
        name
    } else {
        let name = args.name.clone();
        let name = name.context("a program without a bot.json needs a --name")?;
        registry.add_program(&name, from_anywhere(&args.program))?;
        name
    };
    registry.write(&file)?;
    if out.json {
        return out.object(
            &json!({ "name": name, "protocol": spec.protocol.name(), "games": spec.games }),
        );
    }
    out.say(
        format!("bot:{name} is known now."),
        format!("现在可以用 bot:{name} 指定它。"),
    )
}

/// The command line with a program that is named by a path written out in full: it will be used from
/// other folders.
fn from_anywhere(text: &str) -> String {
    let (protocol, command) = match text.split_once(':') {
        Some((name, command)) if name.parse::<Protocol>().is_ok() => (name, command),
        _ => ("", text),
    };
    let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
    let is_path = program.contains(is_separator) && Path::new(program).exists();
    let program = match absolute(program) {
        Ok(path) if is_path => path,
        _ => PathBuf::from(program),
    };
    let mut line = program.display().to_string();
    if !protocol.is_empty() {
        line = format!("{protocol}:{line}");
    }
    if rest.is_empty() {
        line
    } else {
        format!("{line} {rest}")
    }
}

pub(super) fn list(out: &mut Output) -> Result<()> {
    let registry = Registry::read(&Registry::usual_file())?;
    let mut any = false;
    for (name, place) in registry.all() {
        any = true;
        let spec = BotSpec::read(&format!("bot:{name}"), None);
        let (protocol, games, problem) = match &spec {
            Ok(spec) => (Some(spec.protocol.name()), spec.games.clone(), None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        if out.json {
            out.object(&json!({
                "name": name,
                "place": place,
                "protocol": protocol,
                "games": games,
                "problem": problem,
            }))?;
            continue;
        }
        let plays = if games.is_empty() {
            out.language.pick("every game", "所有游戏").to_owned()
        } else {
            games.join(", ")
        };
        let about =
            problem.unwrap_or_else(|| format!("{} · {plays}", protocol.unwrap_or_default()));
        out.line(format!("bot:{name:<16} {about} · {place}"))?;
    }
    if !any && !out.json {
        let none = out.language.pick(
            "No bots yet: boyi bot add FOLDER",
            "还没有程序：boyi bot add FOLDER",
        );
        out.line(none)?;
    }
    Ok(())
}

pub(super) fn remove(args: &RemoveArgs, out: &mut Output) -> Result<()> {
    let file = Registry::usual_file();
    let mut registry = Registry::read(&file)?;
    if !registry.remove(&args.name) {
        bail!("there is no bot called `{}`", args.name);
    }
    registry.write(&file)?;
    if out.json {
        return out.object(&json!({ "name": args.name }));
    }
    let name = &args.name;
    out.say(
        format!("bot:{name} is forgotten."),
        format!("已忘记 bot:{name}。"),
    )
}
