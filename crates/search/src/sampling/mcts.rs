//! Monte Carlo tree search: the four steps that every game played in thought consists of.

use std::sync::Mutex;

use boyi_game::{Position, Random, Side};

use super::plan::SamplingPlan;
use super::rave::{self, Played};
use super::tree::{Proof, ROOT, SamplingTree};
use super::{flat, puct, reward, solver, ucb};
use crate::kernel::{Meter, Stopped};
use crate::{Counts, Evaluate, Leave, Method, Observer, Playout};

/// One thread at work on a tree that others may work on, too.
pub(super) struct Worker<'a, P: Position, E> {
    pub(super) root: &'a P,
    pub(super) evaluate: &'a E,
    pub(super) plan: &'a SamplingPlan<P::Move>,
    pub(super) tree: &'a Mutex<SamplingTree<P::Move>>,
    pub(super) random: Random,
    pub(super) meter: Meter<'a>,
    pub(super) counts: Counts,
    /// The nodes of the current game, and its moves, those of the random part too.
    path: Vec<usize>,
    pub(super) played: Vec<P::Move>,
    pub(super) moves: Vec<P::Move>,
    later: Played,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    pub(super) fn new(
        root: &'a P,
        evaluate: &'a E,
        plan: &'a SamplingPlan<P::Move>,
        tree: &'a Mutex<SamplingTree<P::Move>>,
        seed: u64,
        meter: Meter<'a>,
    ) -> Self {
        Self {
            root,
            evaluate,
            plan,
            tree,
            random: Random::new(seed),
            meter,
            counts: Counts::default(),
            path: Vec::new(),
            played: Vec::new(),
            moves: Vec::new(),
            later: Played::new::<P::Move>(),
        }
    }

    /// One game: down the tree, one node more, a random game from there, and its result back up.
    pub(super) fn playout<O: Observer<P::Move>>(
        &mut self,
        observer: &mut O,
    ) -> Result<Option<Proof>, Stopped> {
        let mut position = self.root.clone();
        let known = self.select_and_expand(&mut position);
        let in_tree = self.played.len();
        let paid = self.path.iter().try_for_each(|_| self.meter.spend());
        let judged = paid.and_then(|()| match known {
            Some(known) => Ok(known),
            None => self.simulate(&mut position),
        });
        let Ok((value, how)) = judged else {
            self.give_up();
            return Err(Stopped);
        };
        self.counts.leaves += 1;
        let proof = self.back_up(value);
        observer.playout(&Playout {
            line: &self.played[..in_tree],
            value,
            how,
        });
        Ok(proof)
    }

    /// Selection and expansion. Leaves the position where the tree ends; the value for the side to move at
    /// the root where that is certain.
    fn select_and_expand(&mut self, position: &mut P) -> Option<(f64, Leave)> {
        let deepest = match self.plan.method {
            Method::MonteCarlo => 1,
            _ => self.plan.go.depth.unwrap_or(u32::MAX) as usize,
        };
        self.path.clear();
        self.played.clear();
        let mut tree = self.tree.lock().expect("no thread panics");
        let mut node = ROOT;
        loop {
            self.path.push(node);
            tree.nodes[node].pending += 1;
            if let Some(proof) = tree.nodes[node].proof {
                return Some((self.value_at_root(proof, position.turn()), Leave::Searched));
            }
            if !tree.nodes[node].is_expanded {
                let is_leaf = node != ROOT && tree.nodes[node].visits == 0;
                let has_room = tree.nodes.len() < self.plan.room || node == ROOT;
                if is_leaf || !has_room || self.played.len() >= deepest {
                    return None;
                }
                self.expand(&mut tree, node, position);
            }
            let children = tree.nodes[node].children();
            if children.is_empty() {
                let outcome = position.outcome().expect("no move means the end");
                return Some((reward(outcome, self.root.turn()), Leave::Finished));
            }
            node = children.start + self.choose(&tree, node);
            let mv = tree.nodes[node].mv.expect("children have moves");
            position.make(mv);
            self.played.push(mv);
        }
    }

    /// Adds the moves of a position in random order, so that none is tried first because of where it
    /// stands.
    fn expand(&mut self, tree: &mut SamplingTree<P::Move>, node: usize, position: &mut P) {
        self.moves.clear();
        match &self.plan.go.only {
            Some(only) if node == ROOT => {
                position.legal_moves(&mut self.moves);
                self.moves.retain(|mv| only.contains(mv));
            }
            _ => position.legal_moves(&mut self.moves),
        }
        self.random.shuffle(&mut self.moves);
        let added = tree.expand(node, &self.moves);
        if self.plan.method == Method::Puct {
            puct::priors(position, self.evaluate, &mut tree.nodes[added]);
        }
    }

    /// The child to follow.
    #[inline]
    fn choose(&self, tree: &SamplingTree<P::Move>, node: usize) -> usize {
        let (parent, children) = (&tree.nodes[node], tree.children(node));
        let exploration = self.plan.exploration;
        match self.plan.method {
            Method::MonteCarlo => flat::choose(children),
            Method::Rave => rave::choose(parent, children, exploration),
            Method::Puct => puct::choose(parent, children, exploration),
            Method::MctsSolver => solver::choose(parent, children, exploration),
            _ => ucb::choose(parent, children, exploration),
        }
    }

    /// Simulation: what a random game, or the evaluation, makes of the leaf.
    fn simulate(&mut self, position: &mut P) -> Result<(f64, Leave), Stopped> {
        let before = self.played.len();
        let value = self.rollout(position)?;
        let is_over = self.moves.is_empty() && self.played.len() == before;
        let how = if is_over {
            Leave::Finished
        } else {
            Leave::Evaluated
        };
        if is_over && self.plan.method == Method::MctsSolver {
            let outcome = position.outcome().expect("no move means the end");
            let proof = Proof::of(reward(outcome, position.turn()));
            let leaf = *self.path.last().expect("the root at least");
            self.tree.lock().expect("no thread panics").nodes[leaf].proof = Some(proof);
        }
        Ok((value, how))
    }

    /// Backpropagation. `value` is that of the side to move at the root. What is certain about the root.
    fn back_up(&mut self, value: f64) -> Option<Proof> {
        let mut tree = self.tree.lock().expect("no thread panics");
        if self.plan.method == Method::Rave {
            self.later.note(&self.played);
        }
        for (ply, &node) in self.path.iter().enumerate().rev() {
            let ply = ply as u32;
            // The side to move at the root has moved to the nodes of odd plies.
            let seen = if ply % 2 == 1 { value } else { 1.0 - value };
            let here = &mut tree.nodes[node];
            here.pending -= 1;
            here.visits += 1;
            here.sum += seen;
            if self.plan.method == Method::Rave {
                for at in here.children() {
                    let child = &mut tree.nodes[at];
                    if child.mv.is_some_and(|mv| self.later.contains(mv, ply)) {
                        child.amaf_visits += 1;
                        child.amaf_sum += (1.0 - seen) as f32;
                    }
                }
            }
            if self.plan.method == Method::MctsSolver {
                let here = &tree.nodes[node];
                if here.proof.is_none() && !here.children().is_empty() {
                    tree.nodes[node].proof = solver::proof_of(tree.children(node));
                }
            }
        }
        tree.nodes[ROOT].proof
    }

    /// A game that is not finished counts for nothing.
    fn give_up(&mut self) {
        let mut tree = self.tree.lock().expect("no thread panics");
        for &node in &self.path {
            tree.nodes[node].pending -= 1;
        }
    }

    fn value_at_root(&self, proof: Proof, turn: Side) -> f64 {
        let value = match proof {
            Proof::Win => 1.0,
            Proof::Draw => 0.5,
            Proof::Loss => 0.0,
        };
        if turn == self.root.turn() {
            value
        } else {
            1.0 - value
        }
    }
}

impl Proof {
    /// What a finished game proves that is worth so much to the side to move.
    fn of(reward: f64) -> Self {
        match reward {
            reward if reward > 0.5 => Self::Win,
            reward if reward < 0.5 => Self::Loss,
            _ => Self::Draw,
        }
    }
}
