//! What a node teaches once it is searched: good and bad moves, and how far the evaluation was off.

use boyi_game::{Key, Position};
use boyi_search::Bound;
use boyi_xiangqi::Move;

use super::history::{CONTINUATION_PLIES, PieceTo};
use super::position::Evaluation;
use super::tune;
use super::worker::{TtWrite, Worker};
use boyi_search::kernel::TtEntry;
use boyi_search::kernel::value::{Value, is_decided};

/// What a depth of search teaches.
#[inline]
pub(super) fn bonus(depth: i32) -> i32 {
    (180 * depth - 100).clamp(60, 1800)
}

impl<E: Evaluation> Worker<'_, E> {
    pub(super) fn remember_evaluation(&mut self, key: Key, evaluation: Value) {
        self.table.put(
            key,
            TtEntry {
                value: None,
                static_eval: Some(evaluation),
                best: None,
                depth: -4,
                was_pv: false,
                generation: self.table.generation(),
            },
        );
    }

    /// What the search found beside what the evaluation said, for later positions like this one.
    pub(super) fn learn_evaluation(
        &mut self,
        ply: usize,
        found: &TtWrite,
        best_move: Option<Move>,
    ) {
        let Some(evaluation) = self.frame(ply).evaluation else {
            return;
        };
        let board = self.position.board();
        let quiet = best_move.is_none_or(|mv| board.at(mv.to).is_none());
        let informative = match found.bound {
            Bound::Exact => true,
            Bound::AtLeast => found.value > evaluation,
            Bound::AtMost => found.value < evaluation,
        };
        if quiet && informative && !is_decided(found.value) {
            let side = board.turn();
            let parts = self.position.parts();
            let raw = found.evaluation.unwrap_or(evaluation);
            self.histories
                .learn_correction(side, parts, found.value - raw, found.depth);
        }
    }

    /// The move that was best is praised, those tried in vain are blamed.
    pub(super) fn learn_from(&mut self, ply: usize, best: Move, depth: i32, tried_base: usize) {
        let bonus = bonus(depth);
        let is_capture = self.position.board().at(best.to).is_some();
        if is_capture {
            self.reward_capture(best, bonus);
        } else {
            self.reward_quiet(ply, best, bonus);
            let frame = self.frame(ply);
            if frame.killers[0] != Some(best) {
                frame.killers = [Some(best), frame.killers[0]];
            }
            let side = self.position.board().turn();
            let last = self.frame_before(ply, 1).step;
            self.histories.learn_answer(side, last, best);
        }
        for index in tried_base..self.tried.len() {
            let mv = self.tried[index];
            if mv == best {
                continue;
            }
            if self.position.board().at(mv.to).is_some() {
                self.reward_capture(mv, -bonus);
            } else if !is_capture {
                self.reward_quiet(ply, mv, -bonus);
            }
        }
    }

    pub(super) fn reward_capture(&mut self, mv: Move, bonus: i32) {
        let board = self.position.board();
        if let (Some(mover), Some(captured)) = (board.at(mv.from), board.at(mv.to)) {
            self.histories
                .learn_capture(mover.kind, mv.to, captured.kind, bonus);
        }
    }

    pub(super) fn reward_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let Some(piece) = self.position.board().at(mv.from) else {
            return;
        };
        self.histories.learn_quiet(piece.side, mv, bonus);
        let step = PieceTo::new(piece, mv.to);
        for (which, back) in CONTINUATION_PLIES.into_iter().enumerate() {
            let earlier = self.frame_before(ply, back).step;
            if earlier != PieceTo::NONE {
                self.histories
                    .learn_continuation(which, earlier, step, bonus);
            }
        }
    }

    /// The quiet move that led here is judged by what the evaluations before and after it differ by,
    /// long before a search says how good it is.
    pub(super) fn judge_predecessor(&mut self, ply: usize, evaluation: Value) {
        let before = self.frame_before(ply, 1);
        let (Some(mv), Some(earlier), false) = (before.mv, before.evaluation, before.captures)
        else {
            return;
        };
        // Both are from the view of their side to move, so their sum is what the move lost.
        let most = tune::swing_most();
        let bonus = (-tune::swing_factor() * (earlier + evaluation)).clamp(-most, most);
        let side = !self.position.board().turn();
        self.histories.learn_quiet(side, mv, bonus);
    }

    /// A quiet move that was tried early and is refuted was ordered too well.
    pub(super) fn blame_predecessor(&mut self, ply: usize, depth: i32) {
        if ply == 0 || tune::blame_percent() == 0 {
            return;
        }
        let before = *self.frame_before(ply, 1);
        if before.mv.is_none() || before.captures || before.move_count > 2 {
            return;
        }
        let bonus = -bonus(depth + 1) * tune::blame_percent() / 100;
        for (which, back) in CONTINUATION_PLIES.into_iter().enumerate() {
            if back + 1 > ply {
                break;
            }
            let earlier = self.frame_before(ply, back + 1).step;
            if earlier != PieceTo::NONE {
                self.histories
                    .learn_continuation(which, earlier, before.step, bonus);
            }
        }
    }

    pub(super) fn praise_predecessor(&mut self, ply: usize, last: Move, depth: i32) {
        let board = self.position.board();
        let Some(piece) = board.at(last.to) else {
            return;
        };
        let bonus = bonus(depth) / 2;
        self.histories.learn_quiet(piece.side, last, bonus);
        let step = self.frame_before(ply, 1).step;
        let earlier = self.frame_before(ply, 2).step;
        if earlier != PieceTo::NONE {
            self.histories.learn_continuation(0, earlier, step, bonus);
        }
    }
}
