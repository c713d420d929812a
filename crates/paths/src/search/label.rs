//! What a search knows of each node it has seen.

use super::Cost;
use crate::maze::Node;

/// The best known way to a node.
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

    /// Marks a node as expanded; a new label, which is a cheaper way to it, takes the mark away.
    #[inline]
    pub(super) fn expand(&mut self, node: Node) {
        if let Some(label) = &mut self.0[node.index()] {
            label.expanded = true;
        }
    }

    /// The nodes from a root to `node`.
    pub(super) fn path_to(&self, node: Node) -> Vec<Node> {
        let mut path = vec![node];
        let mut here = node;
        while let Some(parent) = self.get(here).and_then(|label| label.parent) {
            path.push(parent);
            here = parent;
        }
        path.reverse();
        path
    }
}
