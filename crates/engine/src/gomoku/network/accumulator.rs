//! A network at work: the sums of every point and region, brought up to date when a position is
//! evaluated. Stones that come and go between two evaluations cost nothing.

use std::sync::Arc;

use boyi_game::Side;
use boyi_gomoku::{Direction, Lines};
use boyi_nnue::{CELL, HeadOutput, REGIONS, replace_row, replace_row_keeping};
use boyi_search::kernel::Value;
use boyi_search::kernel::value::evaluation;

use super::super::board::Board;
use super::super::layout::{Cell, Layout};
use super::super::undo::UndoStack;
use super::windows::{REACH, row_of};
use super::{PlayedNetwork, Row};

/// The sums of a point or a region, as both sides see them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sums([i16; 2 * CELL]);

impl Sums {
    /// As one side sees them.
    #[inline]
    fn view(&self, side: Side) -> &[i16; CELL] {
        let (views, _) = self.0.as_chunks::<CELL>();
        &views[side.index()]
    }
}

/// A stone, and what is needed to take it away.
#[derive(Clone)]
struct Held {
    cell: Cell,
    side: Side,
    /// How many points were saved before it.
    saved: usize,
}

/// A point before a stone.
#[derive(Clone, Copy)]
struct Saved {
    sums: Sums,
    rows: [u16; 4],
    at: u16,
}

impl Saved {
    const NOTHING: Self = Self {
        sums: Sums([0; 2 * CELL]),
        rows: [0; 4],
        at: 0,
    };
}

/// More points than a stone changes.
const MOST_CHANGED: usize = 4 * (2 * REACH as usize + 1);

/// An evaluation that follows a search from stone to stone.
#[derive(Clone)]
pub(crate) struct Learned {
    network: Arc<PlayedNetwork>,
    layout: &'static Layout,
    lines: Lines,
    cells: Vec<Sums>,
    /// The rows that a point is the sum of.
    rows: Vec<[u16; 4]>,
    region_of: Vec<u8>,
    regions: [Sums; REGIONS],
    /// The stones that the sums hold.
    held: Vec<Held>,
    /// What the regions were before each of them.
    kept_regions: Vec<Sums>,
    /// What the points were before each of them.
    saved: UndoStack<Saved>,
    /// The stones of the position, of which the first `agreed` are held.
    stones: Vec<(Cell, Side)>,
    agreed: usize,
    /// What the head made of the position, by side to move.
    outputs: [Option<HeadOutput>; 2],
}

impl Learned {
    /// An empty board.
    fn new(network: Arc<PlayedNetwork>, layout: &'static Layout) -> Self {
        let lines = Lines::empty(layout.size);
        let rows: Vec<[u16; 4]> = (0..layout.count as Cell)
            .map(|cell| {
                Direction::ALL.map(|direction| {
                    let place = layout.spot(cell).places[direction as usize];
                    row_of(lines.window_at(place, direction, REACH)) as u16
                })
            })
            .collect();
        let sum = |rows: &[u16; 4]| {
            let mut sums = Sums([0; 2 * CELL]);
            for row in rows.map(|row| network.rows[usize::from(row)]) {
                for (sum, number) in sums.0.iter_mut().zip(row.0) {
                    *sum += i16::from(number);
                }
            }
            sums
        };
        Self {
            cells: rows.iter().map(sum).collect(),
            region_of: (0..layout.count)
                .map(|cell| region_of(cell, layout.size.rows()) as u8)
                .collect(),
            rows,
            network,
            layout,
            lines,
            regions: [Sums([0; 2 * CELL]); REGIONS],
            held: Vec::new(),
            kept_regions: Vec::new(),
            saved: UndoStack::default(),
            stones: Vec::new(),
            agreed: 0,
            outputs: [None; 2],
        }
    }

    /// A board with its stones.
    pub(crate) fn of(network: Arc<PlayedNetwork>, board: &Board) -> Self {
        let mut learned = Self::new(network, board.layout());
        learned.stones.extend(board.all_stones());
        learned
    }

