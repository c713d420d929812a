//! VCF that may end in a double threat instead of five.
//!
//! Such an attack may end with a double three that the other side has no four against, which sees four
//! plies more at the price of a few counts. What could stop such a win is not only on its own points, so
//! it says who wins and no more.

use boyi_game::Key;

use super::super::board::Board;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::entry::{VcfEntry, VcfTable};
use super::{End, VcfSearch, open_four};

/// Keeps the entries of this search apart from those of plain VCF.
const APART: Key = Key::mixed(0x6368_6172_6765);

impl End {
    /// The key of a position in the table.
    #[inline]
    pub(super) fn key(self, board: &Board) -> Key {
        match self {
            Self::Five => board.key(),
            Self::DoubleThreat => board.key() ^ APART,
        }
    }

    /// The same for the position after a move.
    #[inline]
    pub(super) fn key_after(self, board: &Board, cell: Cell) -> Key {
        match self {
            Self::Five => board.key_after(cell),
            Self::DoubleThreat => board.key_after(cell) ^ APART,
        }
    }
}

impl<'a> VcfSearch<'a> {
    /// A search that ends at a double threat.
    pub(crate) fn until_double_threat(table: &'a VcfTable) -> Self {
        Self {
            end: End::DoubleThreat,
            ..Self::new(table)
        }
    }

    /// The winning line of a position of which a search said that it is won, as far as the table
    /// remembers it: down to the move that makes the double threat.
    pub(crate) fn double_threat_line(&self, board: &mut Board, line: &mut Vec<Cell>) {
        line.clear();
        let side = board.turn();
        while let Some(cell) = self.winning_move(board) {
            line.push(cell);
            if board.threat(cell, side) < Threat::Four
                || board.threat(cell, side) > Threat::FourThree
            {
                break;
            }
            board.make(cell);
            let answer = board.set(side, Threat::Five).first();
            let Some(answer) = answer.filter(|&answer| board.may_play(answer, !side)) else {
                board.unmake(cell);
                break;
            };
            line.push(answer);
            board.make(answer);
        }
        let played = line.len() - line.len() % 2;
        for &cell in line[..played].iter().rev() {
            board.unmake(cell);
        }
    }

    fn winning_move(&self, board: &mut Board) -> Option<Cell> {
        let side = board.turn();
        if let Some(five) = board.set(side, Threat::Five).first() {
            return Some(five);
        }
        if board.count(!side, Threat::Five) == 0
            && let Some(cell) = open_four(board, side).or_else(|| double_threat_win(board))
        {
            return Some(cell);
        }
        match self.table.get(self.end.key(board)) {
            Some(VcfEntry::Yes(cell, _)) if board.is_empty(cell) => Some(cell),
            _ => None,
        }
    }
}

/// A move of the side to move that wins in five plies whatever is answered, seen without search: a
/// double three, or a four with a three, where the other side has no four to gain time by. One stone
/// stops one three, and the other becomes an open four.
///
/// Not for black in renju, whose threes may be none. A point forbidden to black may be allowed after
/// white's stone, so there must be none of those either. No five may be threatened.
#[inline]
pub(crate) fn double_threat_win(board: &Board) -> Option<Cell> {
    let (side, other) = (board.turn(), !board.turn());
    let ready = board.count(side, Threat::DoubleThree) + board.count(side, Threat::FourThree) > 0;
    if !ready || board.rules().forbids(side) {
        return None;
    }
    let gain_time = [
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Forbidden,
    ];
    if gain_time
        .iter()
        .any(|&threat| board.count(other, threat) > 0)
    {
        return None;
    }
    let four_three = board.set(side, Threat::FourThree).first();
    four_three.or_else(|| board.set(side, Threat::DoubleThree).first())
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Random, Side};
    use boyi_gomoku::{Gomoku, Rules, Size};

    use super::super::VcfResult;
    use super::*;

    #[test]
    fn a_plain_win_is_a_win_whatever_is_answered() {
        for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
            let mut random = Random::new(7);
            let mut seen = 0;
            while seen < 200 {
                let mut board = Board::new(Size::USUAL, rules);
                board.make(7 * 15 + 7);
                for _ in 0..40 {
                    let nearby: Vec<Cell> = board.nearby().iter().collect();
                    let cell = *random.choose(&nearby).expect("there is room");
                    if !board.may_play(cell, board.turn()) {
                        continue;
                    }
                    board.make(cell);
                    let threatened = Side::BOTH.map(|side| board.count(side, Threat::Five));
                    if threatened != [0, 0] {
                        break;
                    }
                    if let Some(cell) = double_threat_win(&board) {
                        seen += 1;
                        assert_wins(&mut board, cell);
                    }
                }
            }
        }
    }

    /// Tries every answer on the board: five or an open four must follow.
    fn assert_wins(board: &mut Board, cell: Cell) {
        let (side, other) = (board.turn(), !board.turn());
        board.make(cell);
        let empty = *board.empty();
        for answer in empty.iter() {
            board.make(answer);
            let five = board.count(side, Threat::Five) > 0;
            let open_four = open_four(board, side).is_some();
            let in_time = board.count(other, Threat::Five) == 0;
            assert!(five || open_four && in_time, "{cell} {answer}");
            board.unmake(answer);
        }
        board.unmake(cell);
    }

    #[test]
    fn fours_that_end_in_a_double_three_win_though_fours_alone_do_not() {
        let moves = "i8i10j12j11k11i13g8i12i11h13k10g13f13g14f15k13j13g11g12h12f10";
        let mut game = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for point in boyi_gomoku::moves::read(moves, Size::USUAL).expect("moves") {
            game.make(point);
        }
        let mut board = Board::of(&game);
        let table = VcfTable::try_new(1 << 16).expect("a little memory");
        let alone = VcfSearch::new(&table).search(&mut board, 10_000);
        assert_eq!(alone, VcfResult::Nothing);
        let mut search = VcfSearch::until_double_threat(&table);
        assert_eq!(search.search(&mut board, 10_000), VcfResult::Win(7));
        let (before, mut line) = (board.key(), Vec::new());
        search.double_threat_line(&mut board, &mut line);
        let points = line.iter().map(|&cell| board.layout().point(cell));
        let points: Vec<String> = points.map(|point| point.to_string()).collect();
        assert_eq!(points, ["j14", "k15", "h14"]);
        assert_eq!(board.key(), before);
    }
}
