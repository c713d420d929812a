//! The board as the strong player sees it: what a stone of either side would do on every empty point,
//! kept up to date move by move.
//!
//! A stone changes the patterns of the points within reach on its four lines and of no others. Each is
//! looked up by the bits of its line; what its four patterns mean together is looked up again.

use boyi_game::{Key, Position, Side};
use boyi_gomoku::pattern::{Pattern, Table};
use boyi_gomoku::{Content, Direction, Forbidden, Gomoku, Lines, Point, Rules, Size};

use super::cells::Cells;
use super::class::{Class, Code, Meaning, Meanings, pattern_of};
use super::layout::{Cell, Layout};

/// Points of the largest board.
pub(crate) const CELLS: usize = Point::COUNT;

/// The board.
#[derive(Clone)]
pub(crate) struct Field {
    rules: Rules,
    layout: &'static Layout,
    table: &'static Table,
    meanings: [&'static Meanings; 2],
    lines: Lines,
    turn: Side,
    key: Key,
    stones: u16,
    empty: Cells,
    /// Stones within two points, or three along a line, of every point: where moves are worth a look.
    near: [u8; CELLS],
    /// Both sides' patterns as the table has them, by direction.
    both: [[u8; CELLS]; 4],
    codes: [[Code; CELLS]; 2],
    promises: [[i16; CELLS]; 2],
    sets: [[Cells; Class::COUNT]; 2],
    counts: [[u16; Class::COUNT]; 2],
    /// What the evaluation counts for each side: were it to move, and were it not.
    moving: [i32; 2],
    waiting: [i32; 2],
}

impl Field {
    pub(crate) fn new(size: Size, rules: Rules) -> Self {
        let layout = Layout::of(size);
        let mut field = Self {
            rules,
            layout,
            table: Table::of(rules),
            meanings: Side::BOTH.map(|side| Meanings::of(rules, side)),
            lines: Lines::empty(size),
            turn: Side::First,
            key: Key::mixed(size.rows() as u64 + 100 * rules as u64),
            stones: 0,
            empty: Cells::default(),
            near: [0; CELLS],
            both: [[0; CELLS]; 4],
            codes: [[0; CELLS]; 2],
            promises: [[0; CELLS]; 2],
            sets: [[Cells::default(); Class::COUNT]; 2],
            counts: [[0; Class::COUNT]; 2],
            moving: [0; 2],
            waiting: [0; 2],
        };
        for cell in 0..layout.count as Cell {
            field.empty.add(cell);
            field.look_up(cell);
            field.count_in(cell);
        }
        field
    }

    /// The same stones, the same side to move.
    pub(crate) fn of(game: &Gomoku) -> Self {
        let mut field = Self::new(game.size(), game.rules());
        for point in game.size().all() {
            if let Content::Stone(side) = game.at(point) {
                field.put(field.layout.cell(point), side);
            }
        }
        field.set_turn(game.turn());
        field
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

    /// Whether a point has stones nearby.
    #[inline]
    pub(crate) fn is_near(&self, cell: Cell) -> bool {
        self.near[usize::from(cell)] > 0
    }

    /// The points on which a stone of `side` would do this.
    #[inline]
    pub(crate) fn set(&self, side: Side, class: Class) -> &Cells {
        &self.sets[side.index()][class as usize]
    }

    /// How many they are.
    #[inline]
    pub(crate) fn count(&self, side: Side, class: Class) -> u16 {
        self.counts[side.index()][class as usize]
    }

    #[inline]
    pub(crate) fn code(&self, cell: Cell, side: Side) -> Code {
        self.codes[side.index()][usize::from(cell)]
    }

    #[inline]
    pub(crate) fn meaning(&self, cell: Cell, side: Side) -> Meaning {
        self.meanings[side.index()].get(self.code(cell, side))
    }

    #[inline]
    pub(crate) fn class(&self, cell: Cell, side: Side) -> Class {
        self.meaning(cell, side).class
    }

    #[inline]
    pub(crate) fn promise(&self, cell: Cell, side: Side) -> i16 {
        self.promises[side.index()][usize::from(cell)]
    }

    /// What the evaluation counts, from the view of the side to move, before it is scaled.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        let side = self.turn.index();
        self.moving[side] - self.waiting[1 - side] + i32::from(self.meanings[side].on_the_move)
    }

