//! Reading maps and games in progress; every mistake is named with its line and column.

use std::fmt;

use boyi_game::PerSide;

use crate::fairness::Unfair;
use crate::garlic::Status;
use crate::setup::{Ground, Progress, Setup};
use crate::terrain::Cell;

/// Why a text is no map, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The text ends where something should stand.
    Missing(&'static str),
    /// Something else stands there.
    Expected(&'static str, String),
    /// A number that is too small or too large.
    OutOfRange(&'static str, i64, i64),
    /// A row of the wrong length.
    Ragged {
        /// How many characters it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// Somebody stands in a wall.
    OnWall(&'static str),
    /// Two start on one cell.
    SameCell(&'static str, &'static str),
    /// More than a map.
    TrailingText(String),
    /// A fair map was asked for.
    Unfair(Unfair),
}

/// Points that a game in progress may claim; far beyond what any game gives, and no sum overflows.
const MOST_POINTS: i64 = 100_000_000;
const CHARACTERS: [&str; 4] = ["destroyer 0", "destroyer 1", "garlic 0", "garlic 1"];

impl Setup {
    /// Reads a map, or a game in progress.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        Ok(read(text)?.setup)
    }

    /// Reads a map that must be fair.
    pub fn read_fair(text: &str) -> Result<Self, ReadError> {
        let Located { setup, rows } = read(text)?;
        match setup.symmetry() {
            Ok(_) => Ok(setup),
            Err(unfair) => Err(ReadError {
                line: rows[unfair.row].line,
                column: rows[unfair.row].column + unfair.col,
                problem: Problem::Unfair(unfair),
            }),
        }
    }
}

/// A map and where in the text its rows stand.
struct Located {
    setup: Setup,
    rows: Vec<Spot>,
}

#[derive(Clone, Copy)]
struct Spot {
    line: usize,
    column: usize,
}

impl Spot {
    fn error(self, problem: Problem) -> ReadError {
        let Self { line, column } = self;
        ReadError {
            line,
            column,
            problem,
        }
    }
}

fn read(text: &str) -> Result<Located, ReadError> {
    let mut words = Words::new(text);
    let side = 1..=Cell::LONGEST_SIDE as i64;
    let rows = words.number("the number of rows", side.clone())?.1 as usize;
    let cols = words.number("the number of columns", side)?.1 as usize;
    let (mut ground, mut row_spots) = (Vec::with_capacity(rows * cols), Vec::new());
    for _ in 0..rows {
        let (spot, word) = words.next("a row of the map")?;
        row_spots.push(spot);
        let mut found = 0;
        for (index, letter) in word.chars().enumerate() {
            let wrong = |problem| {
                Spot {
                    column: spot.column + index,
                    ..spot
                }
                .error(problem)
            };
            let kind = Ground::from_letter(letter)
                .ok_or_else(|| wrong(Problem::Expected("one of # . o O", letter.into())))?;
            if index >= cols {
                let found = word.chars().count();
                return Err(wrong(Problem::Ragged {
                    expected: cols,
                    found,
                }));
            }
            ground.push(kind);
            found = index + 1;
        }
        if found < cols {
            let end = Spot {
                column: spot.column + found,
                ..spot
            };
            return Err(end.error(Problem::Ragged {
                expected: cols,
                found,
            }));
        }
    }
    let mut place = |words: &mut Words, who: &'static str| {
        let (spot, row) = words.number(who, 0..=rows as i64 - 1)?;
        let (_, col) = words.number(who, 0..=cols as i64 - 1)?;
        let index = row as usize * cols + col as usize;
        match ground[index] {
            Ground::Wall => Err(spot.error(Problem::OnWall(who))),
            _ => Ok((spot, Cell(index as u16))),
        }
    };
    let mut placed: Vec<(Spot, Cell)> = Vec::new();
    for who in CHARACTERS {
        placed.push(place(&mut words, who)?);
    }
    let progress = match words.peek() {
        None => None,
        Some((_, "homes")) => Some(progress(&mut words, &mut place, rows * cols)?),
        Some((spot, word)) => return Err(spot.error(Problem::TrailingText(word.to_owned()))),
    };
    if progress.is_none() {
        for (index, &(spot, cell)) in placed.iter().enumerate() {
            if let Some(other) = placed[..index].iter().position(|&(_, taken)| taken == cell) {
                let problem = Problem::SameCell(CHARACTERS[index], CHARACTERS[other]);
                return Err(spot.error(problem));
            }
        }
    }
    let setup = Setup {
        rows,
        cols,
        ground,
        destroyers: [placed[0].1, placed[1].1],
        garlics: PerSide::new(placed[2].1, placed[3].1),
        progress,
    };
    Ok(Located {
        setup,
        rows: row_spots,
    })
}

fn progress(
    words: &mut Words,
    place: &mut impl FnMut(&mut Words, &'static str) -> Result<(Spot, Cell), ReadError>,
    cells: usize,
) -> Result<Progress, ReadError> {
    words.keyword("homes")?;
    let homes = [
        place(words, "home of destroyer 0")?.1,
        place(words, "home of destroyer 1")?.1,
    ];
    words.keyword("scores")?;
    let mut score = || words.number("a score", -MOST_POINTS..=MOST_POINTS);
    let scores = PerSide::new(score()?.1 as i32, score()?.1 as i32);
    words.keyword("statuses")?;
    let mut status = || words.number("a status", -1..=i64::from(Status::FULL_STRENGTH));
    let statuses = PerSide::new(status()?.1 as i8, status()?.1 as i8).map(Status::of_number);
    words.keyword("round")?;
    let round = words.number("the round", 0..=cells as i64)?.1 as u32;
    match words.peek() {
        None => Ok(Progress {
            homes,
            scores,
            statuses,
            round,
        }),
        Some((spot, word)) => Err(spot.error(Problem::TrailingText(word.to_owned()))),
    }
}

/// The words of a text, each with its place.
struct Words<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<(Spot, &'a str)>>,
    end: Spot,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let mut words = Vec::new();
        let mut end = Spot { line: 1, column: 1 };
        for (index, line) in text.lines().enumerate() {
            let mut column = 1;
            for part in line.split_inclusive(char::is_whitespace) {
                let word = part.trim_end();
                if !word.is_empty() {
                    let spot = Spot {
                        line: index + 1,
                        column,
                    };
                    words.push((spot, word));
                }
                column += part.chars().count();
            }
            end = Spot {
                line: index + 1,
                column,
            };
        }
        let words = words.into_iter().peekable();
        Self { words, end }
    }

    fn peek(&mut self) -> Option<(Spot, &'a str)> {
        self.words.peek().copied()
    }

    fn next(&mut self, what: &'static str) -> Result<(Spot, &'a str), ReadError> {
        let missing = self.end.error(Problem::Missing(what));
        self.words.next().ok_or(missing)
    }

    fn keyword(&mut self, keyword: &'static str) -> Result<(), ReadError> {
        match self.next(keyword)? {
            (_, word) if word == keyword => Ok(()),
            (spot, word) => Err(spot.error(Problem::Expected(keyword, word.to_owned()))),
        }
    }

    fn number(
        &mut self,
        what: &'static str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<(Spot, i64), ReadError> {
        let (spot, word) = self.next(what)?;
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(spot.error(Problem::Expected(what, word.to_owned())));
        }
        // A number too long for 64 bits is out of range as well.
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok((spot, number)),
            _ => Err(spot.error(Problem::OutOfRange(what, *range.start(), *range.end()))),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.problem
        )
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "the text ends, expected {what}"),
            Self::Expected(what, found) => write!(f, "expected {what}, found `{}`", short(found)),
            Self::OutOfRange(what, least, most) => {
                write!(f, "expected {what} from {least} to {most}")
            }
            Self::Ragged { expected, found } => {
                write!(f, "this row has {found} cells, not {expected}")
            }
            Self::OnWall(who) => write!(f, "{who} stands in a wall"),
            Self::SameCell(one, other) => write!(f, "{one} starts on the cell of {other}"),
            Self::TrailingText(found) => {
                write!(f, "expected the end of the map, found `{}`", short(found))
            }
            Self::Unfair(unfair) => unfair.fmt(f),
        }
    }
}

/// Text from outside may be a megabyte of rubbish; messages quote the beginning.
fn short(text: &str) -> String {
    let mut quoted: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        quoted.push('…');
    }
    quoted
}