    /// A stone is put on a point.
    #[inline]
    pub(crate) fn put(&mut self, cell: Cell, side: Side) {
        self.stones.push((cell, side));
    }

    /// The last stone is taken away.
    #[inline]
    pub(crate) fn take(&mut self) {
        self.stones.pop();
        self.agreed = self.agreed.min(self.stones.len());
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub(crate) fn evaluate(&mut self, turn: Side) -> Value {
        evaluation(self.output(turn).value)
    }

    /// How likely a side is to play on a point, as a logit of which 1 is `scale`.
    #[inline]
    pub(crate) fn likely(&self, output: &HeadOutput, turn: Side, cell: Cell, scale: i32) -> i32 {
        let logit = output.logit(self.cells[usize::from(cell)].view(turn));
        ((i64::from(logit) * i64::from(scale)) >> HeadOutput::LOGIT_BITS) as i32
    }

    /// What the head makes of the position.
    pub(crate) fn output(&mut self, turn: Side) -> HeadOutput {
        self.catch_up();
        if let Some(output) = self.outputs[turn.index()] {
            return output;
        }
        let regions = self.regions.each_ref().map(|sums| sums.view(turn));
        let output = self.network.head.output(regions);
        self.outputs[turn.index()] = Some(output);
        output
    }

    /// Brings the sums from the stones they hold to those of the position.
    fn catch_up(&mut self) {
        while self.held.len() > self.agreed {
            self.remove_last();
        }
        while self.held.len() < self.stones.len() {
            let (cell, side) = self.stones[self.held.len()];
            self.add(cell, side);
        }
        self.agreed = self.stones.len();
    }

    fn remove_last(&mut self) {
        let Some(last) = self.held.pop() else {
            return;
        };
        self.outputs = [None; 2];
        let places = &self.layout.spot(last.cell).places;
        self.lines.toggle_at(places, last.side);
        let regions = self.held.len() * REGIONS;
        self.regions.copy_from_slice(&self.kept_regions[regions..]);
        self.kept_regions.truncate(regions);
        for index in last.saved..self.saved.len() {
            let Saved { sums, rows, at } = &self.saved[index];
            copy(&mut self.cells[usize::from(*at)].0, &sums.0);
            self.rows[usize::from(*at)] = *rows;
        }
        self.saved.truncate(last.saved);
    }

    fn add(&mut self, cell: Cell, side: Side) {
        self.outputs = [None; 2];
        self.held.push(Held {
            cell,
            side,
            saved: self.saved.len(),
        });
        self.kept_regions.extend_from_slice(&self.regions);
        self.saved.reserve(MOST_CHANGED, &Saved::NOTHING);
        let spot = self.layout.spot(cell);
        self.lines.toggle_at(&spot.places, side);
        for direction in Direction::ALL {
            let d = direction as usize;
            let (before, behind) = spot.room[d];
            let (before, behind) = (before.min(REACH as u8), behind.min(REACH as u8));
            let step = self.layout.steps[d];
            let mut at = cell as isize - isize::from(before) * step;
            let reach = REACH + u32::from(before);
            let mut window = self.lines.window_at(spot.places[d], direction, reach);
            for _ in 0..=before + behind {
                // The stone's own point changes in every direction.
                let is_saved = at == cell as isize && d > 0;
                self.set_row(at as usize, d, row_of(window), is_saved);
                at += step;
                window >>= 2;
            }
        }
    }

    #[inline]
    fn set_row(&mut self, at: usize, direction: usize, row: usize, is_saved: bool) {
        let rows = &mut self.rows[at];
        let was = usize::from(rows[direction]);
        let Row(removed) = &self.network.rows[was];
        let Row(added) = &self.network.rows[row];
        let Sums(region) = &mut self.regions[usize::from(self.region_of[at])];
        let Sums(cell) = &mut self.cells[at];
        if is_saved {
            replace_row(cell, region, removed, added);
        } else {
            let saved = self.saved.next();
            (saved.rows, saved.at) = (*rows, at as u16);
            replace_row_keeping(cell, &mut saved.sums.0, region, removed, added);
        }
        rows[direction] = row as u16;
    }
}

/// Copies by register: a browser leaves longer copies to a call, which costs more than they do.
#[inline]
fn copy(to: &mut [i16; 2 * CELL], from: &[i16; 2 * CELL]) {
    const REGISTER: usize = 8;
    let (to, _) = to.as_chunks_mut::<REGISTER>();
    let (from, _) = from.as_chunks::<REGISTER>();
    let [a, b, c, d, e, f, g, h] = to else {
        unreachable!("as many as below")
    };
    for (place, to) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
        *to = from[place];
    }
}

