//! The Python package `boyi`: what Rust does for it. The module is `boyi._boyi`; the files in `boyi/` put names,
//! numpy and other projects' interfaces on top of it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python hands its arguments over by value"
)]
#![expect(
    clippy::doc_link_with_quotes,
    reason = "the documentation is Python's, lists of texts in it are lists"
)]

mod errors;
mod play;
mod actions;
mod game;
mod position;
mod result;
mod board;
mod svg;
mod background;
mod analysis;
mod player;
mod trace;
mod estimate;
mod paths;
mod restore;
mod memory;
mod workers;
mod environments;
mod vector;
mod machine;

use pyo3::prelude::*;

/// The compiled half of the package; `import boyi` shows everything in it that has a name without `_`.
#[pymodule]
fn _boyi(module: &Bound<'_, PyModule>) -> PyResult<()> {
    machine::check()?;
    errors::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<result::GameResult>()?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<analysis::Line>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<estimate::Estimate>()?;
    module.add_class::<paths::Grid>()?;
    module.add_class::<paths::Solution>()?;
    module.add_class::<memory::Memory>()?;
    module.add_class::<vector::Environments>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::restore, module)?)?;
    module.add_function(wrap_pyfunction!(position::restore, module)?)?;
    module.add_function(wrap_pyfunction!(restore::restore, module)?)?;
    module.add_function(wrap_pyfunction!(trace::trace, module)?)?;
    module.add_function(wrap_pyfunction!(paths::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(paths::made_to_order, module)?)?;
    Ok(())
}
