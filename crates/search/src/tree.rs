//! A recording of a search as a tree, for drawing it.

mod against;
mod recording;

pub use against::Against;

use boyi_game::Score;

use crate::{Counts, Leave, Window};
use recording::Open;

/// The tree of a search, as it grew: an observer that keeps positions in the order in which they
/// were entered, and counts all of them.
///
/// Where the positions do not fit, the deepest plies are left out, so that what is kept is the whole
/// tree down to some distance from the root ([`Tree::kept_plies`]), and every kept position knows
/// how many lie below it. What was left out can be had by running the same search once more with
/// [`Tree::below`]: searches are deterministic, so it is the same tree, looked at from nearer.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<TreeNode<M>>,
    /// What the nodes weigh, see [`weight`].
    weight: usize,
    cap: usize,
    focus: Focus<M>,
    /// Plies below the focus that are kept; `None` as long as all fit.
    deepest: Option<u32>,
    counts: Counts,
    open: Vec<Open<M>>,
    /// The next position entered is one that was just left.
    again: bool,
}

/// Which part of a search is recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Focus<M> {
    Everything,
    /// What lies below one position, which has not been entered yet.
    Awaited {
        number: u64,
    },
    /// The same, once it was entered: the moves that lead there.
    Reached {
        number: u64,
        line: Vec<M>,
    },
}

/// A position that a search entered. One that is entered several times is several nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode<M> {
    /// The position it was reached from, by its place among the nodes; `None` for the root, or for
    /// the position the recording is about.
    pub parent: Option<u32>,
    /// The move that led here; `None` for the root.
    pub mv: Option<M>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies that were left to search.
    pub depth: u32,
    pub window: Window,
    /// How many positions had been entered before, in the whole search.
    pub number: u64,
    /// Whether this position had just been searched with another window.
    pub again: bool,
    /// What became of it; `None` where the search was stopped before.
    pub left: Option<Left>,
    /// Whether some moves were not tried.
    pub cut: Option<Cut<M>>,
}

/// How a position was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// Its value, from the view of the side to move there.
    pub value: Score,
    pub how: Leave,
    /// Positions entered below it, kept or not.
    pub below: u64,
}

/// Moves that need not be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut<M> {
    /// The move that was good enough.
    pub by: Option<M>,
    /// What it is worth at least.
    pub value: Score,
    /// The moves it spared, in the order in which they would have been tried.
    pub spared: Vec<M>,
    pub against: Against<M>,
}

impl<M: Copy> Tree<M> {
    /// A recording of at most about `cap` positions.
    pub fn new(cap: usize) -> Self {
        Self::focused(Focus::Everything, cap)
    }

    /// The same of the part below one position, by its [`TreeNode::number`].
    pub fn below(number: u64, cap: usize) -> Self {
        Self::focused(Focus::Awaited { number }, cap)
    }

    fn focused(focus: Focus<M>, cap: usize) -> Self {
        Self {
            nodes: Vec::new(),
            weight: 0,
            cap,
            focus,
            deepest: None,
            counts: Counts::default(),
            open: Vec::new(),
            again: false,
        }
    }

    /// The positions that were kept, in the order in which they were entered: parents first.
    pub fn nodes(&self) -> &[TreeNode<M>] {
        &self.nodes
    }

    /// The moves from the root to the position this recording is about.
    pub fn line(&self) -> &[M] {
        match &self.focus {
            Focus::Reached { line, .. } => line,
            Focus::Everything | Focus::Awaited { .. } => &[],
        }
    }

    /// What the whole search did, counted from what was seen of it. Equal to the search's own
    /// [`Report::counts`](crate::Report::counts) unless it was stopped.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Positions entered in the part that this recording is about.
    pub fn entered(&self) -> u64 {
        match &self.focus {
            Focus::Everything => self.counts.nodes,
            Focus::Awaited { .. } => 0,
            Focus::Reached { .. } => self.nodes.first().map_or(0, |root| 1 + self.beneath(root)),
        }
    }

    /// Positions entered below a node, kept or not.
    pub fn beneath(&self, node: &TreeNode<M>) -> u64 {
        // Everything since belongs to a position that is still open.
        let so_far = self.counts.nodes.saturating_sub(node.number + 1);
        node.left.map_or(so_far, |left| left.below)
    }

    /// How many plies below its root the tree is complete; `None` if everything was kept.
    pub fn kept_plies(&self) -> Option<u32> {
        self.deepest
    }
}

/// A move that was not tried is a stub in the drawing: so many of them take the room of a position.
const STUBS_A_NODE: usize = 8;

/// The room a node takes, in eighths of a node without stubs.
fn weight<M>(node: &TreeNode<M>) -> usize {
    STUBS_A_NODE + node.cut.as_ref().map_or(0, |cut| cut.spared.len())
}
