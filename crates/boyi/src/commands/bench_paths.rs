//! `boyi bench paths`: how fast the path searches are here.

use std::path::PathBuf;

use anyhow::Result;
use boyi_paths::bench::{self, Contestant, Row, Workload};
use boyi_paths::maze::Connectivity;
use boyi_paths::search::by_name;
use serde_json::json;

use crate::output::{Output, spoken};

/// Measure the path searches side by side, in processor time
///
/// The textbook's A* and the fast search, without and with preparation, in 4 and 8 directions, on
/// maps of our own or on a folder of `MovingAI` maps. (`cargo run --release -p boyi-paths --example
/// bench_table` adds the crate `pathfinding` to the table.)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi bench paths
  boyi bench paths --maps folder --queries 100")]
pub(crate) struct Args {
    /// A folder of NAME.map files, each with a NAME.map.scen beside it [default: maps of our own]
    #[arg(long, value_name = "FOLDER", env = "BOYI_MAPS")]
    maps: Option<PathBuf>,

    /// Queries on each map
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    queries: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let queries = args.queries as usize;
    let maps = match &args.maps {
        Some(folder) => bench::read_folder(folder, queries)?,
        None => bench::generated(queries),
    };
    table(&maps, &bench::standard(), out)?;
    let four = |name| by_name(name).map(|search| Contestant::textbook(search, Connectivity::Four));
    let small: Vec<Contestant> = ["astar", "ida-table"]
        .into_iter()
        .filter_map(four)
        .chain([Contestant::auto(Connectivity::Four, false)])
        .collect();
    table(&bench::seed_sizes(100), &small, out)
}

/// One block a map; every contestant is compared with the first.
fn table(workloads: &[Workload], contestants: &[Contestant], out: &mut Output) -> Result<()> {
    let mut rows: Vec<Row> = Vec::new();
    for workload in workloads {
        out.progress(&workload.name);
        let row = bench::row(workload, contestants);
        out.progress_done();
        if !out.json {
            let (map, queries) = (&row.map, row.queries);
            out.say(
                format!("{map} ({queries} queries)"),
                format!("{map}（{queries} 次查询）"),
            )?;
        }
        for result in &row.results {
            let times_faster = result.times_faster_than(&row.results[0]);
            if out.json {
                out.object(&json!({
                    "map": &row.map,
                    "queries": row.queries,
                    "search": &result.contestant,
                    "method": &result.method,
                    "prepare_seconds": result.preparation.as_secs_f64(),
                    "seconds_per_query": result.per_query.as_secs_f64(),
                    "times_faster": times_faster,
                }))?;
                continue;
            }
            let names = format!("{:<16} {:<16}", result.contestant, result.method);
            let prepared = spoken(result.preparation);
            let query = spoken_finely(result.per_query);
            out.say(
                format!(
                    "  {names} prepared in {prepared:>9}  {query:>10} a query  {times_faster:>8.1}x"
                ),
                format!(
                    "  {names} 预处理 {prepared:>9}  每次查询 {query:>10}  {times_faster:>8.1} 倍"
                ),
            )?;
        }
        rows.push(row);
    }
    if !out.json {
        out.say(
            "geometric mean, against the first",
            "几何平均，与第一个相比",
        )?;
        for (index, contestant) in contestants.iter().enumerate() {
            if let Some(mean) = bench::mean_ratio(&rows, index, 0) {
                out.line(format!("  {:<16} {mean:>8.1}x", contestant.name))?;
            }
        }
    }
    Ok(())
}

/// Queries can take less than a microsecond.
fn spoken_finely(time: std::time::Duration) -> String {
    format!("{:.2} µs", time.as_secs_f64() * 1e6)
}
