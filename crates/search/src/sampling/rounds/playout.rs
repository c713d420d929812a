//! One game of rounds played in thought: down the tree, one node more, at random from there, and its result
//! back up.

use std::sync::Mutex;

use boyi_game::{PerSide, Random, Side, Simultaneous};

use super::selection::{Selection, choose};
use super::tree::{Node, RoundsTree};
use super::{Payoff, RoundsPlan, Step};
use crate::kernel::{Meter, Stopped};
use crate::sampling::puct;
use crate::sampling::rave::Played;

/// One thread at work on a tree that others may work on, too.
pub(super) struct Sampler<'a, S: Simultaneous, E> {
    payoff: &'a E,
    plan: &'a RoundsPlan,
    tree: &'a Mutex<RoundsTree<S::Move>>,
    random: Random,
    pub(super) meter: Meter<'a>,
    /// The nodes of the current game, with the choices made there.
    path: Vec<(usize, PerSide<usize>)>,
    /// The way of the current game through the tree.
    pub(super) line: Vec<Step<S::Move>>,
    /// Both sides' choices of every round, those of the random part too: the first player's come first.
    played: Vec<S::Move>,
    later: Played,
}

impl<'a, S: Simultaneous, E: Payoff<S>> Sampler<'a, S, E> {
    pub(super) fn new(
        payoff: &'a E,
        plan: &'a RoundsPlan,
        tree: &'a Mutex<RoundsTree<S::Move>>,
        seed: u64,
        meter: Meter<'a>,
    ) -> Self {
        Self {
            payoff,
            plan,
            tree,
            random: Random::new(seed),
            meter,
            path: Vec::new(),
            line: Vec::new(),
            played: Vec::new(),
            later: Played::new::<S::Move>(),
        }
    }

    /// One game: its result for the first player, and whether it ended inside the tree.
    pub(super) fn playout(&mut self, root: &S) -> Result<(f64, bool), Stopped> {
        let mut position = root.clone();
        let judged = self.descend(&mut position).and_then(|()| {
            let is_over = position.outcome().is_some();
            Ok((self.rollout(&mut position)?, is_over))
        });
        let Ok((value, is_over)) = judged else {
            self.give_up();
            return Err(Stopped);
        };
        self.back_up(value);
        Ok((value, is_over))
    }

    /// Selection and expansion: leaves the position where the tree ends, or the game.
    fn descend(&mut self, position: &mut S) -> Result<(), Stopped> {
        self.path.clear();
        self.line.clear();
        self.played.clear();
        let mut tree = self.tree.lock().expect("no thread panics");
        let mut node = 0;
        while position.outcome().is_none() {
            self.meter.spend()?;
            if self.plan.selection == Selection::Puct && tree.nodes[node].visits == 0 {
                self.set_priors(position, &mut tree.nodes[node]);
            }
            let here = &mut tree.nodes[node];
            let chosen = Side::BOTH.map(|side| {
                let (arms, c) = (&mut here.arms[side], self.plan.exploration);
                let at = choose(self.plan.selection, arms, c, &mut self.random);
                arms[at].pending += 1;
                at
            });
            let chosen = PerSide::new(chosen[0], chosen[1]);
            self.path.push((node, chosen));
            let mv = |side: Side| here.arms[side][chosen[side]].mv;
            let choices = PerSide::new(mv(Side::First), mv(Side::Second));
            self.played.extend(Side::BOTH.map(|side| choices[side]));
            position.play(choices, &mut self.random);
            let key = position.key();
            self.line.extend([Step::Both(choices), Step::Chance(key)]);
            if self.plan.selection == Selection::Flat {
                break;
            }
            let way = (here.pair(chosen), key);
            match here.children.get(&way) {
                Some(&child) => node = child,
                None => {
                    let child = tree.nodes.len();
                    tree.nodes[node].children.insert(way, child);
                    tree.nodes.push(Node::of(position));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Both sides play at random for some rounds.
    fn rollout(&mut self, position: &mut S) -> Result<f64, Stopped> {
        let mut moves = Vec::new();
        for _ in 0..self.plan.rollout {
            if position.outcome().is_some() {
                break;
            }
            self.meter.spend()?;
            let mut pick = |side| {
                moves.clear();
                position.legal_moves(side, &mut moves);
                moves[self.random.below(moves.len() as u64) as usize]
            };
            let choices = [pick(Side::First), pick(Side::Second)];
            self.played.extend(choices);
            position.play(PerSide::new(choices[0], choices[1]), &mut self.random);
        }
        Ok(self.payoff.payoff(position))
    }

    /// The prior of each choice: the softmax of what it would be worth if the other side did nothing.
    fn set_priors(&mut self, position: &S, node: &mut Node<S::Move>) {
        for side in Side::BOTH {
            let idle = position.idle_move(!side);
            for arm in &mut node.arms[side] {
                let mut next = position.clone();
                next.play(PerSide::seen_by(side, arm.mv, idle), &mut self.random);
                arm.prior = puct::weight(seen_by(side, self.payoff.payoff(&next)));
            }
            let total: f64 = node.arms[side].iter().map(|arm| arm.prior).sum();
            for arm in &mut node.arms[side] {
                arm.prior /= total;
            }
        }
    }

    fn back_up(&mut self, value: f64) {
        let mut tree = self.tree.lock().expect("no thread panics");
        let is_rave = self.plan.selection == Selection::Rave;
        if is_rave {
            self.later.note(&self.played);
        }
        for (round, &(node, chosen)) in (0u32..).zip(&self.path) {
            let node = &mut tree.nodes[node];
            let pair = node.pair(chosen);
            node.visits += 1;
            node.pairs[pair].0 += value;
            node.pairs[pair].1 += 1;
            let cols = node.arms[Side::Second].len();
            for side in Side::BOTH {
                let own = seen_by(side, value);
                let pairs = &node.pairs;
                let other = chosen[!side];
                for (at, arm) in node.arms[side].iter_mut().enumerate() {
                    if is_rave && self.later.contains(arm.mv, 2 * round + side.index() as u32) {
                        arm.amaf_visits += 1;
                        arm.amaf_sum += own;
                    }
                    if at == chosen[side] {
                        arm.pending -= 1;
                        arm.visits += 1;
                        arm.sum += own;
                        continue;
                    }
                    let (sum, visits) = match side {
                        Side::First => pairs[at * cols + other],
                        Side::Second => pairs[other * cols + at],
                    };
                    // What was never tried is neither regretted nor enjoyed.
                    let mean = if visits > 0 {
                        sum / f64::from(visits)
                    } else {
                        value
                    };
                    arm.regret += seen_by(side, mean) - own;
                }
            }
        }
    }

    /// A game that is not finished counts for nothing.
    fn give_up(&mut self) {
        let mut tree = self.tree.lock().expect("no thread panics");
        for &(node, chosen) in &self.path {
            for side in Side::BOTH {
                tree.nodes[node].arms[side][chosen[side]].pending -= 1;
            }
        }
    }
}

/// A result for the first player as a side sees it.
fn seen_by(side: Side, value: f64) -> f64 {
    match side {
        Side::First => value,
        Side::Second => 1.0 - value,
    }
}
