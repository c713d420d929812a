//! Sampling games in which both sides choose at once and chance has a say: a tree whose nodes hold what
//! each side knows about its own choices.
//!
//! Decoupled UCT lets each side follow its own upper confidence bounds; it may settle for a pure choice
//! where only a mixture is safe. Regret matching (Lanctot, Lisý and Winands 2013) plays each choice as
//! often as it is regretted, and its average tends to an equilibrium.

use std::collections::HashMap;

use boyi_game::{Key, PerSide, Random, Side, Simultaneous};

use crate::kernel::{Budget, Go, Meter, Stopped};
use crate::{Counts, EXPECTED_MOVES, Ended};

/// Judges a game of rounds where it is broken off, or over: the first player's chance of winning, or
/// whatever between 0 and 1 it plays for.
pub trait Payoff<S> {
    fn payoff(&self, position: &S) -> f64;
}

/// How a side chooses among its moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    DecoupledUct,
    RegretMatching,
}

#[derive(Clone, Debug)]
pub struct RoundsPlan {
    pub selection: Selection,
    /// How far: nodes are rounds played in thought.
    pub go: Go<()>,
    pub playouts: Option<u64>,
    /// For UCT the exploration constant, for regret matching the share of random choices.
    pub exploration: f64,
    pub seed: u64,
    /// Rounds of the random games, after which the payoff judges.
    pub rollout: u32,
}

/// A step down the tree: what both chose, or what chance made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    Both(PerSide<M>),
    Chance(Key),
}

/// What was found, for one side.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundsReport<M> {
    /// The choice to make: `None` only where the game is over.
    pub best: Option<M>,
    /// How often each of its choices should be made.
    pub shares: Vec<(M, f64)>,
    /// What the first player may expect, between 0 and 1.
    pub value: f64,
    pub playouts: u64,
    pub counts: Counts,
    pub ended: Ended,
}

/// One side's choice at a node.
#[derive(Clone, Debug)]
struct Arm<M> {
    mv: M,
    visits: u32,
    /// Results of this side, added up.
    sum: f64,
    regret: f64,
    /// How often it was to be played, added up.
    share: f64,
}

struct Node<M> {
    arms: PerSide<Vec<Arm<M>>>,
    visits: u32,
    /// Results and visits of each pair of choices, for the first player.
    pairs: Vec<(f64, u32)>,
    /// By the pair of choices and what chance made of it.
    children: HashMap<(usize, Key), usize>,
}

/// Samples a position for one side. `each` is shown the way of every game through the tree and its result
/// for the first player. Returns a legal move wherever there is one, however early it is stopped.
pub fn sample_rounds<S: Simultaneous, E: Payoff<S>>(
    position: &S,
    side: Side,
    payoff: &E,
    plan: &RoundsPlan,
    mut each: impl FnMut(&[Step<S::Move>], f64, bool),
) -> RoundsReport<S::Move> {
    let budget = Budget::new(&plan.go, EXPECTED_MOVES);
    let mut sampler = Sampler {
        payoff,
        plan,
        nodes: vec![Node::of(position)],
        random: Random::new(plan.seed),
        meter: Meter::new(&budget),
        path: Vec::new(),
        line: Vec::new(),
    };
    let mut playouts = 0;
    let mut sum = 0.0;
    let ended = loop {
        if position.outcome().is_some() {
            break Ended::GameOver;
        }
        if plan.playouts.is_some_and(|most| playouts >= most) {
            break Ended::Playouts;
        }
        let Ok((value, is_over)) = sampler.playout(position) else {
            break budget.ended();
        };
        each(&sampler.line, value, is_over);
        playouts += 1;
        sum += value;
    };
    let shares = sampler.shares(side);
    let best = match plan.selection {
        _ if ended == Ended::GameOver => None,
        Selection::DecoupledUct => first_most(&shares),
        Selection::RegretMatching => drawn(&shares, &mut sampler.random),
    };
    RoundsReport {
        best,
        shares,
        value: if playouts > 0 {
            sum / playouts as f64
        } else {
            0.5
        },
        playouts,
        counts: Counts {
            nodes: sampler.meter.nodes(),
            leaves: playouts,
            ..Counts::default()
        },
        ended,
    }
}

struct Sampler<'a, S: Simultaneous, E> {
    payoff: &'a E,
    plan: &'a RoundsPlan,
    nodes: Vec<Node<S::Move>>,
    random: Random,
    meter: Meter<'a>,
    /// The nodes of the current game, with the choices made there.
    path: Vec<(usize, PerSide<usize>)>,
    line: Vec<Step<S::Move>>,
}

impl<M: Copy> Node<M> {
    fn of<S: Simultaneous<Move = M>>(position: &S) -> Self {
        let arms = |side| {
            let mut moves = Vec::new();
            position.legal_moves(side, &mut moves);
            let arm = |mv| Arm {
                mv,
                visits: 0,
                sum: 0.0,
                regret: 0.0,
                share: 0.0,
            };
            moves.into_iter().map(arm).collect::<Vec<_>>()
        };
        let arms = PerSide::new(arms(Side::First), arms(Side::Second));
        Self {
            pairs: vec![(0.0, 0); arms[Side::First].len() * arms[Side::Second].len()],
            arms,
            visits: 0,
            children: HashMap::new(),
        }
    }

