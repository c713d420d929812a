//! The tree of averages that grows by sampling, kept between the moves of a game.

use std::ops::Range;

use super::solver;

/// What is certain about the side to move at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    Win,
    Draw,
    Loss,
}

/// A position of the tree. Its numbers are seen by the side that moved there, because that side chooses
/// it; only the proof is the fate of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// The move that led here; `None` at the root.
    pub(crate) mv: Option<M>,
    first_child: u32,
    child_count: u16,
    pub(crate) is_expanded: bool,
    pub(crate) proof: Option<Proof>,
    pub(crate) visits: u32,
    /// Games that went this way and are not over: each counts as lost (virtual loss).
    pub(crate) pending: u32,
    pub(crate) sum: f64,
    pub(crate) prior: f32,
    /// Games in which the move was played here or later: all moves as first.
    pub(crate) amaf_visits: u32,
    pub(crate) amaf_sum: f32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Self {
            mv,
            first_child: 0,
            child_count: 0,
            is_expanded: false,
            proof: None,
            visits: 0,
            pending: 0,
            sum: 0.0,
            prior: 0.0,
            amaf_visits: 0,
            amaf_sum: 0.0,
        }
    }

    /// Visits, counting games that are under way.
    #[inline]
    pub(crate) fn tried(&self) -> u32 {
        self.visits + self.pending
    }

    /// The mean result; games under way count as lost.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.tried().max(1))
    }

    pub(crate) fn amaf_mean(&self) -> Option<f64> {
        let visits = f64::from(self.amaf_visits);
        (self.amaf_visits > 0).then(|| f64::from(self.amaf_sum) / visits)
    }

    pub(crate) fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }
}

/// What the tree says about one move at its root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootShare<M> {
    pub mv: M,
    pub visits: u32,
    /// The mean result for the side to move.
    pub value: f64,
    /// What is certain about the side to move *after* it.
    pub proof: Option<Proof>,
}

/// What a tree knows of a position beside its visits and its mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeFacts {
    /// How likely the move seemed beforehand (PUCT).
    pub prior: f32,
    /// Games in which the move was played here or later, and their mean (RAVE).
    pub later_visits: u32,
    pub later_value: Option<f64>,
    /// What is certain about the side to move here (MCTS-Solver).
    pub proof: Option<Proof>,
}

impl NodeFacts {
    pub const NONE: Self = Self {
        prior: 0.0,
        later_visits: 0,
        later_value: None,
        proof: None,
    };
}

/// A tree that can be searched again after a move was played: what lies below it stays.
#[derive(Clone, Debug)]
pub struct SamplingTree<M> {
    pub(crate) nodes: Vec<Node<M>>,
}

impl<M> Default for SamplingTree<M> {
    fn default() -> Self {
        Self {
            nodes: vec![Node::new(None)],
        }
    }
}

pub(crate) const ROOT: usize = 0;

impl<M: Copy + PartialEq> SamplingTree<M> {
    /// How many games went through the root.
    pub fn visits(&self) -> u32 {
        self.nodes[ROOT].visits
    }

