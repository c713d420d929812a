//! Reading maps and games in progress; every mistake is named with its line and column.

use std::ops::RangeInclusive;

use boyi_game::{Located, PerSide};

use crate::fairness::Unfair;
use crate::garlic::Status;
use crate::setup::{Ground, Progress, Setup};
use crate::terrain::Cell;

/// Why a text is no map, and where.
pub type ReadError = Located<Problem>;

/// What is wrong with a map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    #[error("the text ends, expected {0}")]
    Missing(&'static str),
    #[error("expected {0}, found `{found}`", found = short(.1))]
    Expected(&'static str, String),
    #[error("expected {0} from {1} to {2}")]
    OutOfRange(&'static str, i64, i64),
    #[error("this row has {found} cells, not {expected}")]
    Ragged { expected: usize, found: usize },
    #[error("{0} stands in a wall")]
    OnWall(&'static str),
    #[error("{0} starts on the cell of {1}")]
    SameCell(&'static str, &'static str),
    #[error("expected the end of the map, found `{}`", short(.0))]
    TrailingText(String),
    #[error("{0}")]
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
        let MapText { setup, rows } = read(text)?;
        match setup.symmetry() {
            Ok(_) => Ok(setup),
            Err(unfair) => {
                let offset = rows[unfair.row] + unfair.col;
                Err(ReadError::at(text, offset, Problem::Unfair(unfair)))
            }
        }
    }
}

/// A map and where in the text its rows begin.
struct MapText {
    setup: Setup,
    rows: Vec<usize>,
}

fn read(text: &str) -> Result<MapText, ReadError> {
    let mut words = Words::new(text);
    let side = 1..=Cell::LONGEST_SIDE as i64;
    let rows = words.number("the number of rows", side.clone())?.1 as usize;
    let cols = words.number("the number of columns", side)?.1 as usize;
    let (mut ground, mut row_offsets) = (Vec::with_capacity(rows * cols), Vec::new());
    for _ in 0..rows {
        let (offset, word) = words.next("a row of the map")?;
        row_offsets.push(offset);
        read_row(text, offset, word, cols, &mut ground)?;
    }
    let mut place = |words: &mut Words, who: &'static str| {
        let (offset, row) = words.number(who, 0..=rows as i64 - 1)?;
        let (_, col) = words.number(who, 0..=cols as i64 - 1)?;
        let index = row as usize * cols + col as usize;
        match ground[index] {
            Ground::Wall => Err(ReadError::at(text, offset, Problem::OnWall(who))),
            _ => Ok((offset, Cell(index as u16))),
        }
    };
    let mut placed: Vec<(usize, Cell)> = Vec::new();
    for who in CHARACTERS {
        placed.push(place(&mut words, who)?);
    }
    let progress = match words.peek() {
        Some((_, "homes")) => Some(progress(&mut words, &mut place, rows * cols)?),
        _ => None,
    };
    if let Some((offset, word)) = words.peek() {
        let problem = Problem::TrailingText(word.to_owned());
        return Err(ReadError::at(text, offset, problem));
    }
    if progress.is_none() {
        for (index, &(offset, cell)) in placed.iter().enumerate() {
            if let Some(other) = placed[..index].iter().position(|&(_, taken)| taken == cell) {
                let problem = Problem::SameCell(CHARACTERS[index], CHARACTERS[other]);
                return Err(ReadError::at(text, offset, problem));
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
    Ok(MapText {
        setup,
        rows: row_offsets,
    })
}

fn read_row(
    text: &str,
    offset: usize,
    word: &str,
    expected: usize,
    ground: &mut Vec<Ground>,
) -> Result<(), ReadError> {
    let found = word.chars().count();
    let ragged = Problem::Ragged { expected, found };
    for (index, (at, letter)) in word.char_indices().enumerate() {
        let wrong = |problem| ReadError::at(text, offset + at, problem);
        let kind = Ground::from_letter(letter)
            .ok_or_else(|| wrong(Problem::Expected("one of # . o O", letter.into())))?;
        if index >= expected {
            return Err(wrong(ragged));
        }
        ground.push(kind);
    }
    if found < expected {
        return Err(ReadError::at(text, offset + word.len(), ragged));
    }
    Ok(())
}

fn progress(
    words: &mut Words,
    place: &mut impl FnMut(&mut Words, &'static str) -> Result<(usize, Cell), ReadError>,
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
    Ok(Progress {
        homes,
        scores,
        statuses,
        round,
    })
}

/// The words of a text, each with its byte offset.
struct Words<'a> {
    text: &'a str,
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let words = text.split_whitespace().peekable();
        Self { text, words }
    }

    fn located(&self, word: &'a str) -> (usize, &'a str) {
        (word.as_ptr() as usize - self.text.as_ptr() as usize, word)
    }

    fn peek(&mut self) -> Option<(usize, &'a str)> {
        let word = self.words.peek().copied()?;
        Some(self.located(word))
    }

    fn next(&mut self, what: &'static str) -> Result<(usize, &'a str), ReadError> {
        match self.words.next() {
            Some(word) => Ok(self.located(word)),
            None => {
                // The end of the last line, not the beginning of an empty one after it.
                let end = self.text.strip_suffix('\n').unwrap_or(self.text);
                let end = end.strip_suffix('\r').unwrap_or(end).len();
                Err(ReadError::at(self.text, end, Problem::Missing(what)))
            }
        }
    }

    fn keyword(&mut self, keyword: &'static str) -> Result<(), ReadError> {
        let (offset, word) = self.next(keyword)?;
        if word != keyword {
            let problem = Problem::Expected(keyword, word.to_owned());
            return Err(ReadError::at(self.text, offset, problem));
        }
        Ok(())
    }

    fn number(
        &mut self,
        what: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<(usize, i64), ReadError> {
        let (offset, word) = self.next(what)?;
        let wrong = |problem| ReadError::at(self.text, offset, problem);
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong(Problem::Expected(what, word.to_owned())));
        }
        // A number too long for 64 bits is out of range as well.
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok((offset, number)),
            _ => Err(wrong(Problem::OutOfRange(
                what,
                *range.start(),
                *range.end(),
            ))),
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
