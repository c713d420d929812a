//! Boards that are mirror images of each other have one value: early on the table knows them as one.

use super::field::Field;
use crate::reversi::othello::Board;

impl Field {
    /// An image of a set of squares (see `Board::image`), moved back to the top left corner.
    pub(super) fn image(&self, set: u64, which: usize) -> u64 {
        let moved = Board {
            mine: set,
            theirs: 0,
        }
        .image(which)
        .mine;
        // A mirrored board lies at the other end of the eight rows or columns.
        let (rows, cols) = self.missing;
        let rows = if which & 1 == 0 { 0 } else { rows };
        let cols = if which & 2 == 0 { 0 } else { cols };
        if which & 4 == 0 {
            moved >> (8 * rows) >> cols
        } else {
            moved >> (8 * cols) >> rows
        }
    }

    /// The least of the images of a board that have the same value, and which it is.
    pub(super) fn least_image(&self, board: Board) -> (Board, usize) {
        let image = |&which: &usize| {
            let image = Board {
                mine: self.image(board.mine, which),
                theirs: self.image(board.theirs, which),
            };
            (image, which)
        };
        self.images.iter().map(image).min().unwrap_or((board, 0))
    }

    /// Where a square lies in an image.
    #[inline]
    pub(super) fn square_to_image(&self, at: u32, which: usize) -> u32 {
        if which == 0 {
            return at;
        }
        self.image(1 << at, which).trailing_zeros()
    }

    /// The square that lies at `at` in an image.
    #[inline]
    pub(super) fn square_from_image(&self, at: u8, which: usize) -> u32 {
        if which == 0 {
            return u32::from(at);
        }
        let lies_there = |&square: &u32| {
            self.cells >> square & 1 == 1 && self.square_to_image(square, which) == u32::from(at)
        };
        (0..64).find(lies_there).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use boyi_reversi::Layout;

    use super::*;

    #[test]
    fn images_are_found_by_what_the_cells_are_worth() {
        let images = |layout: &Layout| Field::new(layout).expect("at most 8 x 8").images;
        assert_eq!(images(&Layout::othello(6, 6).expect("a size")).len(), 8);
        assert_eq!(images(&Layout::othello(4, 6).expect("a size")).len(), 4);
    }

    #[test]
    fn all_images_of_a_board_have_the_same_least_one() {
        for (rows, cols) in [(6, 6), (4, 6), (6, 4), (8, 8)] {
            let field = Field::new(&Layout::othello(rows, cols).expect("a size")).expect("small");
            let board = Board {
                mine: 0x0000_0000_0A04_0201 & field.cells,
                theirs: 0x0000_0000_0502_0C00 & field.cells,
            };
            let (least, _) = field.least_image(board);
            for &which in &field.images {
                let image = Board {
                    mine: field.image(board.mine, which),
                    theirs: field.image(board.theirs, which),
                };
                assert_eq!(image.empties(), board.empties());
                assert_eq!(field.least_image(image).0, least);
                for at in (0..64).filter(|at| field.cells >> at & 1 == 1) {
                    let there = field.square_to_image(at, which);
                    assert_eq!(field.square_from_image(there as u8, which), at);
                }
            }
        }
    }
}
