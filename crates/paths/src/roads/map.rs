//! The country as a graph: hexagonal states in rows, numbered from 1, each with a value.
//!
//! Even rows hold `columns` states, odd rows one less, shifted right by half a state. All rows lie
//! one after the other in a single array with one hole between them. Since row starts are
//! alternately `columns + 1` and `columns` cells apart, the six neighbours of every cell, on even
//! and odd rows alike, lie at the same six distances, and the hole between rows (with a margin of
//! holes above and below) stands for the world outside. A hole has the value 0.

use std::fmt;
use std::num::NonZeroU32;

use thiserror::Error;

/// The number of a state: 1 is the first, counted from top to bottom and left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(NonZeroU32);

impl State {
    /// The number itself, from 1.
    pub const fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for State {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// Where a state lies, in rows and columns of states (from 0) and in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub row: u32,
    /// Column of states, from 0 at the left; the states of odd rows lie half a state further right.
    pub column: u32,
    pub x: u32,
    pub y: u32,
}

impl Place {
    /// The place of a row and column.
    pub const fn new(row: u32, column: u32) -> Self {
        Self {
            row,
            column,
            x: 4 + 8 * column + 4 * (row % 2),
            y: 6 + 8 * row,
        }
    }
}

/// Two states of one map to be joined by a road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trip {
    /// Where the road starts. Its value is not part of the cost.
    pub from: State,
    pub to: State,
}

/// A state was asked for that the map does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no state {number}: the map has states 1 to {count}")]
pub struct NoSuchState {
    pub number: u32,
    pub count: u32,
}

/// A place in the array of cells: a state, a hole, or the margin.
pub(crate) type Cell = u32;

/// A country of hexagonal states. It has at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadMap {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The value of each cell, 0 for a hole.
    pub(super) values: Vec<u32>,
    /// The cell of each state, ascending.
    pub(super) cells: Vec<Cell>,
    pub(super) colours: Vec<[u8; 3]>,
}

impl RoadMap {
    /// The number of states on even rows; odd rows hold one less.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows of states.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of states.
    pub fn count(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The state of this number.
    pub fn state(&self, number: u32) -> Result<State, NoSuchState> {
        NonZeroU32::new(number)
            .filter(|number| number.get() <= self.count())
            .map(State)
            .ok_or(NoSuchState {
                number,
                count: self.count(),
            })
    }

    /// All states in the order of their numbers.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        (0..self.cells.len()).map(state_at)
    }

    /// The trip of the task: from the first state to the last.
    pub fn whole_trip(&self) -> Trip {
        Trip {
            from: state_at(0),
            to: state_at(self.cells.len() - 1),
        }
    }

    /// The trip between two states given by their numbers.
    pub fn trip(&self, from: u32, to: u32) -> Result<Trip, NoSuchState> {
        Ok(Trip {
            from: self.state(from)?,
            to: self.state(to)?,
        })
    }

    /// The value of a state, which is never 0.
    pub fn value(&self, state: State) -> u32 {
        self.values[self.cell(state) as usize]
    }

    /// The colour of a state.
    pub fn colour(&self, state: State) -> [u8; 3] {
        self.colours[state.0.get() as usize - 1]
    }

    /// Where a state lies.
    pub fn place(&self, state: State) -> Place {
        self.place_of(self.cell(state))
    }

    /// Where the state of a cell lies.
    pub(crate) fn place_of(&self, cell: Cell) -> Place {
        let cell = cell - self.first_cell();
        let (pair, rest) = (cell / self.pair_pitch(), cell % self.pair_pitch());
        if rest <= self.columns {
            Place::new(2 * pair, rest)
        } else {
            Place::new(2 * pair + 1, rest - self.columns - 1)
        }
    }

    /// The state at a row and column, `None` for a hole or a place outside.
    pub fn at(&self, row: u32, column: u32) -> Option<State> {
        let inside = row < self.rows && column < self.columns - row % 2;
        let cell = inside.then(|| self.row_start(row) + column)?;
        self.state_of(cell)
    }

