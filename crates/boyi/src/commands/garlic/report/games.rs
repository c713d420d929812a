//! The games of a report: played on several threads, each kept in a file as soon as it is over.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_game::{Cell, Outcome, Side, Status};
use boyi_search::Stop;
use serde::{Deserialize, Serialize};

use crate::commands::garlic::fixture::Fixture;

/// Everything that makes a game what it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Pairing {
    pub(super) map: String,
    pub(super) player: String,
    pub(super) against: String,
    /// Game by game the sides are swapped; each seed is used from both.
    pub(super) number: u64,
    /// Milliseconds for a move.
    pub(super) limit: u64,
}

/// How a game ended for the player that is measured.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    /// A win 1, a draw one half.
    pub(super) points: f64,
    pub(super) score: i32,
    pub(super) survived: bool,
    pub(super) moves: u64,
    /// Moves that took longer than the limit.
    pub(super) late: u64,
    /// Seconds of all its thoughts.
    pub(super) thought: f64,
    /// Seconds of the longest.
    pub(super) slowest: f64,
}

impl Pairing {
    /// Plays the game on the map of this text; `None` if it was stopped.
    fn play(&self, text: &str, stop: &Stop) -> Result<Option<Played>> {
        let seed = self.number / 2;
        // Opponents that draw lots draw others in every game.
        let opponent = if self.against.contains(':') {
            self.against.clone()
        } else {
            format!("{}:seed={seed}", self.against)
        };
        let (a, b, side) = if self.number.is_multiple_of(2) {
            (&self.player, &opponent, Side::First)
        } else {
            (&opponent, &self.player, Side::Second)
        };
        let fixture = Fixture {
            map: text,
            a,
            b,
            seed,
            limit: Duration::from_millis(self.limit),
        };
        let Some((table, clocks)) = fixture.play(stop)? else {
            return Ok(None);
        };
        let Status::Over { outcome, .. } = table.status() else {
            bail!("nobody is to move, but the game goes on")
        };
        let owner = |cell: &Cell| cell.piece.and_then(|piece| piece.owner);
        let clock = clocks[side];
        Ok(Some(Played {
            points: match outcome {
                Outcome::Win(winner) => f64::from(u8::from(winner == side)),
                Outcome::Draw => 0.5,
            },
            score: table.points().context("the battle counts points")?[side],
            survived: table
                .view()
                .cells
                .iter()
                .any(|cell| owner(cell) == Some(side)),
            moves: clock.moves,
            late: clock.late,
            thought: clock.total.as_secs_f64(),
            slowest: clock.slowest.as_secs_f64(),
        }))
    }
}

/// Plays all games, which come with the texts of their maps, and shows each as soon as it is over, with
/// its place in the list. Ends early, with what is being played thrown away, when it is stopped.
pub(super) fn play_all(
    games: &[(Pairing, &str)],
    threads: usize,
    stop: &Stop,
    mut show: impl FnMut(usize, Played) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((pairing, text)) = games.get(index) else {
                        return;
                    };
                    let played = pairing.play(text, stop).transpose();
                    // Nobody listens any more once a game has failed.
                    if played.is_some_and(|played| sender.send((index, played)).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, played) in receiver {
            let shown = played.and_then(|played| show(index, played));
            if shown.is_err() {
                stop.stop();
                return shown;
            }
        }
        Ok(())
    })
}

/// A file of games that are over, one JSON object a line.
pub(super) struct Kept {
    games: HashMap<Pairing, Played>,
    file: File,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    pairing: Pairing,
    #[serde(flatten)]
    played: Played,
}

impl Kept {
    /// Reads the file, if there is one, to add to it.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(name)?,
        };
        // A program that was killed may have written half a line, which is cut off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut games = HashMap::new();
        for (index, line) in text[..whole].lines().enumerate() {
            let line: Line = serde_json::from_str(line)
                .with_context(|| format!("{}, line {}: no game of a report", name(), index + 1))?;
            games.insert(line.pairing, line.played);
        }
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .append(true)
            .open(path)
            .with_context(name)?;
        if whole < text.len() {
            file.set_len(whole as u64).with_context(name)?;
        }
        Ok(Self { games, file })
    }

    pub(super) fn find(&self, pairing: &Pairing) -> Option<Played> {
        self.games.get(pairing).copied()
    }

    pub(super) fn add(&mut self, pairing: &Pairing, played: Played) -> Result<()> {
        let line = Line {
            pairing: pairing.clone(),
            played,
        };
        let text = serde_json::to_string(&line)? + "\n";
        self.file
            .write_all(text.as_bytes())
            .context("cannot keep a game")
    }
}
