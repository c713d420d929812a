//! The openings of freestyle gomoku that black is proven to win, whatever white answers. `docs/openings.md`
//! says how each was proven and how to check it again.

use boyi_game::Position;
use boyi_gomoku::{Content, Gomoku, Point, Rules, Size, position_line};

/// An opening of three stones, black's first in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenOpening {
    pub name: &'static str,
    pub chinese: &'static str,
    /// Black, white, black.
    pub moves: &'static str,
}

/// Proven, each of white's 222 answers by a proof of its own that was checked.
const PROVEN: [ProvenOpening; 3] = [
    ProvenOpening {
        name: "Gingetsu",
        chinese: "银月",
        moves: "h8i9h7",
    },
    ProvenOpening {
        name: "Kagetsu",
        chinese: "花月",
        moves: "h8h9i9",
    },
    ProvenOpening {
        name: "Hogetsu",
        chinese: "浦月",
        moves: "h8i9i7",
    },
];

/// The proven opening on the board, turned or mirrored as it may be.
pub fn proven_opening(position: &Gomoku) -> Option<ProvenOpening> {
    let middle = Size::USUAL.rows() / 2;
    if position.size() != Size::USUAL
        || position.rules() != Rules::Freestyle
        || position.stones() != 3
        || position.outcome().is_some()
    {
        return None;
    }
    let fits = |opening: &ProvenOpening| {
        let points = boyi_gomoku::moves::read(opening.moves, Size::USUAL);
        let points = points.expect("openings are written in points");
        (0..8).any(|symmetry| {
            points.iter().enumerate().all(|(index, point)| {
                let (mut x, mut y) = (
                    point.column() as isize - middle as isize,
                    point.row() as isize - middle as isize,
                );
                if symmetry & 1 == 1 {
                    x = -x;
                }
                if symmetry & 2 == 2 {
                    y = -y;
                }
                if symmetry & 4 == 4 {
                    (x, y) = (y, x);
                }
                let at = |offset: isize| middle.checked_add_signed(offset);
                let turned = at(x).zip(at(y)).and_then(|(x, y)| Point::new(x, y));
                let side = boyi_game::Side::BOTH[index % 2];
                turned.is_some_and(|point| position.at(point) == Content::Stone(side))
            })
        })
    };
    PROVEN.into_iter().find(fits)
}

/// The same for a position of freestyle as text.
pub fn proven_opening_at(position: &str) -> Option<ProvenOpening> {
    proven_opening(&position_line::read(position, Rules::Freestyle).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str, rules: Rules) -> Gomoku {
        let mut position = Gomoku::start(Size::USUAL, rules);
        for point in boyi_gomoku::moves::read(moves, Size::USUAL).expect("points") {
            position.make(point);
        }
        position
    }

    #[test]
    fn proven_openings_are_known_from_every_side() {
        let name = |moves| proven_opening(&after(moves, Rules::Freestyle)).map(|known| known.name);
        for (moves, expected) in [
            ("h8h9i9", Some("Kagetsu")),
            ("h8h7g7", Some("Kagetsu")),
            ("h8i8i9", Some("Kagetsu")),
            ("i9h9h8", Some("Kagetsu")),
            ("h8g7h9", Some("Gingetsu")),
            ("h8i9i7", Some("Hogetsu")),
            ("h8h9j8", None),
            ("h8h9", None),
            ("g8g9h9", None),
        ] {
            assert_eq!(name(moves), expected, "{moves}");
        }
        assert_eq!(proven_opening(&after("h8h9i9", Rules::Renju)), None);
    }
}
