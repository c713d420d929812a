//! `boyi record show` and `boyi record export`.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use boyi_arena::store::Filter;
use boyi_arena::terminal::escaped_json;
use boyi_arena::{GameRecord, export, fitting_games, import, is_record};
use boyi_engine::{AnnotatedGame, game};
use serde_json::json;

use crate::commands::contest::args::StoreArg;
use crate::options::read_file;
use crate::output::{Output, spoken};

/// Look at a game: its moves, its end, its last position
///
/// With --json the record itself is printed, one event a line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi record show game.ndjson
  boyi record show game.ndjson --json
  boyi record show moves.txt --game reversi")]
pub(crate) struct Args {
    /// A game of the store, or a file with a game in any format we read
    #[arg(value_name = "ID")]
    id: String,

    #[command(flatten)]
    file: FileArgs,
}

/// What a file holds that does not say it, and where the store is.
#[derive(clap::Args)]
struct FileArgs {
    /// The game that files hold, where they could be read as several
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    #[command(flatten)]
    store: StoreArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let record = match find(&args.id, &args.file)? {
        Found::Record(record) => record,
        Found::Text(game) => GameRecord::of(&game),
    };
    if out.json {
        return out.text(escaped_json(&record.write()));
    }
    let header = &record.header;
    out.line(format!(
        "{} ({}): {} - {}, {}",
        header.game, header.rules, header.first, header.second, header.control
    ))?;
    for mv in record.moves() {
        let time = mv.seconds.map_or(String::new(), |seconds| {
            spoken(std::time::Duration::from_secs_f64(seconds.max(0.0)))
        });
        let score = mv.score.map_or(String::new(), |score| score.to_string());
        let depth = mv.depth.map_or(String::new(), |depth| format!("d{depth}"));
        let line = format!(
            "{:>4} {:<6} {:<8} {score:>12} {depth:>4} {time:>9}",
            mv.ply, mv.side, mv.text
        );
        out.line(line.trim_end())?;
    }
    let table = record.replay()?;
    out.draw(&*table, &[])?;
    if let Some(closing) = record.closing() {
        let reason = out.language.pick(&closing.reason, &closing.reason_zh);
        let outcome = closing.outcome.as_deref().unwrap_or("-");
        out.line(format!("{outcome} ({}): {reason}", closing.cause))?;
    }
    Ok(())
}

/// Write games in a format of the field: ggf, pgn, sgf, psq; `boyi games` lists them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi record export game.ndjson --format ggf
  boyi record export --contest spring --format ggf")]
pub(crate) struct ExportArgs {
    /// Games of the store, or files with games in any format we read
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// All games of this match or tournament
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,

    /// The format
    #[arg(long, value_name = "NAME")]
    format: String,

    #[command(flatten)]
    file: FileArgs,
}

pub(super) fn export(args: &ExportArgs, out: &mut Output) -> Result<()> {
    let mut ids = args.ids.clone();
    if let Some(contest) = &args.contest {
        let games = args.file.store.open()?.games(&Filter {
            contest: Some(contest),
            finished: Some(true),
            after: Some(0),
            ..Filter::default()
        })?;
        ids.extend(games.into_iter().map(|game| game.id));
    }
    if ids.is_empty() {
        bail!("no games: name some, or a --contest that has some");
    }
    for id in &ids {
        let (name, text) = match find(id, &args.file)? {
            Found::Record(record) => {
                let name = record.header.game.clone();
                let text = export::export(game(&name)?, &record, &args.format)?;
                (name, text)
            }
            // Branches and comments of a file go on into the formats that have them.
            Found::Text(read) => (
                read.game.clone(),
                read.write(game(&read.game)?, &args.format)?,
            ),
        };
        if out.json {
            out.object(&json!({
                "id": id,
                "game": name,
                "format": &args.format,
                "text": &text,
            }))?;
        } else {
            out.exact(&format!("{}\n", text.trim_end()))?;
        }
    }
    Ok(())
}

enum Found {
    Record(GameRecord),
    /// A file in a format that is not ours.
    Text(AnnotatedGame),
}

/// A game of the store, or of a file.
fn find(id: &str, args: &FileArgs) -> Result<Found> {
    let file = Path::new(id);
    if !file.is_file() {
        let found = args.store.open()?.game(id)?;
        let found = found.with_context(|| format!("there is no game or file called `{id}`"))?;
        return Ok(Found::Record(found.1));
    }
    let text = read_file(file)?;
    if is_record(&text) {
        let record = GameRecord::read(&text).with_context(|| id.to_owned())?;
        return Ok(Found::Record(record));
    }
    let game = match &args.game {
        Some(name) => game(name)?,
        None => match fitting_games(&text)[..] {
            [one] => one,
            [] => bail!("{id} is no game that we can read: say which --game it is to learn why"),
            ref several => {
                let names: Vec<&str> = several.iter().map(|game| game.name()).collect();
                bail!(
                    "{id} can be read as {}: say which --game it is",
                    names.join(" or ")
                )
            }
        },
    };
    let read = import(game, &text);
    let read = read.map_err(|error| anyhow!("{id}: {}", error.words(Some(game)).english));
    Ok(Found::Text(read?))
}
