//! Beyond the depth: captures, checks and evasions, until the position is quiet enough to judge.

use boyi_search::Bound;

use super::node::NodeKind;
use super::picker::Picker;
use super::position::Evaluation;
use super::see::{self, worth};
use super::tune;
use super::worker::{MAX_PLY, TtWrite, Worker};
use boyi_search::kernel::Stopped;
use boyi_search::kernel::value::{INFINITE, Value, from_root, is_decided, is_lost, loss_in};

/// Depth at which quiet checks are tried as well; below it only captures.
pub(super) const WITH_CHECKS: i32 = 0;

/// Depth without checks.
const CAPTURES_ONLY: i32 = -1;

impl<E: Evaluation> Worker<'_, E> {
    /// The value of a position that is not searched any deeper.
    #[expect(
        clippy::too_many_lines,
        reason = "one loop and what goes before it, as in the search of a node"
    )]
    pub(super) fn quiescence<K: NodeKind>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Result<Value, Stopped> {
        if K::PV {
            self.lines[ply].clear();
        }
        if let Some(value) = self.ended(ply) {
            return Ok(value);
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check {
                0
            } else {
                self.position.evaluate()
            });
        }
        let with_checks = depth > WITH_CHECKS - tune::quiet_check_plies();
        let table_depth = if in_check || with_checks {
            WITH_CHECKS
        } else {
            CAPTURES_ONLY
        };
        let key = self.position.key();
        let entry = self.probe(key);
        let was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        let known = entry.and_then(|entry| {
            let (value, bound) = entry.value?;
            Some((from_root(value, ply), bound, entry.depth))
        });
        if let Some((value, bound, stored)) = known
            && !K::PV
            && stored >= table_depth
            && settles(value, bound, beta)
        {
            return Ok(value);
        }

        let mut best = -INFINITE;
        let mut evaluation = None;
        let mut futility_base = -INFINITE;
        if !in_check {
            self.counts.leaves += 1;
            let raw = entry
                .and_then(|entry| entry.static_eval)
                .unwrap_or_else(|| self.position.evaluate());
            evaluation = Some(raw);
            best = self.corrected(raw);
            futility_base = best + tune::quiescence_margin();
            if let Some((value, bound, _)) = known
                && !is_decided(value)
                && settles(value, bound, best.saturating_add(1))
            {
                best = value;
            }
            // Standing still is allowed: a move is only made where it helps.
            if best >= beta {
                if entry.is_none() {
                    let found = TtWrite {
                        value: best,
                        bound: Bound::AtLeast,
                        evaluation,
                        best: None,
                        depth: CAPTURES_ONLY,
                        was_pv: false,
                    };
                    self.store(key, ply, None, &found);
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let before = alpha;
        self.frame(ply).evaluation = evaluation;

        let table_move = self.table_move(entry);
        let hints = self.hints(ply, table_move);
        // A quiet table move belongs here only if quiet moves do.
        let hints = super::picker::Hints {
            table: hints
                .table
                .filter(|mv| in_check || with_checks || self.position.board().at(mv.to).is_some()),
            ..hints
        };
        let checks = self.position.board().checks();
        let mut picker = Picker::tactical(hints, in_check, with_checks, &self.list);
        let mut best_move = None;
        let mut number = 0;
        let mut quiet_evasions = 0;
        while let Some(mv) = picker.next(
            self.position.board(),
            &checks,
            self.histories,
            &mut self.list,
        ) {
            number += 1;
            let board = self.position.board();
            let captured = board.at(mv.to);
            if !is_lost(best) {
                if !in_check && let Some(captured) = captured {
                    // Even with the piece in hand alpha stays out of reach.
                    let reached = futility_base + worth(captured.kind);
                    if reached <= alpha && !board.gives_check(mv, &checks) {
                        best = best.max(reached);
                        continue;
                    }
                    if futility_base <= alpha && !see::is_at_least(board, mv, 1) {
                        best = best.max(futility_base);
                        continue;
                    }
                }
                // Quiet evasions beyond the second hardly ever save what the first ones did not.
                if in_check && captured.is_none() {
                    quiet_evasions += 1;
                    if quiet_evasions > tune::quiet_evasions() {
                        continue;
                    }
                }
            }
            self.spend()?;
            self.enter(ply, mv);
            let value = self.quiescence::<K>(ply + 1, -beta, -alpha, depth - 1);
            self.position.unmake();
            let value = -value?;
            let below = self.frame(ply + 1).depends_on_ply;
            let frame = self.frame(ply);
            frame.depends_on_ply = frame.depends_on_ply.min(below);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.note_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        picker.finish(&mut self.list);
        if in_check && number == 0 {
            return Ok(loss_in(ply));
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > before {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let found = TtWrite {
            value: best,
            bound,
            evaluation,
            best: best_move.or(table_move),
            depth: table_depth,
            was_pv,
        };
        self.store(key, ply, entry, &found);
        Ok(best)
    }
}

/// Whether a stored value decides the question "at least beta?".
#[inline]
pub(super) fn settles(value: Value, bound: Bound, beta: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value < beta,
    }
}
