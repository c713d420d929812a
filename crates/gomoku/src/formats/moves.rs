//! Moves in one word, such as `h8h9i7`; blanks and commas between them do not matter.

use boyi_game::Side;

use super::ReadError;
use crate::{Content, Gomoku, Point, Rules, Size};

/// Reads points, all of them on the board; nothing is played.
pub fn read(text: &str, size: Size) -> Result<Vec<Point>, ReadError> {
    let mut points = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if rest.is_empty() {
            return Ok(points);
        }
        let (point, after) = Point::read(rest)
            .ok_or_else(|| ReadError::at_part(text, rest, "a point such as `h8`"))?;
        if !size.has(point) {
            return Err(ReadError::Outside(point));
        }
        points.push(point);
        rest = after;
    }
}

/// Writes points in one word.
pub fn write(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect()
}

impl Gomoku {
    /// A board with these stones, given as move strings. White is to move where black has more stones,
    /// else black.
    pub fn from_stones(
        size: Size,
        rules: Rules,
        black: &str,
        white: &str,
    ) -> Result<Self, ReadError> {
        let black = read(black, size)?;
        let white = read(white, size)?;
        let stones = |points: &[Point], side| -> Vec<(Point, Side)> {
            points.iter().map(|&point| (point, side)).collect()
        };
        let all = [stones(&black, Side::First), stones(&white, Side::Second)].concat();
        build(size, rules, &all, turn_after(&all), None)
    }
}

/// A board of stones, or what is wrong with them.
pub(super) fn build(
    size: Size,
    rules: Rules,
    stones: &[(Point, Side)],
    turn: Side,
    last: Option<Point>,
) -> Result<Gomoku, ReadError> {
    for (index, &(point, _)) in stones.iter().enumerate() {
        if !size.has(point) {
            return Err(ReadError::Outside(point));
        }
        if stones[..index].iter().any(|&(other, _)| other == point) {
            return Err(ReadError::Taken(point));
        }
    }
    let built = Gomoku::with_stones(size, rules, stones.iter().copied(), turn, last);
    built.ok_or_else(|| ReadError::Last(last.expect("the stones were checked")))
}

/// Who moves where nobody says: white where black has more stones, else black.
pub(super) fn turn_after(stones: &[(Point, Side)]) -> Side {
    let black = stones.iter().filter(|(_, side)| *side == Side::First);
    if 2 * black.count() > stones.len() {
        Side::Second
    } else {
        Side::First
    }
}

/// All stones of a board, row by row from the bottom left.
pub(super) fn stones(game: &Gomoku) -> Vec<(Point, Side)> {
    let stone = |point| match game.at(point) {
        Content::Stone(side) => Some((point, side)),
        _ => None,
    };
    game.size().all().filter_map(stone).collect()
}
