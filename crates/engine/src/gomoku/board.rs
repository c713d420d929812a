//! The board that searches work on: the threat that a stone of either side would make on every empty
//! point, updated move by move.
//!
//! A stone changes the patterns of the points within reach on its four lines and of no others. Each is
//! looked up by the bits of its line; what its four patterns mean together is looked up again. What was
//! there before is kept, so that taking a stone back looks nothing up.

use std::sync::Arc;

use boyi_game::{Key, Position, Side};
use boyi_gomoku::pattern::{Pattern, Table};
use boyi_gomoku::{Content, Direction, Forbidden, Gomoku, Lines, Point, Rules, Size};

use super::cells::Cells;
use super::layout::{Cell, Layout};
use super::threat::{Code, PatternEvaluation, PatternInfo, PatternTable, Threat, patterns_in};
use super::undo::UndoStack;

/// More points than a stone changes: those within reach on its four lines.
const MOST_CHANGED: usize = 4 * (2 * 5 + 1);

/// Points of the largest board.
pub(crate) const CELLS: usize = Point::COUNT;

/// A board with the threats of both sides.
#[derive(Clone)]
pub(crate) struct Board {
    rules: Rules,
    layout: &'static Layout,
    table: &'static Table,
    meanings: [Arc<PatternTable>; 2],
    lines: Lines,
    turn: Side,
    key: Key,
    stones: u16,
    empty: Cells,
    /// The points within two points, or three along a line, of a stone: where moves are worth a look.
    near: Cells,
    points: [PointThreats; CELLS],
    sets: [[Cells; Threat::COUNT]; 2],
    counts: [[u16; Threat::COUNT]; 2],
    /// What the evaluation counts for each side: were it to move, and were it not.
    moving: [i32; 2],
    waiting: [i32; 2],
    /// What every stone changed, the latest last, to take it back.
    changes: UndoStack<Change>,
    before: UndoStack<Before>,
}

/// What stones of either side would do on a point. Aligned, so that it is copied in whole words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(8))]
struct PointThreats {
    /// Both sides' patterns as the table has them, by direction.
    both: [u8; 4],
    codes: [Code; 2],
    meanings: [PatternInfo; 2],
}

/// A point whose threats a stone changed, and what they were before.
#[derive(Clone, Copy, Default)]
struct Change {
    cell: Cell,
    was: PointThreats,
}

/// The state of the board before a stone.
#[derive(Clone, Copy, Default)]
struct Before {
    changes: usize,
    near: Cells,
    moving: [i32; 2],
    waiting: [i32; 2],
}

impl Board {
    /// An empty board, with the evaluation that is built in.
    pub(crate) fn new(size: Size, rules: Rules) -> Self {
        Self::with(size, rules, &PatternEvaluation::built_in())
    }

    fn with(size: Size, rules: Rules, evaluation: &PatternEvaluation) -> Self {
        let layout = Layout::of(size);
        let mut board = Self {
            rules,
            layout,
            table: Table::of(rules),
            meanings: Side::BOTH.map(|side| evaluation.table(rules, side)),
            lines: Lines::empty(size),
            turn: Side::First,
            key: Key::mixed(size.rows() as u64 + 100 * rules as u64),
            stones: 0,
            empty: Cells::default(),
            near: Cells::default(),
            points: [PointThreats::default(); CELLS],
            sets: [[Cells::default(); Threat::COUNT]; 2],
            counts: [[0; Threat::COUNT]; 2],
            moving: [0; 2],
            waiting: [0; 2],
            changes: UndoStack::default(),
            before: UndoStack::default(),
        };
        for cell in 0..layout.count as Cell {
            board.empty.add(cell);
            board.look_up(cell);
            board.count_point::<true>(cell);
        }
        board
    }

    /// The same stones, the same side to move, with the evaluation that is built in.
    pub(crate) fn of(game: &Gomoku) -> Self {
        Self::evaluated(game, &PatternEvaluation::built_in())
    }

