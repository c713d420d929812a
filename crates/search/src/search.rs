//! What all the searches carry with them from node to node.

#![cfg_attr(
    feature = "without-observer",
    allow(unused_variables, reason = "they are for the observer")
)]

use std::marker::PhantomData;

use boyi_game::{Position, Score};

use crate::entry::{Bound, Entry};
use crate::kernel::{Meter, Stopped};
use crate::lines::Lines;
use crate::order::Order;
use crate::quiescence::Horizon;
use crate::report::Counts;
use crate::{Evaluate, Leave, Observer, Techniques, TranspositionTable, Window};

/// A score, unless the search was stopped while looking for it.
pub(crate) type Found = Result<Score, Stopped>;

/// A search in progress. Each algorithm is a method in a file of its own.
///
/// `P` is the game, `E` its evaluation, `O` watches, and `H` says what happens at depth 0.
pub(crate) struct Search<'a, P: Position, E, O, H> {
    pub(crate) evaluate: &'a E,
    pub(crate) observer: &'a mut O,
    pub(crate) meter: Meter<'a>,
    pub(crate) counts: Counts,
    pub(crate) lines: Lines<P::Move>,
    pub(crate) order: Order<P::Move>,
    pub(crate) table: Option<&'a TranspositionTable>,
    /// The moves to choose from at the root, in the order to try them.
    pub(crate) root_moves: Vec<P::Move>,
    /// Whether those are only some of the legal moves: then the root's value is not the position's.
    restricted: bool,
    /// Whether any score of the current iteration rests on an evaluation rather than on the end of
    /// the game. If none does, searching deeper cannot change anything.
    pub(crate) guessed: bool,
    spare: Vec<Vec<P::Move>>,
    horizon: PhantomData<H>,
}

impl<'a, P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'a, P, E, O, H> {
    pub(crate) fn new(
        evaluate: &'a E,
        observer: &'a mut O,
        meter: Meter<'a>,
        table: Option<&'a TranspositionTable>,
        root_moves: Vec<P::Move>,
        restricted: bool,
        techniques: Techniques,
    ) -> Self {
        Self {
            evaluate,
            observer,
            meter,
            counts: Counts::default(),
            lines: Lines::default(),
            order: Order::new(techniques),
            table,
            root_moves,
            restricted,
            guessed: false,
            spare: Vec::new(),
            horizon: PhantomData,
        }
    }

    /// Every node begins here.
    #[inline]
    pub(crate) fn enter(&mut self, ply: u32, depth: u32, window: Window) -> Result<(), Stopped> {
        self.meter.spend()?;
        self.counts.nodes += 1;
        self.lines.clear(ply);
        #[cfg(not(feature = "without-observer"))]
        self.observer.enter(ply, depth, window);
        Ok(())
    }

    /// And every node that was not stopped ends here.
    #[inline]
    pub(crate) fn leave(&mut self, ply: u32, value: Score, how: Leave) -> Score {
        #[cfg(not(feature = "without-observer"))]
        self.observer.leave(ply, value, how);
        value
    }

    /// The position at `ply` is about to be searched again, with another window.
    #[inline]
    pub(crate) fn research(&mut self, ply: u32) {
        self.counts.researches += 1;
        #[cfg(not(feature = "without-observer"))]
        self.observer.research(ply);
    }

    /// Looks at the position after `mv`.
    #[inline]
    pub(crate) fn after<R>(
        &mut self,
        position: &mut P,
        mv: P::Move,
        ply: u32,
        look: impl FnOnce(&mut Self, &mut P) -> R,
    ) -> R {
        #[cfg(not(feature = "without-observer"))]
        self.observer.play(ply, mv);
        position.after(mv, |child| look(self, child))
    }

    /// The legal moves, at the root those to choose from.
    #[inline]
    pub(crate) fn moves(&mut self, position: &P, ply: u32) -> Vec<P::Move> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        if ply == 0 {
            moves.extend_from_slice(&self.root_moves);
        } else {
            position.legal_moves(&mut moves);
        }
        moves
    }

    /// Keeps a list of moves for the next node that needs one.
    #[inline]
    pub(crate) fn recycle(&mut self, moves: Vec<P::Move>) {
        self.spare.push(moves);
    }

    /// A node at which the game is over.
    #[inline]
    pub(crate) fn finished(&mut self, position: &P, ply: u32) -> Score {
        let outcome = position
            .outcome()
            .expect("no legal move means the game is over");
        let value = self.evaluate.decided(position, outcome, ply);
        self.counts.leaves += 1;
        self.leave(ply, value, Leave::Finished)
    }

    /// A node at depth 0, taken at face value: the game's own result if it is over, else what the
    /// evaluation says.
    #[inline]
    pub(crate) fn stand(&mut self, position: &P, ply: u32) -> (Score, Leave) {
        self.counts.leaves += 1;
        if let Some(outcome) = position.outcome() {
            let value = self.evaluate.decided(position, outcome, ply);
            return (value, Leave::Finished);
        }
        self.guessed = true;
        (self.evaluate.evaluate(position), Leave::Evaluated)
    }

    /// Notes that move number `index` of `moves` made the rest of them superfluous.
    #[inline]
    pub(crate) fn cut(&mut self, ply: u32, value: Score, index: usize, moves: &[P::Move]) {
        self.counts.note_cut(index);
        #[cfg(not(feature = "without-observer"))]
        self.observer.cut(ply, value, &moves[index + 1..]);
    }

    /// What the table knows of this position.
    #[inline]
    pub(crate) fn recall(&mut self, position: &P, ply: u32) -> Option<Entry> {
        let known = self.table?.get(position.key());
        self.counts.table_probes += 1;
        self.counts.table_hits += u64::from(known.is_some());
        #[cfg(not(feature = "without-observer"))]
        self.observer.recall(ply, known.is_some());
        known
    }

    /// The value of this node if the table settles it: same depth, and a bound on the right side of
    /// the window.
    ///
    /// The same depth rather than at least the same: so the answer is the value of minimax at this
    /// depth, whatever the table remembers, and all algorithms can be held against each other. (The
    /// Othello lab's cache asked for neither depth nor bound, and was wrong under alpha-beta.)
    #[inline]
    pub(crate) fn settled(
        &mut self,
        known: Option<Entry>,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<(Score, Leave)> {
        let entry = known.filter(|entry| ply > 0 && entry.is_depth(depth))?;
        let score = entry.score.from_root(ply);
        let settled = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= window.beta,
            Bound::AtMost => score <= window.alpha,
        };
        if settled {
            self.counts.table_cuts += 1;
            self.guessed |= entry.guessed;
        }
        settled.then_some((score, Leave::Remembered(entry.bound)))
    }

    /// Tells the table what was found.
    #[inline]
    pub(crate) fn remember(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        window: Window,
        value: Score,
        best: Option<P::Move>,
    ) {
        let is_the_position = ply > 0 || !self.restricted;
        if let Some(table) = self.table.filter(|_| is_the_position) {
            let bound = Bound::of(value, window);
            let score = value.from_node(ply);
            let entry = Entry::new(score, bound, self.guessed, depth, best, table.generation());
            table.put(position.key(), entry);
        }
    }
}
