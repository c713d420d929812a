//! Several searches on one maze, side by side.

use anyhow::Result;
use boyi_paths::search::SearchSpec;

use super::query::Query;
use super::reply::{reply, steps};
use super::timed;
use crate::output::{Output, grouped, spoken};

pub(super) fn run(query: &Query, names: &[String], out: &mut Output) -> Result<()> {
    let specs = names.iter().map(|name| name.parse::<SearchSpec>());
    let specs: Vec<SearchSpec> = specs.collect::<Result<_, _>>()?;
    for spec in &specs {
        spec.check(&query.problem())?;
    }
    let widest = specs.iter().map(|spec| spec.to_string().len()).max();
    let wide = widest.unwrap_or(0).max(14);
    if !out.json {
        out.line(format!(
            "{:<wide$} {:>9} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10}",
            "search",
            "length",
            "expanded",
            "generated",
            "re-expanded",
            "frontier",
            "rounds",
            "time"
        ))?;
    }
    for spec in &specs {
        let (solution, time) = timed(|| query.solve(spec, None));
        let solution = solution?;
        if out.json {
            out.object(&reply(spec, query, &solution, time))?;
            continue;
        }
        let length = match (solution.gave_up, solution.cost) {
            (true, _) => "gave up".to_owned(),
            (_, None) => steps(&solution).to_string(),
            (_, Some(cost)) => {
                let unit = spec.algorithm.unit(query.connectivity);
                let length = cost as f64 / unit as f64;
                let places = if unit == 1 { 0 } else { 3 };
                format!("{length:.places$}")
            }
        };
        let counts = solution.counts;
        out.line(format!(
            "{:<wide$} {length:>9} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10}",
            spec.to_string(),
            grouped(counts.expanded),
            grouped(counts.generated),
            grouped(counts.reexpanded),
            grouped(counts.peak_frontier as u64),
            counts.iterations,
            spoken(time),
        ))?;
    }
    Ok(())
}
