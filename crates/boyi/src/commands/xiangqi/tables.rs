//! `boyi xiangqi tables`: endgame tables, made when they are wanted.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use boyi_engine::xiangqi::endgame::{Material, Table, TableError, Tables, generate};
use boyi_search::Stop;
use serde_json::json;

use crate::interrupt;
use crate::output::{Output, grouped, spoken};

/// Work out endgames: who wins, and in how many moves, from every position
///
/// MATERIAL names the pieces of the side that attacks, a dash, and the guards of the other: R-AABB is
/// a rook against all guards. Attackers alone, such as R or PP, mean all guards there are. What a
/// table needs is made first; what is there already is not made again. Play and analysis look into
/// the tables they find in the folder, which is named by $`BOYI_TABLES`, else lies in the user's data.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi xiangqi tables P-A --folder tables
  boyi xiangqi tables P- N- --folder tables --json")]
pub(crate) struct Args {
    /// What to work out, such as R-AABB, or N for a horse against all kinds of guards
    #[arg(value_name = "MATERIAL", required = true)]
    material: Vec<String>,

    /// Where the tables are kept
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let Some(folder) = args.folder.clone().or_else(Tables::folder) else {
        bail!("where should the tables go? Say --folder");
    };
    let stop = interrupt::stops()?;
    let mut tables = Tables::default();
    for wanted in wanted(&args.material)? {
        if tables.get(&wanted).is_some() {
            continue;
        }
        let began = Instant::now();
        let (table, made) = match Table::read(&folder, &wanted) {
            Ok(table) => (table, false),
            Err(TableError::File(error)) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot read {wanted}"));
            }
            // Missing or damaged.
            Err(_) => {
                let table = make(&wanted, &tables, &stop, out)?;
                let written = table.write(&folder);
                written.with_context(|| format!("cannot write to {}", folder.display()))?;
                (table, true)
            }
        };
        report(&table, made, began.elapsed(), out)?;
        tables.add(table);
    }
    Ok(())
}

fn make(material: &Material, smaller: &Tables, stop: &Stop, out: &Output) -> Result<Table> {
    let table = generate(material, smaller, stop, &mut |done, of| {
        out.progress(&format!("{material}: {} %", 100 * done / of.max(1)));
    });
    out.progress_done();
    table.with_context(|| format!("stopped; {material} was not finished"))
}

/// What was asked for, each after what it needs.
fn wanted(texts: &[String]) -> Result<Vec<Material>> {
    fn add(material: Material, all: &mut Vec<Material>) {
        if all.contains(&material) {
            return;
        }
        for needed in material.needs() {
            add(needed, all);
        }
        all.push(material);
    }
    let mut all = Vec::new();
    for text in texts {
        let material: Material = text.parse()?;
        if text.contains('-') {
            add(material, &mut all);
        } else {
            for member in Material::family(material.attacker())? {
                add(member, &mut all);
            }
        }
    }
    Ok(all)
}

fn report(table: &Table, made: bool, took: Duration, out: &mut Output) -> Result<()> {
    let example = table.longest_example();
    if out.json {
        return out.object(&json!({
            "game": "xiangqi",
            "material": table.material().to_string(),
            "positions": table.len(),
            "decided": table.decided(),
            "longest": table.longest(),
            "example": example,
            "made": made,
            "seconds": took.as_secs_f64(),
        }));
    }
    let moves = table.longest().div_ceil(2);
    let example = example.unwrap_or_default();
    let material = table.material().to_string();
    let [positions, decided] = [table.len(), table.decided()].map(|count| grouped(count as u64));
    let took = spoken(took);
    out.say(
        format!("{material:<8} {positions:>11} positions, {decided:>11} decided, the longest win takes {moves} moves, {took}  {example}"),
        format!("{material:<8} {positions:>11} 个局面，{decided:>11} 个分出胜负，最长的胜局 {moves} 回合，{took}  {example}"),
    )
}
