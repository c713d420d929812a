//! Opening books of our own making, for any game: positions as text, moves as text, what was thought
//! of them and how their games went.
//!
//! A book grows in two ways. `extend` walks the best lines, with a few detours, to a position it does
//! not know, lets an engine judge its moves, and passes the values up. `learn_game` writes down how a
//! finished game went, so that lines which keep losing fall behind those which do not.

mod file;
mod player;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use boyi_game::{Outcome, Random, Record, Side, Status, Table, ToAct};
use boyi_search::Stop;

use crate::engine::{Engine, EngineError, Orders};
use crate::game::{Game, ReplayError, replay};

pub(crate) use player::{Booked, playable};

/// Which book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookSource {
    /// The one that came with the program.
    BuiltIn,
    /// One of the user's.
    File(PathBuf),
}

/// A book and the file it lives in.
#[derive(Clone)]
pub struct Book {
    game: &'static dyn Game,
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
    /// There is none for this game.
    #[error("no book of {game} is built in: make one with `boyi book {game} extend`")]
    NotBuiltIn {
        /// Which game.
        game: String,
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
            Err(BookError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
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
        let mut table = replay(&Record {
            moves: Vec::new(),
            ..record.clone()
        })?;
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
            let position = self.game.book_key(&table.position());
            let unit = f64::from(self.game.score_unit());
            for line in &thought.lines {
                if let Some(mv) = line.moves.first() {
                    let entry = self.entry(&position, mv);
                    entry.value = Some(f64::from(line.score.value()) / unit);
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
                .moves(&table.position())
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
            path.push((self.game.book_key(&table.position()), mv.clone(), side));
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
mod tests {
    use boyi_search::Limits;

    use super::*;
    use crate::game::Setup;
    use crate::reversi::Reversi;
    use crate::xiangqi::Xiangqi;

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
        let mut book = Book::open(&Reversi, &file).expect("an empty book");
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
        let moves = book.moves(&start().position());
        assert_eq!(moves.len(), 4);
        assert!(
            (moves[0].value + 8.0).abs() < 0.01,
            "4x4 is lost by 8: {moves:?}"
        );
        book.save().expect("saved");
        let again = Book::open(&Reversi, &file).expect("reads back");
        assert_eq!(again.positions, book.positions);
        assert!(matches!(
            Book::open(&crate::gomoku::Gomoku, &file),
            Err(BookError::Content { line: 1, .. })
        ));
    }

    #[test]
    fn lost_games_are_remembered() {
        let file = folder("learns").join("four.book");
        let mut book = Book::open(&Reversi, &file).expect("an empty book");
        let mut table = start();
        while let Some(side) = side_to_act(&*table) {
            let mv = table.legal_moves(side)[0].text.clone();
            table.play(side, &mv).expect("legal");
        }
        let Status::Over { outcome, .. } = table.status() else {
            panic!("played to the end")
        };
        for _ in 0..3 {
            book.learn_game(table.record()).expect("a game");
        }
        let moves = book.moves(&start().position());
        let expected = match outcome {
            Outcome::Win(Side::First) => [3, 0, 0],
            Outcome::Draw => [0, 3, 0],
            Outcome::Win(Side::Second) => [0, 0, 3],
        };
        assert_eq!((moves.len(), moves[0].results), (1, expected));
        assert_eq!(moves[0].value > 0.0, expected[0] == 3);
        let known = book.len();
        book.learn_game(start().record()).expect("teaches nothing");
        assert_eq!(book.len(), known);
        book.learn_outcome(start().record(), Outcome::Draw)
            .expect("nobody moved");
    }

    #[test]
    fn a_position_is_known_however_it_was_reached() {
        let file = folder("ways").join("ways.book");
        let mut book = Book::empty(&Xiangqi, &file);
        let lay = |moves: &str| {
            let moves = Some(moves.to_owned());
            Xiangqi.lay(&Setup {
                moves,
                ..Setup::default()
            })
        };
        let one = lay("h2e2 h9g7 h0g2 i9h9").expect("a game");
        book.learn_outcome(one.record(), Outcome::Win(Side::First))
            .expect("a game");
        let other = lay("h0g2 h9g7 g2h0 g7h9 h2e2 h9g7 h0g2").expect("a game");
        let known = book.moves(&other.position());
        assert_eq!((known.len(), known[0].mv.as_str()), (1, "i9h9"));
        assert_eq!(known[0].results, [0, 0, 1]);
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
                matches!(Book::open(&Reversi, &file), Err(BookError::Content { .. })),
                "{text}"
            );
        }
    }
}
