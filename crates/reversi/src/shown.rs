//! Reversi as text and picture.

use boyi_game::{
    Cell, Lattice, MoveError, Outcome, PerSide, Phrase, Piece, Position, Shown, Side, View,
};

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
            expected: Phrase::new(
                "a square such as `f5`, `row col` counted from 0, or `pass`",
                "格子（如 f5）、从 0 数起的“行 列”，或 pass",
            ),
        })?;
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let (english, chinese) = match mv {
            Move::Pass => (
                "passing is allowed only without a move",
                "有棋可下时不能 pass",
            ),
            Move::Place(square) if !self.layout().contains(square) => {
                ("it is not on the board", "不在棋盘上")
            }
            Move::Place(square) if self.disc(square).is_some() => {
                ("the square is taken", "此格已有棋子")
            }
            Move::Place(_) => ("it flips nothing", "翻不了任何棋子"),
        };
        let why = Phrase::new(english, chinese);
        Err(MoveError::Illegal {
            text: text.to_owned(),
            why,
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
                charged: 0,
            }),
            worth: (!layout.is_unit()).then(|| u16::from(layout.worth(square))),
            ..Cell::default()
        };
        View {
            cells: layout.squares().map(cell).collect(),
            col_names: (0..layout.cols()).map(column_name).collect(),
            points: Shown::points(self),
            ..View::new(layout.rows(), layout.cols(), Lattice::Squares)
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

    fn reason(&self) -> Phrase {
        let points = self.points();
        let (first, second) = (points[Side::First], points[Side::Second]);
        let (high, low) = (first.max(second), first.min(second));
        match Outcome::by_points(first, second) {
            Outcome::Win(side) => {
                let (winner, zh) = match side {
                    Side::First => ("Black", "黑方"),
                    Side::Second => ("White", "白方"),
                };
                Phrase::new(
                    format!("neither side can move; {winner} wins {high} to {low}"),
                    format!("双方都无棋可下；{zh}以 {high} 比 {low} 胜"),
                )
            }
            Outcome::Draw => Phrase::new(
                format!("neither side can move; {high} each"),
                format!("双方都无棋可下；各得 {high}，和棋"),
            ),
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
