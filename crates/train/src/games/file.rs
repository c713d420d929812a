//! The file of self-play games: text, one game a line, so that a file grows by whole lines and whatever
//! was cut off in the middle is seen and dropped.
//!
//! ```text
//! boyi games 1
//! game xiangqi
//! rules computer
//! player strong:nodes=700
//! seed 1
//!
//! 1-0 h2e2 h9g7 h0g2:23 b9c7:-31
//! ```
//!
//! A move is followed by what the player thought of the position before it, from the view of the side
//! that moved; moves of the random opening and moves of decided positions stand alone. Results are
//! `1-0`, `0-1` and `1/2`.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use boyi_game::{Outcome, Side};

const MAGIC: &str = "boyi games 1";

/// What the games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub game: String,
    pub rules: String,
    pub player: String,
    pub seed: u64,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game,
            rules,
            player,
            seed,
        } = self;
        write!(
            f,
            "{MAGIC}\ngame {game}\nrules {rules}\nplayer {player}\nseed {seed}\n\n"
        )
    }
}

/// A game as it is learned from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    pub outcome: Outcome,
    pub moves: Vec<ScoredMove>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub text: String,
    /// What the player thought of the position before the move, from the view of the side to move.
    pub score: Option<i32>,
}

impl ScoredGame {
    /// What a side got: 1, one half or 0.
    pub fn points(&self, side: Side) -> f32 {
        match self.outcome.winner() {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == side)),
        }
    }
}

impl fmt::Display for ScoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2",
        })?;
        for ScoredMove { text, score } in &self.moves {
            match score {
                Some(score) => write!(f, " {text}:{score}")?,
                None => write!(f, " {text}")?,
            }
        }
        Ok(())
    }
}

/// A line that is no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGame;

impl FromStr for ScoredGame {
    type Err = NoGame;

    fn from_str(line: &str) -> Result<Self, NoGame> {
        let mut words = line.split(' ');
        let outcome = match words.next() {
            Some("1-0") => Outcome::Win(Side::First),
            Some("0-1") => Outcome::Win(Side::Second),
            Some("1/2") => Outcome::Draw,
            _ => return Err(NoGame),
        };
        let scored = |word: &str| {
            let (text, score) = match word.split_once(':') {
                Some((text, score)) => (text, Some(score.parse().map_err(|_| NoGame)?)),
                None => (word, None),
            };
            let text = text.to_owned();
            Ok(ScoredMove { text, score })
        };
        let moves = words.map(scored).collect::<Result<_, _>>()?;
        Ok(Self { outcome, moves })
    }
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("{}: {error}", file.display())]
    Io { file: PathBuf, error: io::Error },
    #[error("{}: not a file of games: it does not begin with `{MAGIC}` and a header", .0.display())]
    NoHeader(PathBuf),
    #[error(
        "{}: holds games of another kind ({}); give another --out", file.display(), .found.to_string().lines().skip(1).collect::<Vec<_>>().join(", ").trim_end_matches([',', ' '])
    )]
    OtherKind { file: PathBuf, found: Box<Header> },
    #[error("{}: games of {found}, not of {expected}", file.display())]
    OtherGame {
        file: PathBuf,
        found: String,
        expected: String,
    },
    #[error("{}: game {number}: {why}", file.display())]
    Game {
        file: PathBuf,
        /// Counted from 1.
        number: usize,
        why: String,
    },
}

/// Reads the header and leaves the reader at the first game.
fn read_header(reader: &mut impl BufRead) -> io::Result<Option<Header>> {
    let mut lines = [const { String::new() }; 6];
    for line in &mut lines {
        reader.read_line(line)?;
    }
    let field = |index: usize, name: &str| {
        let value = lines[index].strip_suffix('\n')?.strip_prefix(name)?;
        Some(value.strip_prefix(' ')?.to_owned())
    };
    let header = || {
        let header = Header {
            game: field(1, "game")?,
            rules: field(2, "rules")?,
            player: field(3, "player")?,
            seed: field(4, "seed")?.parse().ok()?,
        };
        (lines.concat() == header.to_string()).then_some(header)
    };
    Ok(header())
}

/// Appends games to a file.
#[derive(Debug)]
pub struct GameWriter {
    path: PathBuf,
    file: File,
    games: usize,
}

impl GameWriter {
    /// Opens a file to go on, or begins one. What was cut off at its end is dropped.
    pub fn open(path: &Path, header: &Header) -> Result<Self, DataError> {
        let named = |error| DataError::Io {
            file: path.to_owned(),
            error,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(named)?;
        let games = if file.metadata().map_err(named)?.len() == 0 {
            file.write_all(header.to_string().as_bytes())
                .map_err(named)?;
            0
        } else {
            let mut reader = BufReader::new(&file);
            let found = read_header(&mut reader).map_err(named)?;
            let found = found.ok_or_else(|| DataError::NoHeader(path.to_owned()))?;
            if found != *header {
                return Err(DataError::OtherKind {
                    file: path.to_owned(),
                    found: Box::new(found),
                });
            }
            let (games, end) = whole_lines(reader, header.to_string().len()).map_err(named)?;
            file.set_len(end as u64).map_err(named)?;
            file.seek(SeekFrom::End(0)).map_err(named)?;
            games
        };
        Ok(Self {
            path: path.to_owned(),
            file,
            games,
        })
    }

    /// How many games the file holds.
    pub fn games(&self) -> usize {
        self.games
    }

    pub fn append(&mut self, game: &ScoredGame) -> Result<(), DataError> {
        // One write: a game is there wholly or, if the machine stops, is dropped at the next opening.
        let written = self.file.write_all(format!("{game}\n").as_bytes());
        self.games += 1;
        written.map_err(|error| DataError::Io {
            file: self.path.clone(),
            error,
        })
    }
}

/// The number of whole lines, and where the last of them ends.
fn whole_lines(mut reader: impl BufRead, begin: usize) -> io::Result<(usize, usize)> {
    let (mut lines, mut end) = (0, begin);
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok((lines, end));
        }
        lines += 1;
        end += length;
    }
}

