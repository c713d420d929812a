//! A recording of a search by sampling: its tree and every game, so that it can be seen growing.

use boyi_game::GameMove;

use crate::{Leave, Observer, Playout};

/// The tree as it grew. Visits and values at any moment follow from the games up to it.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledTree<M> {
    nodes: Vec<SampledNode<M>>,
    playouts: Vec<SampledPlayout>,
    children: Vec<Vec<u32>>,
    cap: usize,
}

/// A position that some game went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampledNode<M> {
    /// The position before, by its place among the nodes; `None` for the root.
    pub parent: Option<u32>,
    pub mv: Option<M>,
    /// Whether the game is over here.
    pub is_over: bool,
}

/// One game: where it left the tree, and its result for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledPlayout {
    pub leaf: u32,
    pub value: f32,
}

impl<M> SampledTree<M> {
    /// Keeps about so many positions; games that went further are told as having ended at the last one kept.
    pub fn new(cap: usize) -> Self {
        Self {
            nodes: vec![SampledNode {
                parent: None,
                mv: None,
                is_over: false,
            }],
            playouts: Vec::new(),
            children: vec![Vec::new()],
            cap,
        }
    }

    /// Parents come before their children.
    pub fn nodes(&self) -> &[SampledNode<M>] {
        &self.nodes
    }

    pub fn playouts(&self) -> &[SampledPlayout] {
        &self.playouts
    }
}

impl<M: Copy + PartialEq> SampledTree<M> {
    /// Adds a game that went this way through the tree.
    pub fn add(&mut self, line: &[M], value: f64, is_over: bool) {
        let mut node = 0;
        let mut is_complete = true;
        for &mv in line {
            let known = self.children[node].iter().copied();
            let known = known.map(|at| at as usize);
            let mut found = known.filter(|&at| self.nodes[at].mv == Some(mv));
            node = match found.next() {
                Some(child) => child,
                None if self.nodes.len() >= self.cap => {
                    is_complete = false;
                    break;
                }
                None => {
                    self.nodes.push(SampledNode {
                        parent: Some(node as u32),
                        mv: Some(mv),
                        is_over: false,
                    });
                    self.children.push(Vec::new());
                    let child = self.nodes.len() - 1;
                    self.children[node].push(child as u32);
                    child
                }
            };
        }
        self.nodes[node].is_over |= is_over && is_complete;
        self.playouts.push(SampledPlayout {
            leaf: node as u32,
            value: value as f32,
        });
    }
}

impl<M: GameMove> Observer<M> for SampledTree<M> {
    fn playout(&mut self, playout: &Playout<M>) {
        let is_over = playout.how == Leave::Finished;
        self.add(playout.line, playout.value, is_over);
    }
}
