//! What goes wrong, as Python exceptions. Messages say what and where, in the words of the crates below.

use boyi_engine::{EngineError, SetupError, SpecError, UnknownGame};
use boyi_game::MoveError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};

create_exception!(
    boyi,
    Error,
    PyValueError,
    "Something boyi was given is wrong."
);
create_exception!(
    boyi,
    IllegalMove,
    Error,
    "A move or an action that cannot be played here: `.move` is its text, `.number` its place among those given, from 1."
);
create_exception!(
    boyi,
    BadPosition,
    Error,
    "A text that is no position, or a game that cannot begin like this."
);
create_exception!(
    boyi,
    BadPlayer,
    Error,
    "There is no such player, or it cannot play this."
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add("BadPosition", py.get_type::<BadPosition>())?;
    module.add("BadPlayer", py.get_type::<BadPlayer>())
}

/// A move that was refused, the `number`th of those given.
pub(crate) fn illegal(py: Python<'_>, text: &str, number: usize, error: &MoveError) -> PyErr {
    let message = if number > 1 {
        format!("move {number}: {error}")
    } else {
        error.to_string()
    };
    placed(py, message, text, number)
}

/// The same for an action by its number.
pub(crate) fn illegal_action(py: Python<'_>, message: String, action: i64, number: usize) -> PyErr {
    placed(py, message, &action.to_string(), number)
}

fn placed(py: Python<'_>, message: String, text: &str, number: usize) -> PyErr {
    let raised = IllegalMove::new_err(message);
    let value = raised.value(py);
    // Attributes of a plain exception can always be set; without them the message still says it all.
    let _ = value.setattr("move", text);
    let _ = value.setattr("number", number);
    raised
}

pub(crate) fn bad_position(error: &SetupError) -> PyErr {
    BadPosition::new_err(error.to_string())
}

pub(crate) fn unknown_game(error: &UnknownGame) -> PyErr {
    Error::new_err(error.to_string())
}

pub(crate) fn bad_player(error: &SpecError) -> PyErr {
    BadPlayer::new_err(error.to_string())
}

pub(crate) fn engine_failed(error: &EngineError) -> PyErr {
    BadPlayer::new_err(error.to_string())
}