    /// The same with another evaluation.
    pub(crate) fn evaluated(game: &Gomoku, evaluation: &PatternEvaluation) -> Self {
        let mut board = Self::with(game.size(), game.rules(), evaluation);
        for point in game.size().all() {
            if let Content::Stone(side) = game.at(point) {
                board.put(board.layout.cell(point), side);
            }
        }
        board.set_turn(game.turn());
        board
    }

    #[inline]
    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    pub(crate) fn layout(&self) -> &'static Layout {
        self.layout
    }

    #[inline]
    pub(crate) fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// The key after the side to move has played on an empty point.
    #[inline]
    pub(crate) fn key_after(&self, cell: Cell) -> Key {
        self.key ^ TURN ^ self.layout.spot(cell).keys[self.turn.index()]
    }

    #[inline]
    pub(crate) fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The stones, in no particular order.
    pub(crate) fn all_stones(&self) -> impl Iterator<Item = (Cell, Side)> {
        (0..self.layout.count as Cell).filter_map(|cell| {
            match self.lines.at(self.layout.point(cell)) {
                Content::Stone(side) => Some((cell, side)),
                Content::Empty | Content::Outside => None,
            }
        })
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.stones() == self.layout.count
    }

    #[inline]
    pub(crate) fn empty(&self) -> &Cells {
        &self.empty
    }

    #[inline]
    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        self.empty.has(cell)
    }

    /// The empty points with stones nearby.
    #[inline]
    pub(crate) fn nearby(&self) -> Cells {
        self.empty.and(&self.near)
    }

    /// The points on which a stone of `side` would make this threat.
    #[inline]
    pub(crate) fn set(&self, side: Side, threat: Threat) -> &Cells {
        &self.sets[side.index()][threat as usize]
    }

    /// How many they are.
    #[inline]
    pub(crate) fn count(&self, side: Side, threat: Threat) -> u16 {
        self.counts[side.index()][threat as usize]
    }

    #[inline]
    pub(crate) fn code(&self, cell: Cell, side: Side) -> Code {
        self.points[usize::from(cell)].codes[side.index()]
    }

    #[inline]
    pub(crate) fn threat(&self, cell: Cell, side: Side) -> Threat {
        self.points[usize::from(cell)].meanings[side.index()].threat
    }

    /// Whether a quiet stone of `side` on an empty point would prepare an attack.
    #[inline]
    pub(crate) fn prepares(&self, cell: Cell, side: Side) -> bool {
        self.points[usize::from(cell)].meanings[side.index()].prepares
    }

    #[inline]
    pub(crate) fn ordering_score(&self, cell: Cell, side: Side) -> i16 {
        self.points[usize::from(cell)].meanings[side.index()].ordering_score
    }

    /// How likely the side to move is to play on an empty point, judged by the patterns alone.
    #[inline]
    pub(crate) fn likely(&self, cell: Cell) -> i32 {
        let side = self.turn.index();
        let codes = self.points[usize::from(cell)].codes;
        let [own, _] = self.meanings[side].likely(codes[side]);
        let [_, theirs] = self.meanings[1 - side].likely(codes[1 - side]);
        i32::from(own) + i32::from(theirs)
    }

    /// The empty points on which a stone of `side` makes three of some five points that the other side
    /// has no stone on, or more.
    pub(crate) fn makes_three_of_five(&self, side: Side) -> Cells {
        let mut cells = Cells::default();
        for cell in self.nearby().iter() {
            let patterns = patterns_in(self.code(cell, side));
            if patterns.iter().any(|&pattern| pattern >= Pattern::Three) {
                cells.add(cell);
            }
        }
        cells
    }

    /// What the evaluation counts, from the view of the side to move, before it is scaled.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        let side = self.turn.index();
        let on_the_move = self.meanings[side].on_the_move(self.situation());
        self.moving[side] - self.waiting[1 - side] + i32::from(on_the_move)
    }

    /// Which kinds of threats either side has, as a number below [`SITUATIONS`]. They do not add up as
    /// points do: one four more is worth little, the only three that can be answered is worth much.
    ///
    /// [`SITUATIONS`]: super::weights::SITUATIONS
    #[inline]
    pub(crate) fn situation(&self) -> usize {
        let own = &self.counts[self.turn.index()];
        let theirs = &self.counts[1 - self.turn.index()];
        let any = |counts: &[u16; Threat::COUNT], threats: [Threat; 4]| {
            threats.iter().rev().fold(0, |bits, &threat| {
                2 * bits + usize::from(counts[threat as usize] > 0)
            })
        };
        let threats = [
            Threat::Three,
            Threat::DoubleThree,
            Threat::Four,
            Threat::FourThree,
        ];
        any(own, threats)
            | any(theirs, threats) << 4
            | usize::from(theirs[Threat::OpenFour as usize] > 0) << 8
    }

    /// Whether `side` may play on an empty point.
    #[inline]
    pub(crate) fn may_play(&mut self, cell: Cell, side: Side) -> bool {
        if !self.rules.forbids(side) {
            return true;
        }
        match self.threat(cell, side) {
            Threat::Forbidden => false,
            Threat::DoubleThree | Threat::FourThree | Threat::OpenFour => {
                let patterns = patterns_in(self.code(cell, side));
                let point = self.layout.point(cell);
                Forbidden::judge_patterns(&mut self.lines, point, patterns).is_none()
            }
            _ => true,
        }
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub(crate) fn make(&mut self, cell: Cell) {
        let side = self.turn;
        self.put(cell, side);
        self.set_turn(!side);
    }

    /// Takes the last stone back.
    #[inline]
    pub(crate) fn unmake(&mut self, cell: Cell) {
        let side = !self.turn;
        self.set_turn(side);
        self.take(cell, side);
    }

    /// Hands the move over, or back.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.set_turn(!self.turn);
    }

    #[inline]
    pub(crate) fn set_turn(&mut self, side: Side) {
        if self.turn != side {
            self.turn = side;
            self.key ^= TURN;
        }
    }

    /// Puts a stone of either side on an empty point, whoever is to move.
    pub(crate) fn put(&mut self, cell: Cell, side: Side) {
        self.before.reserve(1, &Before::default());
        self.changes.reserve(MOST_CHANGED, &Change::default());
        let before = self.before.next();
        before.changes = self.changes.len();
        before.near = self.near;
        before.moving = self.moving;
        before.waiting = self.waiting;
        self.count_point::<false>(cell);
        self.empty.remove(cell);
        self.stones += 1;
        let spot = self.layout.spot(cell);
        self.near = self.near.or(&spot.nearby);
        self.key ^= spot.keys[side.index()];
        self.lines.toggle_at(&spot.places, side);
        // Compiled for each, because what is looked up depends on it at every step.
        match self.table.reach() {
            4 => self.look_around::<4>(cell),
            _ => self.look_around::<5>(cell),
        }
    }

    /// Takes a stone away. Stones are taken in the opposite order of putting: what was known before
    /// each is true again when it goes.
    pub(crate) fn take(&mut self, cell: Cell, side: Side) {
        let last = self.before.len().checked_sub(1);
        let last = last.expect("a stone was put before");
        let first_change = self.before[last].changes;
        for index in first_change..self.changes.len() {
            let Change { cell, was } = &self.changes[index];
            let (cell, point) = (*cell, &mut self.points[usize::from(*cell)]);
            let before = was.meanings.each_ref().map(|meaning| meaning.threat);
            let now = point.meanings.each_ref().map(|meaning| meaning.threat);
            *point = *was;
            self.reclassify(cell, 0, now[0], before[0]);
            self.reclassify(cell, 1, now[1], before[1]);
        }
        self.changes.truncate(first_change);
        let spot = self.layout.spot(cell);
        self.key ^= spot.keys[side.index()];
        self.lines.toggle_at(&spot.places, side);
        self.stones -= 1;
        self.empty.add(cell);
        self.count_point::<true>(cell);
        let before = &self.before[last];
        self.near = before.near;
        self.moving = before.moving;
        self.waiting = before.waiting;
        self.before.truncate(last);
    }

    /// Looks up the points that a stone put on `cell` may have changed.
    #[inline]
    fn look_around<const REACH: u8>(&mut self, cell: Cell) {
        let spot = self.layout.spot(cell);
        let half = (1u64 << (2 * REACH)) - 1;
        for direction in Direction::ALL {
            let d = direction as usize;
            let (before, behind) = spot.room[d];
            let (before, behind) = (before.min(REACH), behind.min(REACH));
            let step = self.layout.steps[d];
            let mut at = cell as isize - isize::from(before) * step;
            let reach = u32::from(REACH) + u32::from(before);
            let mut window = self.lines.window_at(spot.places[d], direction, reach);
            for _ in 0..=before + behind {
                // A point's own bits lie in the middle of its window.
                if window & (3 << (2 * REACH)) == 0 {
                    let key = (window & half) | (window >> 2 & (half << (2 * REACH)));
                    let both = self.table.both(key as usize);
                    if self.points[at as usize].both[d] != both {
                        self.change(at as usize, d, both);
                    }
                }
                at += step;
                window >>= 2;
            }
        }
    }

    #[inline]
    fn change(&mut self, at: usize, direction: usize, both: u8) {
        let cell = at as Cell;
        let point = &mut self.points[at];
        let change = self.changes.next();
        change.cell = cell;
        change.was = *point;
        let changed = point.both[direction] ^ both;
        point.both[direction] = both;
        for side in 0..2 {
            let nibble = changed >> (4 * side) & 15;
            if nibble == 0 {
                continue;
            }
            let point = &mut self.points[at];
            let code = point.codes[side] ^ Code::from(nibble) << (4 * direction);
            let meaning = &mut point.meanings[side];
            let is = self.meanings[side].get(code);
            self.moving[side] += i32::from(is.moving) - i32::from(meaning.moving);
            self.waiting[side] += i32::from(is.waiting) - i32::from(meaning.waiting);
            let (was, now) = (meaning.threat, is.threat);
            // As a whole.
            *meaning = *is;
            point.codes[side] = code;
            self.reclassify(cell, side, was, now);
        }
    }

    #[inline]
    fn reclassify(&mut self, cell: Cell, side: usize, was: Threat, is: Threat) {
        if was != is {
            self.counts[side][was as usize] -= 1;
            self.counts[side][is as usize] += 1;
            self.sets[side][was as usize].remove(cell);
            self.sets[side][is as usize].add(cell);
        }
    }

    /// Counts an empty point in, or out where a stone comes to lie on it.
    #[inline]
    fn count_point<const IN: bool>(&mut self, cell: Cell) {
        let sign = if IN { 1 } else { -1 };
        let infos = self.points[usize::from(cell)].meanings;
        for (side, info) in infos.into_iter().enumerate() {
            self.moving[side] += sign * i32::from(info.moving);
            self.waiting[side] += sign * i32::from(info.waiting);
            let threat = info.threat as usize;
            if IN {
                self.counts[side][threat] += 1;
                self.sets[side][threat].add(cell);
            } else {
                self.counts[side][threat] -= 1;
                self.sets[side][threat].remove(cell);
            }
        }
    }

    /// Looks a point's patterns up from the lines as they are.
    fn look_up(&mut self, cell: Cell) {
        let spot = self.layout.spot(cell);
        let mut threats = PointThreats::default();
        for direction in Direction::ALL {
            let d = direction as usize;
            let reach = self.table.reach();
            let window = self.lines.window_at(spot.places[d], direction, reach);
            let both = self.table.both(self.table.key(window));
            threats.both[d] = both;
            for (side, code) in threats.codes.iter_mut().enumerate() {
                *code |= Code::from(both >> (4 * side) & 15) << (4 * d);
            }
        }
        threats.meanings = [0, 1].map(|side| *self.meanings[side].get(threats.codes[side]));
        self.points[usize::from(cell)] = threats;
    }
}

/// Toggled when the turn changes.
const TURN: Key = Key::mixed(u64::MAX - 1);

#[cfg(test)]
mod tests;
