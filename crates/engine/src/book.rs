//! Opening books of our own making, for any game: positions as text, moves as text, what was thought
//! of them and how their games went.
//!
//! A book grows in two ways. `extend` walks the best lines, with a few detours, to a position it does
//! not know, lets an engine judge its moves, and passes the values up. `learn_game` writes down how a
//! finished game went, so that lines which keep losing fall behind those which do not.

mod file;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use boyi_game::{Outcome, Random, Record, Side, Status, Table, ToAct};
use boyi_search::Stop;

use crate::engine::{Engine, EngineError, Orders};
use crate::game::{Game, ReplayError, Setup};

/// A book and the file it lives in.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    game: String,
    file: PathBuf,
    positions: BTreeMap<String, BTreeMap<String, Entry>>,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Entry {
    /// What an engine or the position after it said, for the side that moves.
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
    /// The move.
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
    /// The file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// Which.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The file is no book, or one of another game.
    #[error("{file}: line {line}: {why}")]
    Content {
        /// Which.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A game to learn from makes no sense.
    #[error(transparent)]
    Game(#[from] ReplayError),
    /// The engine that extends the book failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// How a book grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Positions to add.
    pub positions: usize,
    /// Moves to judge in each.
    pub moves: usize,
    /// How far below the best a move may be to be walked along.
    pub spread: f64,
    /// The most plies from the start.
    pub plies: usize,
    /// Where detours come from.
    pub seed: u64,
}

/// Plies of a finished game that are worth writing down.
const LEARNED_PLIES: usize = 30;

/// What a won game adds to a move's value at most, in points: ten games weigh as much as one search.
const EXPERIENCE: f64 = 4.0;

impl Entry {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The value, moved by experience: a move that keeps losing falls behind.
    fn worth(&self) -> f64 {
        let games = f64::from(self.games());
        let lead = f64::from(self.won) - f64::from(self.lost);
        self.value.unwrap_or(0.0) + EXPERIENCE * lead / (games + 10.0)
    }
}

impl Book {
    /// Opens a book; a file that does not exist is an empty book.
    pub fn open(game: &str, file: &Path) -> Result<Self, BookError> {
        let mut book = Self {
            game: game.to_owned(),
            file: file.to_owned(),
            positions: BTreeMap::new(),
        };
        match std::fs::read_to_string(file) {
            Ok(text) => book.read(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(book.file_error(error)),
        }
        Ok(book)
    }

    /// Writes the book beside its file and then over it, so that a crash loses nothing.
    pub fn save(&self) -> Result<(), BookError> {
        let beside = self.file.with_extension("book-new");
        std::fs::write(&beside, self.write())
            .and_then(|()| std::fs::rename(&beside, &self.file))
            .map_err(|error| self.file_error(error))
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
    pub fn moves(&self, table: &dyn Table) -> Vec<BookMove> {
        let Some(known) = self.positions.get(&table.position()) else {
            return Vec::new();
        };
        let mut moves: Vec<BookMove> = known
            .iter()
            .map(|(mv, entry)| BookMove {
                mv: mv.clone(),
                value: entry.worth(),
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

    /// Writes down how a finished game went. An unfinished one teaches nothing.
    pub fn learn_game(&mut self, game: &dyn Game, record: &Record) -> Result<(), BookError> {
        let mut table = crate::game::replay(record)?;
        let Status::Over { outcome, .. } = table.status() else {
            return Ok(());
        };
        let setup = Setup {
            position: Some(record.start.clone()),
            rules: Some(record.rules.clone()),
            seed: record.seed,
            ..Setup::default()
        };
        table = game.lay(&setup).map_err(ReplayError::from)?;
        let mut path = Vec::new();
        for (number, mv) in record.moves.iter().enumerate().take(LEARNED_PLIES) {
            let position = table.position();
            let entry = self.entry(&position, &mv.text);
            match outcome {
                Outcome::Draw => entry.drawn += 1,
                Outcome::Win(side) if side == mv.side => entry.won += 1,
                Outcome::Win(_) => entry.lost += 1,
            }
            path.push((position, mv.text.clone(), mv.side));
            let error = |error| ReplayError::Move {
                number: number + 1,
                error,
            };
            table.play(mv.side, &mv.text).map_err(error)?;
        }
        self.pass_up(&path, &table.position(), side_to_act(&*table));
        Ok(())
    }

    /// Adds positions; `watch` is told how many were added. Stopping keeps what was added.
    pub fn extend(
        &mut self,
        start: &dyn Fn() -> Box<dyn Table>,
        player: &mut dyn Engine,
        growth: &Growth,
        orders: &Orders,
        watch: &mut dyn FnMut(usize),
    ) -> Result<usize, BookError> {
        let mut random = Random::new(growth.seed);
        let stop: Stop = orders.stop.clone();
        let (mut added, mut tries) = (0, 0);
        while added < growth.positions && tries < 20 * growth.positions && !stop.is_stopped() {
            tries += 1;
            let mut table = start();
            let mut path = Vec::new();
            let reached = self.walk(&mut *table, growth, &mut random, &mut path);
            let Some(side) = reached else { continue };
            let orders = Orders {
                lines: growth.moves,
                ..orders.clone()
            };
            let thought = player.think(&table.seen(), side, &orders, &mut |_| ())?;
            if stop.is_stopped() {
                break;
            }
            let position = table.position();
            for line in &thought.lines {
                if let Some(mv) = line.moves.first() {
                    let entry = self.entry(&position, mv);
                    entry.value = Some(f64::from(line.score.value()));
                    entry.depth = line.depth.max(1);
                }
            }
            self.pass_up(&path, &position, Some(side));
            added += 1;
            watch(added);
        }
        Ok(added)
    }

    /// Plays along known good moves to a position without judged moves; `None` where the game ends or
    /// the walk becomes too long.
    fn walk(
        &self,
        table: &mut dyn Table,
        growth: &Growth,
        random: &mut Random,
        path: &mut Vec<(String, String, Side)>,
    ) -> Option<Side> {
        while path.len() < growth.plies {
            let side = side_to_act(table)?;
            let known: Vec<BookMove> = self
                .moves(table)
                .into_iter()
                .filter(|mv| mv.depth > 0)
                .collect();
            let Some(best) = known.first() else {
                return Some(side);
            };
            let near = known
                .iter()
                .filter(|mv| mv.value >= best.value - growth.spread);
            let choices: Vec<&BookMove> = near.collect();
            let mv = random.choose(&choices)?.mv.clone();
            path.push((table.position(), mv.clone(), side));
            table.play(side, &mv).ok()?;
        }
        None
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
        BookError::File {
            file: self.file.display().to_string(),
            error,
        }
    }
}

fn side_to_act(table: &dyn Table) -> Option<Side> {
    match table.to_act() {
        ToAct::One(side) => Some(side),
        ToAct::Nobody | ToAct::Both => None,
    }
}

#[cfg(test)]
mod tests {
    use boyi_search::Limits;

    use super::*;
    use crate::reversi::Reversi;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("boyi-book-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn start() -> Box<dyn Table> {
        let size = Some((4, 4));
        Reversi
            .lay(&Setup {
                size,
                ..Setup::default()
            })
            .expect("a board")
    }

    #[test]
    fn a_book_grows_reads_back_and_knows_the_best_move() {
        let file = folder("grows").join("four.book");
        let mut book = Book::open("reversi", &file).expect("an empty book");
        let mut player = Reversi
            .player(&"strong:depth=20".parse().expect("a player"))
            .expect("one");
        let growth = Growth {
            positions: 12,
            moves: 4,
            spread: 2.0,
            plies: 10,
            seed: 1,
        };
        let orders = Orders {
            limits: Limits::depth(20),
            ..Orders::default()
        };
        let added = book.extend(&start, &mut *player, &growth, &orders, &mut |_| ());
        assert!(added.expect("it grows") >= 5);
        let moves = book.moves(&*start());
        assert_eq!(moves.len(), 4);
        assert!(
            (moves[0].value + 8.0).abs() < 0.01,
            "4x4 is lost by 8: {moves:?}"
        );
        book.save().expect("saved");
        assert_eq!(Book::open("reversi", &file).expect("reads back"), book);
        assert!(matches!(
            Book::open("gomoku", &file),
            Err(BookError::Content { line: 1, .. })
        ));
    }

    #[test]
    fn lost_games_are_remembered() {
        let file = folder("learns").join("four.book");
        let mut book = Book::open("reversi", &file).expect("an empty book");
        let mut table = start();
        while let Some(side) = side_to_act(&*table) {
            let mv = table.legal_moves(side)[0].text.clone();
            table.play(side, &mv).expect("legal");
        }
        let Status::Over { outcome, .. } = table.status() else {
            panic!("played to the end")
        };
        for _ in 0..3 {
            book.learn_game(&Reversi, table.record()).expect("a game");
        }
        let moves = book.moves(&*start());
        let expected = match outcome {
            Outcome::Win(Side::First) => [3, 0, 0],
            Outcome::Draw => [0, 3, 0],
            Outcome::Win(Side::Second) => [0, 0, 3],
        };
        assert_eq!((moves.len(), moves[0].results), (1, expected));
        assert_eq!(moves[0].value > 0.0, expected[0] == 3);
        let unfinished = start();
        book.learn_game(&Reversi, unfinished.record())
            .expect("teaches nothing");
    }

    #[test]
    fn rubbish_is_no_book() {
        let file = folder("rubbish").join("rubbish.book");
        for text in [
            "",
            "x",
            "boyi book 1 reversi\nno tabs",
            "boyi book 1 reversi\np\tm\tx\t1\t1\t1\t1",
        ] {
            std::fs::write(&file, text).expect("written");
            assert!(
                matches!(Book::open("reversi", &file), Err(BookError::Content { .. })),
                "{text}"
            );
        }
    }
}
