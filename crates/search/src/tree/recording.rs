//! How a tree listens to a search.

use boyi_game::Score;

use super::against::origin;
use super::{Cut, Focus, Left, STUBS_A_NODE, Tree, TreeNode, weight};
use crate::{Leave, Observer, Window};

/// A position that was entered and not yet left.
#[derive(Clone, Debug)]
pub(super) struct Open<M> {
    pub(super) window: Window,
    depth: u32,
    number: u64,
    /// The move being tried, and how many were.
    pub(super) mv: Option<M>,
    tried: usize,
    /// The best move so far, and what was the best before the one tried last.
    pub(super) best: Option<(Score, M)>,
    before: Option<(Score, M)>,
    /// Its place among the nodes, if it is kept.
    node: Option<u32>,
}

impl<M: Copy> Observer<M> for Tree<M> {
    fn enter(&mut self, ply: u32, depth: u32, window: Window) {
        let number = self.counts.nodes;
        self.counts.nodes += 1;
        // What a stopped search left open is not in the way of a new root.
        self.open.truncate(ply as usize);
        if matches!(self.focus, Focus::Awaited { number: awaited } if awaited == number) {
            let line = self.open.iter().filter_map(|open| open.mv).collect();
            self.focus = Focus::Reached { number, line };
        }
        let again = std::mem::take(&mut self.again);
        let node = self.keeps(ply, number).then(|| {
            let parent = self.open.last();
            self.nodes.push(TreeNode {
                parent: parent.and_then(|parent| parent.node),
                mv: parent.and_then(|parent| parent.mv),
                ply,
                depth,
                window,
                number,
                again,
                left: None,
                cut: None,
            });
            self.weight += STUBS_A_NODE;
            self.nodes.len() as u32 - 1
        });
        self.open.push(Open {
            window,
            depth,
            number,
            mv: None,
            tried: 0,
            best: None,
            before: None,
            node,
        });
        self.fit();
    }

    fn play(&mut self, ply: u32, mv: M) {
        if let Some(open) = self.open.get_mut(ply as usize) {
            open.mv = Some(mv);
            open.tried += 1;
        }
    }

    fn recall(&mut self, _ply: u32, found: bool) {
        self.counts.table_probes += 1;
        self.counts.table_hits += u64::from(found);
    }

    fn research(&mut self, ply: u32) {
        self.counts.researches += 1;
        self.again = true;
        // The value of the first look does not count.
        if let Some(parent) = parent(&mut self.open, ply) {
            parent.best = parent.before;
        }
    }

    fn cut(&mut self, ply: u32, value: Score, spared: &[M]) {
        let Some(open) = self.open.get(ply as usize) else {
            return;
        };
        self.counts.note_cut(open.tried.saturating_sub(1));
        if let Some(node) = open.node {
            let node = &mut self.nodes[node as usize];
            node.cut = Some(Cut {
                by: open.mv,
                value,
                spared: spared.to_vec(),
                against: origin(&self.open[..=ply as usize]),
            });
            self.weight += spared.len();
            self.fit();
        }
    }

    fn leave(&mut self, ply: u32, value: Score, how: Leave) {
        self.open.truncate(ply as usize + 1);
        let Some(open) = self.open.pop() else { return };
        let is_leaf = match how {
            Leave::Evaluated | Leave::Finished => true,
            // Captures were tried as well, after it was judged.
            Leave::Searched => open.depth == 0,
            Leave::Remembered(_) => false,
        };
        self.counts.leaves += u64::from(is_leaf);
        self.counts.table_cuts += u64::from(matches!(how, Leave::Remembered(_)));
        if let Some(node) = open.node {
            let below = self.counts.nodes - open.number - 1;
            self.nodes[node as usize].left = Some(Left { value, how, below });
        }
        if let Some(parent) = parent(&mut self.open, ply)
            && let Some(mv) = parent.mv
        {
            parent.before = parent.best;
            if parent.best.is_none_or(|(best, _)| -value > best) {
                parent.best = Some((-value, mv));
            }
        }
    }
}

fn parent<M>(open: &mut [Open<M>], ply: u32) -> Option<&mut Open<M>> {
    open.get_mut(ply.checked_sub(1)? as usize)
}

impl<M: Copy> Tree<M> {
    /// Whether a position that is about to be entered is to be kept.
    fn keeps(&self, ply: u32, number: u64) -> bool {
        let is_inside = match self.focus {
            Focus::Everything => true,
            Focus::Awaited { .. } => false,
            Focus::Reached {
                number: wanted,
                ref line,
            } => {
                let root = self.open.get(line.len());
                number == wanted || root.is_some_and(|root| root.number == wanted)
            }
        };
        is_inside
            && self
                .deepest
                .is_none_or(|deepest| ply <= deepest + self.line().len() as u32)
    }

    /// Leaves out the deepest ply as long as there is too much.
    fn fit(&mut self) {
        while self.weight > self.cap.saturating_mul(STUBS_A_NODE) {
            let first = self.line().len() as u32;
            let deepest = self.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
            if deepest <= first {
                return; // the root is kept in any case
            }
            self.deepest = Some(deepest - 1 - first);
            self.forget_from(deepest);
        }
    }

    /// Forgets all nodes of a ply and below. Parents stand before their children, so that one pass
    /// finds every node its new place.
    fn forget_from(&mut self, ply: u32) {
        let mut places: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for node in &self.nodes {
            places.push((node.ply < ply).then_some(kept));
            kept += u32::from(node.ply < ply);
        }
        let place = |old: Option<u32>| old.and_then(|old| places[old as usize]);
        self.nodes.retain(|node| node.ply < ply);
        for node in &mut self.nodes {
            node.parent = place(node.parent);
        }
        for open in &mut self.open {
            open.node = place(open.node);
        }
        self.weight = self.nodes.iter().map(weight).sum();
    }
}
