#![doc = include_str!("../README.md")]

mod evaluate;
mod window;
mod search;
mod minimax;
mod alpha_beta;
mod ordered;
mod pvs;
mod aspiration;
mod mtdf;
mod quiescence;
mod deepening;
mod order;
mod lines;
mod plan;
mod report;
mod observer;
mod tree;
mod techniques;
mod limits;
mod clock;
mod table;
mod large_pages;
mod entry;
pub mod kernel;

pub use clock::{Allotment, EXPECTED_MOVES, TimeControl};
pub use deepening::{search, search_quiescent};
pub use entry::{Bound, Entry};
pub use evaluate::Evaluate;
pub use limits::{Limits, Stop};
pub use observer::{Leave, Observer, Unobserved};
pub use plan::{Algorithm, Plan};
pub use report::{Counts, Ended, Iteration, Report};
pub use table::{NoMemory, Packed, SharedTable};
pub use techniques::Techniques;
pub use tree::{Against, Cut, Left, Tree, TreeNode};
pub use window::Window;

/// The table the classic searches share.
pub type TranspositionTable = SharedTable<Entry>;
