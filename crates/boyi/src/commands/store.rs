//! `boyi store`: looking after what is kept.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use boyi_arena::store::{self, Kept, Store, without_password};
use serde_json::{Value, json};

use super::contest::args::StoreArg;
use crate::output::{Output, grouped};

/// What is kept: look for damage, back it up, bring it back, move it to another database
#[derive(clap::Subcommand)]
#[command(after_help = "\
Examples:
  boyi store check
  boyi store backup games-monday.sqlite
  boyi store restore games-monday.sqlite
  boyi store copy games.sqlite postgresql://boyi@localhost/boyi")]
pub(crate) enum Args {
    Check(CheckArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Copy(CopyArgs),
}

/// Look at all of it for damage; nothing is changed
///
/// A store is looked at for a moment whenever it is opened, and for longer after its program was killed.
/// This looks at every page, row, index and reference, however long that takes. Exit status 1 where
/// something is wrong.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi store check
  boyi store check --quick --store games.sqlite --json")]
pub(crate) struct CheckArgs {
    /// Leave out whether indexes and references agree with their tables
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    store: StoreArg,
}

/// Write a backup, while others go on with the store
///
/// A backup is a store itself, one file of SQLite, whatever kind of store it was made of. The file must not be
/// there yet.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi store backup games-monday.sqlite
  boyi store backup monday.sqlite --store postgresql://boyi@localhost/boyi")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    backup: BackupFile,
}

/// A backup and the store it belongs to.
#[derive(clap::Args)]
struct BackupFile {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    store: StoreArg,
}

/// Bring a backup back
///
/// The backup is looked at first. A file that was in its place is moved aside, not removed; a database of
/// PostgreSQL must be empty. No other program may have the store open.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi store restore games-monday.sqlite
  boyi store restore monday.sqlite --store games.sqlite --json")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    backup: BackupFile,
}

/// Copy a store into another that is empty, also between SQLite and PostgreSQL
///
/// The copy is made in one transaction and held against the original row by row: it is exact, or there is
/// none. Broken off half-way it leaves the target empty, and the same command begins anew.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi store copy games.sqlite postgresql://boyi@localhost/boyi
  boyi store copy postgresql://boyi@localhost/boyi games.sqlite --json")]
pub(crate) struct CopyArgs {
    /// The store to read: a file, or the address of a PostgreSQL database
    #[arg(value_name = "FROM")]
    from: String,

    /// The store to fill
    #[arg(value_name = "TO")]
    to: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<u8> {
    match args {
        Args::Check(args) => check(args, out),
        Args::Backup(args) => backup(args, out).map(|()| 0),
        Args::Restore(args) => restore(args, out).map(|()| 0),
        Args::Copy(args) => copy(args, out).map(|()| 0),
    }
}

fn check(args: &CheckArgs, out: &mut Output) -> Result<u8> {
    let place = args.store.place()?;
    let began = Instant::now();
    let (checked, kept) = store::check(&place, args.quick)?;
    let sound = checked.damage.is_empty();
    if out.json {
        out.object(&json!({
            "store": without_password(&place),
            "sound": sound,
            "damage": checked.damage,
            "left_over": kept.left_over,
            "tables": tables(&kept.tables),
            "seconds": began.elapsed().as_secs_f64(),
        }))?;
    } else {
        for damage in &checked.damage {
            out.line(damage)?;
        }
        if kept.left_over {
            out.say(
                "it was not closed the last time, or a program has it open: nothing is lost by that",
                "上次没有正常关闭，或正有程序在使用：数据不会因此丢失",
            )?;
        }
        let shown = without_password(&place);
        let (english, chinese) = if sound {
            (format!("{shown} is sound"), format!("{shown} 完好"))
        } else {
            (format!("{shown} is damaged"), format!("{shown} 已损坏"))
        };
        out.say(english, chinese)?;
        counts(&kept.tables, out)?;
    }
    Ok(u8::from(!sound))
}

fn backup(args: &BackupArgs, out: &mut Output) -> Result<()> {
    let place = args.backup.store.place()?;
    let kept = store::back_up(&place, &args.backup.file)?;
    let file = args.backup.file.display().to_string();
    if out.json {
        return out.object(&json!({
            "store": without_password(&place),
            "file": file,
            "tables": tables(&kept.tables),
        }));
    }
    out.say(format!("{file} is written"), format!("{file} 已写好"))?;
    counts(&kept.tables, out)
}

fn restore(args: &RestoreArgs, out: &mut Output) -> Result<()> {
    let place = args.backup.store.place()?;
    let (kept, replaced) = store::restore(&args.backup.file, &place)?;
    let shown = without_password(&place);
    let replaced = replaced.map(|path| path.display().to_string());
    if out.json {
        return out.object(&json!({
            "store": shown,
            "file": args.backup.file.display().to_string(),
            "replaced": replaced,
            "tables": tables(&kept.tables),
        }));
    }
    out.say(
        format!("{shown} is the backup now"),
        format!("{shown} 已恢复为备份"),
    )?;
    if let Some(replaced) = replaced {
        out.say(
            format!("what was there lies in {replaced}"),
            format!("原来的内容在 {replaced}"),
        )?;
    }
    let Kept { tables, .. } = kept;
    counts(&tables, out)
}

fn copy(args: &CopyArgs, out: &mut Output) -> Result<()> {
    // A name that was mistyped must not become an empty store.
    if !store::is_address(&args.from) && !Path::new(&args.from).is_file() {
        anyhow::bail!("{}: there is no such file", args.from);
    }
    let (from, to) = (Store::at(&args.from)?, Store::at(&args.to)?);
    let copied = store::copy(&from, &to, &mut |table, rows| {
        out.progress(&format!("{table} {}", grouped(rows)));
    });
    out.progress_done();
    let copied = copied?;
    let [from, to] = [&args.from, &args.to].map(|place| without_password(place));
    if out.json {
        return out.object(&json!({
            "from": from,
            "to": to,
            "tables": tables(&copied.tables),
        }));
    }
    out.say(
        format!("{to} holds what {from} held, row by row"),
        format!("{to} 与 {from} 逐行相同"),
    )?;
    counts(&copied.tables, out)
}

fn tables(tables: &[(&'static str, u64)]) -> Vec<Value> {
    let table = |(name, rows): &(&str, u64)| json!({ "name": name, "rows": rows });
    tables.iter().map(table).collect()
}

fn counts(tables: &[(&'static str, u64)], out: &mut Output) -> Result<()> {
    for (name, rows) in tables {
        out.line(format!("  {name:<8} {:>12}", grouped(*rows)))?;
    }
    Ok(())
}
