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
mod method;
mod report;
mod observer;
mod tree;
mod revised;
mod sampling;
mod expectiminimax;
mod beam;
mod proof;
mod matrix;
mod techniques;
mod limits;
mod clock;
mod instant;
mod table;
mod large_pages;
mod entry;
pub mod kernel;

pub use beam::beam;
pub use clock::{Allotment, EXPECTED_MOVES, TimeControl};
pub use deepening::{search, search_quiescent};
pub use entry::{Bound, Entry};
pub use evaluate::Evaluate;
pub use expectiminimax::{Expect, StarPruning, expected_value, expectiminimax};
pub use instant::{Instant, pause, since_1970};
pub use limits::{Limits, Stop};
pub use matrix::{Equilibrium, MatrixGame, SmallMatrix};
pub use method::{Method, UnknownMethod};
pub use observer::{Leave, Observer, Playout, Unobserved};
pub use plan::{Algorithm, Plan};
pub use proof::{Goal, PROOF_ROOM, ProofNumbers, prove};
pub use report::{Counts, Ended, Iteration, Report};
pub use revised::{Numbers, RevisedNode, RevisedTree, Revision, Way};
pub use sampling::{
    NodeFacts, Parallel, Payoff, Proof, RootShare, RoundsPlan, RoundsReport, RoundsTree,
    SampledNode, SampledPlayout, SampledTree, SamplingPlan, SamplingTree, Selection, Step,
    chance_of, root_shares, sample, sample_rounds, score_of,
};
pub use table::{NoMemory, Packed, SharedTable};
pub use techniques::Techniques;
pub use tree::{Against, Cut, Left, Tree, TreeNode};
pub use window::Window;

/// The table the classic searches share.
pub type TranspositionTable = SharedTable<Entry>;
