//! How to sample, and for how long.

use crate::Method;
use crate::kernel::Go;

/// How several threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Parallel {
    /// All grow one tree. Who goes down a line counts it as lost until the result is known (virtual
    /// loss), so that the others look elsewhere.
    #[default]
    Tree,
    /// Each grows a tree of its own; in the end the visits of the root's moves are added.
    Root,
}

/// One search by sampling. `M` is the game's move.
#[derive(Clone, Debug)]
pub struct SamplingPlan<M> {
    pub method: Method,
    /// How far: nodes are positions, those of random games counted; the depth is that of the tree.
    pub go: Go<M>,
    /// Ends the search after this many games.
    pub playouts: Option<u64>,
    /// The exploration constant: how much a rarely tried move is preferred.
    pub exploration: f64,
    /// With one thread the same seed gives the same search.
    pub seed: u64,
    /// Plies of the random games, after which the evaluation judges; `None` plays them to the end.
    pub rollout: Option<u32>,
    pub threads: usize,
    pub parallel: Parallel,
    /// Nodes the tree may have; a full tree grows no more, but goes on counting.
    pub room: usize,
}

/// Nodes of a tree unless said otherwise: about 40 MiB.
const USUAL_ROOM: usize = 1 << 20;

/// No random game is longer: those of xiangqi may go on for long.
pub(super) const LONGEST_ROLLOUT: u32 = 1000;

impl<M> SamplingPlan<M> {
    /// A method and its limits, everything else as usual.
    pub fn new(method: Method, go: Go<M>) -> Self {
        Self {
            method,
            go,
            playouts: None,
            exploration: Self::usual_exploration(method),
            seed: 0,
            // A prior comes from an evaluation, and so may the value of the leaf.
            rollout: (method == Method::Puct).then_some(0),
            threads: 1,
            parallel: Parallel::Tree,
            room: USUAL_ROOM,
        }
    }

    /// Stops after so many games.
    #[must_use]
    pub fn playouts(method: Method, playouts: u64) -> Self {
        Self {
            playouts: Some(playouts),
            ..Self::new(method, Go::default())
        }
    }

    /// The square root of 2 is what the proof of UCB1 asks for; moves that teach each other, and priors,
    /// need less.
    pub const fn usual_exploration(method: Method) -> f64 {
        match method {
            Method::Rave => 0.2,
            Method::Puct => 1.25,
            _ => std::f64::consts::SQRT_2,
        }
    }
}
