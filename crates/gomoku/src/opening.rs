//! How a fair game begins: swap, swap2 and the openings of renju, as procedures.
//!
//! The first player would win too easily, so one player lays the first stones and the other chooses a
//! colour. A procedure is a sequence of [`Choice`]s; it says what is to be decided next and by whom,
//! refuses what is not allowed, and ends with stones on the board and a colour for each player.

use boyi_game::Side;

use crate::{Point, Size};

boyi_game::named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Procedure: "the procedures are swap, swap2 and renju" {
        /// One player lays three stones, the other chooses a colour.
        Swap = "swap",
        /// The other may also lay two more stones and leave the choice to the first.
        Swap2 = "swap2",
        /// Three stones by one of renju's 26 openings; the other chooses a colour; after white's fourth
        /// stone black offers two fifths, of which white chooses one.
        Renju = "renju",
    }
}

/// What a player decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Lays these stones, black and white in turn.
    Lay(Vec<Point>),
    Swap,
    /// Keeps the colour and plays on.
    Stay,
    /// Black offers these two fifth stones.
    Offer([Point; 2]),
    /// White takes the first or the second of them.
    Take(usize),
}

/// A procedure under way. Player [`Side::First`] lays the first stones, and is black until somebody
/// swaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    procedure: Procedure,
    size: Size,
    stones: Vec<Point>,
    black: Side,
    stage: Stage,
    offered: Option<[Point; 2]>,
}

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    FirstThree,
    Colour {
        /// Whether two more stones may be laid instead, to leave the choice to the other player.
        or_two_more: bool,
    },
    Fourth,
    TwoFifths,
    WhichFifth([Point; 2]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Three,
    Colour,
    ColourAgain,
    Fourth,
    Fifths,
    WhichFifth,
    Done,
}

/// The choice is not allowed now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the opening does not allow that now")]
pub struct TooEarly;

impl Opening {
    /// Nothing is decided yet.
    pub fn new(procedure: Procedure, size: Size) -> Self {
        Self {
            procedure,
            size,
            stones: Vec::new(),
            black: Side::First,
            stage: Stage::Three,
            offered: None,
        }
    }

