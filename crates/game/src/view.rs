//! A picture of a position that any front end can draw without knowing the game.

use crate::{PerSide, Phrase, Side};

/// A board of rows and columns, from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub rows: usize,
    pub cols: usize,
    /// Whether pieces stand in the squares or on the crossings of lines.
    pub lattice: Lattice,
    /// Row by row, `rows * cols` of them.
    pub cells: Vec<Cell>,
    pub row_names: Vec<String>,
    pub col_names: Vec<String>,
    /// The cells the last move touched, by index.
    pub last: Vec<usize>,
    /// Points so far, in games that count them.
    pub points: Option<PerSide<i32>>,
    /// Cells with something to point out: a forbidden point, a general in check.
    pub marks: Vec<Mark>,
    /// Anything else worth a line of text: rounds left, whose clock.
    pub notes: Vec<Phrase>,
}

impl View {
    /// An empty board, its rows and columns numbered from 1.
    pub fn new(rows: usize, cols: usize, lattice: Lattice) -> Self {
        let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        Self {
            rows,
            cols,
            lattice,
            cells: vec![Cell::default(); rows * cols],
            row_names: numbers(rows),
            col_names: numbers(cols),
            last: Vec::new(),
            points: None,
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A cell that front ends should highlight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub cell: usize,
    /// What a front end goes by to draw it: `forbidden`, `check`.
    pub kind: &'static str,
    pub about: Phrase,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    Squares,
    Crossings,
}

/// One place of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    pub ground: Ground,
    pub piece: Option<Piece>,
    pub worth: Option<u16>,
}

/// What a cell holds besides a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    #[default]
    Open,
    Wall,
    Star,
    SuperStar,
}

/// A piece, by its letter in the game's own notation; `owner` is `None` for those that belong to
/// nobody, such as the destroyers of the garlic battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub owner: Option<Side>,
    /// Which it is, as an upper-case letter.
    pub kind: char,
    /// How long a special state of it lasts, such as the rounds a garlic stays strengthened; 0 for
    /// none.
    pub charged: u16,
}
