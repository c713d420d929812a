//! Scenario files: many queries on one map, each with the length its shortest path must have.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use boyi_game::whole_file;
use boyi_paths::fast::Solver;
use boyi_paths::maze::{self, Connectivity, Grid};
use boyi_paths::movingai::{read_map, read_scenarios};
use serde_json::json;

use super::MazeOptions;
use crate::options::read_bytes;
use crate::output::{Output, grouped, spoken};

/// Answers every query with a prepared search and compares the lengths, which are those of
/// 8-connected paths.
pub(crate) fn run_scenarios(
    text: &str,
    file: &Path,
    options: &MazeOptions,
    out: &mut Output,
) -> Result<()> {
    let queries = read_scenarios(text)?;
    let Some(first) = queries.first() else {
        bail!("no query in the file")
    };
    let name = Path::new(&first.map)
        .file_name()
        .context("the first query names no map")?;
    let map = options
        .map
        .clone()
        .unwrap_or_else(|| file.with_file_name(name));
    let grid = String::from_utf8(read_bytes(&map)?)
        .with_context(|| format!("{} is not text", map.display()))?;
    let grid = read_map(&grid).with_context(|| map.display().to_string())?;

    let began = Instant::now();
    let mut solver = prepared_solver(&grid, options)?;
    let prepared = began.elapsed();
    let began = Instant::now();
    let mut wrong = Vec::new();
    for (index, query) in queries.iter().enumerate() {
        query.fits(&grid, index + 2)?;
        let found = solver
            .find(query.start, query.goal)
            .map(|found| maze::length(found.path));
        // A scenario without a path is written down with length 0.
        if !query.agrees(found.unwrap_or(0.0)) {
            wrong.push(format!(
                "query {}: {found:?}, the file says {}",
                index + 1,
                query.length
            ));
        }
    }
    let elapsed = began.elapsed();
    let agreeing = queries.len() - wrong.len();
    if out.json {
        out.object(&json!({
            "kind": "scenarios",
            "map": map.display().to_string(),
            "queries": queries.len(),
            "agreeing": agreeing,
            "prepare_seconds": prepared.as_secs_f64(),
            "seconds": elapsed.as_secs_f64(),
        }))?;
    } else {
        out.line(format!(
            "{} of {} lengths agree; prepared in {}, {} for all",
            grouped(agreeing as u64),
            grouped(queries.len() as u64),
            spoken(prepared),
            spoken(elapsed)
        ))?;
    }
    if let Some(first) = wrong.first() {
        bail!("{} queries disagree, the first: {first}", wrong.len());
    }
    Ok(())
}

/// A solver with what was prepared before, or prepared now and kept for the next time.
fn prepared_solver(grid: &Grid, options: &MazeOptions) -> Result<Solver> {
    let Some(file) = &options.prepared else {
        return Ok(Solver::prepared(grid, Connectivity::Eight));
    };
    if file.exists() {
        return Solver::load(grid, &read_bytes(file)?).with_context(|| file.display().to_string());
    }
    let solver = Solver::prepared(grid, Connectivity::Eight);
    whole_file::write(file, solver.save())
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(solver)
}
