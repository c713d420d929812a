//! One thread of the search: its position, its memory, its way down the tree.

use boyi_game::Key;
use boyi_search::{Bound, Counts, SharedTable};
use boyi_xiangqi::Move;

use super::budget::{Budget, Stopped};
use super::ground::{Evaluation, Ground, Repeated};
use super::history::{Histories, LOOK_BACK, Step};
use super::picker::{Hints, Scored};
use super::reductions::Reductions;
use super::root::RootMove;
use super::slot::Slot;
use super::value::{MAX_PLY, Value, from_node, mate_in, mated_in, ruled_win};
use crate::xiangqi::endgame::{Known, Tables};

/// Frames before the root, so that looking back needs no test.
const BEFORE_THE_ROOT: usize = 8;

/// A bound that is deeper by more than this is kept.
const DEEPER: i32 = 3;

/// Rests on nothing above: no repetition of an earlier position took part.
pub(super) const ON_NOTHING: usize = usize::MAX;

/// What is kept for each ply of the line that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The move being searched here.
    pub(super) step: Step,
    pub(super) mv: Option<Move>,
    /// Whether that move captures.
    pub(super) captures: bool,
    /// `None` in check.
    pub(super) evaluation: Option<Value>,
    pub(super) killers: [Option<Move>; 2],
    /// Left out while it is being asked whether it is the only good move.
    pub(super) excluded: Option<Move>,
    /// How good the histories thought the move.
    pub(super) history: i32,
    pub(super) move_count: usize,
    /// Cut-offs of the nodes below.
    pub(super) cuts: u32,
    pub(super) double_extensions: u32,
    /// Whether the node is or was part of a principal variation.
    pub(super) was_principal: bool,
    /// The ply of the earliest position whose repetition decided the value of this node.
    pub(super) rests_on: usize,
}

impl Frame {
    const EMPTY: Self = Self {
        step: Step::NONE,
        mv: None,
        captures: false,
        evaluation: None,
        killers: [None; 2],
        excluded: None,
        history: 0,
        move_count: 0,
        cuts: 0,
        double_extensions: 0,
        was_principal: false,
        rests_on: ON_NOTHING,
    };
}

/// The parts of a table entry that come from its position.
pub(super) struct Findings {
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) evaluation: Option<Value>,
    pub(super) best: Option<Move>,
    pub(super) depth: i32,
    pub(super) was_principal: bool,
}

/// One thread of the search.
pub(crate) struct Worker<'s, E: Evaluation> {
    pub(super) ground: Ground<E>,
    pub(super) table: &'s SharedTable<Slot>,
    pub(super) budget: Budget,
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
    pub(super) root_depth: i32,
    /// Above this ply, no null move for the side that is being verified.
    pub(super) null_from: usize,
    pub(super) deepest: usize,
    pub(crate) counts: Counts,
}

