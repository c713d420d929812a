//! `boyi.Estimate`: what the pairs of a match say, with error bars.

use boyi_statistics::{Pairs, of_match};
use pyo3::prelude::*;

use crate::errors::Error;

/// How much stronger the first player of a match is, by its pairs: ``pairs[k]`` is how often a pair of games with
/// sides swapped brought it ``k / 2`` points.
///
/// >>> import boyi
/// >>> estimate = boyi.Estimate([3, 25, 50, 37, 13])
/// >>> f"{estimate.elo:.0f} ± {estimate.elo_error:.0f}", f"{estimate.superiority:.3f}"
/// ('44 ± 29', '0.998')
#[pyclass(frozen, eq, get_all, module = "boyi")]
#[derive(PartialEq)]
pub(crate) struct Estimate {
    /// How often a pair brought 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
    /// The share of the points, between 0 and 1.
    score: f64,
    /// Where the true share is, with a chance of 95 %.
    score_interval: (f64, f64),
    /// The difference in Elo, ``None`` where one side won everything.
    elo: Option<f64>,
    /// Half the width of the 95 % interval in Elo, ``None`` where an end is beyond all bounds.
    elo_error: Option<f64>,
    /// Both ends of the 95 % interval in Elo.
    elo_interval: (Option<f64>, Option<f64>),
    /// How likely it is that the first player is stronger at all.
    superiority: f64,
}

#[pymethods]
impl Estimate {
    #[new]
    fn new(pairs: [u64; 5]) -> PyResult<Self> {
        let total = pairs
            .iter()
            .try_fold(0u64, |sum, &count| sum.checked_add(count));
        if total.is_none() {
            return Err(Error::new_err("nobody has played so many pairs of games"));
        }
        let estimate = Pairs(pairs).estimate();
        let estimate = estimate.ok_or_else(|| Error::new_err("there is no pair of games yet"))?;
        Ok(Self {
            pairs,
            score: estimate.score,
            score_interval: estimate.interval,
            elo: estimate.elo(),
            elo_error: estimate.elo_error(),
            elo_interval: estimate.elo_interval(),
            superiority: estimate.superiority,
        })
    }

    /// What it means, in a sentence about players of these names.
    #[pyo3(signature = (a="A", b="B"))]
    fn verdict(&self, a: &str, b: &str) -> String {
        of_match(a, b, Pairs(self.pairs).estimate().as_ref()).english
    }

    fn __repr__(&self) -> String {
        format!("<Estimate: {}>", self.verdict("A", "B"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, ([u64; 5],)) {
        (py.get_type::<Self>().into_any(), (self.pairs,))
    }
}
