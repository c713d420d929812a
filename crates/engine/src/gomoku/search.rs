//! The strong player's search of one thread: principal variation search over the moves worth a look.
//!
//! Threats are settled exactly and never cut short: five is played, a five is stopped, fours are
//! followed to the end at every leaf, and where the other side would win by fours only the moves that
//! could prevent it are tried. What is left is quiet, and there depth is spent by promise.

mod extensions;
mod ordering;
mod pruning;
mod threats;

use boyi_search::kernel::value::{PROVEN, Value, from_node, loss_in, win_in};
use boyi_search::kernel::{Budget, Meter, Stopped, TtEntry};
use boyi_search::{Bound, SharedTable};

use super::board::Board;
use super::cells::Cells;
use super::layout::Cell;
use super::network::Learned;
use super::static_eval::static_eval;
use super::threat::Threat;
use super::tune;
use super::vcf::{VcfSearch, VcfTable};
use super::weights::MOVE_SCALE;
use extensions::Singular;
use ordering::{Candidate, Histories, Place, pick};
use pruning::{
    better_guess, last_depth, late_move_pruning, razoring, reverse_futility, settles,
    stale_table_move,
};

/// Plies from the root at most; the board is full before.
const MAX_PLY: usize = 500;

type Searched = Result<Value, Stopped>;

/// How a move is tried.
struct Trial {
    /// Which move of the node it is, counted from 1.
    tried: usize,
    /// The depth after it, if it is not reduced.
    next: i32,
    /// How much less likely it is than the likeliest, in the scores of moves.
    unlikely: i32,
}

/// One thread's search.
pub(crate) struct Search<'a> {
    tt: &'a SharedTable<TtEntry>,
    meter: Meter<'a>,
    next_poll: u64,
    pub(super) board: Board,
    /// The network that evaluates; the patterns do where there is none.
    learned: Option<Learned>,
    vcf: VcfSearch<'a>,
    /// The same, ended by a double threat.
    quick_vcf: VcfSearch<'a>,
    nodes: u64,
    histories: Histories,
    /// The principal variation from each ply on.
    lines: Vec<Vec<Cell>>,
    moves: Vec<Vec<Candidate>>,
    /// Room for the moves tried, by ply.
    spare: Vec<Vec<Cell>>,
    static_evals: Vec<Value>,
    /// The depth of this iteration.
    root_depth: i32,
    /// The only moves to try at the root, if not all.
    only: Option<&'a [Cell]>,
    /// Moves not to try at the root: those of better lines.
    pub(super) excluded: Vec<Cell>,
    /// The best move of the root so far in this iteration.
    pub(super) root_best: Option<(Cell, Value)>,
    /// The value of the last search of the root, if it was finished.
    pub(super) root_value: Option<Value>,
}

/// What is expected of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Its exact value matters: it may lie on the principal variation.
    Pv,
    /// A move is expected to be good enough.
    Cut,
    /// No move is expected to be.
    All,
}

impl Kind {
    /// What is expected after the move that is tried first.
    fn after_first(self) -> Self {
        match self {
            Self::Pv => Self::Pv,
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

/// What a node's moves are tried with.
struct Here {
    alpha: Value,
    beta: Value,
    depth: i32,
    place: Place,
    kind: Kind,
    /// Whether it was on a principal variation at some time.
    was_pv: bool,
    static_eval: Value,
    /// Whether the other side threatens a VCF.
    defending: bool,
    /// Whether the side to move stands better than at its last move.
    improving: bool,
    /// A move that is left out, to see what the others are worth.
    excluded: Option<Cell>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        board: Board,
        learned: Option<Learned>,
        tt: &'a SharedTable<TtEntry>,
        vcf: &'a VcfTable,
        budget: &'a Budget,
        only: Option<&'a [Cell]>,
    ) -> Self {
        Self {
            tt,
            meter: Meter::new(budget),
            next_poll: 0,
            board,
            learned,
            vcf: VcfSearch::new(vcf),
            quick_vcf: VcfSearch::until_double_threat(vcf),
            nodes: 0,
            histories: Histories::new(MAX_PLY + 2),
            lines: vec![Vec::new(); MAX_PLY + 2],
            moves: vec![Vec::new(); MAX_PLY + 2],
            spare: vec![Vec::new(); MAX_PLY + 2],
            static_evals: vec![0; MAX_PLY + 2],
            root_depth: 0,
            only,
            excluded: Vec::new(),
            root_best: None,
            root_value: None,
        }
    }

    pub(super) fn budget(&self) -> &'a Budget {
        self.meter.budget()
    }

    pub(super) fn root_only(&self) -> Option<&'a [Cell]> {
        self.only
    }

