//! SGF for gomoku and renju (`GM[4]`): points are letters from the top left.

use boyi_game::Side;

use super::moves::{build, stones, turn_after};
use super::{ReadError, Start};
use crate::{Gomoku, Point, Rules, Size};

/// Reads the main line of the first game: size, rules, set-up stones, moves. Everything else is passed
/// over.
pub fn read(text: &str, rules: Option<Rules>) -> Result<Start, ReadError> {
    let properties = scan(text)?;
    let value = |name: &str| {
        let found = properties.iter().find(|property| property.name == name);
        found.map(|property| property.value.trim())
    };
    let size = match value("SZ") {
        None => Size::USUAL,
        Some(size) => {
            let number: Result<usize, _> = size.parse();
            Size::new(number.unwrap_or_default())?
        }
    };
    let said = value("RU").and_then(|rule| {
        let rule = rule.to_ascii_lowercase();
        Rules::ALL
            .into_iter()
            .find(|rules| rule.contains(rules.name()))
    });
    let rules = rules.or(said).unwrap_or(Rules::Freestyle);
    let mut set_up = Vec::new();
    let mut moves = Vec::new();
    let mut first = None;
    for property in &properties {
        let point = || {
            point(&property.value, size)
                .ok_or_else(|| ReadError::unexpected(text, property.at, "a point such as `hh`"))
        };
        match property.name.as_str() {
            "AB" => set_up.push((point()?, Side::First)),
            "AW" => set_up.push((point()?, Side::Second)),
            "B" | "W" => {
                let side = if property.name == "B" {
                    Side::First
                } else {
                    Side::Second
                };
                let expected_side = match first {
                    None => side,
                    Some(first) if moves.len() % 2 == 0 => first,
                    Some(first) => !first,
                };
                if side != expected_side {
                    let expected = "a move of the other side";
                    return Err(ReadError::unexpected(text, property.at, expected));
                }
                first = first.or(Some(side));
                moves.push(point()?);
            }
            _ => {}
        }
    }
    let to_play = match value("PL") {
        Some("W" | "w" | "2") => Side::Second,
        Some(_) => Side::First,
        None => turn_after(&set_up),
    };
    let start = build(size, rules, &set_up, first.unwrap_or(to_play), None)?;
    Start::played(start, moves)
}

pub fn write(start: &Gomoku, moves: &[Point], turn: Side) -> String {
    let size = start.size();
    let letters = |point: Point| {
        let (x, y) = (point.column(), size.rows() - 1 - point.row());
        [x, y]
            .map(|number| char::from(b'a' + number as u8))
            .iter()
            .collect::<String>()
    };
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[boyi]SZ[{}]RU[{}]",
        size.rows(),
        start.rules()
    );
    for side in Side::BOTH {
        let name = ["AB", "AW"][side.index()];
        let points: Vec<String> = stones(start)
            .into_iter()
            .filter(|&(_, owner)| owner == side)
            .map(|(point, _)| format!("[{}]", letters(point)))
            .collect();
        if !points.is_empty() {
            text.push_str(&format!("{name}{}", points.concat()));
        }
    }
    if start.stones() > 0 {
        text.push_str(["PL[B]", "PL[W]"][turn.index()]);
    }
    let mut side = turn;
    for &point in moves {
        text.push_str(&format!(
            ";{}[{}]",
            ["B", "W"][side.index()],
            letters(point)
        ));
        side = !side;
    }
    text + ")\n"
}

/// A property value; a property with several values is several of these.
struct Property {
    name: String,
    value: String,
    at: usize,
}

/// The properties along the main line: of several ways on, the first is followed.
fn scan(text: &str) -> Result<Vec<Property>, ReadError> {
    let wrong = |at, expected| ReadError::unexpected(text, at, expected);
    let mut found = Vec::new();
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '(' | ';' => name.clear(),
            // The main line ends where its first branch does.
            ')' => return Ok(found),
            '[' if name.is_empty() => return Err(wrong(at, "the name of a property")),
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        None => return Err(wrong(text.len(), "`]`")),
                        Some((_, ']')) => break,
                        Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => value.push(c),
                    }
                }
                found.push(Property {
                    name: name.clone(),
                    value,
                    at: at + 1,
                });
                // Another `[` now is another value of the same property.
                let next = chars.as_str().trim_start();
                if !next.starts_with('[') {
                    name.clear();
                }
            }
            _ if c.is_ascii_uppercase() => name.push(c),
            _ if c.is_ascii_lowercase() || c.is_whitespace() || c == '\u{feff}' => {}
            _ => return Err(wrong(at, "a property, `;`, `(` or `)`")),
        }
    }
    Err(wrong(text.len(), "`)`"))
}

fn point(value: &str, size: Size) -> Option<Point> {
    let number = |c: char| match c {
        'a'..='z' => Some(c as usize - 'a' as usize),
        _ => None,
    };
    let mut chars = value.trim().chars();
    let (x, y) = (number(chars.next()?)?, number(chars.next()?)?);
    let row = (size.rows() - 1).checked_sub(y)?;
    let point = Point::new(x, row)?;
    (chars.next().is_none() && size.has(point)).then_some(point)
}
