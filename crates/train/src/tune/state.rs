//! The file that a tuning run grows in: what is tuned and how, where the numbers are, and what came of
//! the pairs that were not learned from yet.
//!
//! ```text
//! boyi tune 1
//! game gomoku
//! rules freestyle
//! player strong:nodes=2000,hash=4
//! seed 1
//! pairs 5000
//! batch 16
//! rate 0.01
//! played 320
//! results 201 77 362
//! waiting 2 0 -1
//!
//! lmr_base 512 0..2000 530.25
//! ```
//!
//! `results` counts games that the first player of a pair won, drew and lost. A number is followed by
//! what it began with, its range, and where it is now.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use boyi_game::whole_file;

use super::spsa::Tuned;

const MAGIC: &str = "boyi tune 1";

/// What a run plays, which never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneHeader {
    pub game: String,
    pub rules: String,
    pub player: String,
    pub seed: u64,
    /// Pairs in all.
    pub pairs: usize,
    /// Pairs that are played before the numbers move.
    pub batch: usize,
    pub rate: f64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneState {
    pub header: TuneHeader,
    /// Pairs that the numbers have learned from: whole batches.
    pub learned: usize,
    /// The lead of the first player in each pair of the batch that is being played, in order.
    pub waiting: Vec<i32>,
    /// Games that the first player of a pair won, drew and lost.
    pub results: [u64; 3],
    pub numbers: Vec<Tuned>,
}

/// Why a state file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    #[error("{}: {error}", file.display())]
    Io { file: PathBuf, error: io::Error },
    #[error("{}, line {line}: expected {expected}", file.display())]
    Line {
        file: PathBuf,
        /// Counted from 1; 0 where the file ends too soon.
        line: usize,
        expected: &'static str,
    },
    #[error("{}: tunes something else ({}); give another --state", file.display(), .found.words())]
    OtherRun {
        file: PathBuf,
        found: Box<TuneHeader>,
    },
    #[error("{}: holds other numbers than those asked for; give another --state", .0.display())]
    OtherNumbers(PathBuf),
}

impl TuneHeader {
    fn words(&self) -> String {
        let lines = self.to_string();
        let lines: Vec<&str> = lines.lines().skip(1).collect();
        lines.join(", ")
    }
}

impl fmt::Display for TuneHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}\ngame {}\nrules {}", self.game, self.rules)?;
        writeln!(f, "player {}\nseed {}", self.player, self.seed)?;
        writeln!(
            f,
            "pairs {}\nbatch {}\nrate {}",
            self.pairs, self.batch, self.rate
        )
    }
}

impl fmt::Display for TuneState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.results;
        write!(f, "{}", self.header)?;
        writeln!(f, "played {}\nresults {won} {drawn} {lost}", self.learned)?;
        write!(f, "waiting")?;
        self.waiting
            .iter()
            .try_for_each(|lead| write!(f, " {lead}"))?;
        writeln!(f, "\n")?;
        for number in &self.numbers {
            let Tuned {
                name,
                start,
                range: (least, most),
                value,
            } = number;
            writeln!(f, "{name} {start} {least}..{most} {value}")?;
        }
        Ok(())
    }
}

impl TuneState {
    /// A run that begins.
    pub fn new(header: TuneHeader, numbers: Vec<Tuned>) -> Self {
        Self {
            header,
            learned: 0,
            waiting: Vec::new(),
            results: [0; 3],
            numbers,
        }
    }

    /// Pairs that were played.
    pub fn played(&self) -> usize {
        self.learned + self.waiting.len()
    }

