//! A search with its options, as users write it: `astar`, `weighted-astar:weight=1.5`,
//! `ara:heuristic=euclidean:weight=3`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{
    ALGORITHMS, Algorithm, GridProblem, Heuristic, Optimal, Recorder, Report, Viewer, Weight,
    WeightError,
};
use crate::UnknownName;
use crate::maze::{Connectivity, Node};

/// A search and what it was told.
#[derive(Clone, Copy, Debug)]
pub struct SearchSpec {
    pub algorithm: &'static Algorithm,
    /// `None` for the usual one, and for searches that have none.
    pub weight: Option<Weight>,
    /// `None` for the exact distance on a map without walls, and for searches that have none.
    pub heuristic: Option<Heuristic>,
}

/// Why there is no such search, or why it cannot do this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    #[error("there is no search called `{0}`: choose from {known}", known = names())]
    Unknown(String),
    #[error("{search} has no option `{option}`{known}")]
    Option {
        search: &'static str,
        option: String,
        known: &'static str,
    },
    #[error(transparent)]
    Heuristic(#[from] UnknownName),
    #[error(
        "{search} needs a heuristic that is never too long: {heuristic} is, where there are diagonal steps"
    )]
    Inconsistent {
        search: &'static str,
        heuristic: Heuristic,
    },
    #[error("{0} knows plain ground only: use astar or another search of grid steps")]
    Terrain(&'static str),
    #[error(transparent)]
    Weight(#[from] WeightError),
    #[error("{0} plans for one walker: use cbs or cooperative")]
    OneWalker(&'static str),
    #[error("{0} cannot follow a map that changes: use dstar-lite, lpa or a search of grid steps")]
    FixedMap(&'static str),
    #[error("several walkers take steps in 4 directions, not in 8")]
    Diagonal,
    #[error("several walkers and a map that changes: one or the other")]
    Both,
}

fn names() -> String {
    let names: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    names.join(", ")
}

/// What a search can be told.
fn options(search: &Algorithm) -> &'static str {
    match (search.has_heuristic(), search.has_weight()) {
        (true, true) => "; it has heuristic=NAME and weight=NUMBER",
        (true, false) => "; it has heuristic=NAME",
        (false, _) => "",
    }
}

impl SearchSpec {
    /// Runs the search; `SpecError` where it is not made for such a query.
    pub fn run(
        &self,
        problem: &GridProblem,
        recorder: Option<&mut Recorder<Node>>,
    ) -> Result<Report, SpecError> {
        let mut viewer = recorder.map(|recorder| Viewer::new(Some(recorder), &|| false));
        self.run_for(problem, viewer.as_mut())
    }

    /// The same with a viewer, which may stop the search.
    pub fn run_for(
        &self,
        problem: &GridProblem,
        viewer: Option<&mut Viewer<Node>>,
    ) -> Result<Report, SpecError> {
        self.check(problem)?;
        let problem = problem
            .with_weight(self.weight)
            .with_heuristic(self.heuristic);
        Ok(self.algorithm.run_for(&problem, viewer))
    }

    /// Is the path always a shortest, on such a map and with this heuristic?
    pub fn is_optimal(&self, problem: &GridProblem) -> bool {
        let connectivity = problem.connectivity();
        let is_plain = problem.terrain().is_none();
        let named = self.heuristic;
        self.algorithm.is_optimal(connectivity)
            && (is_plain || self.algorithm.optimal == Optimal::Always)
            && named.is_none_or(|named| named.is_consistent(connectivity))
    }

    /// Is the search made for such a query?
    pub fn check(&self, problem: &GridProblem) -> Result<(), SpecError> {
        let Algorithm { name, .. } = *self.algorithm;
        let connectivity = problem.connectivity();
        let misleads = |named: &Heuristic| !named.is_consistent(connectivity);
        if let Some(heuristic) = self.heuristic.filter(misleads)
            && self.algorithm.repairs()
        {
            let search = name;
            return Err(SpecError::Inconsistent { search, heuristic });
        }
        let are_many = !problem.other_walkers().is_empty();
        let changes = !problem.changes().is_empty();
        match () {
            () if are_many && changes => Err(SpecError::Both),
            () if are_many && !self.algorithm.plans_for_many() => Err(SpecError::OneWalker(name)),
            () if are_many && connectivity == Connectivity::Eight => Err(SpecError::Diagonal),
            () if problem.terrain().is_some() && !self.algorithm.knows_terrain() => {
                Err(SpecError::Terrain(name))
            }
            () if changes && !self.algorithm.follows_changes() => Err(SpecError::FixedMap(name)),
            () => Ok(()),
        }
    }
}

impl fmt::Display for SearchSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.algorithm.name.to_owned();
        if let Some(heuristic) = self.heuristic {
            text += &format!(":heuristic={heuristic}");
        }
        if let Some(weight) = self.weight {
            text += &format!(":weight={weight}");
        }
        out.pad(&text)
    }
}

impl FromStr for SearchSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let algorithm = super::by_name(name).ok_or_else(|| SpecError::Unknown(name.to_owned()))?;
        let mut spec = Self {
            algorithm,
            weight: None,
            heuristic: None,
        };
        for option in parts {
            match option.split_once('=') {
                Some(("weight", weight)) if algorithm.has_weight() => {
                    spec.weight = Some(weight.parse()?);
                }
                Some(("heuristic", named)) if algorithm.has_heuristic() => {
                    spec.heuristic = Some(named.parse()?);
                }
                _ => {
                    return Err(SpecError::Option {
                        search: algorithm.name,
                        option: option.to_owned(),
                        known: options(algorithm),
                    });
                }
            }
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_read_with_their_options() {
        for text in [
            "astar",
            "weighted-astar",
            "weighted-astar:weight=1.5",
            "ara:weight=5",
            "astar:heuristic=octile",
            "ara:heuristic=zero:weight=5",
            "cbs",
        ] {
            let spec: SearchSpec = text.parse().expect("a search");
            assert_eq!(spec.to_string(), text);
        }
        for (text, message) in [
            (
                "dijkstra",
                "there is no search called `dijkstra`: choose from auto, astar",
            ),
            (
                "astar:weight=2",
                "astar has no option `weight=2`; it has heuristic=NAME",
            ),
            (
                "breadth-first:heuristic=zero",
                "breadth-first has no option `heuristic=zero`",
            ),
            (
                "astar:heuristic=crow",
                "no heuristic `crow`; there are manhattan, octile, euclidean, chebyshev and zero",
            ),
            (
                "ara:steps=2",
                "ara has no option `steps=2`; it has heuristic=NAME and weight=NUMBER",
            ),
            (
                "ara:weight=0",
                "the weight `0` is not a number from 1 to 1000",
            ),
        ] {
            let error = text
                .parse::<SearchSpec>()
                .expect_err("no search")
                .to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
