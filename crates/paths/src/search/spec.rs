//! A search with its options, as users write it: `astar`, `weighted-astar:weight=1.5`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{ALGORITHMS, Algorithm, GridProblem, Recorder, Report, Viewer, Weight, WeightError};
use crate::maze::Node;

/// A search and what it was told.
#[derive(Clone, Copy, Debug)]
pub struct SearchSpec {
    pub algorithm: &'static Algorithm,
    /// `None` for the usual one, and for searches that have none.
    pub weight: Option<Weight>,
}

/// Why there is no such search, or why it cannot do this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    #[error("there is no search called `{0}`: choose from {known}", known = names())]
    Unknown(String),
    #[error("{search} has no option `{option}`{}", if *.has_weight { "; it has weight=NUMBER" } else { "" })]
    Option {
        search: &'static str,
        option: String,
        has_weight: bool,
    },
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
        let problem = problem.with_weight(self.weight);
        Ok(self.algorithm.run_for(&problem, viewer))
    }

    /// Is the search made for such a query?
    pub fn check(&self, problem: &GridProblem) -> Result<(), SpecError> {
        use crate::maze::Connectivity::Eight;
        let Algorithm { name, .. } = *self.algorithm;
        let are_many = !problem.other_walkers().is_empty();
        let changes = !problem.changes().is_empty();
        match () {
            () if are_many && changes => Err(SpecError::Both),
            () if are_many && !self.algorithm.plans_for_many() => Err(SpecError::OneWalker(name)),
            () if are_many && problem.connectivity() == Eight => Err(SpecError::Diagonal),
            () if changes && !self.algorithm.follows_changes() => Err(SpecError::FixedMap(name)),
            () => Ok(()),
        }
    }
}

impl fmt::Display for SearchSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weight {
            None => out.pad(self.algorithm.name),
            Some(weight) => out.pad(&format!("{}:weight={weight}", self.algorithm.name)),
        }
    }
}

impl FromStr for SearchSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, option) = match text.split_once(':') {
            Some((name, option)) => (name, Some(option)),
            None => (text, None),
        };
        let algorithm = super::by_name(name).ok_or_else(|| SpecError::Unknown(name.to_owned()))?;
        let weight = match option.map(|option| (option, option.strip_prefix("weight="))) {
            None => None,
            Some((_, Some(weight))) if algorithm.has_weight() => Some(weight.parse::<Weight>()?),
            Some((option, _)) => {
                return Err(SpecError::Option {
                    search: algorithm.name,
                    option: option.to_owned(),
                    has_weight: algorithm.has_weight(),
                });
            }
        };
        Ok(Self { algorithm, weight })
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
            ("astar:weight=2", "astar has no option `weight=2`"),
            (
                "ara:steps=2",
                "ara has no option `steps=2`; it has weight=NUMBER",
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