    /// Whether `side` may play on an empty point.
    #[inline]
    pub(crate) fn may_play(&mut self, cell: Cell, side: Side) -> bool {
        if !self.rules.forbids(side) {
            return true;
        }
        match self.class(cell, side) {
            Class::Forbidden => false,
            Class::DoubleThree | Class::FourThree | Class::OpenFour => {
                let code = self.code(cell, side);
                let patterns: [Pattern; 4] =
                    std::array::from_fn(|direction| pattern_of(code, direction));
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
        self.count_out(cell);
        self.empty.remove(cell);
        self.stones += 1;
        self.toggle(cell, side);
        self.touch_neighbours(cell, 1);
    }

    /// Takes a stone away. Stones are taken in the opposite order of putting: what was known about a
    /// point when a stone came to lie on it is true again when the stone goes.
    pub(crate) fn take(&mut self, cell: Cell, side: Side) {
        self.touch_neighbours(cell, 255);
        self.stones -= 1;
        self.toggle(cell, side);
        self.empty.add(cell);
        self.count_in(cell);
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, side: Side) {
        let spot = self.layout.spot(cell);
        self.key ^= spot.keys[side.index()];
        self.lines.toggle_at(&spot.places, side);
        let reach = self.table.reach() as u8;
        for direction in Direction::ALL {
            let d = direction as usize;
            let (before, behind) = spot.room[d];
            let (before, behind) = (before.min(reach), behind.min(reach));
            let step = self.layout.steps[d];
            let mut other = cell as isize - isize::from(before) * step;
            let mut window = self.lines.window_at(
                spot.places[d],
                direction,
                u32::from(reach) + u32::from(before),
            );
            for _ in 0..=before + behind {
                // A point's own bits lie in the middle of its window.
                let is_empty = window & (3 << (2 * reach)) == 0;
                if is_empty && other != cell as isize {
                    let both = self.table.both(self.table.key(window));
                    let at = other as usize;
                    if self.both[d][at] != both {
                        self.change(at, d, both);
                    }
                }
                other += step;
                window >>= 2;
            }
        }
    }

    #[inline]
    fn change(&mut self, at: usize, direction: usize, both: u8) {
        let changed = self.both[direction][at] ^ both;
        self.both[direction][at] = both;
        for side in 0..2 {
            let nibble = changed >> (4 * side) & 15;
            if nibble == 0 {
                continue;
            }
            let old = self.codes[side][at];
            let new = old ^ Code::from(nibble) << (4 * direction);
            self.codes[side][at] = new;
            let (was, is) = (self.meanings[side].get(old), self.meanings[side].get(new));
            self.moving[side] += i32::from(is.moving) - i32::from(was.moving);
            self.waiting[side] += i32::from(is.waiting) - i32::from(was.waiting);
            self.promises[side][at] = is.promise;
            if was.class != is.class {
                self.counts[side][was.class as usize] -= 1;
                self.counts[side][is.class as usize] += 1;
                self.sets[side][was.class as usize].remove(at as Cell);
                self.sets[side][is.class as usize].add(at as Cell);
            }
        }
    }

    /// The point takes no part any more: a stone comes to lie on it.
    #[inline]
    fn count_out(&mut self, cell: Cell) {
        for side in Side::BOTH {
            let meaning = self.meaning(cell, side);
            self.moving[side.index()] -= i32::from(meaning.moving);
            self.waiting[side.index()] -= i32::from(meaning.waiting);
            self.counts[side.index()][meaning.class as usize] -= 1;
            self.sets[side.index()][meaning.class as usize].remove(cell);
        }
    }

    #[inline]
    fn count_in(&mut self, cell: Cell) {
        for side in Side::BOTH {
            let meaning = self.meaning(cell, side);
            self.moving[side.index()] += i32::from(meaning.moving);
            self.waiting[side.index()] += i32::from(meaning.waiting);
            self.promises[side.index()][usize::from(cell)] = meaning.promise;
            self.counts[side.index()][meaning.class as usize] += 1;
            self.sets[side.index()][meaning.class as usize].add(cell);
        }
    }

    /// Looks a point's patterns up from the lines as they are.
    fn look_up(&mut self, cell: Cell) {
        let spot = self.layout.spot(cell);
        let at = usize::from(cell);
        for direction in Direction::ALL {
            let d = direction as usize;
            let window = self
                .lines
                .window_at(spot.places[d], direction, self.table.reach());
            let both = self.table.both(self.table.key(window));
            self.both[d][at] = both;
            for side in 0..2 {
                let nibble = Code::from(both >> (4 * side) & 15);
                let code = &mut self.codes[side][at];
                *code = *code & !(15 << (4 * d)) | nibble << (4 * d);
            }
        }
    }

    /// Adds `more` to the stones near every point near this one.
    #[inline]
    fn touch_neighbours(&mut self, cell: Cell, more: u8) {
        let rows = self.layout.size.rows();
        let (row, column) = (usize::from(cell) / rows, usize::from(cell) % rows);
        for y in row.saturating_sub(2)..=(row + 2).min(rows - 1) {
            let start = y * rows + column.saturating_sub(2);
            let end = y * rows + (column + 2).min(rows - 1);
            for near in &mut self.near[start..=end] {
                *near = near.wrapping_add(more);
            }
        }
        let spot = self.layout.spot(cell);
        for d in 0..4 {
            let (before, behind) = spot.room[d];
            let step = self.layout.steps[d];
            if before >= 3 {
                let at = (cell as isize - 3 * step) as usize;
                self.near[at] = self.near[at].wrapping_add(more);
            }
            if behind >= 3 {
                let at = (cell as isize + 3 * step) as usize;
                self.near[at] = self.near[at].wrapping_add(more);
            }
        }
    }
}

/// Toggled when the turn changes.
const TURN: Key = Key::mixed(u64::MAX - 1);

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    /// Everything worked out anew from the stones.
    fn anew(field: &Field) -> Field {
        let mut fresh = Field::new(field.layout.size, field.rules);
        let mut stones = Vec::new();
        for cell in 0..field.layout.count as Cell {
            if let Content::Stone(side) = field.lines.at(field.layout.point(cell)) {
                fresh.put(cell, side);
                stones.push(cell);
            }
        }
        // Not the way the moves did it: every empty point is looked up from its lines.
        fresh.moving = [0; 2];
        fresh.waiting = [0; 2];
        fresh.counts = [[0; Class::COUNT]; 2];
        fresh.sets = [[Cells::default(); Class::COUNT]; 2];
        for cell in fresh.empty.iter() {
            fresh.look_up(cell);
            fresh.count_in(cell);
        }
        fresh.set_turn(field.turn);
        fresh
    }

    fn assert_equal(field: &Field, fresh: &Field) {
        assert_eq!(field.key, fresh.key);
        assert_eq!(field.lines, fresh.lines);
        assert_eq!(field.empty, fresh.empty);
        assert_eq!(field.near, fresh.near);
        assert_eq!(field.sets, fresh.sets);
        assert_eq!(field.counts, fresh.counts);
        assert_eq!(field.moving, fresh.moving);
        assert_eq!(field.waiting, fresh.waiting);
        for cell in field.empty.iter() {
            let at = usize::from(cell);
            for side in 0..2 {
                assert_eq!(field.codes[side][at], fresh.codes[side][at]);
                assert_eq!(field.promises[side][at], fresh.promises[side][at]);
                let point = field.layout.point(cell);
                let patterns = field.lines.patterns(field.table, point, Side::BOTH[side]);
                for (direction, pattern) in patterns.into_iter().enumerate() {
                    assert_eq!(pattern_of(field.codes[side][at], direction), pattern);
                }
            }
        }
    }

    #[test]
    fn a_million_random_moves_leave_what_looking_anew_finds() {
        let mut random = Random::new(21);
        let mut made = 0;
        let mut round = 0;
        while made < 1_000_000 {
            let rules = Rules::ALL[round % 3];
            let size = Size::new(5 + round % 18).expect("a size");
            round += 1;
            let mut field = Field::new(size, rules);
            let mut played: Vec<Cell> = Vec::new();
            for step in 0..6000 {
                let back = random.below(100)
                    < if played.len() * 2 > size.points() {
                        60
                    } else {
                        45
                    };
                if back && let Some(cell) = played.pop() {
                    field.unmake(cell);
                } else if !field.is_full() {
                    let cell = random.below(size.points() as u64) as Cell;
                    if field.is_empty(cell) {
                        field.make(cell);
                        played.push(cell);
                    }
                }
                made += 1;
                if step % 499 == 0 {
                    assert_equal(&field, &anew(&field));
                }
            }
            while let Some(cell) = played.pop() {
                field.unmake(cell);
            }
            assert_equal(&field, &Field::new(size, rules));
        }
    }
}
