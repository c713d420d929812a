//! The search of one node: a page of decisions, each made by a function that gives its reason.

use boyi_game::{GameMove, Key};
use boyi_search::Bound;
use boyi_xiangqi::{Checks, Move};

use super::extensions::Singular;
use super::history::{CONTINUATION_PLIES, PieceTo};
use super::learning::bonus;
use super::picker::Picker;
use super::position::Evaluation;
use super::pruning::{self, Node};
use super::quiescence::{WITH_CHECKS, settles};
use super::reductions::Circumstances;
use super::see::worth;
use super::worker::{MAX_PLY, PATH_INDEPENDENT, TtWrite, Worker};
use boyi_search::kernel::Stopped;
use boyi_search::kernel::value::{INFINITE, Value, from_root, is_decided, is_lost, loss_in};

/// What kind of node is searched, known when the code is compiled.
pub(super) trait NodeKind {
    /// Searched with an open window: part of the principal variation.
    const PV: bool;
}

/// Part of the principal variation.
pub(super) struct Pv;

/// Searched only to show that it is no better, or no worse, than what is known.
pub(super) struct NonPv;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const PV: bool = false;
}

/// A move to be searched, and what is known about it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) is_capture: bool,
    pub(super) gives_check: bool,
    pub(super) history: i32,
}

