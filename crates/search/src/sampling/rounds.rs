//! Sampling games in which both sides choose at once and chance has a say: a tree whose nodes hold what
//! each side knows about its own choices.
//!
//! The searches of [`super::mcts`] are decoupled here: each side follows its own numbers, as if the other
//! were part of chance. They may settle for a pure choice where only a mixture is safe. Regret matching
//! (Lanctot, Lisý and Winands 2013) plays each choice as often as it is regretted, and its average tends
//! to an equilibrium.

mod tree;
mod selection;
mod playout;

pub use selection::Selection;
pub use tree::RoundsTree;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use boyi_game::{Key, PerSide, Random, Side, Simultaneous};

use self::playout::Sampler;
use super::Parallel;
use crate::kernel::{Budget, Go, Meter};
use crate::{Counts, EXPECTED_MOVES, Ended};

/// Judges a game of rounds where it is broken off, or over: the first player's chance of winning, or
/// whatever between 0 and 1 it plays for.
pub trait Payoff<S> {
    fn payoff(&self, position: &S) -> f64;
}

#[derive(Clone, Debug)]
pub struct RoundsPlan {
    pub selection: Selection,
    /// How far: nodes are rounds played in thought.
    pub go: Go<()>,
    pub playouts: Option<u64>,
    /// For regret matching the share of random choices, else the exploration constant.
    pub exploration: f64,
    /// With one thread the same seed gives the same search.
    pub seed: u64,
    /// Rounds of the random games, after which the payoff judges.
    pub rollout: u32,
    pub threads: usize,
    pub parallel: Parallel,
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
    /// Games of this search; the tree may know of earlier ones.
    pub playouts: u64,
    pub counts: Counts,
    pub ended: Ended,
}

/// Samples a position for one side, beginning with what the tree knows of it already; a tree of another
/// position is begun anew. `each` is shown the way of every game of the first thread through the tree and
/// its result for the first player. Returns a legal move wherever there is one, however early it is stopped.
pub fn sample_rounds<S, E>(
    position: &S,
    side: Side,
    payoff: &E,
    plan: &RoundsPlan,
    tree: &mut RoundsTree<S::Move>,
    each: impl FnMut(&[Step<S::Move>], f64, bool),
) -> RoundsReport<S::Move>
where
    S: Simultaneous + Sync,
    E: Payoff<S> + Sync,
{
    let budget = Budget::new(&plan.go, EXPECTED_MOVES);
    if tree.key() != Some(position.key()) {
        *tree = RoundsTree::of(position);
    }
    let mut counts = Counts::default();
    let ended = if position.outcome().is_some() {
        Ended::GameOver
    } else {
        let shared = Mutex::new(std::mem::take(tree));
        let session = Session {
            position,
            payoff,
            plan,
            budget: &budget,
            games: AtomicU64::new(0),
        };
        let ended = session.run(&shared, &mut counts, each);
        *tree = shared.into_inner().expect("no thread panics");
        ended
    };
    let shares = tree.shares(side, plan.selection);
    let best = match plan.selection {
        _ if ended == Ended::GameOver => None,
        Selection::RegretMatching => drawn(&shares, &mut Random::new(plan.seed)),
        _ => first_most(&shares),
    };
    RoundsReport {
        best,
        shares,
        value: tree.value(),
        playouts: counts.leaves,
        counts,
        ended,
    }
}

/// What the threads of one search share beside the tree.
struct Session<'a, S, E> {
    position: &'a S,
    payoff: &'a E,
    plan: &'a RoundsPlan,
    budget: &'a Budget,
    /// Games begun, by all threads.
    games: AtomicU64,
}

impl<S, E> Session<'_, S, E>
where
    S: Simultaneous + Sync,
    E: Payoff<S> + Sync,
{
    fn run(
        &self,
        tree: &Mutex<RoundsTree<S::Move>>,
        counts: &mut Counts,
        each: impl FnMut(&[Step<S::Move>], f64, bool),
    ) -> Ended {
        let helpers = self.plan.threads.max(1) - 1;
        std::thread::scope(|scope| {
            let help = |number: usize| {
                let own = Mutex::new(RoundsTree::of(self.position));
                let is_alone = self.plan.parallel == Parallel::Root;
                let tree = if is_alone { &own } else { tree };
                let (counts, _) = self.work(number, tree, |_, _, _| ());
                let own = own.into_inner().expect("no thread panics");
                (counts, is_alone.then_some(own))
            };
            let helpers: Vec<_> = (1..=helpers)
                .map(|number| scope.spawn(move || help(number)))
                .collect();
            let (own, ended) = self.work(0, tree, each);
            *counts = own;
            for helper in helpers {
                let (theirs, grown) = helper.join().expect("no thread panics");
                *counts = counts.plus(&theirs);
                if let Some(grown) = grown {
                    tree.lock().expect("no thread panics").add_root_of(&grown);
                }
            }
            ended
        })
    }

    /// One thread's games.
    fn work(
        &self,
        number: usize,
        tree: &Mutex<RoundsTree<S::Move>>,
        mut each: impl FnMut(&[Step<S::Move>], f64, bool),
    ) -> (Counts, Ended) {
        // The first thread's stream is that of a search with one thread.
        let seed = self.plan.seed ^ Key::mixed(number as u64).0 ^ Key::mixed(0).0;
        let meter = Meter::new(self.budget);
        let mut sampler = Sampler::new(self.payoff, self.plan, tree, seed, meter);
        let mut counts = Counts::default();
        let ended = loop {
            let game = self.games.fetch_add(1, Ordering::Relaxed);
            // Nobody is halted here: games that other threads have begun count.
            if self.plan.playouts.is_some_and(|most| game >= most) {
                break Ended::Playouts;
            }
            let Ok((value, is_over)) = sampler.playout(self.position) else {
                break self.budget.ended();
            };
            counts.leaves += 1;
            each(&sampler.line, value, is_over);
        };
        counts.nodes = sampler.meter.nodes();
        (counts, ended)
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
