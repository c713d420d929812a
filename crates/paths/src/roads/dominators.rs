//! Dominator trees of directed graphs without cycles: what every path from the root to a node passes.

/// A node, numbered so that every step leads from a smaller to a greater number.
pub(super) type Node = u32;

/// The tree in which the parent of a node is its nearest strict dominator: the last node, other than
/// itself, that lies on all paths from the root to it.
///
/// Node 0 is the root. Beside its parent every node keeps one far ancestor, chosen so that any
/// ancestor is found in logarithmically many hops (Myers 1983).
pub(super) struct Dominators(Vec<Entry>);

#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    /// The root is its own parent.
    parent: Node,
    far: Node,
}

impl Dominators {
    /// The tree of nodes `0..count`. `before` gives the predecessors of a node; every node but the
    /// root has one.
    pub(super) fn new<I: IntoIterator<Item = Node>>(
        count: Node,
        mut before: impl FnMut(Node) -> I,
    ) -> Self {
        let mut tree = Self(Vec::with_capacity(count as usize));
        tree.0.push(Entry {
            depth: 0,
            parent: 0,
            far: 0,
        });
        for node in 1..count {
            let parent = before(node)
                .into_iter()
                .reduce(|a, b| tree.common(a, b))
                .expect("every node but the root is reached from the root");
            tree.attach(parent);
        }
        tree
    }

    /// The nearest strict dominator, `None` for the root.
    pub(super) fn parent(&self, node: Node) -> Option<Node> {
        (node > 0).then(|| self.0[node as usize].parent)
    }

    /// Whether all paths from the root to `node` pass `by`; a node dominates itself.
    pub(super) fn dominates(&self, by: Node, node: Node) -> bool {
        self.at_depth(node, self.0[by as usize].depth) == Some(by)
    }

    fn attach(&mut self, parent: Node) {
        let above = self.0[parent as usize];
        let far = self.0[above.far as usize];
        let further = self.0[far.far as usize];
        // Two hops of equal length are joined with the step before them to one hop.
        let equal = above.depth - far.depth == far.depth - further.depth;
        self.0.push(Entry {
            depth: above.depth + 1,
            parent,
            far: if equal { far.far } else { parent },
        });
    }

    /// The ancestor at a depth, `None` if the node itself is higher up.
    fn at_depth(&self, mut node: Node, depth: u32) -> Option<Node> {
        loop {
            let entry = self.0[node as usize];
            if entry.depth <= depth {
                return (entry.depth == depth).then_some(node);
            }
            let far_is_deep_enough = self.0[entry.far as usize].depth >= depth;
            node = if far_is_deep_enough {
                entry.far
            } else {
                entry.parent
            };
        }
    }

    /// The deepest common ancestor.
    fn common(&self, a: Node, b: Node) -> Node {
        let depth = self.0[a as usize].depth.min(self.0[b as usize].depth);
        let level = |node| {
            self.at_depth(node, depth)
                .expect("the depth is not below the node")
        };
        let (mut a, mut b) = (level(a), level(b));
        while a != b {
            let (here, there) = (self.0[a as usize], self.0[b as usize]);
            // At equal depth the far ancestors have equal depth too.
            (a, b) = if here.far == there.far {
                (here.parent, there.parent)
            } else {
                (here.far, there.far)
            };
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether `node` can be reached from 0 without `without`.
    fn reached(before: &[Vec<Node>], node: Node, without: Node) -> bool {
        let reaches = |&from: &Node| reached(before, from, without);
        node != without && (node == 0 || before[node as usize].iter().any(reaches))
    }

    proptest! {
        #[test]
        fn a_node_dominates_what_cannot_be_reached_without_it(
            choices in proptest::collection::vec((any::<u32>(), any::<u32>()), 1..12)
        ) {
            let mut before = vec![vec![]];
            for (index, &(a, b)) in choices.iter().enumerate() {
                let nodes = index as u32 + 1;
                before.push(vec![a % nodes, b % nodes]);
            }
            let tree = Dominators::new(before.len() as u32, |node| before[node as usize].clone());
            for node in 0..before.len() as Node {
                for by in 0..before.len() as Node {
                    prop_assert_eq!(tree.dominates(by, node), !reached(&before, node, by));
                }
            }
        }
    }

    #[test]
    fn a_chain_is_its_own_tree() {
        let tree = Dominators::new(5000, |node| [node - 1]);
        assert_eq!(tree.parent(0), None);
        assert!((1..5000).all(|node| tree.parent(node) == Some(node - 1)));
        assert!(tree.dominates(17, 4999) && !tree.dominates(4999, 17));
    }
}