    /// Goes on with the run of a file, if there is one and it is this one.
    pub fn open(file: &Path, header: TuneHeader, numbers: Vec<Tuned>) -> Result<Self, StateError> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::new(header, numbers));
            }
            Err(error) => return Err(io_error(file)(error)),
        };
        let found = Self::parse(&text).map_err(|(line, expected)| StateError::Line {
            file: file.to_owned(),
            line,
            expected,
        })?;
        if found.header != header {
            return Err(StateError::OtherRun {
                file: file.to_owned(),
                found: Box::new(found.header),
            });
        }
        let what = |numbers: &[Tuned]| -> Vec<_> {
            let what = numbers.iter();
            what.map(|number| (number.name.clone(), number.start, number.range))
                .collect()
        };
        if what(&found.numbers) != what(&numbers) {
            return Err(StateError::OtherNumbers(file.to_owned()));
        }
        Ok(found)
    }

    /// Writes the file whole: a crash leaves the old one.
    pub fn save(&self, file: &Path) -> Result<(), StateError> {
        whole_file::write(file, self.to_string()).map_err(io_error(file))
    }

    /// The line that is wrong and what was expected there.
    fn parse(text: &str) -> Result<Self, (usize, &'static str)> {
        let mut lines = Lines(text.lines().zip(1..));
        lines.field("boyi tune", "`boyi tune 1`", |version| {
            (version == "1").then_some(())
        })?;
        let word = |value: &str| Some(value.to_owned());
        let header = TuneHeader {
            game: lines.field("game", "the game", word)?,
            rules: lines.field("rules", "the rules", word)?,
            player: lines.field("player", "the player", word)?,
            seed: lines.field("seed", "the seed", |value| value.parse().ok())?,
            pairs: lines.field("pairs", "how many pairs there are", |value| {
                value.parse().ok()
            })?,
            batch: lines.field("batch", "how many pairs a batch has", |value| {
                value.parse().ok()
            })?,
            rate: lines.field("rate", "the rate", |value| value.parse().ok())?,
        };
        let learned = lines.field("played", "how many pairs were played", |value| {
            value.parse().ok()
        })?;
        let results = lines.field("results", "games won, drawn and lost", |value| {
            let counts = value.split(' ').map(|count| count.parse().ok());
            counts.collect::<Option<Vec<_>>>()?.try_into().ok()
        })?;
        let waiting = lines.field("waiting", "leads from -2 to 2", |value| {
            let leads = value.split_whitespace().map(|lead| lead.parse().ok());
            leads.collect::<Option<Vec<i32>>>()
        })?;
        lines.field("", "an empty line", |rest| rest.is_empty().then_some(()))?;
        let numbers = lines.0.map(|(line, number)| {
            let wrong = (number, "a name, its start, its range and its value");
            read_number(line).ok_or(wrong)
        });
        Ok(Self {
            header,
            learned,
            waiting,
            results,
            numbers: numbers.collect::<Result<_, _>>()?,
        })
    }
}

/// The lines of a file, with their numbers.
struct Lines<I>(I);

impl<'a, I: Iterator<Item = (&'a str, usize)>> Lines<I> {
    /// The next line, which says this.
    fn field<T>(
        &mut self,
        name: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, (usize, &'static str)> {
        let (line, number) = self.0.next().ok_or((0, expected))?;
        let value = line.strip_prefix(name).map(str::trim);
        value.and_then(read).ok_or((number, expected))
    }
}

/// `lmr_base 512 0..2000 530.25`.
fn read_number(line: &str) -> Option<Tuned> {
    let mut words = line.split(' ');
    let (name, start) = (words.next()?, words.next()?);
    let (least, most) = words.next()?.split_once("..")?;
    let value: f64 = words.next()?.parse().ok()?;
    let range = (least.parse().ok()?, most.parse().ok()?);
    let inside = f64::from(range.0) <= value && value <= f64::from(range.1);
    (inside && words.next().is_none()).then_some(Tuned {
        name: name.to_owned(),
        start: start.parse().ok()?,
        range,
        value,
    })
}

fn io_error(file: &Path) -> impl Fn(io::Error) -> StateError {
    let file = file.to_owned();
    move |error| StateError::Io {
        file: file.clone(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> TuneState {
        TuneState {
            header: TuneHeader {
                game: "gomoku".to_owned(),
                rules: "renju".to_owned(),
                player: "strong:nodes=2000,hash=4".to_owned(),
                seed: u64::MAX,
                pairs: 5000,
                batch: 16,
                rate: 0.01,
            },
            learned: 320,
            waiting: vec![2, 0, -1],
            results: [201, 77, 362],
            numbers: vec![Tuned {
                name: "lmr_base".to_owned(),
                start: 512,
                range: (0, 2000),
                value: 530.25,
            }],
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.tune");
        let state = example();
        let open = |header: &TuneHeader, numbers: &[Tuned]| {
            TuneState::open(&file, header.clone(), numbers.to_vec())
        };
        let fresh = open(&state.header, &state.numbers).expect("no file yet");
        assert_eq!(fresh.played(), 0);
        state.save(&file).expect("written");
        assert_eq!(open(&state.header, &state.numbers).expect("read"), state);
        let other = TuneHeader {
            seed: 2,
            ..state.header.clone()
        };
        let error = open(&other, &state.numbers)
            .expect_err("another seed")
            .to_string();
        assert!(error.contains("seed 18446744073709551615"), "{error}");
        let error = open(&state.header, &[])
            .expect_err("other numbers")
            .to_string();
        assert!(error.contains("other numbers"), "{error}");
    }

    #[test]
    fn every_damaged_line_is_named() {
        let whole = example().to_string();
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.tune");
        for (number, line) in whole
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
        {
            let damaged = whole.replacen(line, "rubbish x", 1);
            fs::write(&file, damaged).expect("written");
            let state = example();
            let error = TuneState::open(&file, state.header, state.numbers);
            let error = error.expect_err(line).to_string();
            assert!(error.contains(&format!("line {}:", number + 1)), "{error}");
        }
    }
}
