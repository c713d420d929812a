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
use boyi_search::kernel::value::{INFINITE, Value, from_root, is_decided, is_lost, loss_in};
use boyi_search::kernel::{Stopped, TtEntry};

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

/// A node while it is searched.
struct Visit {
    node: Node,
    cut: bool,
    in_check: bool,
    /// The move that is left out while it is asked whether it is the only good one.
    excluded: Option<Move>,
    key: Key,
    entry: Option<TtEntry>,
    /// The entry's value counted from the root, its bound and its depth.
    known: Option<(Value, Bound, i32)>,
    table_move: Option<Move>,
    /// The static evaluation before correction, where it was computed here.
    raw: Option<Value>,
    /// Alpha before any move was searched.
    before: Value,
}

/// How the moves of a node ended.
enum Searched {
    /// Multi-cut: several moves are good enough.
    Cut(Value),
    Moves(Best),
}

/// What the moves of a node came to.
struct Best {
    value: Value,
    mv: Option<Move>,
    /// Moves that were not pruned before they were counted.
    number: usize,
    /// The ply of the earliest position whose repetition decided the value.
    depends_on_ply: usize,
}

impl<E: Evaluation> Worker<'_, E> {
    /// The value of a node, in stages: what the rules say, the table, the static evaluation, pruning, the
    /// moves, and what is learnt from them. `cut` says that a cut-off is expected.
    pub(super) fn node<K: NodeKind>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
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
        let (alpha, beta) = pruning::mate_distance(ply, alpha, beta);
        if alpha >= beta {
            return Ok(alpha);
        }
        self.clear_frames_below(ply);
        let node = Node {
            ply,
            depth,
            alpha,
            beta,
            evaluation: 0,
            guess: 0,
            improving: false,
        };
        let mut visit = self.visit::<K>(node, cut, in_check, excluded);
        if let Some(value) = self.table_cutoff::<K>(&visit) {
            return Ok(value);
        }
        visit.table_move = self.table_move(visit.entry);
        if in_check {
            self.frame(ply).evaluation = None;
        } else {
            self.evaluate_node(&mut visit);
            if !K::PV
                && excluded.is_none()
                && let Some(value) = self.prune(&visit)?
            {
                return Ok(value);
            }
        }
        // Internal iterative reduction: without a move from the table the first one tried is a guess, and
        // a shallower search finds one cheaply.
        if visit.table_move.is_none() && (K::PV && depth >= 3 || cut && depth >= 5) {
            visit.node.depth -= if K::PV { 2 } else { 1 };
        }
        let tried_base = self.tried.len();
        let best = self.search_moves::<K>(&mut visit, tried_base)?;
        match best {
            Searched::Cut(value) => Ok(value),
            Searched::Moves(best) => Ok(self.finish_node(&visit, &best, tried_base)),
        }
    }

    fn clear_frames_below(&mut self, ply: usize) {
        self.frame(ply + 1).excluded = None;
        self.frame(ply + 2).killers = [None; 2];
        self.frame(ply + 2).cuts = 0;
        self.frame(ply).double_extensions = self.frame_before(ply + 1, 2).double_extensions;
    }

    /// Probes the table.
    fn visit<K: NodeKind>(
        &mut self,
        node: Node,
        cut: bool,
        in_check: bool,
        excluded: Option<Move>,
    ) -> Visit {
        let key = keyed(self.position.key(), excluded);
        let entry = self.probe(key);
        let known = entry.and_then(|entry| {
            let (value, bound) = entry.value?;
            Some((from_root(value, node.ply), bound, entry.depth))
        });
        if excluded.is_none() {
            self.frame(node.ply).was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        }
        Visit {
            node,
            cut,
            in_check,
            excluded,
            key,
            entry,
            known,
            table_move: None,
            raw: None,
            before: node.alpha,
        }
    }

    /// The value of the table, if it is deep enough and settles the node.
    fn table_cutoff<K: NodeKind>(&mut self, visit: &Visit) -> Option<Value> {
        let (value, bound, stored) = visit.known?;
        let &Node {
            ply, depth, beta, ..
        } = &visit.node;
        if K::PV
            || visit.excluded.is_some()
            || stored < depth + i32::from(bound != Bound::Exact && value < beta)
            || !settles(value, bound, beta)
            // Near the draw by quiet moves a value from elsewhere may come too late.
            || self.position.quiet() >= 100
        {
            return None;
        }
        self.counts.table_cuts += 1;
        if value >= beta {
            let best = visit.entry.and_then(|entry| entry.best);
            if let Some(mv) = best.and_then(Move::from_code)
                && self.position.board().at(mv.to).is_none()
            {
                self.reward_quiet(ply, mv, bonus(depth));
            }
            self.blame_predecessor(ply, depth);
        }
        Some(value)
    }

    /// What the position looks like without searching.
    fn evaluate_node(&mut self, visit: &mut Visit) {
        let ply = visit.node.ply;
        visit.node.evaluation = match self.frame(ply).evaluation {
            // The node was evaluated before it was asked about its other moves.
            Some(evaluation) if visit.excluded.is_some() => evaluation,
            _ => {
                let known = visit.entry.and_then(|entry| entry.static_eval);
                let evaluated = known.unwrap_or_else(|| self.position.evaluate());
                visit.raw = Some(evaluated);
                if visit.entry.is_none() {
                    self.remember_evaluation(visit.key, evaluated);
                }
                self.corrected(evaluated)
            }
        };
        let evaluation = visit.node.evaluation;
        visit.node.guess = match visit.known {
            Some((value, bound, _))
                if !is_decided(value) && settles(value, bound, evaluation + 1) =>
            {
                value
            }
            _ => evaluation,
        };
        self.frame(ply).evaluation = Some(evaluation);
        visit.node.improving = self.is_improving(ply, evaluation);
        if visit.excluded.is_none() {
            self.judge_predecessor(ply, evaluation);
        }
    }

    /// Pruning rules, cheapest first. Each says what to return, or lets the search go on.
    fn prune(&mut self, visit: &Visit) -> Result<Option<Value>, Stopped> {
        let &Visit {
            ref node,
            cut,
            key,
            entry,
            table_move,
            raw,
            ..
        } = visit;
        if pruning::razoring(node) {
            let alpha = node.alpha;
            let value = self.quiescence::<NonPv>(node.ply, alpha, alpha + 1, WITH_CHECKS)?;
            if value <= alpha {
                return Ok(Some(value));
            }
        }
        if !self.frame(node.ply).was_pv
            && let Some(value) = pruning::reverse_futility(node)
        {
            return Ok(Some(value));
        }
        if let Some(value) = self.null_move(node, cut)? {
            return Ok(Some(value));
        }
        self.probcut(node, key, entry, table_move, raw, cut)
    }

    /// Searches the moves of a node, best first.
    fn search_moves<K: NodeKind>(
        &mut self,
        visit: &mut Visit,
        tried_base: usize,
    ) -> Result<Searched, Stopped> {
        let (ply, beta) = (visit.node.ply, visit.node.beta);
        let checks = self.position.board().checks();
        let hints = self.hints(ply, visit.table_move);
        let mut picker = Picker::all(hints, visit.in_check, &self.list);
        let table_move_captures = visit
            .table_move
            .is_some_and(|mv| self.position.board().at(mv.to).is_some());
        let mut best = Best {
            value: -INFINITE,
            mv: None,
            number: 0,
            depends_on_ply: PATH_INDEPENDENT,
        };
        let mut alpha = visit.node.alpha;
        while let Some(mv) = picker.next(
            self.position.board(),
            &checks,
            self.histories,
            &mut self.list,
        ) {
            if Some(mv) == visit.excluded {
                continue;
            }
            best.number += 1;
            let number = best.number;
            self.frame(ply).move_count = number;
            visit.node.alpha = alpha;
            let candidate = self.look_at(ply, mv, number, &checks);
            if !is_lost(best.value)
                && self.leave_out::<K>(&visit.node, &candidate, visit.in_check, &mut picker)
            {
                continue;
            }
            let extension = match self.extension::<K>(visit, &candidate)? {
                Singular::Cut(value) => {
                    picker.finish(&mut self.list);
                    self.tried.truncate(tried_base);
                    return Ok(Searched::Cut(value));
                }
                Singular::Extend(plies) => plies,
            };
            self.spend()?;
            self.enter(ply, mv);
            let here = Circumstances {
                pv: K::PV,
                was_pv: self.frame(ply).was_pv,
                expected_cut: visit.cut,
                improving: visit.node.improving,
                table_move_captures,
                many_cuts_below: self.frame(ply + 1).cuts > 3,
                gives_check: candidate.gives_check,
                in_check: visit.in_check,
                history: candidate.history,
            };
            let depth = visit.node.depth;
            let new_depth = depth - 1 + extension;
            let window = (alpha, beta);
            let value =
                self.search_move::<K>(ply, window, depth, new_depth, &candidate, &here, best.value);
            self.position.unmake();
            let value = value?;

            let below = self.frame(ply + 1).depends_on_ply;
            if value > best.value {
                best.value = value;
                if value > alpha {
                    best.mv = Some(mv);
                    if K::PV {
                        self.note_line(ply, mv);
                    }
                    if value >= beta {
                        // Only what the cutting move depends on matters.
                        best.depends_on_ply = below;
                        self.counts.cuts[(number - 1).min(7)] += 1;
                        break;
                    }
                    alpha = value;
                    // Having found one improvement, another is less likely.
                    if depth > 2 && depth < 12 && !is_decided(value) {
                        visit.node.depth -= 1;
                    }
                }
            }
            best.depends_on_ply = best.depends_on_ply.min(below);
            if Some(mv) != best.mv {
                self.tried.push(mv);
            }
        }
        picker.finish(&mut self.list);
        Ok(Searched::Moves(best))
    }

    /// By how many plies a move is extended, or that the node is cut because other moves are good, too.
    fn extension<K: NodeKind>(
        &mut self,
        visit: &Visit,
        candidate: &Candidate,
    ) -> Result<Singular, Stopped> {
        let ply = visit.node.ply;
        let singular = visit.excluded.is_none() && Some(candidate.mv) == visit.table_move;
        let plies = if singular {
            match self.singular::<K>(&visit.node, candidate.mv, visit.entry, visit.cut)? {
                Singular::Extend(plies) => plies,
                cut @ Singular::Cut(_) => return Ok(cut),
            }
        } else {
            self.check_extension::<K>(&visit.node, candidate)
        };
        let doubles = self.frame_before(ply + 1, 2).double_extensions;
        self.frame(ply).double_extensions = doubles + u32::from(plies >= 2);
        self.frame(ply).history = candidate.history;
        Ok(Singular::Extend(plies))
    }

    /// Learns from the moves of a node and stores what was found.
    fn finish_node(&mut self, visit: &Visit, best: &Best, tried_base: usize) -> Value {
        let &Visit {
            node: Node {
                ply, depth, beta, ..
            },
            excluded,
            ..
        } = visit;
        if best.number == 0 {
            self.tried.truncate(tried_base);
            return match excluded {
                Some(_) => visit.node.alpha,
                // No move loses, in check or not.
                None => loss_in(ply),
            };
        }
        // Repetitions of this very position, and of those below it, are the same on every path.
        self.frame(ply).depends_on_ply = if best.depends_on_ply >= ply {
            PATH_INDEPENDENT
        } else {
            best.depends_on_ply
        };
        if best.value >= beta {
            self.frame(ply).cuts += 1;
        }
        if let Some(mv) = best.mv {
            self.learn_from(ply, mv, depth, tried_base);
            if best.value >= beta && excluded.is_none() {
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
            let found = TtWrite {
                value: best.value,
                bound: TtEntry::bound(best.value, visit.before, beta),
                evaluation: visit.raw,
                best: best.mv.or(visit.table_move),
                depth,
                was_pv: self.frame(ply).was_pv,
            };
            self.store(visit.key, ply, visit.entry, &found);
            self.learn_evaluation(ply, &found, best.mv);
        }
        best.value
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
        if pruning::late_move_pruning(node.depth, candidate.number, node.improving) {
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
