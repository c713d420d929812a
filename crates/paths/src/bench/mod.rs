//! How fast is it here? Searches measured side by side, in one run, in processor time.
//!
//! A [`Contestant`] is anything that answers queries on a grid, so that a program can put its own
//! or another library into the table. [`row`] measures;  printing is the front end's.

mod clock;
mod contestants;
mod workloads;

pub use clock::{cpu_time, least};
pub use contestants::{Contestant, Ready, standard};
pub use workloads::{Part, Query, Workload, WorkloadError, generated, read_folder, seed_sizes};

use std::time::Duration;

/// One map, all contestants.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub map: String,
    pub queries: usize,
    pub results: Vec<Measured>,
}

/// One contestant on one map.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub contestant: String,
    pub method: String,
    pub preparation: Duration,
    /// Mean over the queries of the fastest pass.
    pub per_query: Duration,
    pub found: usize,
    /// The sum of the costs of all paths, to compare with contestants of the same connectivity.
    pub total_cost: u64,
}

/// How long a contestant may take on a map: at least [`MIN_PASSES`] and at most [`MAX_PASSES`]
/// over the queries, and none begun after [`MAX_TIME`].
const MIN_PASSES: u32 = 2;
const MAX_PASSES: u32 = 10;
const MAX_TIME: Duration = Duration::from_millis(400);

/// Measures every contestant on one workload.
pub fn row(workload: &Workload, contestants: &[Contestant]) -> Row {
    Row {
        map: workload.name.clone(),
        queries: workload.parts.iter().map(|part| part.queries.len()).sum(),
        results: contestants
            .iter()
            .map(|contestant| measure(workload, contestant))
            .collect(),
    }
}

impl Measured {
    /// How many times faster than another.
    pub fn times_faster_than(&self, other: &Self) -> f64 {
        other.per_query.as_secs_f64() / self.per_query.as_secs_f64().max(1e-12)
    }
}

/// The geometric mean over all rows of how many times faster contestant `who` is than `than`;
/// `None` without rows.
pub fn mean_ratio(rows: &[Row], who: usize, than: usize) -> Option<f64> {
    let logs = rows.iter().map(|row| {
        let [who, than] = [who, than].map(|index| &row.results[index]);
        who.times_faster_than(than).ln()
    });
    (!rows.is_empty()).then(|| (logs.sum::<f64>() / rows.len() as f64).exp())
}

fn measure(workload: &Workload, contestant: &Contestant) -> Measured {
    let began = cpu_time();
    let mut answers: Vec<_> = workload
        .parts
        .iter()
        .map(|part| (contestant.build)(&part.grid))
        .collect();
    let preparation = cpu_time().saturating_sub(began);
    let method = answers
        .first()
        .map(|ready| ready.method.clone())
        .unwrap_or_default();

    let queries: usize = workload.parts.iter().map(|part| part.queries.len()).sum();
    let mut fastest = Duration::MAX;
    let (mut found, mut total_cost) = (0, 0);
    let mut spent = Duration::ZERO;
    for pass in 0..MAX_PASSES {
        if pass >= MIN_PASSES && spent >= MAX_TIME {
            break;
        }
        (found, total_cost) = (0, 0);
        let began = cpu_time();
        for (part, ready) in workload.parts.iter().zip(&mut answers) {
            for &query in &part.queries {
                if let Some(cost) = (ready.answer)(query) {
                    found += 1;
                    total_cost += cost;
                }
            }
        }
        let took = cpu_time().saturating_sub(began);
        fastest = fastest.min(took);
        spent += took;
    }
    Measured {
        contestant: contestant.name.clone(),
        method,
        preparation,
        per_query: fastest / queries.max(1) as u32,
        found,
        total_cost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_of_one_connectivity_find_the_same_costs() {
        let rows = [row(&seed_sizes(3)[0], &standard())];
        let costs = |prefix: &str| {
            let same = rows[0]
                .results
                .iter()
                .filter(|m| m.contestant.starts_with(prefix));
            same.map(|m| (m.found, m.total_cost)).collect::<Vec<_>>()
        };
        for prefix in ["4", "8"] {
            let costs = costs(prefix);
            assert!(costs.len() >= 3, "{prefix}-connected contestants");
            assert!(costs.windows(2).all(|pair| pair[0] == pair[1]), "{costs:?}");
        }
        assert!(mean_ratio(&rows, 0, 1).is_some_and(|ratio| ratio > 0.0));
        assert_eq!(mean_ratio(&[], 0, 1), None);
    }
}