/// What the games of a file have in common.
pub fn header_of(path: &Path) -> Result<Header, DataError> {
    open_games(path).map(|(header, _)| header)
}

/// Opens a file at its first game.
fn open_games(path: &Path) -> Result<(Header, BufReader<File>), DataError> {
    let named = |error| DataError::Io {
        file: path.to_owned(),
        error,
    };
    let mut reader = BufReader::new(File::open(path).map_err(named)?);
    let header = read_header(&mut reader).map_err(named)?;
    let header = header.ok_or_else(|| DataError::NoHeader(path.to_owned()))?;
    Ok((header, reader))
}

/// Reads the games of a file, one after the other; a last line that was cut off is left out. Where games of
/// one game, or of its rules, are wanted, others are refused.
pub fn read_games(
    path: &Path,
    wanted: Option<(&str, Option<&str>)>,
    mut visit: impl FnMut(usize, ScoredGame) -> Result<(), String>,
) -> Result<Header, DataError> {
    let (header, mut reader) = open_games(path)?;
    let other = |found: &str, expected: &str| DataError::OtherGame {
        file: path.to_owned(),
        found: found.to_owned(),
        expected: expected.to_owned(),
    };
    if let Some((game, rules)) = wanted {
        if game != header.game {
            return Err(other(&header.game, game));
        }
        if let Some(rules) = rules.filter(|&rules| rules != header.rules) {
            return Err(other(&header.rules, rules));
        }
    }
    let named = |error| DataError::Io {
        file: path.to_owned(),
        error,
    };
    let mut line = String::new();
    let mut number = 0;
    loop {
        line.clear();
        reader.read_line(&mut line).map_err(named)?;
        let Some(whole) = line.strip_suffix('\n') else {
            return Ok(header);
        };
        number += 1;
        let wrong = |why| DataError::Game {
            file: path.to_owned(),
            number,
            why,
        };
        let game = whole.parse();
        let game = game.map_err(|NoGame| wrong("this line is no game".to_owned()))?;
        visit(number, game).map_err(wrong)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            game: "xiangqi".to_owned(),
            rules: "computer".to_owned(),
            player: "strong:nodes=700".to_owned(),
            seed: 7,
        }
    }

    fn game(text: &str) -> ScoredGame {
        text.parse().expect("a game")
    }

    #[test]
    fn a_file_goes_on_where_it_was_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let lines = ["1-0 h2e2 h9g7:-12 a0a1:3000", "1/2", "0-1 a0a1:0"];
        let mut writer = GameWriter::open(&path, &header()).expect("new");
        for line in &lines[..2] {
            writer.append(&game(line)).expect("written");
        }
        drop(writer);
        let whole = std::fs::read(&path).expect("there");
        std::fs::write(&path, [&whole[..], b"1-0 h2e"].concat()).expect("cut off");
        let mut writer = GameWriter::open(&path, &header()).expect("goes on");
        assert_eq!(writer.games(), 2);
        writer.append(&game(lines[2])).expect("written");
        let mut found = Vec::new();
        let read = read_games(&path, Some(("xiangqi", None)), |_, game| {
            found.push(game.to_string());
            Ok(())
        });
        assert_eq!(read.expect("readable"), header());
        assert_eq!(found, lines);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let said = |error: DataError| {
            let text = error.to_string();
            text.strip_prefix(&path.display().to_string())
                .expect("the file is named")
                .to_owned()
        };
        GameWriter::open(&path, &header()).expect("new");
        let error =
            read_games(&path, Some(("gomoku", None)), |_, _| Ok(())).expect_err("another game");
        assert_eq!(said(error), ": games of xiangqi, not of gomoku");
        let other = Header {
            seed: 8,
            ..header()
        };
        let error = GameWriter::open(&path, &other).expect_err("another seed");
        assert_eq!(
            said(error),
            ": holds games of another kind (game xiangqi, rules computer, \
             player strong:nodes=700, seed 7); give another --out"
        );
        for (contents, why) in [
            ("", ": not a file of games"),
            ("boyi games 1\ngame x\n", ": not a file of games"),
            (
                "boyi games 2\ngame x\nrules y\nplayer z\nseed 1\n\n",
                ": not a file of games",
            ),
            (
                "boyi games 1\ngame x\nrules y\nplayer z\nseed 1\n\n1-0 a\n2-0 b\n",
                ": game 2: this line is no game",
            ),
            (
                "boyi games 1\ngame x\nrules y\nplayer z\nseed 1\n\n1-0 a:b\n",
                ": game 1: this line is no game",
            ),
        ] {
            std::fs::write(&path, contents).expect("written");
            let error = read_games(&path, None, |_, _| Ok(())).expect_err("wrong");
            let error = said(error);
            assert!(error.starts_with(why), "{contents:?}: {error}");
        }
    }
}
