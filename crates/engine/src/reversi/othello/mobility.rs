//! How many moves both sides have: shapes tell it only roughly, and it is worth as much to the
//! evaluation as twice the games to learn from.

use super::board::Board;

/// Numbers of moves that are told apart, from none on; with more it is as with the most of these.
const COUNTED: usize = 33;

/// Weights of both sides' numbers of moves.
pub const MOBILITY: usize = 2 * COUNTED;

/// Which of the [`MOBILITY`] weights a position uses: one for the side to move, one for the other.
#[inline]
pub fn mobility(board: Board) -> [usize; 2] {
    let count = |board: Board| (board.moves().count_ones() as usize).min(COUNTED - 1);
    [count(board), COUNTED + count(board.passed())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_weights_of_its_own() {
        assert_eq!(mobility(Board::START), [4, COUNTED + 4]);
        let stuck = Board { mine: 1, theirs: 0 };
        assert_eq!(mobility(stuck), [0, COUNTED]);
        let corner = Board { mine: 1, theirs: 2 };
        assert_eq!(mobility(corner), [1, COUNTED]);
        assert_eq!(mobility(corner.passed()), [0, COUNTED + 1]);
    }
}