    /// The stones laid so far, black first.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn black(&self) -> Side {
        self.black
    }

    /// The player who decides next, `None` once the game goes on as usual.
    pub fn decides(&self) -> Option<Side> {
        match self.stage {
            Stage::Three | Stage::ColourAgain => Some(Side::First),
            Stage::Colour => Some(Side::Second),
            Stage::Fourth | Stage::WhichFifth => Some(!self.black),
            Stage::Fifths => Some(self.black),
            Stage::Done => None,
        }
    }

    /// What that player decides.
    pub fn question(&self) -> Option<Question> {
        Some(match self.stage {
            Stage::Three => Question::FirstThree,
            Stage::Colour => Question::Colour {
                or_two_more: self.procedure == Procedure::Swap2,
            },
            Stage::ColourAgain => Question::Colour { or_two_more: false },
            Stage::Fourth => Question::Fourth,
            Stage::Fifths => Question::TwoFifths,
            Stage::WhichFifth => Question::WhichFifth(self.offered?),
            Stage::Done => return None,
        })
    }

    pub fn procedure(&self) -> Procedure {
        self.procedure
    }

    /// Takes a decision of the player whose turn it is.
    pub fn decide(&mut self, choice: Choice) -> Result<(), TooEarly> {
        let next = match (self.stage, &choice) {
            (Stage::Three, Choice::Lay(points)) if points.len() == 3 => Stage::Colour,
            (Stage::Colour, Choice::Lay(points))
                if self.procedure == Procedure::Swap2 && points.len() == 2 =>
            {
                Stage::ColourAgain
            }
            (Stage::Colour | Stage::ColourAgain, Choice::Swap | Choice::Stay) => {
                if self.procedure == Procedure::Renju {
                    Stage::Fourth
                } else {
                    Stage::Done
                }
            }
            (Stage::Fourth, Choice::Lay(points)) if points.len() == 1 => Stage::Fifths,
            (Stage::Fifths, Choice::Offer(points)) if self.may_offer(*points) => Stage::WhichFifth,
            (Stage::WhichFifth, Choice::Take(0 | 1)) => Stage::Done,
            _ => return Err(TooEarly),
        };
        match choice {
            Choice::Lay(points) => {
                let mut all = self.stones.clone();
                all.extend(points);
                if !self.are_free(&all) {
                    return Err(TooEarly);
                }
                if self.procedure == Procedure::Renju && !self.is_renju_opening(&all) {
                    return Err(TooEarly);
                }
                self.stones = all;
            }
            Choice::Swap => self.black = !self.black,
            Choice::Stay => {}
            Choice::Offer(points) => self.offered = Some(points),
            Choice::Take(which) => {
                let offered = self.offered.ok_or(TooEarly)?;
                self.stones.push(offered[which]);
            }
        }
        self.stage = next;
        Ok(())
    }

    fn are_free(&self, points: &[Point]) -> bool {
        let fresh = |(index, point): (usize, &Point)| {
            self.size.has(*point) && !points[..index].contains(point)
        };
        points.iter().enumerate().all(fresh)
    }

    /// Whether the first three stones are one of the 26 openings of renju: the first in the middle, the
    /// second beside it, the third within two points of it.
    fn is_renju_opening(&self, stones: &[Point]) -> bool {
        let centre = self.size.rows() / 2;
        let far = |point: &Point| {
            let (across, up) = (
                point.column().abs_diff(centre),
                point.row().abs_diff(centre),
            );
            across.max(up)
        };
        let distances: Vec<usize> = stones.iter().take(3).map(far).collect();
        !self.size.rows().is_multiple_of(2) && matches!(distances[..], [0, 1, 1 | 2])
    }

    /// Two different free points that are not mirror images of each other on this board.
    fn may_offer(&self, [one, other]: [Point; 2]) -> bool {
        let mut all = self.stones.clone();
        all.extend([one, other]);
        let alike = |which| {
            let stones = |side: usize| -> Vec<Point> {
                self.stones.iter().copied().skip(side).step_by(2).collect()
            };
            let maps = |side: usize| {
                let points = stones(side);
                points
                    .iter()
                    .all(|&point| points.contains(&self.size.mirrored(point, which)))
            };
            maps(0) && maps(1) && self.size.mirrored(one, which) == other
        };
        self.are_free(&all) && !(0..8).any(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves;

    fn points(text: &str) -> Vec<Point> {
        moves::read(text, Size::USUAL).expect("points")
    }

    #[test]
    fn there_are_26_openings_of_renju_and_their_images() {
        let lays = |stones: [Point; 3]| {
            let mut opening = Opening::new(Procedure::Renju, Size::USUAL);
            opening.decide(Choice::Lay(stones.to_vec())).is_ok()
        };
        let mut different = std::collections::BTreeSet::new();
        for second in Size::USUAL.all() {
            for third in Size::USUAL.all() {
                if lays([points("h8")[0], second, third]) {
                    let image = |which| [second, third].map(|p| Size::USUAL.mirrored(p, which));
                    different.insert((0..8).map(image).min());
                }
            }
        }
        assert_eq!(different.len(), 26);
        let off_centre = points("g8h8i8");
        assert!(!lays([off_centre[0], off_centre[1], off_centre[2]]));
    }

    #[test]
    fn swap2_lets_the_choice_wander() {
        let mut opening = Opening::new(Procedure::Swap2, Size::USUAL);
        assert_eq!(opening.decide(Choice::Swap), Err(TooEarly));
        assert_eq!(opening.decide(Choice::Lay(points("h8h8i9"))), Err(TooEarly));
        opening
            .decide(Choice::Lay(points("h8a1i9")))
            .expect("three stones");
        assert_eq!(opening.decides(), Some(Side::Second));
        let or_two_more = true;
        assert_eq!(opening.question(), Some(Question::Colour { or_two_more }));
        opening
            .decide(Choice::Lay(points("c3d4")))
            .expect("two more");
        assert_eq!(opening.decides(), Some(Side::First));
        opening.decide(Choice::Swap).expect("a colour");
        assert_eq!((opening.decides(), opening.black()), (None, Side::Second));
        assert_eq!(opening.stones().len(), 5);
    }

    #[test]
    fn renju_offers_two_different_fifths() {
        let mut opening = Opening::new(Procedure::Renju, Size::USUAL);
        assert_eq!(
            opening.decide(Choice::Lay(points("h8h9h12"))),
            Err(TooEarly)
        );
        opening
            .decide(Choice::Lay(points("h8h9h7")))
            .expect("an opening");
        opening.decide(Choice::Stay).expect("a colour");
        assert_eq!(opening.decides(), Some(Side::Second));
        opening
            .decide(Choice::Lay(points("h10")))
            .expect("the fourth");
        let offer = |text| Choice::Offer([points(text)[0], points(text)[1]]);
        assert_eq!(
            opening.decide(offer("g8i8")),
            Err(TooEarly),
            "mirror images"
        );
        opening.decide(offer("g8i7")).expect("two fifths");
        opening.decide(Choice::Take(1)).expect("one of them");
        assert_eq!(opening.stones(), points("h8h9h7h10i7"));
        assert_eq!(opening.decides(), None);
    }
}
