//! One thread of the search: its position, its memory, its way down the tree.

use boyi_game::{GameMove, Key, Position};
use boyi_search::{Bound, Counts, SharedTable};
use boyi_xiangqi::Move;

use super::history::{CONTINUATION_PLIES, Histories, PieceTo};
use super::mate_search::{ForcedMate, MateSearch};
use super::picker::{Hints, Scored};
use super::position::{Evaluation, Repeated, SearchPosition};
use super::reductions::Reductions;
use super::root::RootMove;
use crate::xiangqi::endgame::{Known, Tables};
use boyi_search::kernel::TtEntry;
use boyi_search::kernel::value::{Value, from_node, loss_in, rule_win, win_in};
use boyi_search::kernel::{Budget, Meter, Stopped};

/// Deeper than any line is followed.
pub(super) const MAX_PLY: usize = 200;

/// Frames before the root, so that looking back needs no test.
const BEFORE_THE_ROOT: usize = 8;

/// A bound that is deeper by more than this is kept.
const DEEPER: i32 = 3;

/// Rests on nothing above: no repetition of an earlier position took part.
pub(super) const PATH_INDEPENDENT: usize = usize::MAX;

/// What is kept for each ply of the line that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) step: PieceTo,
    pub(super) mv: Option<Move>,
    pub(super) captures: bool,
    /// `None` in check.
    pub(super) evaluation: Option<Value>,
    pub(super) killers: [Option<Move>; 2],
    /// Left out while it is being asked whether it is the only good move.
    pub(super) excluded: Option<Move>,
    /// How good the histories thought the move.
    pub(super) history: i32,
    pub(super) move_count: usize,
    pub(super) cuts: u32,
    pub(super) double_extensions: u32,
    /// Whether the node is or was part of a principal variation.
    pub(super) was_pv: bool,
    /// The ply of the earliest position whose repetition decided the value of this node.
    pub(super) depends_on_ply: usize,
}

impl Frame {
    const EMPTY: Self = Self {
        step: PieceTo::NONE,
        mv: None,
        captures: false,
        evaluation: None,
        killers: [None; 2],
        excluded: None,
        history: 0,
        move_count: 0,
        cuts: 0,
        double_extensions: 0,
        was_pv: false,
        depends_on_ply: PATH_INDEPENDENT,
    };
}

/// The parts of a table entry that come from its position.
pub(super) struct TtWrite {
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) evaluation: Option<Value>,
    pub(super) best: Option<Move>,
    pub(super) depth: i32,
    pub(super) was_pv: bool,
}

/// One thread of the search.
pub(crate) struct Worker<'s, E: Evaluation> {
    pub(super) position: SearchPosition<E>,
    pub(super) table: &'s SharedTable<TtEntry>,
    pub(super) meter: Meter<'s>,
    pub(super) histories: &'s mut Histories,
    pub(super) reductions: &'s Reductions,
    pub(super) endgames: &'s Tables,
    pub(super) frames: Vec<Frame>,
    pub(super) list: Vec<Scored>,
    /// Moves tried at the nodes of this line, each node's part behind its parent's.
    pub(super) tried: Vec<Move>,
    /// The principal variation from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) root_depth: u32,
    /// Where the best root move of the last search stands.
    pub(super) best_root: usize,
    pub(super) mate_search: Option<MateSearch>,
    /// The shortest mate that the mate search has found.
    pub(super) mate: Option<ForcedMate>,
    /// Above this ply, no null move for the side that is being verified.
    pub(super) null_from: usize,
    pub(super) selective_depth: usize,
    pub(crate) counts: Counts,
}

