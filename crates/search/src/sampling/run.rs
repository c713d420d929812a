//! Game after game until a limit is reached, on one thread or several.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use boyi_game::{Key, Position, Score};

use super::mcts::Worker;
use super::plan::{Parallel, SamplingPlan};
use super::score_of;
use super::tree::{Proof, ROOT, RootShare, SamplingTree};
use crate::deepening::root_moves;
use crate::kernel::{Budget, Meter};
use crate::{
    Counts, EXPECTED_MOVES, Ended, Evaluate, Iteration, Method, Observer, Report, Unobserved,
};

/// Samples a position as planned, beginning with what the tree knows of it already; a tree of another
/// position is begun anew. Returns a legal move wherever there is one, however early it is stopped.
///
/// `observer` is shown every playout of the first thread, and the result so far each time the number of
/// playouts has doubled.
pub fn sample<P, E, O>(
    position: &P,
    evaluate: &E,
    plan: &SamplingPlan<P::Move>,
    tree: &mut SamplingTree<P::Move>,
    observer: &mut O,
) -> Report<P::Move>
where
    P: Position + Sync,
    E: Evaluate<P> + Sync,
    O: Observer<P::Move>,
{
    let budget = Budget::new(&plan.go, EXPECTED_MOVES);
    let moves = root_moves(position, &plan.go);
    if !tree.fits(&moves) {
        *tree = SamplingTree::default();
    }
    let fallback = moves.first().copied();
    let mut counts = Counts::default();
    let ended = if fallback.is_none() {
        Ended::GameOver
    } else {
        let shared = Mutex::new(std::mem::take(tree));
        let session = Session {
            position,
            evaluate,
            plan,
            budget: &budget,
            games: AtomicU64::new(0),
        };
        let ended = session.run(&shared, &mut counts, observer);
        *tree = shared.into_inner().expect("no thread panics");
        ended
    };
    let last = iteration(tree, plan, evaluate.spread(), &counts, budget.elapsed());
    let is_sampled = tree.visits() > 0 && fallback.is_some();
    let iterations = is_sampled.then_some(last).into_iter().collect();
    Report::of(iterations, fallback, counts, budget.elapsed(), ended)
}

/// What the tree says about each move of its root, the best first: by visits, in flat Monte Carlo, where
/// all have as many, by their mean.
pub fn root_shares<M: Copy + PartialEq>(
    tree: &SamplingTree<M>,
    method: Method,
) -> Vec<RootShare<M>> {
    let mut shares = tree.root_moves();
    if method == Method::MonteCarlo {
        shares.sort_by(|one, other| other.value.total_cmp(&one.value));
    }
    shares
}

/// What the threads of one search share beside the tree.
struct Session<'a, P: Position, E> {
    position: &'a P,
    evaluate: &'a E,
    plan: &'a SamplingPlan<P::Move>,
    budget: &'a Budget,
    /// Games begun, by all threads.
    games: AtomicU64,
}

impl<P, E> Session<'_, P, E>
where
    P: Position + Sync,
    E: Evaluate<P> + Sync,
{
    fn run<O: Observer<P::Move>>(
        &self,
        tree: &Mutex<SamplingTree<P::Move>>,
        counts: &mut Counts,
        observer: &mut O,
    ) -> Ended {
        let helpers = self.plan.threads.max(1) - 1;
        std::thread::scope(|scope| {
            let help = |number: usize| {
                let own = Mutex::new(SamplingTree::default());
                let is_alone = self.plan.parallel == Parallel::Root;
                let tree = if is_alone { &own } else { tree };
                let (counts, _) = self.work(number, tree, &mut Unobserved);
                let own = own.into_inner().expect("no thread panics");
                (counts, is_alone.then_some(own))
            };
            let helpers: Vec<_> = (1..=helpers)
                .map(|number| scope.spawn(move || help(number)))
                .collect();
            let (own, ended) = self.work(0, tree, observer);
            *counts = own;
            for helper in helpers {
                let (theirs, grown) = helper.join().expect("no thread panics");
                *counts = counts.plus(&theirs);
                if let Some(grown) = grown {
                    let mut tree = tree.lock().expect("no thread panics");
                    tree.add_root_of(grown);
                }
            }
            // Whichever thread has proven it.
            let tree = tree.lock().expect("no thread panics");
            tree.nodes[ROOT].proof.map_or(ended, |_| Ended::Certain)
        })
    }

    /// One thread's games.
    fn work<O: Observer<P::Move>>(
        &self,
        number: usize,
        tree: &Mutex<SamplingTree<P::Move>>,
        observer: &mut O,
    ) -> (Counts, Ended) {
        // The first thread's stream is that of a search with one thread.
        let seed = self.plan.seed ^ Key::mixed(number as u64).0 ^ Key::mixed(0).0;
        let meter = Meter::new(self.budget);
        let mut worker = Worker::new(self.position, self.evaluate, self.plan, tree, seed, meter);
        let mut told = 1;
        let mut nodes_told = 0;
        let ended = loop {
            let game = self.games.fetch_add(1, Ordering::Relaxed);
            // Nobody is halted here: games that other threads have begun count.
            if self.plan.playouts.is_some_and(|most| game >= most) {
                break Ended::Playouts;
            }
            if self.budget.is_halted() {
                break self.budget.ended();
            }
            match worker.playout(observer) {
                Err(_) => break self.budget.ended(),
                Ok(Some(_)) => {
                    self.budget.halt();
                    break Ended::Certain;
                }
                Ok(None) => {}
            }
            if game + 1 == told {
                told *= 2;
                let mut counts = worker.counts;
                counts.nodes = worker.meter.nodes() - nodes_told;
                nodes_told = worker.meter.nodes();
                let tree = tree.lock().expect("no thread panics");
                let spread = self.evaluate.spread();
                let elapsed = self.budget.elapsed();
                observer.complete(&iteration(&tree, self.plan, spread, &counts, elapsed));
            }
        };
        let mut counts = worker.counts;
        counts.nodes = worker.meter.nodes();
        (counts, ended)
    }
}

/// What the tree says by now: as deep as its best line.
fn iteration<M: Copy + PartialEq>(
    tree: &SamplingTree<M>,
    plan: &SamplingPlan<M>,
    spread: f64,
    counts: &Counts,
    elapsed: Duration,
) -> Iteration<M> {
    let best = root_shares(tree, plan.method).first().copied();
    let line = match best {
        Some(best) if plan.method == Method::MonteCarlo => vec![best.mv],
        _ => tree.line(),
    };
    let depth = line.len() as u32;
    let value = match (tree.nodes[ROOT].proof, best) {
        (Some(Proof::Win), _) => Score::win_in(depth),
        (Some(Proof::Loss), _) => Score::loss_in(depth),
        (Some(Proof::Draw), _) | (None, None) => Score::EVEN,
        (None, Some(best)) => score_of(best.value, spread),
    };
    Iteration {
        depth,
        value,
        line,
        nodes: counts.nodes,
        elapsed,
    }
}
