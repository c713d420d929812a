//! Boards like those of the course's tasks, made up.

use std::fmt;
use std::str::FromStr;

use boyi_game::Random;

/// Which sizes boards are made up in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sizes {
    InTurn(Vec<(usize, usize)>),
    /// Every one that the rules know, drawn by lot.
    Any,
}

/// Why something is no list of sizes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizesError {
    #[error("`{0}` is no size: write `8x8`, or `any` for all")]
    NotASize(String),
    #[error("there is no board of {0}x{1}: both sides are even, from {SHORTEST} to {LONGEST}")]
    NoBoard(usize, usize),
}

/// The sides that boards may have, the even ones between.
const SHORTEST: usize = 4;
const LONGEST: usize = 30;

/// What the list of all sizes is called.
const ANY: &str = "any";

impl Sizes {
    pub fn of_the_course() -> Self {
        Self::InTurn(vec![(8, 8), (10, 10), (12, 12)])
    }

    /// The size of the board of this number, and the place of its task: every size comes in every task.
    fn of_number(&self, number: usize, random: &mut Random) -> ((usize, usize), usize) {
        match self {
            Self::InTurn(sizes) if !sizes.is_empty() => {
                (sizes[number % sizes.len()], number / sizes.len())
            }
            Self::InTurn(_) | Self::Any => {
                let choices = (LONGEST - SHORTEST) / 2 + 1;
                let mut side = || SHORTEST + 2 * random.below(choices as u64) as usize;
                ((side(), side()), number)
            }
        }
    }
}

impl FromStr for Sizes {
    type Err = SizesError;

    fn from_str(text: &str) -> Result<Self, SizesError> {
        if text == ANY {
            return Ok(Self::Any);
        }
        let size = |text: &str| {
            let sides = text.split_once('x');
            let sides = sides.and_then(|(rows, cols)| rows.parse().ok().zip(cols.parse().ok()));
            let (rows, cols) = sides.ok_or_else(|| SizesError::NotASize(text.to_owned()))?;
            let fits = |side: usize| (SHORTEST..=LONGEST).contains(&side) && side.is_multiple_of(2);
            if fits(rows) && fits(cols) {
                Ok((rows, cols))
            } else {
                Err(SizesError::NoBoard(rows, cols))
            }
        };
        Ok(Self::InTurn(
            text.split(',').map(size).collect::<Result<_, _>>()?,
        ))
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str(ANY),
            Self::InTurn(sizes) => {
                let names = sizes.iter().map(|(rows, cols)| format!("{rows}x{cols}"));
                f.write_str(&names.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Whether a cell may be worth anything from 1 to 9, by whether it is in an outer row and in an outer
/// column; other cells are worth 1.
type IsFree = fn(bool, bool) -> bool;

/// Tasks by their numbers in the course.
const TASKS: [(usize, IsFree); 3] = [
    (2, |outer_row, outer_col| outer_row && outer_col),
    (3, |outer_row, outer_col| outer_row || outer_col),
    (4, |_, _| true),
];

/// A name and a board like those of the course, as text.
pub(super) fn made_up(number: usize, sizes: &Sizes, random: &mut Random) -> (String, String) {
    let ((rows, cols), place) = sizes.of_number(number, random);
    let (task, is_free) = TASKS[place % TASKS.len()];
    let at_edge = |at: usize, side: usize| at == 0 || at + 1 == side;
    let in_middle = |at: usize, side: usize| at == side / 2 || at + 1 == side / 2;
    let mut text = format!("{rows} {cols}\n");
    for row in 0..rows {
        for col in 0..cols {
            let cell = if in_middle(row, rows) && in_middle(col, cols) {
                let same_half = (row == rows / 2) == (col == cols / 2);
                if same_half { 'o' } else { 'O' }
            } else if is_free(at_edge(row, rows), at_edge(col, cols)) {
                char::from(b'1' + random.below(9) as u8)
            } else {
                '1'
            };
            text.push(cell);
        }
        text.push('\n');
    }
    let name = format!("task {task}, {rows}x{cols}, number {}", number + 1);
    (name, text)
}

#[cfg(test)]
mod tests {
    use boyi_engine::{Setup, game};

    use super::*;

    fn boards(sizes: &Sizes, count: usize) -> Vec<(String, String)> {
        let mut random = Random::new(1);
        (0..count)
            .map(|number| made_up(number, sizes, &mut random))
            .collect()
    }

    fn size(text: &str) -> (usize, usize) {
        let first = text.lines().next().expect("a line");
        let (rows, cols) = first.split_once(' ').expect("two sides");
        (rows.parse().expect("rows"), cols.parse().expect("cols"))
    }

    /// Whether a cell that is not at the edge is worth more than 1.
    fn is_free_inside(text: &str) -> bool {
        let rows: Vec<&str> = text.lines().skip(1).collect();
        rows[1..rows.len() - 1]
            .iter()
            .any(|row| row[1..row.len() - 1].contains(['2', '3', '4', '5', '6', '7', '8', '9']))
    }

    #[test]
    fn made_up_boards_are_of_all_tasks_and_sizes() {
        for (number, (name, text)) in boards(&Sizes::of_the_course(), 9).iter().enumerate() {
            let side = [8, 10, 12][number % 3];
            assert_eq!(size(text), (side, side));
            assert_eq!(is_free_inside(text), number >= 6, "{name}\n{text}");
            assert_eq!(text.matches('o').count(), 2);
        }
    }

    #[test]
    fn boards_of_any_size_can_be_played_on_and_reach_both_ends() {
        let reversi = game("reversi").expect("a game");
        let boards = boards(&Sizes::Any, 150);
        for (name, text) in &boards {
            let table = reversi.lay(&Setup::at(text, "discs"));
            assert!(table.is_ok(), "{name}\n{text}");
        }
        let sizes: Vec<_> = boards.iter().map(|(_, text)| size(text)).collect();
        let sides = || sizes.iter().flat_map(|&(rows, cols)| [rows, cols]);
        assert_eq!((sides().min(), sides().max()), (Some(4), Some(30)));
        assert!(sizes.iter().any(|(rows, cols)| rows != cols));
    }

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for text in ["any", "8x8,10x10,12x12", "4x30"] {
            assert_eq!(text.parse::<Sizes>().expect("sizes").to_string(), text);
        }
        for text in ["", "8", "8x", "x8", "8x8,", "-8x8", "8*8", "Any"] {
            let error = text.parse::<Sizes>().expect_err(text);
            assert!(matches!(error, SizesError::NotASize(_)), "{text}: {error}");
        }
        for text in ["7x8", "8x32", "2x4", "0x0"] {
            let error = text.parse::<Sizes>().expect_err(text);
            assert!(matches!(error, SizesError::NoBoard(..)), "{text}: {error}");
        }
    }
}
