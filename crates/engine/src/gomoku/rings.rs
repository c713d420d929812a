//! A poor evaluation on purpose, for the laboratory: it only knows that the middle is better than the
//! edge. What it plays well, the search alone has found.

use boyi_game::{Position, Score, Side};
use boyi_gomoku::{Content, Gomoku, Point};
use boyi_search::Evaluate;

/// Judges by how central the stones stand.
pub(super) struct Rings;

impl Evaluate<Gomoku> for Rings {
    fn evaluate(&self, position: &Gomoku) -> Score {
        let side = position.turn();
        let [own, other] = [side, !side].map(|side| worth(position, side));
        Score::heuristic(own - other)
    }

    fn spread(&self) -> f64 {
        10.0
    }

    /// Central points first.
    fn promise(&self, position: &mut Gomoku, mv: Point) -> i32 {
        position.size().ring(mv) as i32
    }
}

/// How central the stones of a side stand, added up.
pub(super) fn worth(position: &Gomoku, side: Side) -> i32 {
    let size = position.size();
    let own = |&point: &Point| position.at(point) == Content::Stone(side);
    let rings: usize = size.all().filter(own).map(|point| size.ring(point)).sum();
    rings as i32
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Rules, Size};

    use super::*;

    #[test]
    fn a_stone_in_the_middle_is_worth_more_and_each_side_sees_its_own() {
        let point = |column, row| Point::new(column, row).expect("a point");
        let stones = [(point(7, 7), Side::First), (point(0, 3), Side::Second)];
        for (turn, value) in [(Side::First, 7), (Side::Second, -7)] {
            let game = Gomoku::with_stones(Size::USUAL, Rules::Freestyle, stones, turn, None);
            let game = game.expect("a board");
            assert_eq!(Rings.evaluate(&game), Score::heuristic(value));
        }
    }
}
