//! `boyi bot check`: tries a bot and says what is wrong.

use std::time::Duration;

use anyhow::{Result, bail};
use boyi_arena::bot::{BotSpec, Check, Protocol, check};
use boyi_arena::{Control, Terms};
use boyi_engine::game;
use serde_json::{Value, json};

use crate::options::BotArgs;
use crate::output::Output;

/// Try a bot: start it, have it play a game on each side, and say what is wrong in plain words
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bot check ./mybot
  boyi bot check 'python3 bot.py' --game reversi
  boyi bot check uci:/usr/games/fairy-stockfish --control move=100ms

Exit status: 0 nothing is wrong, 1 something is.")]
pub(crate) struct Args {
    /// A path, PROTOCOL:COMMAND, or bot:NAME
    #[arg(value_name = "PROGRAM")]
    program: String,

    /// The game [default: the one it is made for]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The protocol: boyi, uci, ucci, xboard, gomocup, nboard, gtp or botzone
    #[arg(long, value_name = "NAME")]
    protocol: Option<Protocol>,

    /// What a move may cost, such as move=500ms or 1m+1s
    #[arg(long, value_name = "CONTROL", default_value = "move=5s")]
    control: Control,

    #[command(flatten)]
    bots: BotArgs,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let mut spec = BotSpec::read(&args.program, None)?;
    if let Some(protocol) = args.protocol {
        spec.protocol = protocol;
    }
    let known = args.game.as_deref().or(match &spec.games[..] {
        [only, ..] => Some(only.as_str()),
        [] => spec.protocol.game(),
    });
    let Some(name) = known else {
        spec.program.look()?;
        bail!("which game does it play? Say so with --game");
    };
    let game = game(name)?;
    let terms = Terms {
        control: args.control,
        patience: Duration::from_secs(20),
        ..Terms::default()
    };
    out.progress(out.language.pick("playing two games…", "正在对局……"));
    let checked = check(&spec, game, &args.bots.sandbox(), &terms);
    out.progress_done();
    if out.json {
        out.object(&reply(&spec, game.name(), &checked))?;
    } else {
        print(&spec, game.name(), &checked, out)?;
    }
    if !checked.passed() {
        bail!(
            "{}",
            out.language.pick("the bot did not pass", "程序未通过检查")
        );
    }
    Ok(())
}

fn reply(spec: &BotSpec, game: &str, checked: &Check) -> Value {
    let finding = |finding: &boyi_arena::bot::Finding| {
        json!({
            "passed": finding.passed,
            "what": finding.what.english,
            "advice": finding.advice.as_ref().map(|advice| &advice.english),
        })
    };
    json!({
        "name": spec.name,
        "game": game,
        "protocol": spec.protocol.name(),
        "passed": checked.passed(),
        "findings": checked.findings.iter().map(finding).collect::<Vec<_>>(),
        "layers": checked.layers.iter().map(|layer| layer.name()).collect::<Vec<_>>(),
        "log": checked.log,
    })
}

fn print(spec: &BotSpec, game: &str, checked: &Check, out: &mut Output) -> Result<()> {
    let language = out.language;
    out.line(format!("{} · {game} · {}", spec.name, spec.protocol))?;
    for finding in &checked.findings {
        let mark = if finding.passed {
            out.language.pick("ok   ", "通过")
        } else {
            out.language.pick("WRONG", "有误")
        };
        out.line(format!("  {mark} {}", finding.what.in_language(language)))?;
        if let Some(advice) = &finding.advice {
            out.line(format!("        {}", advice.in_language(language)))?;
        }
    }
    if !checked.layers.is_empty() {
        let layers: Vec<&str> = checked.layers.iter().map(|layer| layer.name()).collect();
        let heading = out.language.pick("behind", "沙箱层：");
        out.line(format!("  {heading} {}", layers.join(", ")))?;
    }
    if let Some(log) = &checked.log {
        out.say("  its log:", "  它的日志：")?;
        for line in log
            .lines()
            .rev()
            .take(20)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
        {
            out.line(format!("    {line}"))?;
        }
    }
    Ok(())
}
