//! Xiangqi as text and picture.

use boyi_game::{Cell, Lattice, Mark, MoveError, Phrase, Position, Shown, Side, View};

use crate::notation::course::{self, Style};
use crate::notation::{chinese, coordinates, wxf};
use crate::{Kind, Move, Square, Xiangqi, fen};

impl Shown<Move> for Xiangqi {
    fn game(&self) -> &'static str {
        "xiangqi"
    }

    fn rules(&self) -> &'static str {
        self.rules().name()
    }

    fn text(&self) -> String {
        fen::write(&self.setup())
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _side: Side, text: &str) -> Result<Move, MoveError> {
        let illegal = |why| MoveError::Illegal {
            text: text.to_owned(),
            why,
        };
        if let Some(described) = chinese::read(text).or_else(|| wxf::read(text)) {
            let found = described.find(self.board());
            return found.filter(|&mv| self.is_legal(mv)).ok_or_else(|| {
                illegal(Phrase::new("no legal move is written so", "没有这样的着法"))
            });
        }
        let mv = read_points(self, text).ok_or_else(|| MoveError::Malformed {
            text: text.to_owned(),
            expected: Phrase::new(
                "a move such as `h2e2`, `炮二平五`, `C2=5` or `(7,7) (7,4)`",
                "着法，如 h2e2、炮二平五、C2=5 或 (7,7) (7,4)",
            ),
        })?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(illegal(self.why_not(mv)))
        }
    }

    fn move_cells(&self, mv: Move) -> (Option<usize>, Option<usize>) {
        (Some(cell(mv.from)), Some(cell(mv.to)))
    }

    fn view(&self) -> View {
        let mut view = View::new(10, 9, Lattice::Crossings);
        view.row_names = (0..10).rev().map(|rank| rank.to_string()).collect();
        view.col_names = ('a'..='i').map(String::from).collect();
        for square in Square::all() {
            let piece = self.board().at(square).map(|piece| boyi_game::Piece {
                owner: Some(piece.side),
                kind: piece.kind.letter(),
                charged: 0,
            });
            view.cells[cell(square)] = Cell {
                piece,
                ..Cell::default()
            };
        }
        if let Some(mv) = self.last() {
            view.last = vec![cell(mv.from), cell(mv.to)];
        }
        if self.board().in_check() {
            view.marks.push(Mark {
                cell: cell(self.board().general(self.turn())),
                kind: "check",
                about: Phrase::new("in check", "被将军"),
            });
        }
        view
    }

    fn reason(&self) -> Phrase {
        let over = self.end().map(|end| end.reason());
        over.unwrap_or_else(|| Phrase::new("the game goes on", "对局进行中"))
    }
}

impl Xiangqi {
    /// Why a move is not legal.
    fn why_not(&self, mv: Move) -> Phrase {
        let (side, board) = (self.turn(), self.board());
        let Some(piece) = board.at(mv.from) else {
            let (from, english) = (mv.from, "no piece stands on");
            return Phrase::new(format!("{english} {from}"), format!("{from} 没有棋子"));
        };
        let blocked = Kind::Horse == piece.kind || Kind::Elephant == piece.kind;
        let (english, chinese) = if piece.side != side {
            ("that piece is the other side's", "那是对方的棋子")
        } else if board.of_side(side).has(mv.to) {
            ("an own piece stands there", "落点是己方棋子")
        } else if !board.can_reach(mv) && blocked {
            (
                "the piece does not go there, or its way is blocked",
                "走法不对，或被蹩住",
            )
        } else if !board.can_reach(mv) {
            ("the piece does not go there", "这个棋子不能这样走")
        } else if board.checkers_after(mv, side).has(board.general(!side)) {
            ("the generals would face each other", "将帅不能照面")
        } else if board.checkers_after(mv, side).exist() {
            ("the general would be in check", "走后己方被将军")
        } else {
            ("the game is over", "对局已结束")
        };
        Phrase::new(english, chinese)
    }
}

/// Coordinates in letters, or the courses' numbers: by row and column if such a move is legal, else
/// by file and rank.
fn read_points(position: &Xiangqi, text: &str) -> Option<Move> {
    let by_row = course::read(text, Style::RowCol);
    let by_file = || course::read(text, Style::FileRank);
    coordinates::read(text, coordinates::Ranks::FromZero)
        .or(by_row.filter(|&mv| position.is_legal(mv)))
        .or_else(|| by_file().filter(|&mv| position.is_legal(mv)))
        .or(by_row)
        .or_else(by_file)
}

/// Index into the view, which begins at the top left.
fn cell(square: Square) -> usize {
    9 * (9 - square.rank()) + square.file()
}
