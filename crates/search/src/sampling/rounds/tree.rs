//! The tree of a game of rounds, kept between the rounds of a game.

use std::collections::HashMap;

use boyi_game::{Key, PerSide, Side, Simultaneous};

use super::Step;
use super::selection::Selection;
use crate::sampling::{NodeFacts, SampledTree};

/// One side's choice at a node.
#[derive(Clone, Debug)]
pub(super) struct Arm<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// Games that went this way and are not over: each counts as lost (virtual loss).
    pub(super) pending: u32,
    /// Results of this side, added up.
    pub(super) sum: f64,
    /// How likely the choice seemed beforehand (PUCT).
    pub(super) prior: f64,
    /// Games in which the side made this choice here or later, and their results (RAVE).
    pub(super) amaf_visits: u32,
    pub(super) amaf_sum: f64,
    pub(super) regret: f64,
    /// How often it was to be played, added up (regret matching).
    pub(super) share: f64,
}

impl<M> Arm<M> {
    /// Visits, counting games that are under way.
    pub(super) fn tried(&self) -> u32 {
        self.visits + self.pending
    }

    /// The mean result; games under way count as lost.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.tried().max(1))
    }

    pub(super) fn amaf_mean(&self) -> Option<f64> {
        (self.amaf_visits > 0).then(|| self.amaf_sum / f64::from(self.amaf_visits))
    }
}

/// A position before a round.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    key: Key,
    pub(super) arms: PerSide<Vec<Arm<M>>>,
    pub(super) visits: u32,
    /// Results and visits of each pair of choices, for the first player.
    pub(super) pairs: Vec<(f64, u32)>,
    /// By the pair of choices and what chance made of it.
    pub(super) children: HashMap<(usize, Key), usize>,
}

impl<M: Copy> Node<M> {
    pub(super) fn of<S: Simultaneous<Move = M>>(position: &S) -> Self {
        let arms = |side| {
            let mut moves = Vec::new();
            position.legal_moves(side, &mut moves);
            let arm = |mv| Arm {
                mv,
                visits: 0,
                pending: 0,
                sum: 0.0,
                prior: 0.0,
                amaf_visits: 0,
                amaf_sum: 0.0,
                regret: 0.0,
                share: 0.0,
            };
            moves.into_iter().map(arm).collect::<Vec<_>>()
        };
        let arms = PerSide::new(arms(Side::First), arms(Side::Second));
        Self {
            key: position.key(),
            pairs: vec![(0.0, 0); arms[Side::First].len() * arms[Side::Second].len()],
            arms,
            visits: 0,
            children: HashMap::new(),
        }
    }

    pub(super) fn pair(&self, chosen: PerSide<usize>) -> usize {
        chosen[Side::First] * self.arms[Side::Second].len() + chosen[Side::Second]
    }
}

/// A tree that can be searched again after a round was played: what lies below it stays.
#[derive(Clone, Debug)]
pub struct RoundsTree<M> {
    /// The root first; empty as long as nothing was searched.
    pub(super) nodes: Vec<Node<M>>,
}

impl<M> Default for RoundsTree<M> {
    fn default() -> Self {
        Self { nodes: Vec::new() }
    }
}

impl<M: Copy> RoundsTree<M> {
    pub(super) fn of<S: Simultaneous<Move = M>>(position: &S) -> Self {
        Self {
            nodes: vec![Node::of(position)],
        }
    }

    /// The position that it is a tree of.
    pub(super) fn key(&self) -> Option<Key> {
        self.nodes.first().map(|root| root.key)
    }

    /// How many games went through the root.
    pub fn visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// The position with this key, the same or one round on, becomes the root, with what is known below it.
    /// Whether anything is known.
    pub fn follow(&mut self, key: Key) -> bool {
        if self.key() == Some(key) {
            return true;
        }
        let root = self.nodes.first();
        let reached = root.into_iter().flat_map(|root| &root.children);
        let reached = reached.filter(|((_, reached), _)| *reached == key);
        // Several pairs of choices may lead there.
        let found = reached
            .map(|(_, &child)| child)
            .max_by_key(|&child| (self.nodes[child].visits, child));
        match found {
            Some(child) => self.keep_below(child),
            None => self.nodes.clear(),
        }
        found.is_some()
    }