    fn pair(&self, chosen: PerSide<usize>) -> usize {
        chosen[Side::First] * self.arms[Side::Second].len() + chosen[Side::Second]
    }
}

impl<S: Simultaneous, E: Payoff<S>> Sampler<'_, S, E> {
    /// One game: its result for the first player, and whether it ended inside the tree.
    fn playout(&mut self, root: &S) -> Result<(f64, bool), Stopped> {
        let mut position = root.clone();
        self.path.clear();
        self.line.clear();
        let mut node = 0;
        let (value, is_over) = loop {
            if position.outcome().is_some() {
                break (self.payoff.payoff(&position), true);
            }
            self.meter.spend()?;
            let chosen = PerSide::new(
                self.choose(node, Side::First),
                self.choose(node, Side::Second),
            );
            self.path.push((node, chosen));
            let mv = |side: Side| self.nodes[node].arms[side][chosen[side]].mv;
            let choices = PerSide::new(mv(Side::First), mv(Side::Second));
            position.play(choices, &mut self.random);
            let key = position.key();
            self.line.extend([Step::Both(choices), Step::Chance(key)]);
            let way = (self.nodes[node].pair(chosen), key);
            match self.nodes[node].children.get(&way) {
                Some(&child) => node = child,
                None => {
                    let child = self.nodes.len();
                    self.nodes[node].children.insert(way, child);
                    self.nodes.push(Node::of(&position));
                    let is_over = position.outcome().is_some();
                    break (self.rollout(&mut position)?, is_over);
                }
            }
        };
        self.back_up(value);
        Ok((value, is_over))
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
            let choices = PerSide::new(pick(Side::First), pick(Side::Second));
            position.play(choices, &mut self.random);
        }
        Ok(self.payoff.payoff(position))
    }

    /// The number of the choice that a side makes at a node.
    fn choose(&mut self, node: usize, side: Side) -> usize {
        let visits = self.nodes[node].visits;
        let arms = &mut self.nodes[node].arms[side];
        match self.plan.selection {
            Selection::DecoupledUct => {
                let log = f64::from(visits.max(1)).ln();
                let untried = arms.iter().filter(|arm| arm.visits == 0).count();
                if untried > 0 {
                    let nth = self.random.below(untried as u64) as usize;
                    let mut open = (0..arms.len()).filter(|&at| arms[at].visits == 0);
                    return open.nth(nth).expect("one of the untried");
                }
                let bound = |arm: &Arm<S::Move>| {
                    let tried = f64::from(arm.visits);
                    arm.sum / tried + self.plan.exploration * (log / tried).sqrt()
                };
                let best = (0..arms.len()).rev();
                let best = best.max_by(|&a, &b| bound(&arms[a]).total_cmp(&bound(&arms[b])));
                best.expect("a side has a choice")
            }
            Selection::RegretMatching => {
                let total: f64 = arms.iter().map(|arm| arm.regret.max(0.0)).sum();
                let count = arms.len();
                let even = 1.0 / count as f64;
                let noise = self.plan.exploration;
                let mut left = self.random.below(1 << 53) as f64 / (1u64 << 53) as f64;
                let mut chosen = None;
                for (at, arm) in arms.iter_mut().enumerate() {
                    let share = if total > 0.0 {
                        arm.regret.max(0.0) / total
                    } else {
                        even
                    };
                    arm.share += share;
                    left -= noise * even + (1.0 - noise) * share;
                    if left < 0.0 {
                        chosen = chosen.or(Some(at));
                    }
                }
                chosen.unwrap_or(count - 1)
            }
        }
    }

    fn back_up(&mut self, value: f64) {
        for &(node, chosen) in &self.path {
            let node = &mut self.nodes[node];
            let pair = node.pair(chosen);
            node.visits += 1;
            node.pairs[pair].0 += value;
            node.pairs[pair].1 += 1;
            let cols = node.arms[Side::Second].len();
            for side in Side::BOTH {
                let own = if side == Side::First {
                    value
                } else {
                    1.0 - value
                };
                let pairs = &node.pairs;
                let other = chosen[!side];
                for (at, arm) in node.arms[side].iter_mut().enumerate() {
                    if at == chosen[side] {
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
                    let mean = if side == Side::First {
                        mean
                    } else {
                        1.0 - mean
                    };
                    arm.regret += mean - own;
                }
            }
        }
    }

    /// How often a side should make each choice at the root.
    fn shares(&self, side: Side) -> Vec<(S::Move, f64)> {
        let arms = &self.nodes[0].arms[side];
        let weight = |arm: &Arm<S::Move>| match self.plan.selection {
            Selection::DecoupledUct => f64::from(arm.visits),
            Selection::RegretMatching => arm.share,
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
}

fn first_most<M: Copy>(shares: &[(M, f64)]) -> Option<M> {
    let best = shares
        .iter()
        .rev()
        .max_by(|one, other| one.1.total_cmp(&other.1));
    best.map(|&(mv, _)| mv)
}

/// One choice, as often as its share says.
fn drawn<M: Copy>(shares: &[(M, f64)], random: &mut Random) -> Option<M> {
    let mut left = random.below(1 << 53) as f64 / (1u64 << 53) as f64;
    for &(mv, share) in shares {
        left -= share;
        if left < 0.0 {
            return Some(mv);
        }
    }
    shares.last().map(|&(mv, _)| mv)
}
