//! The battle as text and as a picture.

use boyi_game::{Lattice, MoveError, PerSide, Phrase, Piece, Shown, Side, Simultaneous, View};

use crate::battle::Battle;
use crate::garlic::{Status, Target};
use crate::setup::Ground;
use crate::terrain::Cell;

impl Shown<Target> for Battle {
    fn game(&self) -> &'static str {
        "garlic"
    }

    fn text(&self) -> String {
        self.setup().to_string()
    }

    fn move_text(&self, mv: Target) -> String {
        match mv {
            Target::Cell(cell) => {
                let terrain = self.terrain();
                format!("{} {}", terrain.row(cell), terrain.col(cell))
            }
            Target::Outside => "-1 -1".to_owned(),
        }
    }

    /// Two numbers, row and column from 0, with blanks or a comma between them. A cell beyond the
    /// map is a move too, and the last.
    fn parse_move(&self, _side: Side, text: &str) -> Result<Target, MoveError> {
        let malformed = || MoveError::Malformed {
            text: text.to_owned(),
            expected: Phrase::new(
                "a target cell, row and column from 0, such as `3 4`",
                "目标格的行号和列号（从 0 起），如“3 4”",
            ),
        };
        let numbers = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse::<i32>().map_err(|_| malformed()));
        let numbers = numbers.collect::<Result<Vec<i32>, _>>()?;
        let [row, col] = numbers[..] else {
            return Err(malformed());
        };
        let inside = usize::try_from(row).ok().zip(usize::try_from(col).ok());
        let cell = inside.and_then(|(row, col)| self.terrain().cell(row, col));
        Ok(cell.map_or(Target::Outside, Target::Cell))
    }

    fn move_cells(&self, mv: Target) -> (Option<usize>, Option<usize>) {
        match mv {
            Target::Cell(cell) => (None, Some(cell.index())),
            Target::Outside => (None, None),
        }
    }

    fn view(&self) -> View {
        let terrain = self.terrain();
        let mut view = View::new(terrain.rows(), terrain.cols(), Lattice::Squares);
        // Players name cells by rows and columns from 0, so the margins do too.
        let numbers = |count: usize| (0..count).map(|number| number.to_string()).collect();
        view.row_names = numbers(terrain.rows());
        view.col_names = numbers(terrain.cols());
        for (index, cell) in view.cells.iter_mut().enumerate() {
            cell.ground = match self.ground(Cell(index as u16)) {
                Ground::Wall => boyi_game::Ground::Wall,
                Ground::Open => boyi_game::Ground::Open,
                Ground::Star => boyi_game::Ground::Star,
                Ground::SuperStar => boyi_game::Ground::SuperStar,
            };
        }
        for side in Side::BOTH {
            let garlic = self.garlic(side);
            let charged = match garlic.status {
                Status::Gone => continue,
                Status::Normal => 0,
                Status::Strong(rounds) => u16::from(rounds),
            };
            view.cells[garlic.cell.index()].piece = Some(Piece {
                owner: Some(side),
                kind: 'G',
                charged,
            });
        }
        for cell in self.destroyers() {
            view.cells[cell.index()].piece = Some(Piece {
                owner: None,
                kind: 'D',
                charged: 0,
            });
        }
        view.points = self.points();
        let (round, last, left) = (self.round(), self.last_round(), self.stars_left());
        view.notes.push(Phrase::new(
            format!("round {round} of {last}, {left} stars left"),
            format!("第 {round} 回合，共 {last} 回合，剩 {left} 颗星"),
        ));
        view
    }

    fn points(&self) -> Option<PerSide<i32>> {
        let score = |side| self.garlic(side).score;
        Some(PerSide::new(score(Side::First), score(Side::Second)))
    }

    fn reason(&self) -> Phrase {
        let score = |side| self.garlic(side).score;
        let (first, second) = (score(Side::First), score(Side::Second));
        let gone = Side::BOTH.iter().all(|&side| !self.garlic(side).is_there());
        let [english, chinese] = if gone {
            ["both garlics are gone", "双方都已出局"]
        } else if self.stars_left() == 0 {
            ["no star is left", "星星已收完"]
        } else {
            ["the last round is played", "回合已用完"]
        };
        Phrase::new(
            format!("{english}: {first} to {second}"),
            format!("{chinese}：{first} 比 {second}"),
        )
    }
}