    pub(super) fn hash_full(&self) -> u32 {
        (self.tt.fill() * 1000.0) as u32
    }

    /// The principal variation.
    pub(super) fn line(&self) -> &[Cell] {
        &self.lines[0]
    }

    pub(super) fn set_line(&mut self, line: impl IntoIterator<Item = Cell>) {
        self.lines[0].clear();
        self.lines[0].extend(line);
    }

    /// Searches the root.
    pub(super) fn root(&mut self, alpha: Value, beta: Value, depth: i32) -> Searched {
        self.root_best = None;
        self.root_depth = depth;
        self.node(alpha, beta, depth, 0, None, Kind::Pv)
    }

    /// Every node begins here.
    #[inline]
    fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.lines[ply].clear();
        if self.all_nodes() >= self.next_poll {
            let all = self.all_nodes();
            self.next_poll = all + self.meter.poll_at(all)?;
        }
        Ok(())
    }

    #[inline]
    fn make(&mut self, cell: Cell) {
        if let Some(learned) = &mut self.learned {
            learned.put(cell, self.board.turn());
        }
        self.board.make(cell);
    }

    #[inline]
    fn unmake(&mut self, cell: Cell) {
        if let Some(learned) = &mut self.learned {
            learned.take();
        }
        self.board.unmake(cell);
    }

    #[inline]
    fn static_eval(&mut self) -> Value {
        match &mut self.learned {
            Some(learned) => learned.evaluate(self.board.turn()),
            None => static_eval(&self.board),
        }
    }

    /// Lists the moves of a node.
    fn list_moves(&mut self, place: &Place, first: Option<Cell>, defences: Option<&Cells>) {
        let moves = &mut self.moves[place.ply];
        let (board, histories) = (&self.board, &self.histories);
        match &mut self.learned {
            Some(learned) => {
                let turn = board.turn();
                let output = learned.output(turn);
                let likely = |cell| learned.likely(&output, turn, cell, MOVE_SCALE);
                histories.list(board, place, first, defences, likely, moves);
            }
            None => {
                let likely = |cell| board.likely(cell);
                histories.list(board, place, first, defences, likely, moves);
            }
        }
    }

    /// Nodes of this thread, those of VCF searches among them.
    #[inline]
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes + self.quick_vcf.nodes
    }

    /// Whether the root's moves are restricted: then nothing is said of the position as a whole.
    fn is_restricted(&self, ply: usize) -> bool {
        ply == 0 && (self.only.is_some() || !self.excluded.is_empty())
    }

    /// Whether a move of the root is not to be tried.
    fn is_left_out(&self, cell: Cell) -> bool {
        self.excluded.contains(&cell) || self.only.is_some_and(|only| !only.contains(&cell))
    }

    /// The value of a node: settled by threats, by the table, by pruning or by VCF; else its moves are
    /// searched.
    fn node(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        last: Option<Cell>,
        kind: Kind,
    ) -> Searched {
        let pv = kind == Kind::Pv;
        self.enter(ply)?;
        if let Some(value) = self.settled(ply) {
            return Ok(value);
        }
        let other = !self.board.turn();
        if let Some(stop) = self.board.set(other, Threat::Five).first() {
            return self.forced(alpha, beta, depth, ply, stop, kind);
        }
        if ply > 0 {
            // Even the fastest win from here is no better than what is known already.
            alpha = alpha.max(loss_in(ply + 4));
            beta = beta.min(win_in(ply + 5));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let entry = self.tt.get(self.board.key());
        if let Some(entry) = entry
            && ply > 0
            && let Some(value) = settles(&entry, alpha, beta, depth, ply, pv)
        {
            return Ok(value);
        }
        if pv && ply > 0 {
            depth -= stale_table_move(entry.as_ref(), depth);
        }
        let mut here = Here {
            alpha,
            beta,
            depth,
            place: Place { ply, last },
            kind,
            was_pv: pv || entry.is_some_and(|entry| entry.was_pv),
            static_eval: 0,
            defending: false,
            improving: false,
            excluded: None,
        };
        if let Some(value) = self.evaluate_and_prune(&mut here, entry) {
            return Ok(value);
        }
        let defences = self.must_defend(depth, pv);
        here.defending = defences.is_some();
        if !here.defending
            && !pv
            && ply > 0
            && let Some(value) = self.null_move(&here)?
        {
            return Ok(value);
        }
        self.try_moves(&mut here, entry, defences.as_ref())
    }

    /// The static evaluation and what follows from it: reverse futility, and at leaves or where razoring
    /// makes one the result of VCF alone.
    fn evaluate_and_prune(&mut self, here: &mut Here, entry: Option<TtEntry>) -> Option<Value> {
        let &mut Here {
            alpha,
            beta,
            depth,
            kind,
            place: Place { ply, .. },
            ..
        } = here;
        let pv = kind == Kind::Pv;
        let known = entry.and_then(|entry| entry.static_eval);
        here.static_eval = match known {
            Some(value) => value,
            None => self.static_eval(),
        };
        self.static_evals[ply] = here.static_eval;
        here.improving = ply < 2 || here.static_eval > self.static_evals[ply - 2];
        let guess = entry.map_or(here.static_eval, |entry| {
            better_guess(&entry, here.static_eval, ply)
        });
        let narrow = !pv && ply > 0;
        // The other side is about to make an open four.
        let pressed = self.board.count(!self.board.turn(), Threat::OpenFour) > 0;
        if narrow
            && !pressed
            && let Some(value) = reverse_futility(guess, beta, depth, here.improving)
        {
            return Some(value);
        }
        let leaf = depth <= last_depth(pressed)
            || ply >= MAX_PLY
            || narrow && razoring(guess, alpha, depth);
        let may_win = !self.is_restricted(ply) && (leaf || pv || depth >= tune::vcf_depth());
        if may_win && let Some(value) = self.vcf_win(depth, ply) {
            let best = self.lines[ply].first().copied();
            self.store(value, Bound::Exact, TtEntry::MAX_DEPTH, here, best);
            if ply == 0 {
                self.root_best = best.map(|best| (best, value));
            }
            return Some(value);
        }
        leaf.then_some(here.static_eval)
    }

    /// Tries the moves of a node, best first.
    fn try_moves(
        &mut self,
        here: &mut Here,
        entry: Option<TtEntry>,
        defences: Option<&Cells>,
    ) -> Searched {
        let first = entry.and_then(|entry| entry.best);
        // Internal iterative reduction: without a move to try first a shallower search is as good and
        // fills the table.
        if first.is_none() && here.depth >= tune::iir_depth() && defences.is_none() {
            here.depth -= 1;
        }
        let (beta, depth, ply) = (here.beta, here.depth, here.place.ply);
        let extension = match self.singular(here, entry, defences)? {
            Singular::Extend(plies) => plies,
            Singular::Cut(value) => return Ok(value),
        };
        self.list_moves(&here.place, first, defences);
        let likeliest = self.moves[ply].iter().map(|candidate| candidate.likely);
        let likeliest = likeliest.max().unwrap_or(0);
        let side = self.board.turn();
        let restricted = self.is_restricted(ply);
        let mut alpha = here.alpha;
        let mut best: Option<(Value, Cell)> = None;
        let mut tried = 0;
        let mut tried_before = std::mem::take(&mut self.spare[ply]);
        tried_before.clear();
        let mut index = 0;
        while let Some(candidate) = pick(&mut self.moves[ply], index) {
            index += 1;
            let cell = candidate.cell;
            if restricted && self.is_left_out(cell)
                || here.excluded == Some(cell)
                || !self.board.may_play(cell, side)
            {
                continue;
            }
            let lost_so_far = best.is_none_or(|(value, _)| value <= -PROVEN);
            if candidate.quiet
                && ply > 0
                && !lost_so_far
                && late_move_pruning(
                    depth,
                    tried,
                    here.improving || self.board.prepares(cell, side),
                )
            {
                continue;
            }
            tried += 1;
            self.tt.prefetch(self.board.key_after(cell));
            self.make(cell);
            let trial = Trial {
                tried,
                next: depth - 1 + if first == Some(cell) { extension } else { 0 },
                unlikely: likeliest - candidate.likely,
            };
            let value = self.after(here, alpha, candidate, &trial);
            self.unmake(cell);
            let value = value?;
            if best.is_none_or(|(so_far, _)| value > so_far) {
                best = Some((value, cell));
                if value > alpha || ply == 0 && tried == 1 {
                    self.extend_line(ply, cell, value);
                }
                alpha = alpha.max(value);
                if value >= beta {
                    let (board, place) = (&self.board, &here.place);
                    self.histories
                        .learn(board, place, depth, candidate, &tried_before);
                    break;
                }
            }
            tried_before.push(cell);
        }
        self.spare[ply] = tried_before;
        let Some((value, cell)) = best else {
            if here.excluded.is_some() {
                return Ok(here.alpha);
            }
            // Every move that could help is forbidden, or none is left: lost, or the board is full.
            let lost = here.defending || self.board.rules().forbids(side);
            return Ok(if lost { loss_in(ply + 4) } else { 0 });
        };
        let bound = TtEntry::bound(value, here.alpha, beta);
        if !restricted && here.excluded.is_none() {
            self.store(value, bound, depth, here, Some(cell));
        }
        Ok(value)
    }

    /// The line from here begins with this move and goes on with the line below.
    fn extend_line(&mut self, ply: usize, cell: Cell, value: Value) {
        if ply == 0 {
            self.root_best = Some((cell, value));
        }
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(cell);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Searches the position after a move: the first one fully, the others just whether they are
    /// better, quiet late ones less deep at first.
    fn after(
        &mut self,
        here: &Here,
        alpha: Value,
        candidate: Candidate,
        trial: &Trial,
    ) -> Searched {
        let &Here { beta, kind, .. } = here;
        let ply = here.place.ply;
        let cell = Some(candidate.cell);
        let next = trial.next;
        if trial.tried == 1 {
            return Ok(-self.node(-beta, -alpha, next, ply + 1, cell, kind.after_first())?);
        }
        let reduction = self.reduction(here, candidate, trial);
        let scout = match kind {
            Kind::Pv | Kind::All => Kind::Cut,
            Kind::Cut if reduction > 0 => Kind::Cut,
            Kind::Cut => Kind::All,
        };
        let mut value = -self.node(-alpha - 1, -alpha, next - reduction, ply + 1, cell, scout)?;
        if value > alpha && reduction > 0 {
            let scout = match kind {
                Kind::Pv | Kind::All => Kind::Cut,
                Kind::Cut => Kind::All,
            };
            value = -self.node(-alpha - 1, -alpha, next, ply + 1, cell, scout)?;
        }
        if value > alpha && value < beta && kind == Kind::Pv {
            value = -self.node(-beta, -alpha, next, ply + 1, cell, Kind::Pv)?;
        }
        Ok(value)
    }

    /// By how many plies a move is searched less at first: the later it is tried, the less likely it is
    /// and the less it did elsewhere, the more.
    fn reduction(&self, here: &Here, candidate: Candidate, trial: &Trial) -> i32 {
        /// One ply.
        const PLY: i32 = 1024;
        if here.depth < tune::lmr_depth() {
            return 0;
        }
        let history = self
            .histories
            .of(!self.board.turn(), here.place.last, candidate.cell);
        let mut reduction = tune::reduction(here.depth, trial.tried)
            - history * PLY / tune::lmr_history()
            + trial.unlikely * tune::lmr_policy() / MOVE_SCALE
            - tune::lmr_policy_base();
        if here.was_pv {
            reduction -= tune::lmr_was_pv();
        }
        if here.kind == Kind::Cut {
            reduction += tune::lmr_cut_node();
        }
        if !here.improving {
            reduction += tune::lmr_worsening();
        }
        if candidate.forcing {
            reduction -= tune::lmr_forcing();
        }
        if here.defending {
            reduction -= PLY;
        }
        (reduction / PLY).clamp(0, (trial.next - 1).max(0))
    }

    /// If doing nothing is good enough, so is something, all but surely.
    fn null_move(&mut self, here: &Here) -> Result<Option<Value>, Stopped> {
        let &Here {
            beta,
            depth,
            static_eval,
            place: Place { ply, last },
            ..
        } = here;
        if depth < tune::null_depth()
            || static_eval < beta
            || beta.abs() >= PROVEN
            || last.is_none()
        {
            return Ok(None);
        }
        let reduced = depth - 3 - depth / 4;
        self.board.pass();
        let expected = here.kind.after_first();
        let value = self.node(-beta, 1 - beta, reduced, ply + 1, None, expected);
        self.board.pass();
        let value = -value?;
        Ok((value >= beta && value < PROVEN).then_some(value))
    }

    #[inline]
    fn store(&self, value: Value, bound: Bound, depth: i32, here: &Here, best: Option<Cell>) {
        let entry = TtEntry {
            value: Some((from_node(value, here.place.ply), bound)),
            static_eval: Some(here.static_eval),
            best,
            depth,
            was_pv: here.was_pv,
            generation: self.tt.generation(),
        };
        self.tt.put(self.board.key(), entry);
    }
}
