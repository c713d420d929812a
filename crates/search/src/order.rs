//! Which move to try first.

use boyi_game::{GameMove, Position, Side};

use crate::{Entry, Evaluate, Techniques};

/// What earlier cuts have taught about moves.
///
/// First the move the table remembers; then by what the evaluation promises; among equals the
/// killers, moves that cut at this ply before; then by history, how often a move has cut anywhere.
pub(crate) struct Order<M> {
    techniques: Techniques,
    killers: Vec<[Option<M>; 2]>,
    /// By side and move code.
    history: [Vec<u32>; 2],
    scratch: Vec<(i64, M)>,
}

impl<M> Order<M> {
    /// An order that has learned nothing yet and may use what these techniques allow.
    pub(crate) fn new(techniques: Techniques) -> Self {
        Self {
            techniques,
            killers: Vec::new(),
            history: [Vec::new(), Vec::new()],
            scratch: Vec::new(),
        }
    }
}

/// Counts are halved when one reaches this, so that old lessons fade.
const HISTORY_LIMIT: u32 = 1 << 24;

impl<M: GameMove> Order<M> {
    /// Sorts the best-looking moves to the front; equals keep their order.
    pub(crate) fn sort<P, E>(
        &mut self,
        evaluate: &E,
        position: &mut P,
        moves: &mut Vec<M>,
        ply: u32,
        depth: u32,
        known: Option<Entry>,
    ) where
        P: Position<Move = M>,
        E: Evaluate<P>,
    {
        let remembered = known.and_then(|entry| entry.best::<M>());
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let history = &self.history[position.turn().index()];
        let mut scored = std::mem::take(&mut self.scratch);
        scored.clear();
        scored.extend(moves.drain(..).map(|mv| {
            // Just above the leaves a promise costs more than it saves.
            let promise = if depth > 1 && self.techniques.promise {
                evaluate.promise(position, mv)
            } else {
                0
            };
            let known = i64::from(history.get(usize::from(mv.code())).copied().unwrap_or(0));
            let killer = match killers.iter().position(|&killer| killer == Some(mv)) {
                Some(0) => 1 << 30,
                Some(_) => 1 << 29,
                None => 0,
            };
            let first = if remembered == Some(mv) {
                i64::MAX / 2
            } else {
                0
            };
            (first + (i64::from(promise) << 31) + killer + known, mv)
        }));
        scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        moves.extend(scored.iter().map(|&(_, mv)| mv));
        self.scratch = scored;
    }

    /// The last of `tried` cut; those before it did not.
    pub(crate) fn learn(&mut self, turn: Side, tried: &[M], ply: u32, depth: u32) {
        let Some((&mv, failed)) = tried.split_last() else {
            return;
        };
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if self.techniques.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }

        if !self.techniques.history {
            return;
        }
        let history = &mut self.history[turn.index()];
        history.resize(M::CODES, 0);
        // Cuts near the root save more.
        let weight = depth.min(64).pow(2);
        let count = &mut history[usize::from(mv.code())];
        *count += weight;
        let full = *count >= HISTORY_LIMIT;
        for failed in failed {
            let count = &mut history[usize::from(failed.code())];
            *count -= (*count).min(weight / 2);
        }
        if full {
            for count in history {
                *count /= 2;
            }
        }
    }
}