impl<'s, E: Evaluation> Worker<'s, E> {
    pub(crate) fn new(
        ground: Ground<E>,
        table: &'s SharedTable<Slot>,
        budget: Budget,
        histories: &'s mut Histories,
        reductions: &'s Reductions,
        endgames: &'s Tables,
        root_moves: Vec<RootMove>,
    ) -> Self {
        Self {
            ground,
            table,
            budget,
            histories,
            reductions,
            endgames,
            frames: vec![Frame::EMPTY; BEFORE_THE_ROOT + MAX_PLY + 8],
            list: Vec::with_capacity(2048),
            tried: Vec::with_capacity(2048),
            lines: vec![Vec::new(); MAX_PLY + 2],
            root_moves,
            root_depth: 0,
            null_from: 0,
            deepest: 0,
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
        self.budget.check(self.counts.nodes)?;
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
        self.frame(ply).rests_on = ON_NOTHING;
        if self.ground.is_drawn() {
            use boyi_game::Position;
            let over = self.ground.board().outcome().is_some();
            return Some(if over { mated_in(ply) } else { self.draw() });
        }
        match self.ground.repetition() {
            None => self.known(ply),
            Some(Repeated::Draw) => Some(self.draw()),
            Some(Repeated::Won { back }) => {
                self.frame(ply).rests_on = ply.saturating_sub(back);
                Some(ruled_win(ply))
            }
            Some(Repeated::Lost { back }) => {
                self.frame(ply).rests_on = ply.saturating_sub(back);
                Some(-ruled_win(ply))
            }
        }
    }

    /// What the endgame tables say of this position.
    #[inline]
    fn known(&self, ply: usize) -> Option<Value> {
        let board = self.ground.board();
        if self.endgames.is_empty() || board.occupied().squares().count() > Tables::MOST_PIECES {
            return None;
        }
        Some(match self.endgames.probe(board)? {
            Known::Draw => self.draw(),
            Known::Won(plies) => mate_in(ply + plies as usize),
            Known::Lost(plies) => mated_in(ply + plies as usize),
        })
    }

    /// The static evaluation, put right by what was learnt about positions with the same parts.
    #[inline]
    pub(super) fn corrected(&self, evaluation: Value) -> Value {
        use boyi_game::Position;
        let side = self.ground.board().turn();
        let correction = self.histories.correction(side, self.ground.parts());
        // Towards the draw by quiet moves everything is worth less.
        let quiet = self.ground.quiet() as Value;
        let fading = evaluation * (220 - quiet.min(120)) / 220;
        super::value::evaluation(fading + correction)
    }

    /// What helps to order the moves of this node.
    #[inline]
    pub(super) fn hints(&mut self, ply: usize, table: Option<Move>) -> Hints {
        use boyi_game::Position;
        let last = self.frame_before(ply, 1).step;
        let [first, second] = self.frame(ply).killers;
        let answer = self.histories.answer(self.ground.board().turn(), last);
        Hints {
            table,
            refutations: [first, second, answer],
            earlier: LOOK_BACK.map(|back| self.frame_before(ply, back).step),
        }
    }

    /// The table's entry for this position. Whether its move is legal is not looked at, because most
    /// entries decide the node before it is needed: see [`Worker::table_move`].
    #[inline]
    pub(super) fn probe(&mut self, key: Key) -> Option<Slot> {
        self.counts.table_probes += 1;
        let slot = self.table.get(key)?;
        self.counts.table_hits += 1;
        Some(slot)
    }

    /// The move of a table entry, if it is legal here.
    #[inline]
    pub(super) fn table_move(&self, slot: Option<Slot>) -> Option<Move> {
        use boyi_game::Position;
        slot?.best.filter(|&mv| self.ground.board().is_legal(mv))
    }

    /// Stores what was found over `old`, what the table knew. A value that was decided by repeating a
    /// position above this one holds on this path only, so the table keeps the move and leaves the
    /// value out. A much deeper bound is not given up for a shallow one.
    #[inline]
    pub(super) fn store(&mut self, key: Key, ply: usize, old: Option<Slot>, found: &Findings) {
        let rests_on = self.frame(ply).rests_on;
        if let Some(old) = old
            && old.value.is_some()
            && old.depth > found.depth + DEEPER
            && (found.bound != Bound::Exact || rests_on < ply)
        {
            return;
        }
        let value = (rests_on >= ply).then_some((from_node(found.value, ply), found.bound));
        self.table.put(
            key,
            Slot {
                value,
                evaluation: found.evaluation,
                best: found.best,
                depth: found.depth,
                was_principal: found.was_principal,
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
        let piece = self.ground.board().at(mv.from);
        let step = piece.map_or(Step::NONE, |piece| Step::new(piece, mv.to));
        let captures = self.ground.board().at(mv.to).is_some();
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.captures = captures;
        frame.step = step;
        self.table.prefetch(self.ground.board().key_after(mv));
        self.ground.make(mv);
    }
}
