//! Opening books of our own making, for any game: positions as text, moves as text, what was thought
//! of them and how their games went.
//!
//! A book grows in two ways. `extend` walks the best lines, with a few detours, to a position it does
//! not know, lets an engine judge its moves, and passes the values up. `learn_game` writes down how a
//! finished game went, so that lines which keep losing fall behind those which do not.

mod file;
mod growth;
mod choose;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use boyi_game::{Outcome, Record, Side, Status, Table, ToAct, whole_file};

use crate::engine::EngineError;
use crate::file_error::FileError;
use crate::game::{Game, ReplayError, replay, replay_first};

pub use growth::Growth;

/// Which book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookSource {
    /// The one that came with the program.
    BuiltIn,
    File(PathBuf),
}

/// A book and the file it lives in.
#[derive(Clone)]
pub struct Book {
    pub(crate) game: &'static dyn Game,
    file: PathBuf,
    positions: BTreeMap<String, BTreeMap<String, Entry>>,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Entry {
    /// What an engine or the position after it said, for the side that moves, in the units people
    /// count in: discs, pawns.
    value: Option<f64>,
    /// Plies of that search.
    depth: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// A move of the book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    pub mv: String,
    /// What it is worth to the side that moves: its value, moved by how its games went.
    pub value: f64,
    /// Plies it was searched; 0 where it is only known from games.
    pub depth: u32,
    /// Games in which it was played.
    pub games: u32,
    /// Games the side that played it won, drew and lost.
    pub results: [u32; 3],
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("no book of {game} is built in: make one with `boyi book {game} extend`")]
    NotBuiltIn { game: String },
    #[error(transparent)]
    Game(#[from] ReplayError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Plies of a finished game that are worth writing down.
const LEARNED_PLIES: usize = 30;

/// Games that weigh as much as one search.
const WEIGHTY: f64 = 10.0;

impl Entry {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The value, moved by experience: a move that keeps losing falls behind. One that always won is
    /// worth a lead more that tells.
    fn worth(&self, telling_lead: f64) -> f64 {
        let games = f64::from(self.games());
        let lead = f64::from(self.won) - f64::from(self.lost);
        self.value.unwrap_or(0.0) + telling_lead * lead / (games + WEIGHTY)
    }
}

impl Book {
    /// Opens a book to go on with; a file that does not exist begins as the book that is built in, or
    /// else empty.
    pub fn open(game: &'static dyn Game, file: &Path) -> Result<Self, BookError> {
        match Self::load(game, &BookSource::File(file.to_owned())) {
            Err(BookError::File(error)) if error.is_missing() => {
                let mut book = Self::empty(game, file);
                if let Some(text) = game.built_in_book() {
                    book.read(text)?;
                }
                Ok(book)
            }
            loaded => loaded,
        }
    }

    /// Reads a book to play from, which must be there.
    pub fn load(game: &'static dyn Game, source: &BookSource) -> Result<Self, BookError> {
        let (mut book, text) = match source {
            BookSource::BuiltIn => {
                let none = || BookError::NotBuiltIn {
                    game: game.name().to_owned(),
                };
                let text = game.built_in_book().ok_or_else(none)?.to_owned();
                (Self::empty(game, Path::new("the built-in book")), text)
            }
            BookSource::File(file) => {
                let book = Self::empty(game, file);
                let text = read_file(file).map_err(|error| book.file_error(error))?;
                (book, text)
            }
        };
        book.read(&text)?;
        Ok(book)
    }

    fn empty(game: &'static dyn Game, file: &Path) -> Self {
        Self {
            game,
            file: file.to_owned(),
            positions: BTreeMap::new(),
        }
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self) -> Result<(), BookError> {
        whole_file::write(&self.file, self.write()).map_err(|error| self.file_error(error))
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves it knows here, best first. Moves that were only ever played and never judged come
    /// last.
    pub fn moves(&self, position: &str) -> Vec<BookMove> {
        let Some(known) = self.positions.get(&self.game.book_key(position)) else {
            return Vec::new();
        };
        let telling_lead = self.game.telling_lead();
        let mut moves: Vec<BookMove> = known
            .iter()
            .map(|(mv, entry)| BookMove {
                mv: mv.clone(),
                value: entry.worth(telling_lead),
                depth: entry.depth,
                games: entry.games(),
                results: [entry.won, entry.drawn, entry.lost],
            })
            .collect();
        moves.sort_by(|a, b| {
            let judged = |mv: &BookMove| mv.depth > 0;
            judged(b).cmp(&judged(a)).then(b.value.total_cmp(&a.value))
        });
        moves
    }

    /// Writes down how a game went that was played to the end. An unfinished one teaches nothing.
    pub fn learn_game(&mut self, record: &Record) -> Result<(), BookError> {
        match replay(record)?.status() {
            Status::Over { outcome, .. } => self.learn_outcome(record, outcome),
            Status::Going => Ok(()),
        }
    }

    /// The same for one that somebody gave up, or that a referee ended.
    pub fn learn_outcome(&mut self, record: &Record, outcome: Outcome) -> Result<(), BookError> {
        // The whole game is played again before anything is written down.
        replay(record)?;
        let moves = &record.moves[..record.moves.len().min(LEARNED_PLIES)];
        let mut table = replay_first(record, 0)?;
        let mut path = Vec::new();
        for mv in moves {
            let position = self.game.book_key(&table.position());
            let entry = self.entry(&position, &mv.text);
            match outcome {
                Outcome::Draw => entry.drawn += 1,
                Outcome::Win(side) if side == mv.side => entry.won += 1,
                Outcome::Win(_) => entry.lost += 1,
            }
            path.push((position, mv.text.clone(), mv.side));
            let played = table.play(mv.side, &mv.text);
            played.expect("the game was played again");
        }
        let last = self.game.book_key(&table.position());
        self.pass_up(&path, &last, side_to_act(&*table));
        Ok(())
    }

    /// The value of a move is what the position after it is worth to its mover, once that is known.
    fn pass_up(&mut self, path: &[(String, String, Side)], last: &str, turn: Option<Side>) {
        let (mut below, mut turn) = (last.to_owned(), turn);
        for (position, mv, side) in path.iter().rev() {
            if let Some((best, depth)) = self.best(&below) {
                let value = if turn == Some(*side) { best } else { -best };
                let entry = self.entry(position, mv);
                entry.value = Some(value);
                entry.depth = depth + 1;
            }
            below.clone_from(position);
            turn = Some(*side);
        }
    }

    fn best(&self, position: &str) -> Option<(f64, u32)> {
        let judged = self.positions.get(position)?.values();
        judged
            .filter_map(|entry| Some((entry.value?, entry.depth)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn entry(&mut self, position: &str, mv: &str) -> &mut Entry {
        self.positions
            .entry(position.to_owned())
            .or_default()
            .entry(mv.to_owned())
            .or_default()
    }

    fn file_error(&self, error: io::Error) -> BookError {
        BookError::File(FileError::io(&self.file, error))
    }
}

/// Reads a file that is no larger than a book can be.
fn read_file(file: &Path) -> io::Result<String> {
    const MOST: u64 = 256 << 20;
    let mut text = String::new();
    let read = File::open(file)?.take(MOST).read_to_string(&mut text)?;
    if read as u64 == MOST {
        return Err(io::Error::other("larger than any book"));
    }
    Ok(text)
}

fn side_to_act(table: &dyn Table) -> Option<Side> {
    match table.to_act() {
        ToAct::One(side) => Some(side),
        ToAct::Nobody | ToAct::Both => None,
    }
}

#[cfg(test)]
mod tests;
