//! Watching a search at work.

use boyi_game::{Actor, Score};

use crate::proof::{Goal, ProofNumbers};
use crate::{Bound, Iteration, Window};

/// Sees every node as it is entered, cut and left. Methods do nothing unless written, and a search
/// compiled for [`Unobserved`] contains no trace of them.
///
/// Plies are counted from the root, which is ply 0. After [`play`](Observer::play) at ply `n` the
/// position at ply `n + 1` is entered and left, with the whole subtree below the move in between;
/// after [`research`](Observer::research) it is entered and left once more. A search that is stopped
/// leaves its open nodes without a `leave`. With a seed, the root is visited once more after the last
/// depth, to find moves as good as the best.
///
/// A search with chance nodes says who moves where, and tells all values and windows as the first player
/// sees them. Searches for a proof do not enter and leave: they [`look`](Observer::look) and revise what is
/// still to be shown.
pub trait Observer<M> {
    /// An iteration to `depth` begins.
    #[inline]
    fn deepen(&mut self, depth: u32) {
        let _ = depth;
    }

    /// An iteration is complete.
    #[inline]
    fn complete(&mut self, iteration: &Iteration<M>) {
        let _ = iteration;
    }

    /// A position is entered.
    #[inline]
    fn enter(&mut self, ply: u32, depth: u32, window: Window) {
        let _ = (ply, depth, window);
    }

    /// A move is about to be tried at the position of this ply.
    #[inline]
    fn play(&mut self, ply: u32, mv: M) {
        let _ = (ply, mv);
    }

    /// The table was asked about the position of this ply.
    #[inline]
    fn recall(&mut self, ply: u32, found: bool) {
        let _ = (ply, found);
    }

    /// The position of this ply is entered again at once, because its value lay outside the window.
    #[inline]
    fn research(&mut self, ply: u32) {
        let _ = ply;
    }

    /// The last move tried is so good that `spared` need not be tried any more.
    #[inline]
    fn cut(&mut self, ply: u32, value: Score, spared: &[M]) {
        let _ = (ply, value, spared);
    }

    /// The position is left with this value, from the view of the side to move there.
    #[inline]
    fn leave(&mut self, ply: u32, value: Score, how: Leave) {
        let _ = (ply, value, how);
    }

    /// Who is to move at the position of this ply: told where that may be chance.
    #[inline]
    fn actor(&mut self, ply: u32, actor: Actor) {
        let _ = (ply, actor);
    }

    /// What chance may do at the position of this ply is about to be searched: this way of several, with
    /// these odds.
    #[inline]
    fn chance(&mut self, ply: u32, way: usize, odds: f64) {
        let _ = (ply, way, odds);
    }

    /// A search for a proof asks whether the side to move at the root can reach this.
    #[inline]
    fn ask(&mut self, goal: Goal) {
        let _ = goal;
    }

    /// The position after these moves seems to settle the question with the least work: it is looked at.
    #[inline]
    fn look(&mut self, line: &[M]) {
        let _ = line;
    }

    /// What is still to be shown at the position after these moves, and at those one move further.
    #[inline]
    fn proof(
        &mut self,
        line: &[M],
        here: ProofNumbers,
        children: impl Iterator<Item = (M, ProofNumbers)>,
    ) {
        let _ = (line, here, children);
    }

    /// A search by sampling has played a game and counted its result.
    #[inline]
    fn playout(&mut self, playout: &Playout<M>) {
        let _ = playout;
    }
}

/// One game of a search by sampling, as far as it went through the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Playout<'a, M> {
    /// The moves from the root to the leaf, where the random game began.
    pub line: &'a [M],
    /// What it was worth to the side to move at the root, between 0 and 1.
    pub value: f64,
    /// Whether the game was over at the leaf, or played out and judged from there.
    pub how: Leave,
}

/// How a position got its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// From the positions below it.
    Searched,
    /// From the evaluation, at depth 0.
    Evaluated,
    /// From the rules: the game is over.
    Finished,
    /// From the table, where it stood as this bound.
    Remembered(Bound),
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<M> Observer<M> for Unobserved {}
