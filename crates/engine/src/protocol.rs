//! Text protocols that our players speak to graphical interfaces and match runners.

pub mod gtp;
pub mod nboard;
mod lines;
mod session;
mod words;
pub mod ucci;
pub mod uci;
pub mod gomocup;

/// What a player tells its counterpart its name is.
const NAME: &str = concat!("boyi ", env!("CARGO_PKG_VERSION"));
