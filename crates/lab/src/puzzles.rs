//! Puzzles: positions of our own games in which one move alone is proven to win.

mod check;
mod mine;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::LazyLock;

use boyi_engine::SolvedPuzzle;
use boyi_game::Key;
use serde::{Deserialize, Serialize};

pub use check::{PuzzleFault, check_puzzles};
pub use mine::{Mining, MiningError, MiningProgress, MiningSource, mine};

/// A puzzle as it is kept and listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Follows from the position.
    pub id: String,
    pub position: String,
    /// Moves of both sides in turn, the solver's first and last.
    pub solution: Vec<String>,
    pub theme: Vec<String>,
    /// How hard it looks, counted and not measured.
    pub rating: u32,
    /// The number of the game it was found in.
    pub from: u64,
}

/// What a set of puzzles is, and what it follows from: the first line of its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleHeader {
    pub game: String,
    /// Of the format and of the proofs.
    pub version: u32,
    /// `self-play` or `store`.
    pub source: String,
    pub seed: u64,
    /// How many puzzles were asked for, of which a class of 200 rating points has a quarter at most.
    pub count: u64,
}

/// A file of puzzles: a header, then one a line, all in JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    pub header: PuzzleHeader,
    pub puzzles: Vec<Puzzle>,
}

/// What [`PuzzleHeader::version`] is now.
pub const PUZZLES_VERSION: u32 = 1;

/// The puzzles that the program brings.
static SHIPPED: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let files = [
        include_str!("../puzzles/reversi.jsonl"),
        include_str!("../puzzles/xiangqi.jsonl"),
        include_str!("../puzzles/gomoku.jsonl"),
    ];
    let sets = files.iter().map(|text| text.parse());
    sets.collect::<Result<_, _>>()
        .expect("the files that are built in are read by a test")
});

impl Puzzle {
    fn new(solved: SolvedPuzzle, from: u64) -> Self {
        Self {
            id: id_of(&solved.position),
            position: solved.position,
            solution: solved.solution,
            theme: solved.themes,
            rating: solved.rating,
            from,
        }
    }

    /// Moves that the solver has to find.
    pub fn moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }
}

impl PuzzleSet {
    /// The puzzles of a game that the program brings.
    pub fn shipped(game: &str) -> Option<&'static Self> {
        SHIPPED.iter().find(|set| set.header.game == game)
    }

    /// All of them.
    pub fn all_shipped() -> &'static [Self] {
        &SHIPPED
    }

    /// The puzzle of this name.
    pub fn puzzle(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// The puzzle of a day, counted from 1970.
    pub fn daily(&self, day: u64) -> Option<&Puzzle> {
        let count = self.puzzles.len().max(1) as u64;
        self.puzzles.get((Key::mixed(day).0 % count) as usize)
    }

    /// Every theme with the number of its puzzles, in the order in which they first come.
    pub fn themes(&self) -> Vec<(&str, usize)> {
        let mut themes: Vec<(&str, usize)> = Vec::new();
        for theme in self.puzzles.iter().flat_map(|puzzle| &puzzle.theme) {
            match themes.iter_mut().find(|(name, _)| name == theme) {
                Some((_, count)) => *count += 1,
                None => themes.push((theme, 1)),
            }
        }
        themes.sort_unstable();
        themes
    }
}

/// Eight hexadecimal digits of the position's fingerprint (FNV-1a).
fn id_of(position: &str) -> String {
    let hash = position
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
    let mut id = String::new();
    let _ = write!(id, "{:08x}", (Key::mixed(hash).0 >> 32) as u32);
    id
}

/// Why a text is no set of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleSetError {
    #[error("a set of puzzles begins with a line that says what it is")]
    NoHeader,
    #[error("version {0} of the puzzles is not known here")]
    Version(u32),
    #[error("line {number}: {why}")]
    Line {
        /// Counted from 1.
        number: usize,
        why: String,
    },
}

impl FromStr for PuzzleSet {
    type Err = PuzzleSetError;

    fn from_str(text: &str) -> Result<Self, PuzzleSetError> {
        let mut lines = text.lines().enumerate();
        let header = lines.next().ok_or(PuzzleSetError::NoHeader)?.1;
        let header: PuzzleHeader =
            serde_json::from_str(header).map_err(|_| PuzzleSetError::NoHeader)?;
        if header.version != PUZZLES_VERSION {
            return Err(PuzzleSetError::Version(header.version));
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seen = HashSet::new();
        for (index, line) in lines {
            let wrong = |why: String| PuzzleSetError::Line {
                number: index + 1,
                why,
            };
            let puzzle: Puzzle =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            if puzzle.id != id_of(&puzzle.position) {
                return Err(wrong("the id does not belong to the position".to_owned()));
            }
            if !seen.insert(puzzle.id.clone()) {
                return Err(wrong(format!("the puzzle {} stands here twice", puzzle.id)));
            }
            puzzles.push(puzzle);
        }
        Ok(Self { header, puzzles })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_with_proofs_brings_puzzles_with_themes_and_a_daily_one() {
        for game in boyi_engine::games() {
            let set = PuzzleSet::shipped(game.name());
            assert_eq!(set.is_some(), game.puzzle_prover().is_some());
            let Some(set) = set else { continue };
            let of_a_month: HashSet<&str> = (20_000..20_030)
                .filter_map(|day| set.daily(day))
                .map(|puzzle| puzzle.id.as_str())
                .collect();
            assert!(of_a_month.len() > 20, "{}: the days differ", game.name());
            let themes = set.themes();
            assert!(themes.len() >= 4, "{}: {themes:?}", game.name());
            for puzzle in &set.puzzles {
                assert!(puzzle.solution.len() % 2 == 1, "{puzzle:?}");
            }
        }
    }

    #[test]
    fn what_is_no_set_is_named() {
        let read = |text: &str| text.parse::<PuzzleSet>().map(|set| set.puzzles.len());
        assert_eq!(read(""), Err(PuzzleSetError::NoHeader));
        assert_eq!(read("rubbish\n"), Err(PuzzleSetError::NoHeader));
        let header = r#"{"game":"reversi","version":1,"source":"self-play","seed":1,"count":9}"#;
        assert_eq!(read(header), Ok(0));
        let newer = header.replace("\"version\":1", "\"version\":7");
        assert_eq!(read(&newer), Err(PuzzleSetError::Version(7)));
        let forged = r#"{"id":"0","position":"x","solution":[],"theme":[],"rating":1,"from":0}"#;
        let second = read(&format!("{header}\n{forged}\n"));
        assert!(
            matches!(second, Err(PuzzleSetError::Line { number: 2, .. })),
            "{second:?}"
        );
    }
}