impl<E: Evaluation> Worker<'_, E> {
    /// The value of a node. `cut` says that a cut-off is expected.
    #[expect(
        clippy::too_many_lines,
        reason = "the decisions of a node in their order; each of them stands elsewhere"
    )]
    pub(super) fn node<K: NodeKind>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut: bool,
    ) -> Result<Value, Stopped> {
        if depth <= 0 {
            return self.quiescence::<K>(ply, alpha, beta, WITH_CHECKS);
        }
        if K::PV {
            self.lines[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        let excluded = self.frame(ply).excluded;
        if excluded.is_none()
            && let Some(value) = self.ended(ply)
        {
            return Ok(value);
        }
        self.frame(ply).depends_on_ply = PATH_INDEPENDENT;
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check {
                0
            } else {
                self.position.evaluate()
            });
        }
        (alpha, beta) = pruning::mate_distance(ply, alpha, beta);
        if alpha >= beta {
            return Ok(alpha);
        }
        self.frame(ply + 1).excluded = None;
        self.frame(ply + 2).killers = [None; 2];
        self.frame(ply + 2).cuts = 0;
        self.frame(ply).double_extensions = self.frame_before(ply + 1, 2).double_extensions;

        // Has the position been searched before?
        let key = keyed(self.position.key(), excluded);
        let entry = self.probe(key);
        let known = entry.and_then(|entry| {
            let (value, bound) = entry.value?;
            Some((from_root(value, ply), bound, entry.depth))
        });
        if excluded.is_none() {
            self.frame(ply).was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        }
        if let Some((value, bound, stored)) = known
            && !K::PV
            && excluded.is_none()
            && stored >= depth + i32::from(bound != Bound::Exact && value < beta)
            && settles(value, bound, beta)
            // Near the draw by quiet moves a value from elsewhere may come too late.
            && self.position.quiet() < 100
        {
            self.counts.table_cuts += 1;
            if value >= beta
                && let Some(mv) = entry.and_then(|entry| entry.best).and_then(Move::from_code)
                && self.position.board().at(mv.to).is_none()
            {
                self.reward_quiet(ply, mv, bonus(depth));
            }
            if value >= beta {
                self.blame_predecessor(ply, depth);
            }
            return Ok(value);
        }
        let table_move = self.table_move(entry);

        // What does the position look like without searching?
        let mut raw = None;
        let mut node = Node {
            ply,
            depth,
            alpha,
            beta,
            evaluation: 0,
            guess: 0,
            improving: false,
        };
        if in_check {
            self.frame(ply).evaluation = None;
        } else {
            node.evaluation = match self.frame(ply).evaluation {
                // The node was judged before it was asked about its other moves.
                Some(evaluation) if excluded.is_some() => evaluation,
                _ => {
                    let evaluated = match entry.and_then(|entry| entry.static_eval) {
                        Some(evaluation) => evaluation,
                        None => self.position.evaluate(),
                    };
                    raw = Some(evaluated);
                    if entry.is_none() {
                        self.remember_evaluation(key, evaluated);
                    }
                    self.corrected(evaluated)
                }
            };
            node.guess = match known {
                Some((value, bound, _))
                    if !is_decided(value) && settles(value, bound, node.evaluation + 1) =>
                {
                    value
                }
                _ => node.evaluation,
            };
            self.frame(ply).evaluation = Some(node.evaluation);
            node.improving = self.is_improving(ply, node.evaluation);
            if excluded.is_none() {
                self.judge_predecessor(ply, node.evaluation);
            }

            // Pruning rules, cheapest first. Each says what to return, or lets the search go on.
            if !K::PV && excluded.is_none() {
                if pruning::looks_hopeless(&node) {
                    let value = self.quiescence::<NonPv>(ply, alpha, alpha + 1, WITH_CHECKS)?;
                    if value <= alpha {
                        return Ok(value);
                    }
                }
                if !self.frame(ply).was_pv
                    && let Some(value) = pruning::reverse_futility(&node)
                {
                    return Ok(value);
                }
                if let Some(value) = self.null_move(&node, cut)? {
                    return Ok(value);
                }
                if let Some(value) = self.probcut(&node, key, entry, table_move, raw, cut)? {
                    return Ok(value);
                }
            }
        }
        // Without a move from the table the first one tried is a guess: better find one cheaply.
        if table_move.is_none() && (K::PV && depth >= 3 || cut && depth >= 5) {
            depth -= if K::PV { 2 } else { 1 };
            node.depth = depth;
        }

        let checks = self.position.board().checks();
        let hints = self.hints(ply, table_move);
        let mut picker = Picker::all(hints, in_check, &self.list);
        let tried_base = self.tried.len();
        let table_move_captures =
            table_move.is_some_and(|mv| self.position.board().at(mv.to).is_some());
        let (before, mut best, mut best_move) = (alpha, -INFINITE, None);
        let mut depends_on_ply = PATH_INDEPENDENT;
        let mut number = 0;
        while let Some(mv) = picker.next(
            self.position.board(),
            &checks,
            self.histories,
            &mut self.list,
        ) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            self.frame(ply).move_count = number;
            node.alpha = alpha;
            let candidate = self.look_at(ply, mv, number, &checks);
            if !is_lost(best) && self.leave_out::<K>(&node, &candidate, in_check, &mut picker) {
                continue;
            }
            let extension = if excluded.is_none() && Some(mv) == table_move {
                match self.singular::<K>(&node, mv, entry, cut)? {
                    Singular::Cut(value) => {
                        picker.finish(&mut self.list);
                        self.tried.truncate(tried_base);
                        return Ok(value);
                    }
                    Singular::Extend(plies) => plies,
                }
            } else {
                self.check_extension::<K>(&node, &candidate)
            };
            let doubles = self.frame_before(ply + 1, 2).double_extensions;
            self.frame(ply).double_extensions = doubles + u32::from(extension >= 2);
            self.frame(ply).history = candidate.history;

            let new_depth = depth - 1 + extension;
            self.spend()?;
            self.enter(ply, mv);
            let here = Circumstances {
                pv: K::PV,
                was_pv: self.frame(ply).was_pv,
                expected_cut: cut,
                improving: node.improving,
                table_move_captures,
                many_cuts_below: self.frame(ply + 1).cuts > 3,
                gives_check: candidate.gives_check,
                in_check,
                history: candidate.history,
            };
            let value = self.search_move::<K>(
                ply,
                (alpha, beta),
                depth,
                new_depth,
                &candidate,
                &here,
                best,
            );
            self.position.unmake();
            let value = value?;

            let below = self.frame(ply + 1).depends_on_ply;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.note_line(ply, mv);
                    }
                    if value >= beta {
                        // Only what the cutting move rests on matters.
                        depends_on_ply = below;
                        self.counts.cuts[(number - 1).min(7)] += 1;
                        break;
                    }
                    alpha = value;
                    // Having found one improvement, another is less likely.
                    if depth > 2 && depth < 12 && !is_decided(value) {
                        depth -= 1;
                        node.depth = depth;
                    }
                }
            }
            depends_on_ply = depends_on_ply.min(below);
            if Some(mv) != best_move {
                self.tried.push(mv);
            }
        }
        picker.finish(&mut self.list);

        if number == 0 {
            self.tried.truncate(tried_base);
            return Ok(match excluded {
                Some(_) => alpha,
                // No move loses, in check or not.
                None => loss_in(ply),
            });
        }
        // Repetitions of this very position, and of those below it, are the same on every path.
        self.frame(ply).depends_on_ply = if depends_on_ply >= ply {
            PATH_INDEPENDENT
        } else {
            depends_on_ply
        };
        if best >= beta {
            self.frame(ply).cuts += 1;
        }
        if let Some(mv) = best_move {
            self.learn_from(ply, mv, depth, tried_base);
            if best >= beta && excluded.is_none() {
                self.blame_predecessor(ply, depth);
            }
        } else if let Some(last) = self.frame_before(ply, 1).mv
            && excluded.is_none()
        {
            // Everything failed low: the move that led here was good.
            self.praise_predecessor(ply, last, depth);
        }
        self.tried.truncate(tried_base);
        if excluded.is_none() {
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
                evaluation: raw,
                best: best_move.or(table_move),
                depth,
                was_pv: self.frame(ply).was_pv,
            };
            self.store(key, ply, entry, &found);
            self.learn_evaluation(ply, &found, best_move);
        }
        Ok(best)
    }

    /// The window of one move: reduced first if it comes late, and again in full if it surprises.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one loop of one caller"
    )]
    fn search_move<K: NodeKind>(
        &mut self,
        ply: usize,
        (alpha, beta): (Value, Value),
        depth: i32,
        mut new_depth: i32,
        candidate: &Candidate,
        here: &Circumstances,
        best: Value,
    ) -> Result<Value, Stopped> {
        let number = candidate.number;
        let mut value = -INFINITE;
        let mut searched = false;
        if depth >= 2 && number > 1 + usize::from(K::PV) && !(candidate.is_capture && here.was_pv) {
            let reduction = self.reductions.of(depth, number, here);
            let reduced = (new_depth - reduction).clamp(1, new_depth + 1);
            value = -self.node::<NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true)?;
            searched = true;
            if value > alpha && reduced < new_depth {
                // Better than expected: how deep it is searched again depends on by how much.
                new_depth += i32::from(value > best + 45 + 2 * new_depth);
                new_depth -= i32::from(value < best + new_depth);
                searched = reduced >= new_depth;
                self.counts.researches += 1;
            }
        }
        if !searched && (!K::PV || number > 1) {
            let cut = K::PV || !here.expected_cut;
            value = -self.node::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth, cut)?;
        }
        if K::PV && (number == 1 || value > alpha) {
            value = -self.node::<Pv>(ply + 1, -beta, -alpha, new_depth, false)?;
        }
        Ok(value)
    }

    fn look_at(&self, ply: usize, mv: Move, number: usize, checks: &Checks) -> Candidate {
        let board = self.position.board();
        let piece = board.at(mv.from).expect("a legal move moves a piece");
        let captured = board.at(mv.to);
        let history = match captured {
            Some(captured) => self.histories.capture(piece.kind, mv.to, captured.kind),
            None => {
                let step = PieceTo::new(piece, mv.to);
                self.histories.quiet(piece.side, mv) + self.continuations(ply, step)
            }
        };
        Candidate {
            mv,
            number,
            is_capture: captured.is_some(),
            gives_check: board.gives_check(mv, checks),
            history,
        }
    }

    /// What the last moves say about this step.
    #[inline]
    fn continuations(&self, ply: usize, step: PieceTo) -> i32 {
        let known = |which: usize| {
            let earlier = self.frame_before(ply, CONTINUATION_PLIES[which]).step;
            self.histories.continuation(which, earlier, step)
        };
        known(0) + known(1) + known(2) / 2
    }

    /// Whether a move is not worth searching at this depth.
    fn leave_out<K: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        in_check: bool,
        picker: &mut Picker,
    ) -> bool {
        let board = self.position.board();
        let reduction = self
            .reductions
            .basic(node.depth, candidate.number, node.improving)
            / 1024;
        let reduced_depth = (node.depth - 1 - reduction).max(0);
        if pruning::enough_moves_tried(node.depth, candidate.number, node.improving) {
            picker.skip_quiets();
        }
        if candidate.is_capture || candidate.gives_check {
            let captured = board
                .at(candidate.mv.to)
                .map_or(0, |piece| worth(piece.kind));
            if !candidate.gives_check
                && !in_check
                && !K::PV
                && pruning::capture_is_futile(node, reduced_depth, captured)
            {
                return true;
            }
            return pruning::loses_material(board, candidate.mv, node.depth);
        }
        if pruning::history_condemns(node.depth, reduced_depth, candidate.history) {
            return true;
        }
        if !in_check && pruning::quiet_is_futile(node, reduced_depth, candidate.history) {
            return true;
        }
        pruning::hangs(board, candidate.mv, reduced_depth)
    }

    /// Better than at our last turn, as far as the evaluation can tell.
    fn is_improving(&self, ply: usize, evaluation: Value) -> bool {
        let earlier = self
            .frame_before(ply, 2)
            .evaluation
            .or(self.frame_before(ply, 4).evaluation);
        earlier.is_none_or(|earlier| evaluation > earlier)
    }
}
/// A node without one of its moves is another node.
#[inline]
fn keyed(key: Key, excluded: Option<Move>) -> Key {
    match excluded {
        None => key,
        Some(mv) => key ^ Key::mixed(u64::from(mv.code()) | 1 << 40),
    }
}
