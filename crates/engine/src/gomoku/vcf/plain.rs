//! Fours followed until the win is plain to see.
//!
//! Unlike a win by fours alone such an attack may end with a double three that nobody has a four
//! against, which sees four plies more at the price of a look at a few counts. What could stop such a
//! win is not only on its own points, so it says who wins and no more.

use boyi_game::Key;

use super::super::class::Class;
use super::super::field::Field;
use super::super::layout::Cell;
use super::known::{FoursTable, Known};
use super::{End, Fours, open_four};

/// Keeps what is found here apart from what is won by fours alone.
const APART: Key = Key::mixed(0x6368_6172_6765);

impl End {
    /// Where the table keeps what it knows of a position.
    #[inline]
    pub(super) fn key(self, field: &Field) -> Key {
        match self {
            Self::Five => field.key(),
            Self::PlainWin => field.key() ^ APART,
        }
    }

    /// The same for the position after a move.
    #[inline]
    pub(super) fn key_after(self, field: &Field, cell: Cell) -> Key {
        match self {
            Self::Five => field.key_after(cell),
            Self::PlainWin => field.key_after(cell) ^ APART,
        }
    }
}

impl<'a> Fours<'a> {
    /// A search that ends where the win is plain.
    pub(crate) fn until_plain(table: &'a FoursTable) -> Self {
        Self {
            end: End::PlainWin,
            ..Self::new(table)
        }
    }

    /// The winning line of a position of which a search said that it is won, as far as the table
    /// remembers it: down to the move that makes the win plain.
    pub(crate) fn plain_line(&self, field: &mut Field, line: &mut Vec<Cell>) {
        line.clear();
        let side = field.turn();
        while let Some(cell) = self.winning_move(field) {
            line.push(cell);
            if field.class(cell, side) < Class::Four || field.class(cell, side) > Class::FourThree {
                break;
            }
            field.make(cell);
            let answer = field.set(side, Class::Five).first();
            let Some(answer) = answer.filter(|&answer| field.may_play(answer, !side)) else {
                field.unmake(cell);
                break;
            };
            line.push(answer);
            field.make(answer);
        }
        let played = line.len() - line.len() % 2;
        for &cell in line[..played].iter().rev() {
            field.unmake(cell);
        }
    }

    fn winning_move(&self, field: &mut Field) -> Option<Cell> {
        let side = field.turn();
        if let Some(five) = field.set(side, Class::Five).first() {
            return Some(five);
        }
        if field.count(!side, Class::Five) == 0
            && let Some(cell) = open_four(field, side).or_else(|| plain_win(field))
        {
            return Some(cell);
        }
        match self.table.get(self.end.key(field)) {
            Some(Known::Yes(cell, _)) if field.is_empty(cell) => Some(cell),
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
pub(crate) fn plain_win(field: &Field) -> Option<Cell> {
    let (side, other) = (field.turn(), !field.turn());
    let ready = field.count(side, Class::DoubleThree) + field.count(side, Class::FourThree) > 0;
    if !ready || field.rules().forbids(side) {
        return None;
    }
    let gain_time = [
        Class::Four,
        Class::FourThree,
        Class::OpenFour,
        Class::Forbidden,
    ];
    if gain_time.iter().any(|&class| field.count(other, class) > 0) {
        return None;
    }
    let four_three = field.set(side, Class::FourThree).first();
    four_three.or_else(|| field.set(side, Class::DoubleThree).first())
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Random, Side};
    use boyi_gomoku::{Gomoku, Rules, Size};

    use super::super::Found;
    use super::*;

    #[test]
    fn a_plain_win_is_a_win_whatever_is_answered() {
        for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
            let mut random = Random::new(7);
            let mut seen = 0;
            while seen < 200 {
                let mut field = Field::new(Size::USUAL, rules);
                field.make(7 * 15 + 7);
                for _ in 0..40 {
                    let nearby: Vec<Cell> = field.nearby().iter().collect();
                    let cell = *random.choose(&nearby).expect("there is room");
                    if !field.may_play(cell, field.turn()) {
                        continue;
                    }
                    field.make(cell);
                    let threatened = Side::BOTH.map(|side| field.count(side, Class::Five));
                    if threatened != [0, 0] {
                        break;
                    }
                    if let Some(cell) = plain_win(&field) {
                        seen += 1;
                        assert_wins(&mut field, cell);
                    }
                }
            }
        }
    }

    /// Tries every answer on the board: five or an open four must follow.
    fn assert_wins(field: &mut Field, cell: Cell) {
        let (side, other) = (field.turn(), !field.turn());
        field.make(cell);
        let empty = *field.empty();
        for answer in empty.iter() {
            field.make(answer);
            let five = field.count(side, Class::Five) > 0;
            let open_four = open_four(field, side).is_some();
            let in_time = field.count(other, Class::Five) == 0;
            assert!(five || open_four && in_time, "{cell} {answer}");
            field.unmake(answer);
        }
        field.unmake(cell);
    }

    #[test]
    fn fours_that_end_in_a_double_three_win_though_fours_alone_do_not() {
        let moves = "i8i10j12j11k11i13g8i12i11h13k10g13f13g14f15k13j13g11g12h12f10";
        let mut game = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for point in boyi_gomoku::moves::read(moves, Size::USUAL).expect("moves") {
            game.make(point);
        }
        let mut field = Field::of(&game);
        let table = FoursTable::try_new(1 << 16).expect("a little memory");
        let alone = Fours::new(&table).search(&mut field, 10_000);
        assert_eq!(alone, Found::Nothing);
        let mut charge = Fours::until_plain(&table);
        assert_eq!(charge.search(&mut field, 10_000), Found::Win(7));
        let (before, mut line) = (field.key(), Vec::new());
        charge.plain_line(&mut field, &mut line);
        let points = line.iter().map(|&cell| field.layout().point(cell));
        let points: Vec<String> = points.map(|point| point.to_string()).collect();
        assert_eq!(points, ["j14", "k15", "h14"]);
        assert_eq!(field.key(), before);
    }
}
