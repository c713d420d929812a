//! Whole games in the generic game format, as Othello servers and `NBoard` write them:
//! `(;GM[Othello]PB[..]PW[..]TY[8]RE[+12.000]BO[8 … *]B[F5/0.5/3.2]W[d6]…;)`.

use std::fmt::Write;

use boyi_game::{Position, Side};

use super::obf::{cells, disc};
use super::{Problem, ReadError};
use crate::{Grid, Layout, Move, Setup, Square};

/// A game with everything the file says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfGame {
    /// All properties but the board and the moves, in order: `("PB", "ntest")`.
    pub tags: Vec<(String, String)>,
    pub start: Setup,
    /// The moves, each checked against the rules; forced passes that were left out are put back.
    pub moves: Vec<GgfMove>,
}

/// A move with what its player thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GgfMove {
    pub mv: Move,
    pub eval: Option<f32>,
    pub seconds: Option<f32>,
}

impl GgfGame {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Reads one game; text before its `(;` (a count of games, say) and after its `;)` is left alone.
pub fn read(text: &str) -> Result<GgfGame, ReadError> {
    read_from(text, 0).map(|(game, _)| game)
}

/// Reads every game of a file.
pub fn read_all(text: &str) -> Result<Vec<GgfGame>, ReadError> {
    let mut games = Vec::new();
    let mut at = 0;
    while text[at..].contains("(;") {
        let (game, end) = read_from(text, at)?;
        games.push(game);
        at = end;
    }
    Ok(games)
}

/// The game as one line; `None` unless the board is square with every cell worth 1.
pub fn write(game: &GgfGame) -> Option<String> {
    let layout = &game.start.layout;
    if !layout.is_unit() || layout.rows() != layout.cols() {
        return None;
    }
    let mut text = String::from("(;GM[Othello]");
    for (tag, value) in game.tags.iter().filter(|(tag, _)| tag != "GM") {
        let value = value.replace('\\', "\\\\").replace(']', "\\]");
        let _ = write!(text, "{tag}[{value}]");
    }
    let side = letter(game.start.turn);
    let _ = write!(
        text,
        "BO[{} {} {side}]",
        layout.rows(),
        cells(&game.start).replace('X', "*")
    );
    let mut turn = game.start.turn;
    for GgfMove { mv, eval, seconds } in &game.moves {
        let colour = if turn == Side::First { 'B' } else { 'W' };
        let mv = mv
            .square()
            .map_or_else(|| "PA".into(), |square| square.to_string().to_uppercase());
        let _ = write!(text, "{colour}[{mv}");
        let number = |n: Option<f32>| n.map(|n| n.to_string()).unwrap_or_default();
        if eval.is_some() || seconds.is_some() {
            let _ = write!(text, "/{}", number(*eval));
        }
        if seconds.is_some() {
            let _ = write!(text, "/{}", number(*seconds));
        }
        text.push(']');
        turn = !turn;
    }
    text.push_str(";)");
    Some(text)
}

/// Reads the first game at or after byte `from`, and where it ends.
fn read_from(text: &str, from: usize) -> Result<(GgfGame, usize), ReadError> {
    let Some(found) = text[from..].find("(;") else {
        let expected = "a game, beginning with `(;`";
        return Err(ReadError::unexpected(text, text.len(), expected));
    };
    let mut at = from + found + 2;
    let mut tags = Vec::new();
    let mut board: Option<Setup> = None;
    let mut played = Vec::new();
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with(";)") {
            let start = board
                .unwrap_or_else(|| Setup::start(Layout::othello(8, 8).expect("8 x 8 is a board")));
            let moves = replay(text, &start, &played)?;
            return Ok((GgfGame { tags, start, moves }, at + 2));
        }
        let property = read_property(text, at)?;
        match property.name {
            "BO" => board = Some(read_board(text, &property)?),
            "B" | "W" => played.push(property.clone()),
            name => tags.push((name.to_owned(), property.value.clone())),
        }
        at = property.end;
    }
}

#[derive(Clone)]
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
        return Err(ReadError::unexpected(text, at, expected));
    }
    let (name, rest) = rest.split_at(length);
    if !rest.starts_with('[') {
        return Err(ReadError::unexpected(text, at + length, "`[`"));
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
    Err(ReadError::unexpected(text, text.len(), "`]`"))
}

fn read_board(text: &str, property: &Property) -> Result<Setup, ReadError> {
    let wrong = |expected| ReadError::unexpected(text, property.start, expected);
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

fn replay(text: &str, start: &Setup, played: &[Property]) -> Result<Vec<GgfMove>, ReadError> {
    let mut position = Grid::new(start).expect("the grid holds every board");
    let mut moves = Vec::new();
    for property in played {
        let GgfMove { mv, eval, seconds } = read_move(&property.value).ok_or(
            ReadError::unexpected(text, property.start, "a move such as `F5/0.5/3.2`"),
        )?;
        let side = if property.name == "B" {
            Side::First
        } else {
            Side::Second
        };
        if side != position.turn() && position.is_legal(Move::Pass) {
            position.make(Move::Pass);
            moves.push(GgfMove {
                mv: Move::Pass,
                eval: None,
                seconds: None,
            });
        }
        if side != position.turn() || !position.is_legal(mv) {
            let why = format!("{mv} cannot be played by {} here", property.name);
            return Err(ReadError::at(text, property.start, Problem::Move(why)));
        }
        position.make(mv);
        moves.push(GgfMove { mv, eval, seconds });
    }
    Ok(moves)
}

fn read_move(value: &str) -> Option<GgfMove> {
    let mut parts = value.split('/').map(str::trim);
    let mv = match parts.next()? {
        pass if ["pa", "pass"]
            .iter()
            .any(|word| pass.eq_ignore_ascii_case(word)) =>
        {
            Move::Pass
        }
        square => Move::Place(Square::parse(square)?),
    };
    let mut number = || match parts.next() {
        None | Some("") => Some(None),
        Some(text) => text.parse::<f32>().ok().filter(|n| n.is_finite()).map(Some),
    };
    let (eval, seconds) = (number()?, number()?);
    Some(GgfMove { mv, eval, seconds })
}

fn letter(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'O',
    }
}
