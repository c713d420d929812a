//! What a search knows of each node it has seen: its open and closed lists in one table.

use super::Cost;
use crate::maze::Node;

/// The best known path to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub(super) g: Cost,
    pub(super) parent: Option<Node>,
    pub(super) expanded: bool,
}

/// A label a node, `None` where the node was never seen.
pub(super) struct Labels(Vec<Option<Label>>);

impl Labels {
    pub(super) fn new(nodes: usize) -> Self {
        Self(vec![None; nodes])
    }

    #[inline]
    pub(super) fn get(&self, node: Node) -> Option<Label> {
        self.0[node.index()]
    }

    #[inline]
    pub(super) fn set(&mut self, node: Node, g: Cost, parent: Option<Node>) {
        self.0[node.index()] = Some(Label {
            g,
            parent,
            expanded: false,
        });
    }

    /// Whether a place in the open list with this cost is the current one of its node.
    #[inline]
    pub(super) fn is_open(&self, node: Node, g: Cost) -> bool {
        self.get(node)
            .is_some_and(|label| label.g == g && !label.expanded)
    }

    /// Marks a node as expanded; a new label, which is a cheaper path to it, takes the mark away.
    #[inline]
    pub(super) fn expand(&mut self, node: Node) {
        if let Some(label) = &mut self.0[node.index()] {
            label.expanded = true;
        }
    }

    /// The nodes from a root to `node`.
    pub(super) fn path_to(&self, node: Node) -> Vec<Node> {
        let parent = |&node: &Node| self.get(node)?.parent;
        let mut path: Vec<Node> = std::iter::successors(Some(node), parent).collect();
        path.reverse();
        path
    }
}
