//! A picture of a position that any front end can draw without knowing the game.

use crate::{PerSide, Side};

/// A board of rows and columns, from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Whether pieces stand in the squares or on the crossings of lines.
    pub lattice: Lattice,
    /// Row by row, `rows * cols` of them.
    pub cells: Vec<Cell>,
    /// What to print beside each row.
    pub row_names: Vec<String>,
    /// What to print above or below each column.
    pub col_names: Vec<String>,
    /// The cells the last move touched, by index.
    pub last: Vec<usize>,
    /// Points so far, in games that count them.
    pub points: Option<PerSide<i32>>,
    /// Anything else worth a line of text: a check, a status, rounds left.
    pub notes: Vec<String>,
}

/// Where pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// In the squares, as in Othello.
    Squares,
    /// On the crossings, as in xiangqi and gomoku.
    Crossings,
}

/// One place of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What can stand or lie here.
    pub ground: Ground,
    /// Who stands here.
    pub piece: Option<Piece>,
    /// What the cell is worth, where cells differ in worth.
    pub worth: Option<u16>,
}

/// What a cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// Open.
    #[default]
    Open,
    /// Nobody gets in.
    Wall,
    /// Something to collect: a star.
    Star,
    /// Something better to collect: a super star.
    SuperStar,
}

/// A piece, by its letter in the game's own notation; `owner` is `None` for those that belong to
/// nobody, such as the destroyers of the garlic battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub owner: Option<Side>,
    /// Which it is, as an upper-case letter.
    pub kind: char,
}