impl<'s, E: Evaluation> Worker<'s, E> {
    pub(crate) fn new(
        position: SearchPosition<E>,
        table: &'s SharedTable<TtEntry>,
        budget: &'s Budget,
        histories: &'s mut Histories,
        reductions: &'s Reductions,
        endgames: &'s Tables,
        root_moves: Vec<RootMove>,
    ) -> Self {
        Self {
            position,
            table,
            meter: Meter::new(budget),
            histories,
            reductions,
            endgames,
            frames: vec![Frame::EMPTY; BEFORE_THE_ROOT + MAX_PLY + 8],
            list: Vec::with_capacity(2048),
            tried: Vec::with_capacity(2048),
            lines: vec![Vec::new(); MAX_PLY + 2],
            root_moves,
            root_depth: 0,
            best_root: 0,
            mate_search: None,
            mate: None,
            null_from: 0,
            selective_depth: 0,
            counts: Counts::default(),
        }
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_THE_ROOT + ply]
    }

    /// The frame `back` plies before `ply`; empty before the root.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[BEFORE_THE_ROOT + ply - back]
    }

    /// Pays for one node.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Stopped> {
        self.meter.spend()?;
        self.counts.nodes += 1;
        Ok(())
    }

    /// The value of a draw: a hair to either side of nothing, so that a search that sees many draws
    /// still tells lines apart.
    #[inline]
    pub(super) fn draw(&self) -> Value {
        (self.counts.nodes & 2) as Value - 1
    }

    /// What the rules say of this position, if they end the game.
    #[inline]
    pub(super) fn ended(&mut self, ply: usize) -> Option<Value> {
        self.frame(ply).depends_on_ply = PATH_INDEPENDENT;
        if self.position.is_drawn() {
            let over = self.position.board().outcome().is_some();
            return Some(if over { loss_in(ply) } else { self.draw() });
        }
        match self.position.repetition() {
            None => self.known(ply),
            Some(Repeated::Draw) => Some(self.draw()),
            Some(Repeated::Won { back }) => {
                self.frame(ply).depends_on_ply = ply.saturating_sub(back);
                Some(rule_win(ply))
            }
            Some(Repeated::Lost { back }) => {
                self.frame(ply).depends_on_ply = ply.saturating_sub(back);
                Some(-rule_win(ply))
            }
        }
    }

    /// What the endgame tables say of this position.
    #[inline]
    fn known(&self, ply: usize) -> Option<Value> {
        let board = self.position.board();
        if self.endgames.is_empty() || board.occupied().squares().count() > Tables::MOST_PIECES {
            return None;
        }
        Some(match self.endgames.probe(board)? {
            Known::Draw => self.draw(),
            Known::Won(plies) => win_in(ply + plies as usize),
            Known::Lost(plies) => loss_in(ply + plies as usize),
        })
    }

    /// The static evaluation, put right by what was learnt about positions with the same parts.
    #[inline]
    pub(super) fn corrected(&self, evaluation: Value) -> Value {
        let side = self.position.board().turn();
        let correction = self.histories.correction(side, self.position.parts());
        // Towards the draw by quiet moves everything is worth less.
        let quiet = self.position.quiet() as Value;
        let fading = evaluation * (220 - quiet.min(120)) / 220;
        boyi_search::kernel::value::evaluation(fading + correction)
    }

    /// What helps to order the moves of this node.
    #[inline]
    pub(super) fn hints(&mut self, ply: usize, table: Option<Move>) -> Hints {
        let last = self.frame_before(ply, 1).step;
        let [first, second] = self.frame(ply).killers;
        let answer = self.histories.answer(self.position.board().turn(), last);
        Hints {
            table,
            refutations: [first, second, answer],
            earlier: CONTINUATION_PLIES.map(|back| self.frame_before(ply, back).step),
        }
    }

    /// The table's entry for this position. Whether its move is legal is not looked at, because most
    /// entries decide the node before it is needed: see [`Worker::table_move`].
    #[inline]
    pub(super) fn probe(&mut self, key: Key) -> Option<TtEntry> {
        self.counts.table_probes += 1;
        let entry = self.table.get(key)?;
        self.counts.table_hits += 1;
        Some(entry)
    }

    /// The move of a table entry, if it is legal here.
    #[inline]
    pub(super) fn table_move(&self, entry: Option<TtEntry>) -> Option<Move> {
        let best = entry?.best.and_then(Move::from_code);
        best.filter(|&mv| self.position.board().is_legal(mv))
    }

    /// Stores what was found over `old`, what the table knew. A value that was decided by repeating a
    /// position above this one holds on this path only, so the table keeps the move and leaves the
    /// value out. A much deeper bound is not given up for a shallow one.
    #[inline]
    pub(super) fn store(&mut self, key: Key, ply: usize, old: Option<TtEntry>, found: &TtWrite) {
        let depends_on_ply = self.frame(ply).depends_on_ply;
        if let Some(old) = old
            && old.value.is_some()
            && old.depth > found.depth + DEEPER
            && (found.bound != Bound::Exact || depends_on_ply < ply)
        {
            return;
        }
        let value = (depends_on_ply >= ply).then_some((from_node(found.value, ply), found.bound));
        self.table.put(
            key,
            TtEntry {
                value,
                static_eval: found.evaluation,
                best: found.best.map(GameMove::code),
                depth: found.depth,
                was_pv: found.was_pv,
                generation: self.table.generation(),
            },
        );
    }

    /// The line from this ply on begins with this move.
    pub(super) fn note_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// Notes that `mv` is being searched at this ply.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize, mv: Move) {
        let piece = self.position.board().at(mv.from);
        let step = piece.map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to));
        let captures = self.position.board().at(mv.to).is_some();
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.captures = captures;
        frame.step = step;
        self.table.prefetch(self.position.board().key_after(mv));
        self.position.make(mv);
    }
}
