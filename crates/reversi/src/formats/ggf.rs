//! Whole games in the generic game format, as Othello servers and `NBoard` write them:
//! `(;GM[Othello]PB[..]PW[..]TY[8]RE[+12.000]BO[8 … *]B[F5/0.5/3.2]W[d6]…;)`.

use std::fmt::Write;

use boyi_game::{Position, Side};

use super::obf::{cells, disc};
use super::read_error::unexpected;
use super::{Problem, ReadError};
use crate::{Grid, Layout, Move, Setup, Square};

/// A game, with forced passes that were left out put back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GgfGame {
    pub start: Setup,
    pub moves: Vec<Move>,
}

/// Reads the first game of a text; what stands before its `(;` (a count of games, say) and after its `;)`
/// is left alone, and so is what the file says beyond board and moves.
pub fn read(text: &str) -> Result<GgfGame, ReadError> {
    let Some(found) = text.find("(;") else {
        let expected = "a game, beginning with `(;`";
        return Err(unexpected(text, text.len(), expected));
    };
    let mut at = found + 2;
    let mut board: Option<Setup> = None;
    let mut played = Vec::new();
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with(";)") {
            let start = board
                .unwrap_or_else(|| Setup::start(Layout::othello(8, 8).expect("8 x 8 is a board")));
            let moves = replay(text, &start, &played)?;
            return Ok(GgfGame { start, moves });
        }
        let property = read_property(text, at)?;
        at = property.end;
        match property.name {
            "BO" => board = Some(read_board(text, &property)?),
            "B" | "W" => played.push(property),
            _ => {}
        }
    }
}

/// The game as one line; `None` unless the board is square with every cell worth 1.
pub fn write(game: &GgfGame) -> Option<String> {
    let layout = &game.start.layout;
    let rows = layout.rows();
    if !layout.is_unit() || rows != layout.cols() {
        return None;
    }
    let cells = cells(&game.start).replace('X', "*");
    let side = letter(game.start.turn);
    let mut text = format!("(;GM[Othello]TY[{rows}]BO[{rows} {cells} {side}]");
    let mut turn = game.start.turn;
    for mv in &game.moves {
        let colour = if turn == Side::First { 'B' } else { 'W' };
        let mv = mv
            .square()
            .map_or_else(|| "PA".into(), |square| square.to_string().to_uppercase());
        let _ = write!(text, "{colour}[{mv}]");
        turn = !turn;
    }
    text.push_str(";)");
    Some(text)
}

struct Property<'a> {
    name: &'a str,
    value: String,
    /// Where the value begins, and where the property ends.
    start: usize,
    end: usize,
}

fn read_property(text: &str, at: usize) -> Result<Property<'_>, ReadError> {
    let rest = &text[at..];
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    if length == 0 {
        let expected = "a property such as `PB[name]`, or `;)`";
        return Err(unexpected(text, at, expected));
    }
    let (name, rest) = rest.split_at(length);
    if !rest.starts_with('[') {
        return Err(unexpected(text, at + length, "`[`"));
    }
    let start = at + length + 1;
    let mut value = String::new();
    let mut chars = text[start..].char_indices();
    while let Some((offset, c)) = chars.next() {
        match c {
            ']' => {
                let end = start + offset + 1;
                return Ok(Property {
                    name,
                    value,
                    start,
                    end,
                });
            }
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            _ => value.push(c),
        }
    }
    Err(unexpected(text, text.len(), "`]`"))
}

fn read_board(text: &str, property: &Property) -> Result<Setup, ReadError> {
    let wrong = |expected| unexpected(text, property.start, expected);
    let value = property.value.trim_start();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let size: usize = value[..digits]
        .parse()
        .map_err(|_| wrong("the size of the board"))?;
    let layout = Layout::othello(size, size)
        .map_err(|size| ReadError::at(text, property.start, Problem::Size(size)))?;
    let mut setup = Setup::empty(layout);
    let mut discs = value[digits..]
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(disc);
    for square in setup.layout.squares() {
        let disc = discs.next().flatten();
        let disc = disc.ok_or_else(|| wrong("a board with `*`, `O` or `-` for every square"));
        setup.set(square, disc?);
    }
    setup.turn = discs
        .next()
        .flatten()
        .flatten()
        .ok_or_else(|| wrong("a board followed by the side to move, `*` or `O`"))?;
    if discs.next().is_some() {
        return Err(wrong("a board that ends with the side to move"));
    }
    Ok(setup)
}

fn replay(text: &str, start: &Setup, played: &[Property]) -> Result<Vec<Move>, ReadError> {
    let mut position = Grid::new(start).expect("the grid holds every board");
    let mut moves = Vec::new();
    for property in played {
        let expected = "a move such as `F5/0.5/3.2`";
        let mv = read_move(&property.value);
        let mv = mv.ok_or(unexpected(text, property.start, expected))?;
        let side = if property.name == "B" {
            Side::First
        } else {
            Side::Second
        };
        if side != position.turn() && position.is_legal(Move::Pass) {
            position.make(Move::Pass);
            moves.push(Move::Pass);
        }
        if side != position.turn() || !position.is_legal(mv) {
            let why = format!("{mv} cannot be played by {} here", property.name);
            return Err(ReadError::at(text, property.start, Problem::Move(why)));
        }
        position.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Without what its player thought of it and how long that took.
fn read_move(value: &str) -> Option<Move> {
    let (mv, _) = value.split_once('/').unwrap_or((value, ""));
    let mv = mv.trim().to_ascii_lowercase();
    match mv.as_str() {
        "pa" | "pass" => Some(Move::Pass),
        square => Square::parse(square).map(Move::Place),
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'O',
    }
}