    pub(crate) fn children(&self, node: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[node].children()]
    }

    /// Adds the moves of a position below a node.
    pub(crate) fn expand(&mut self, node: usize, moves: &[M]) -> Range<usize> {
        let first = self.nodes.len();
        self.nodes
            .extend(moves.iter().map(|&mv| Node::new(Some(mv))));
        let parent = &mut self.nodes[node];
        parent.first_child = first as u32;
        parent.child_count = moves.len() as u16;
        parent.is_expanded = true;
        first..self.nodes.len()
    }

    /// The position after `mv` becomes the root, with what is known below it. Whether anything is known.
    pub fn advance(&mut self, mv: M) -> bool {
        let found = self.nodes[ROOT]
            .children()
            .find(|&at| self.nodes[at].mv == Some(mv));
        match found {
            Some(child) => *self = self.below(child),
            None => *self = Self::default(),
        }
        found.is_some()
    }

    /// A copy of what lies below a node, with that node as its root.
    fn below(&self, root: usize) -> Self {
        let (node, children) = (&self.nodes[root], self.children(root));
        // What another thread proved in a tree of its own says nothing about which move to play here.
        let is_shown = !children.is_empty() && solver::proof_of(children) == node.proof;
        let mut nodes = vec![Node {
            mv: None,
            proof: node.proof.filter(|_| is_shown),
            ..*node
        }];
        let mut next = 0;
        while next < nodes.len() {
            let old = nodes[next].children();
            nodes[next].first_child = nodes.len() as u32;
            nodes.extend_from_slice(&self.nodes[old]);
            next += 1;
        }
        Self { nodes }
    }

    /// What is known of the root's moves, best first: proven wins, then by visits, proven losses last.
    pub fn root_moves(&self) -> Vec<RootShare<M>> {
        let share = |node: &Node<M>| RootShare {
            mv: node.mv.expect("children have moves"),
            visits: node.visits,
            value: match node.proof {
                Some(Proof::Loss) => 1.0,
                Some(Proof::Draw) => 0.5,
                Some(Proof::Win) => 0.0,
                None => node.mean(),
            },
            proof: node.proof,
        };
        let mut shares: Vec<_> = self.children(ROOT).iter().map(share).collect();
        shares.sort_by(|one, other| {
            let rank = |share: &RootShare<M>| match share.proof {
                Some(Proof::Loss) => 2,
                Some(Proof::Win) => 0,
                _ => 1,
            };
            let key = |share: &RootShare<M>| (rank(share), share.visits);
            key(other)
                .cmp(&key(one))
                .then(other.value.total_cmp(&one.value))
        });
        shares
    }

    /// The most visited move after each other, as far as anything was tried twice.
    pub fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = ROOT;
        loop {
            let children = self.nodes[node].children();
            let wins = |at: &usize| self.nodes[*at].proof == Some(Proof::Loss);
            let loses = |at: &usize| self.nodes[*at].proof == Some(Proof::Win);
            let key = |at: &usize| (wins(at), !loses(at), self.nodes[*at].visits);
            let best = children.rev().max_by_key(key);
            let Some(best) = best.filter(|&at| self.nodes[at].visits > 0) else {
                return line;
            };
            line.extend(self.nodes[best].mv);
            node = best;
        }
    }

    /// What the tree knows of each position of a recording that was made of it.
    pub fn facts_of(&self, film: &super::SampledTree<M>) -> Vec<NodeFacts> {
        let mut places: Vec<Option<usize>> = Vec::new();
        for node in film.nodes() {
            let parent = node.parent.map(|parent| places[parent as usize]);
            places.push(match parent {
                None => Some(ROOT),
                Some(parent) => parent.and_then(|parent| {
                    let mut children = self.nodes[parent].children();
                    children.find(|&at| self.nodes[at].mv == node.mv)
                }),
            });
        }
        let facts = |place: Option<usize>| {
            let node = place.map(|place| &self.nodes[place]);
            NodeFacts {
                prior: node.map_or(0.0, |node| node.prior),
                later_visits: node.map_or(0, |node| node.amaf_visits),
                later_value: node.and_then(Node::amaf_mean),
                proof: node.and_then(|node| node.proof),
            }
        };
        places.into_iter().map(facts).collect()
    }

    /// Adds the visits of another tree's root moves: what threads found that did not share a tree.
    pub(crate) fn add_root_of(&mut self, other: Self) {
        if !self.nodes[ROOT].is_expanded {
            *self = other;
            return;
        }
        for theirs in other.children(ROOT) {
            let mine = self.nodes[ROOT]
                .children()
                .find(|&at| self.nodes[at].mv == theirs.mv);
            if let Some(mine) = mine.map(|at| &mut self.nodes[at]) {
                mine.visits += theirs.visits;
                mine.sum += theirs.sum;
                mine.proof = mine.proof.or(theirs.proof);
            }
        }
        self.nodes[ROOT].visits += other.nodes[ROOT].visits;
        self.nodes[ROOT].sum += other.nodes[ROOT].sum;
        self.nodes[ROOT].proof = self.nodes[ROOT].proof.or(other.nodes[ROOT].proof);
    }

    /// Whether this can be the tree of a position: its root has these moves and no others.
    pub(crate) fn fits(&self, moves: &[M]) -> bool {
        let root = &self.nodes[ROOT];
        let known = self.children(ROOT).iter();
        !root.is_expanded
            || (moves.len() == usize::from(root.child_count)
                && known
                    .filter_map(|node| node.mv)
                    .all(|mv| moves.contains(&mv)))
    }
}