    /// Drops everything but a node, which becomes the root, and what lies below it.
    fn keep_below(&mut self, root: usize) {
        let mut old: Vec<_> = self.nodes.drain(..).map(Some).collect();
        let mut take = |at: usize| old[at].take().expect("a node has one parent");
        self.nodes.push(take(root));
        let mut next = 0;
        while next < self.nodes.len() {
            let mut children = std::mem::take(&mut self.nodes[next].children);
            for child in children.values_mut() {
                let node = take(*child);
                *child = self.nodes.len();
                self.nodes.push(node);
            }
            self.nodes[next].children = children;
            next += 1;
        }
    }

    /// What the first player may expect, by all games so far.
    pub(super) fn value(&self) -> f64 {
        let pairs = self.nodes.first().map_or(&[][..], |root| &root.pairs);
        let (sum, visits) = pairs.iter().fold((0.0, 0), |(sum, visits), pair| {
            (sum + pair.0, visits + pair.1)
        });
        if visits > 0 {
            sum / f64::from(visits)
        } else {
            0.5
        }
    }

    /// How often a side should make each choice at the root.
    pub(super) fn shares(&self, side: Side, selection: Selection) -> Vec<(M, f64)> {
        let arms = self.nodes.first().map_or(&[][..], |root| &root.arms[side]);
        let weight = |arm: &Arm<M>| match selection {
            // Every choice was tried as often: the best mean is left.
            Selection::Flat => arm.mean(),
            Selection::RegretMatching => arm.share,
            _ => f64::from(arm.visits),
        };
        let total: f64 = arms.iter().map(weight).sum();
        let share = |arm| {
            if total > 0.0 {
                weight(arm) / total
            } else {
                1.0 / arms.len() as f64
            }
        };
        arms.iter().map(|arm| (arm.mv, share(arm))).collect()
    }

    /// What the tree knows of each step of a recording that was made of it: of a pair of choices what it
    /// knows of the one that `side` made.
    pub fn facts_of(&self, film: &SampledTree<Step<M>>, side: Side) -> Vec<NodeFacts>
    where
        M: PartialEq,
    {
        /// Where a step of the recording leads: to a position, or to what both chose there.
        #[derive(Clone, Copy)]
        enum Place {
            Node(usize),
            Chosen(usize, PerSide<usize>),
        }
        let mut places: Vec<Option<Place>> = Vec::new();
        for step in film.nodes() {
            let parent = step.parent.and_then(|parent| places[parent as usize]);
            places.push(match (step.mv, parent) {
                (None, _) => (!self.nodes.is_empty()).then_some(Place::Node(0)),
                (Some(Step::Both(choices)), Some(Place::Node(at))) => {
                    let number = |side: Side| {
                        let mut arms = self.nodes[at].arms[side].iter();
                        arms.position(|arm| arm.mv == choices[side])
                    };
                    let both = number(Side::First).zip(number(Side::Second));
                    both.map(|(one, other)| Place::Chosen(at, PerSide::new(one, other)))
                }
                (Some(Step::Chance(key)), Some(Place::Chosen(at, chosen))) => {
                    let way = (self.nodes[at].pair(chosen), key);
                    self.nodes[at].children.get(&way).copied().map(Place::Node)
                }
                (Some(_), _) => None,
            });
        }
        let facts = |place: Option<Place>| {
            let Some(Place::Chosen(at, chosen)) = place else {
                return NodeFacts::NONE;
            };
            let arm = &self.nodes[at].arms[side][chosen[side]];
            NodeFacts {
                prior: arm.prior as f32,
                later_visits: arm.amaf_visits,
                later_value: arm.amaf_mean(),
                proof: None,
            }
        };
        places.into_iter().map(facts).collect()
    }

    /// Adds the numbers of another tree's root: what threads found that did not share a tree.
    pub(super) fn add_root_of(&mut self, other: &Self) {
        let (Some(mine), Some(theirs)) = (self.nodes.first_mut(), other.nodes.first()) else {
            return;
        };
        mine.visits += theirs.visits;
        for (mine, theirs) in mine.pairs.iter_mut().zip(&theirs.pairs) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        for side in Side::BOTH {
            for (mine, theirs) in mine.arms[side].iter_mut().zip(&theirs.arms[side]) {
                mine.visits += theirs.visits;
                mine.sum += theirs.sum;
                mine.amaf_visits += theirs.amaf_visits;
                mine.amaf_sum += theirs.amaf_sum;
                mine.regret += theirs.regret;
                mine.share += theirs.share;
            }
        }
    }
}
