//! Pickle for what only we make: plain data goes out as a tuple and comes back by the name of its kind.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::analysis::{Analysis, Line};
use crate::errors::Error;
use crate::paths::Solution;
use crate::result::GameResult;

/// What `__reduce__` gives: a function, and what to call it with.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyTuple>));

/// The way back for the fields of an object of this kind.
pub(crate) fn reduced<'py>(
    py: Python<'py>,
    kind: &'static str,
    fields: Bound<'py, PyTuple>,
) -> PyResult<Reduced<'py>> {
    let restore = py.import("boyi._boyi")?.getattr("_restore")?;
    Ok((restore, (kind, fields)))
}

/// For pickle.
#[pyfunction(name = "_restore")]
pub(crate) fn restore(
    py: Python<'_>,
    kind: &str,
    fields: Bound<'_, PyTuple>,
) -> PyResult<Py<PyAny>> {
    let made = match kind {
        "Result" => Py::new(py, GameResult::restored(fields.extract()?))?.into_any(),
        "Line" => Py::new(py, Line::restored(fields.extract()?))?.into_any(),
        "Analysis" => Py::new(py, Analysis::restored(fields.extract()?))?.into_any(),
        "Solution" => Py::new(py, Solution::restored(fields.extract()?))?.into_any(),
        _ => {
            return Err(Error::new_err(format!(
                "there is nothing called `{kind}` to restore"
            )));
        }
    };
    Ok(made)
}
