//! `boyi experience`: what was learned from games that were not won.

use anyhow::{Result, bail};
use boyi_arena::trial::{Trial, TrialReport, try_out};
use boyi_engine::experience::{Experience, ExperienceEntry, post_mortem};
use boyi_engine::{Game, Go, PlayerSpec};
use boyi_game::{Score, Side, Status};
use serde::Serialize;
use serde_json::json;

use super::analyse::Value;
use crate::commands::kept_file::KeptFile;
use crate::interrupt;
use crate::options::{LimitArgs, SetupArgs};
use crate::output::{Output, grouped};

/// Learn from games that were not won, show what was learned, try out whether it helps
///
/// A post-mortem searches a lost game again from its end backwards, finds the last move that had a
/// better alternative, and writes down what refuted it and what to play instead. `boyi play GAME
/// --experience FILE` uses the file and adds to it. Only what our own search confirms is learned, and a
/// proven win is played whatever the file says.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi experience gomoku learn --moves h8h9i8i9j8a1g8f8k8 --nodes 3000
  boyi experience gomoku show --json
  boyi experience gomoku try --openings 2 --nodes 200 --stronger 4")]
pub(crate) struct Args {
    #[command(flatten)]
    kept: KeptFile,

    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Show what was learned
    Show,
    /// Look for the mistake in a finished game that was not won
    Learn {
        /// Whose mistake [default: of the side that lost]
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second"])]
        side: Option<String>,

        #[command(flatten)]
        setup: SetupArgs,

        #[command(flatten)]
        limits: LimitArgs,
    },
    /// Play a stronger copy from openings, learn, and play them again; others are held out
    ///
    /// The file is not touched: what is learned here is learned for the trial alone.
    Try {
        /// Openings to learn from; as many others are held out
        #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000))]
        openings: u64,

        /// Positions the player looks at for a move
        #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,

        /// How many times as many the stronger copy looks at
        #[arg(long, value_name = "TIMES", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
        stronger: u64,

        /// Where the openings come from
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,

        /// The rules to play by; `boyi games` lists them
        #[arg(long, value_name = "NAME")]
        rules: Option<String>,
    },
}

#[derive(Serialize)]
struct TrialReply {
    game: &'static str,
    #[serde(flatten)]
    report: TrialReport,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let (game, file) = args.kept.open("experience")?;
    match &args.what {
        What::Show => print(game, &Experience::open(game.name(), &file)?, 0, out),
        What::Learn {
            side,
            setup,
            limits,
        } => {
            let mut experience = Experience::open(game.name(), &file)?;
            let orders = Go {
                stop: interrupt::stops()?,
                ..limits.go_or_a_second(false)
            };
            let table = game.lay(&setup.setup()?)?;
            let Status::Over { outcome, .. } = table.status() else {
                bail!("the game is not over: give all its moves")
            };
            let side = match (side.as_deref(), outcome.winner()) {
                (Some("first"), _) => Side::First,
                (Some(_), _) => Side::Second,
                (None, Some(winner)) => !winner,
                (None, None) => bail!("nobody lost: say --side first or --side second"),
            };
            let mut player = game.player(&PlayerSpec::named(game.best_player()))?;
            let found = post_mortem(game, table.record(), side, &mut *player, &orders)?;
            let added = usize::from(found.is_some());
            if let Some(entry) = found {
                experience.add(entry);
                experience.save()?;
            }
            print(game, &experience, added, out)
        }
        What::Try {
            openings,
            nodes,
            stronger,
            seed,
            rules,
        } => {
            let trial = Trial {
                rules: rules.clone(),
                openings: *openings as usize,
                nodes: *nodes,
                stronger: *stronger,
                seed: *seed,
            };
            let all = 4 * trial.openings;
            let mut experience = Experience::none(game.name(), &file);
            let stop = interrupt::stops()?;
            let mut watch = |played| out.progress(&format!("game {played} of {all}"));
            let report = try_out(game, &trial, &mut experience, &stop, &mut watch)?;
            out.progress_done();
            let Some(report) = report else {
                bail!("stopped before there was anything to compare")
            };
            if out.json {
                return out.object(&TrialReply {
                    game: game.name(),
                    report,
                });
            }
            let pick =
                |english: &str, chinese: &str| out.language.pick(english, chinese).to_owned();
            let rows = [
                (pick("first pass", "第一轮"), report.before),
                (
                    pick("second pass, with experience", "第二轮（有经验）"),
                    report.after,
                ),
                (pick("held out", "留出开局"), report.held_out_before),
                (
                    pick("held out, with experience", "留出开局（有经验）"),
                    report.held_out_after,
                ),
            ];
            for (name, pass) in rows {
                let (won, drawn, lost) = (pass.won, pass.drawn, pass.lost);
                let score = 100.0 * pass.score;
                out.line(format!("{name}: +{won} ={drawn} -{lost}  {score:.1} %"))?;
            }
            let (lessons, repeated) = (report.lessons, report.after.repeated);
            out.say(
                format!("{lessons} lessons; {repeated} lost games repeated"),
                format!("{lessons} 条教训；重复的败局 {repeated} 局"),
            )
        }
    }
}

fn print(game: &dyn Game, experience: &Experience, added: usize, out: &mut Output) -> Result<()> {
    if out.json {
        let reply = |entry: &ExperienceEntry| {
            let Value { score, mate } = Value::of(entry.better_value);
            json!({
                "rules": entry.rules,
                "position": entry.position,
                "mistake": entry.mistake,
                "refutation": entry.refutation,
                "better": entry.better,
                "score": score,
                "mate": mate,
            })
        };
        return out.object(&json!({
            "game": game.name(),
            "added": added,
            "lessons": experience.entries().map(reply).collect::<Vec<_>>(),
        }));
    }
    let count = experience.entries().len();
    let lessons = out.language.pick("lessons", "条教训");
    out.line(format!("{} {lessons}", grouped(count as u64)))?;
    for entry in experience.entries() {
        out.line(&entry.position)?;
        out.line(told(entry, out))?;
    }
    Ok(())
}

/// An entry in a sentence.
pub(super) fn told(entry: &ExperienceEntry, out: &Output) -> String {
    let ExperienceEntry {
        mistake,
        better,
        better_value,
        ..
    } = entry;
    let refutation = entry.refutation.join(" ");
    let (leads_to, leads_to_zh) = if entry.value < Score::heuristic(0) {
        ("loses to", "败于")
    } else {
        ("only draws after", "仅和于")
    };
    out.language.pick(
        format!("{mistake} {leads_to} {refutation}; {better} is better ({better_value})"),
        format!("{mistake} {leads_to_zh} {refutation}；{better} 更好（{better_value}）"),
    )
}
