//! Gomoku as text and picture.

use boyi_game::{Cell, Lattice, Mark, MoveError, Phrase, Position, Shown, Side, View};

use crate::formats::position_line;
use crate::{Content, Gomoku, Point, Rules};

impl Shown<Point> for Gomoku {
    fn game(&self) -> &'static str {
        "gomoku"
    }

    fn rules(&self) -> &'static str {
        self.rules().name()
    }

    fn text(&self) -> String {
        position_line::write(self)
    }

    fn move_text(&self, point: Point) -> String {
        point.to_string()
    }

    fn parse_move(&self, _side: Side, text: &str) -> Result<Point, MoveError> {
        let Some((point, "")) = Point::read(text.trim()) else {
            return Err(MoveError::Malformed {
                text: text.to_owned(),
                expected: Phrase::new("a point such as `h8`", "交叉点，如 h8"),
            });
        };
        let illegal = |english: &str, chinese: &str| MoveError::Illegal {
            text: text.to_owned(),
            why: Phrase::new(english, chinese),
        };
        if !self.size().has(point) {
            return Err(illegal("the point is not on the board", "该点不在棋盘上"));
        }
        if self.at(point) != Content::Empty {
            return Err(illegal("a stone stands there", "该点已有棋子"));
        }
        if self.end().is_some() {
            return Err(MoveError::GameOver);
        }
        Ok(point)
    }

    fn move_cells(&self, point: Point) -> (Option<usize>, Option<usize>) {
        (None, Some(self.cell(point)))
    }

    /// Forbidden points are marked `forbidden` while black is to move, the winning row `five` once
    /// there is one.
    fn view(&self) -> View {
        let rows = self.size().rows();
        let mut view = View::new(rows, rows, Lattice::Crossings);
        view.row_names = (1..=rows).rev().map(|row| row.to_string()).collect();
        view.col_names = (b'a'..)
            .take(rows)
            .map(|c| char::from(c).to_string())
            .collect();
        for point in self.size().all() {
            let Content::Stone(side) = self.at(point) else {
                continue;
            };
            view.cells[self.cell(point)] = Cell {
                piece: Some(boyi_game::Piece {
                    owner: Some(side),
                    kind: 'O',
                    charged: 0,
                }),
                ..Cell::default()
            };
        }
        view.last.extend(self.last().map(|point| self.cell(point)));
        if self.rules() == Rules::Renju && self.turn() == Side::First && self.end().is_none() {
            for (point, why) in self.all_forbidden() {
                view.marks.push(Mark {
                    cell: self.cell(point),
                    kind: "forbidden",
                    about: why.phrase(),
                });
            }
        }
        for point in self.winning_row() {
            view.marks.push(Mark {
                cell: self.cell(point),
                kind: "five",
                about: Phrase::new("the row that won", "连五"),
            });
        }
        view
    }

    fn reason(&self) -> Phrase {
        let over = self.end().map(crate::End::reason);
        over.unwrap_or_else(|| Phrase::new("the game goes on", "对局进行中"))
    }
}

impl Gomoku {
    /// Index into the view, which begins at the top left.
    fn cell(&self, point: Point) -> usize {
        let rows = self.size().rows();
        rows * (rows - 1 - point.row()) + point.column()
    }
}
