//! Positions that are mirror images of each other: two openings of a match should not be.

use boyi_game::{Cell, Table, View};

/// The symmetries to turn and mirror a board that leave the start of a game as it is. What the start does
/// not tell apart the rules do not tell apart either: all eight symmetries on an empty board of gomoku, four
/// in reversi, left and right in xiangqi.
pub(super) struct Symmetries {
    /// For each way, where the content of each cell comes from.
    symmetries: Vec<Vec<usize>>,
}

impl Symmetries {
    /// Those of a game that starts like this.
    pub(super) fn of(start: &View) -> Self {
        let symmetries = (0..8)
            .filter_map(|way| turned(start.rows, start.cols, way))
            .filter(|from| {
                from.iter()
                    .zip(&start.cells)
                    .all(|(&from, cell)| start.cells[from] == *cell)
            })
            .collect();
        Self { symmetries }
    }

    /// The same text for all images of a position with the same side to move.
    pub(super) fn key(&self, table: &dyn Table) -> String {
        format!("{:?} {}", table.to_act(), self.canonical(&table.view()))
    }

    /// The same text for all images of a board.
    pub(super) fn canonical(&self, view: &View) -> String {
        let text = |cell: &Cell| format!("{cell:?}");
        let cells: Vec<String> = view.cells.iter().map(text).collect();
        let image = |from: &Vec<usize>| from.iter().map(|&from| cells[from].as_str()).collect();
        let images = self.symmetries.iter().map(image);
        images.min().unwrap_or_else(|| cells.concat())
    }
}

/// Where each cell comes from when the board is turned and mirrored in one of eight symmetries; `None` for
/// a way that makes another board of it.
fn turned(rows: usize, cols: usize, way: u8) -> Option<Vec<usize>> {
    let [across, down, swap] = [1, 2, 4].map(|bit| way & bit > 0);
    if swap && rows != cols {
        return None;
    }
    let from = |index: usize| {
        let (row, col) = (index / cols, index % cols);
        let (row, col) = if swap { (col, row) } else { (row, col) };
        let row = if down { rows - 1 - row } else { row };
        let col = if across { cols - 1 - col } else { col };
        row * cols + col
    };
    Some((0..rows * cols).map(from).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Opening;

    fn images(game: &str, lines: &[&str]) -> (usize, usize) {
        let game = boyi_engine::game(game).expect("built in");
        let view = |moves: &str| {
            let opening = Opening {
                moves: Some(moves.to_owned()),
                ..Opening::usual()
            };
            game.lay(&opening.setup(0)).expect("legal moves").view()
        };
        let start = game.lay(&Opening::usual().setup(0)).expect("the start");
        let mirrors = Symmetries::of(&start.view());
        let different: HashSet<String> = lines
            .iter()
            .map(|line| mirrors.canonical(&view(line)))
            .collect();
        (mirrors.symmetries.len(), different.len())
    }

    #[test]
    fn what_looks_the_same_in_a_mirror_is_the_same() {
        // The four first moves of Othello are one; its three answers are three.
        let othello = [
            "f5", "e6", "c4", "d3", "f5 d6", "e6 f4", "f5 f4", "e6 d6", "f5 f6",
        ];
        assert_eq!(images("reversi", &othello), (4, 1 + 3));
        assert_eq!(
            images("xiangqi", &["h2e2", "b2e2", "h2f2", "b2d2", "b0c2"]),
            (2, 3)
        );
        let corners = ["a1", "a15", "o1", "o15", "h8", "b1", "a2"];
        assert_eq!(images("gomoku", &corners), (8, 3));
    }
}