/// The region of a point on a board of so many rows.
pub(super) fn region_of(cell: usize, rows: usize) -> usize {
    3 * third(cell / rows, rows) + third(cell % rows, rows)
}

/// Which third of a line a point lies in; the outer two are of the same size.
fn third(point: usize, length: usize) -> usize {
    let outer = (length + 1) / 3;
    if point < outer {
        0
    } else if point >= length - outer {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_gomoku::{Rules, Size};

    use super::super::GomokuNetwork;
    use super::*;

    /// Stones put and taken in any order between evaluations: what was kept is what is computed anew.
    #[test]
    fn what_is_kept_is_what_is_computed_from_nothing() {
        let mut random = Random::new(3);
        for (rows, rules) in [
            (15, Rules::Freestyle),
            (15, Rules::Renju),
            (9, Rules::Standard),
            (22, Rules::Freestyle),
        ] {
            let size = Size::new(rows).expect("a size");
            let mut board = Board::new(size, rules);
            let network = GomokuNetwork::built_in(rules);
            let mut kept = Learned::of(network.clone(), &board);
            let mut played = Vec::new();
            for _ in 0..600 {
                if random.below(3) == 0 && !played.is_empty() {
                    board.unmake(played.pop().expect("a stone"));
                    kept.take();
                } else {
                    let empty: Vec<Cell> = board.empty().iter().collect();
                    let Some(&cell) = random.choose(&empty) else {
                        break;
                    };
                    kept.put(cell, board.turn());
                    board.make(cell);
                    played.push(cell);
                }
                if random.below(3) > 0 {
                    let fresh = Learned::of(network.clone(), &board).output(board.turn());
                    assert_eq!(kept.output(board.turn()), fresh);
                }
            }
        }
    }

    /// The eight mirror images of a board, and in freestyle the same board with the colours swapped, are
    /// worth the same to the bit.
    #[test]
    fn mirror_images_and_swapped_colours_are_worth_the_same() {
        let mut random = Random::new(4);
        let layout = Layout::of(Size::USUAL);
        let rows = Size::USUAL.rows();
        let image = |cell: usize, number: usize| {
            let (mut row, mut column) = (cell / rows, cell % rows);
            if number & 1 > 0 {
                row = rows - 1 - row;
            }
            if number & 2 > 0 {
                column = rows - 1 - column;
            }
            if number & 4 > 0 {
                std::mem::swap(&mut row, &mut column);
            }
            (row * rows + column) as Cell
        };
        for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
            let network = GomokuNetwork::built_in(rules);
            for _ in 0..20 {
                let stones: Vec<(usize, Side)> = (0..24)
                    .map(|number| {
                        (
                            9 * number + random.below(9) as usize,
                            Side::BOTH[number % 2],
                        )
                    })
                    .collect();
                let value = |number: usize, swapped: bool, turn: Side| {
                    let mut learned = Learned::new(network.clone(), layout);
                    for &(cell, side) in &stones {
                        let side = if swapped { !side } else { side };
                        learned.put(image(cell, number), side);
                    }
                    learned.evaluate(turn)
                };
                let expected = value(0, false, Side::First);
                for number in 1..8 {
                    assert_eq!(value(number, false, Side::First), expected);
                }
                if rules != Rules::Renju {
                    assert_eq!(value(0, true, Side::Second), expected);
                }
            }
        }
    }
}
