//! Reversi as text and picture.

use boyi_game::{Cell, Lattice, MoveError, Outcome, PerSide, Piece, Position, Shown, Side, View};

use crate::discs::Discs;
use crate::square::column_name;
use crate::{Empties, Move, Reversi, Square, position_text};

impl<D: Discs> Shown<Move> for Reversi<D> {
    fn game(&self) -> &'static str {
        "reversi"
    }

    fn rules(&self) -> &'static str {
        match self.layout().empties() {
            Empties::ToWinner => "winner",
            Empties::Ignored => "discs",
        }
    }

    fn text(&self) -> String {
        position_text(&self.setup())
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _side: Side, text: &str) -> Result<Move, MoveError> {
        let mv = read_move(text.trim()).ok_or_else(|| MoveError::Malformed {
            text: text.to_owned(),
            expected: "a square such as `f5`, `row col` counted from 0, or `pass`",
        })?;
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let why = match mv {
            Move::Pass => "passing is allowed only without a move",
            Move::Place(square) if !self.layout().contains(square) => "it is not on the board",
            Move::Place(square) if self.discs().get(square).is_some() => "the square is taken",
            Move::Place(_) => "it flips nothing",
        };
        Err(MoveError::Illegal {
            text: text.to_owned(),
            why: why.to_owned(),
        })
    }

    fn move_cells(&self, mv: Move) -> (Option<usize>, Option<usize>) {
        (None, mv.square().map(|square| self.layout().index(square)))
    }

    fn view(&self) -> View {
        let layout = self.layout();
        let cell = |square| Cell {
            piece: self.disc(square).map(|side| Piece {
                owner: Some(side),
                kind: 'O',
            }),
            worth: (!layout.is_unit()).then(|| u16::from(layout.worth(square))),
            ..Cell::default()
        };
        View {
            rows: layout.rows(),
            cols: layout.cols(),
            lattice: Lattice::Squares,
            cells: layout.squares().map(cell).collect(),
            row_names: (1..=layout.rows()).map(|row| row.to_string()).collect(),
            col_names: (0..layout.cols()).map(column_name).collect(),
            last: Vec::new(),
            points: Shown::points(self),
            notes: Vec::new(),
        }
    }

    /// While the game goes on, empties belong to nobody.
    fn points(&self) -> Option<PerSide<i32>> {
        Some(if self.outcome().is_some() {
            self.points()
        } else {
            self.worth()
        })
    }

    /// The one at fault gets -100, the other keeps what it has.
    fn points_after_fault(&self, loser: Side) -> Option<PerSide<i32>> {
        let mut points = self.worth();
        points[loser] = -100;
        Some(points)
    }

    fn reason(&self) -> String {
        let points = self.points();
        let (first, second) = (points[Side::First], points[Side::Second]);
        let (high, low) = (first.max(second), first.min(second));
        match Outcome::by_points(first, second) {
            Outcome::Win(side) => {
                format!("neither side can move; the {side} player wins {high} to {low}")
            }
            Outcome::Draw => format!("neither side can move; {high} each"),
        }
    }
}

/// `f5`, `F5`, `pass` and its short forms, or the course's `row col` with `-1 -1` for a pass.
fn read_move(text: &str) -> Option<Move> {
    if ["pass", "pa", "ps", "--"]
        .iter()
        .any(|pass| text.eq_ignore_ascii_case(pass))
    {
        return Some(Move::Pass);
    }
    if let Some((row, col)) = text.split_once(char::is_whitespace) {
        let (row, col) = (
            row.parse::<isize>().ok()?,
            col.trim().parse::<isize>().ok()?,
        );
        if (row, col) == (-1, -1) {
            return Some(Move::Pass);
        }
        return Square::new(row.try_into().ok()?, col.try_into().ok()?).map(Move::Place);
    }
    Square::parse(text).map(Move::Place)
}