    /// The neighbours of a state, in the order of their numbers.
    pub fn neighbours(&self, state: State) -> impl Iterator<Item = State> + '_ {
        let cell = self.cell(state);
        self.around(cell)
            .filter_map(|neighbour| self.state_of(neighbour))
    }

    pub(crate) fn cell(&self, state: State) -> Cell {
        self.cells[state.0.get() as usize - 1]
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The state in a cell, `None` for a hole.
    pub(crate) fn state_of(&self, cell: Cell) -> Option<State> {
        self.cells.binary_search(&cell).ok().map(state_at)
    }

    /// The six cells around a state's cell, holes included.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.steps()
            .into_iter()
            .map(move |step| cell.wrapping_add(step))
    }

    /// How far the six neighbours lie from a cell (negative distances wrap around), in the order of
    /// their numbers.
    #[inline]
    pub(crate) const fn steps(&self) -> [Cell; 6] {
        let row = self.columns + 1;
        [
            row.wrapping_neg(),
            (row - 1).wrapping_neg(),
            1u32.wrapping_neg(),
            1,
            row - 1,
            row,
        ]
    }

    /// The margin above the first row is as deep as a step upwards reaches.
    pub(super) const fn first_cell(&self) -> Cell {
        self.columns + 2
    }

    /// An even and an odd row together, with their two holes.
    const fn pair_pitch(&self) -> Cell {
        2 * self.columns + 1
    }

    pub(super) const fn row_start(&self, row: u32) -> Cell {
        self.first_cell() + row / 2 * self.pair_pitch() + row % 2 * (self.columns + 1)
    }
}

fn state_at(index: usize) -> State {
    let number = index as u32 + 1;
    State(NonZeroU32::new(number).expect("one more than an index is not 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of the specification, spelled out.
    fn neighbours_by_the_rule(row: i64, column: i64) -> [(i64, i64); 6] {
        let shift = row % 2;
        [
            (row - 1, column - 1 + shift),
            (row - 1, column + shift),
            (row, column - 1),
            (row, column + 1),
            (row + 1, column - 1 + shift),
            (row + 1, column + shift),
        ]
    }

    #[test]
    fn neighbours_follow_the_rule_on_every_size() {
        for columns in 1..6u32 {
            for rows in 1..6u32 {
                let values: Vec<Vec<u32>> = (0..rows)
                    .map(|row| {
                        let len = columns - row % 2;
                        (0..len).map(|c| u32::from((row + c) % 5 != 3)).collect()
                    })
                    .collect();
                let map = RoadMap::from_values(columns, &values).expect("has states");
                for state in map.states() {
                    let place = map.place(state);
                    assert_eq!(map.at(place.row, place.column), Some(state));
                    let expected: Vec<State> =
                        neighbours_by_the_rule(place.row.into(), place.column.into())
                            .into_iter()
                            .filter(|&(row, column)| row >= 0 && column >= 0)
                            .filter_map(|(row, column)| map.at(row as u32, column as u32))
                            .collect();
                    let found: Vec<State> = map.neighbours(state).collect();
                    assert_eq!(found, expected, "{columns}x{rows} {place:?}");
                }
            }
        }
    }

    #[test]
    fn states_are_numbered_over_the_holes() {
        let map = RoadMap::from_values(3, &[vec![0, 5, 0], vec![7, 0], vec![0, 0, 9]]);
        let map = map.expect("has states");
        let places: Vec<_> = map
            .states()
            .map(|state| (map.place(state).row, map.place(state).column))
            .collect();
        assert_eq!(places, [(0, 1), (1, 0), (2, 2)]);
        assert_eq!(map.value(map.state(2).expect("three states")), 7);
        assert_eq!(
            map.state(4).expect_err("only three states").to_string(),
            "there is no state 4: the map has states 1 to 3"
        );
        assert!(map.state(0).is_err());
    }

    #[test]
    fn a_country_of_holes_is_none() {
        assert_eq!(RoadMap::from_values(2, &[vec![0, 0], vec![0]]), None);
    }
}
