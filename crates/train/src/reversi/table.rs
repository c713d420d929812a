//! Positions of the fast Othello engine on a table, and back.

use boyi_engine::reversi::Reversi;
use boyi_engine::reversi::othello::Board;
use boyi_engine::{Game, Setup};
use boyi_game::Table;
use boyi_reversi::read_position;

/// A game of Othello that begins here, the side to move being the first player.
pub(super) fn table_of(board: Board) -> Box<dyn Table> {
    let disc = |at: u32| match 1 << at {
        bit if board.mine & bit != 0 => 'X',
        bit if board.theirs & bit != 0 => 'O',
        _ => '-',
    };
    let cells: String = (0..64).map(disc).collect();
    let setup = Setup {
        position: Some(format!("{cells} X")),
        ..Setup::default()
    };
    Reversi.lay(&setup).expect("a position of Othello")
}

/// The position of a game of Othello, from the view of the side to move.
pub(super) fn board_of(table: &dyn Table) -> Board {
    let setup = read_position(&table.position()).expect("tables write positions that can be read");
    Board::of_setup(&setup).expect("a board of 8 x 8")
}

#[cfg(test)]
mod tests {
    use boyi_arena::self_play::random_opening;
    use boyi_game::Random;

    use super::*;

    #[test]
    fn positions_read_back() {
        assert_eq!(board_of(&*table_of(Board::START)), Board::START);
        let mut table = table_of(Board::START);
        random_opening(&mut *table, 9, &mut Random::new(2));
        let board = board_of(&*table);
        assert_ne!(board, Board::START);
        assert_eq!(board_of(&*table_of(board)), board);
    }
}
