//! Mining: games are played or read, and every position of theirs is offered to the prover.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boyi_arena::numbered::in_order;
use boyi_arena::self_play::{self_play, think};
use boyi_engine::{EngineError, Game, Go, PuzzleProver, SetupError, SpecError};
use boyi_game::{Key, Random, Record, Side};
use boyi_search::Stop;

use super::{Puzzle, PuzzleHeader, PuzzleSet, PuzzleSetError};
use crate::games::likely_move;

/// What is to be mined, and what that may cost.
pub struct Mining<'a> {
    pub game: &'static dyn Game,
    pub header: PuzzleHeader,
    pub source: MiningSource<'a>,
    pub threads: usize,
    /// How long new games are begun.
    pub time: Option<Duration>,
}

/// Where games come from. Game number n is always the same one.
pub enum MiningSource<'a> {
    /// Weak levels play each other: they make the mistakes that puzzles are about.
    SelfPlay,
    /// Games that were played before, with their numbers, which grow.
    Games(&'a [(u64, Record)]),
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MiningProgress {
    /// Puzzles in the file.
    pub puzzles: usize,
    pub added: usize,
    /// Games that were looked through.
    pub games: usize,
}

/// Why mining ended early.
#[derive(Debug, thiserror::Error)]
pub enum MiningError {
    #[error("{}: {error}", file.display())]
    Io { file: PathBuf, error: io::Error },
    #[error("{}: {error}", file.display())]
    Set {
        file: PathBuf,
        error: PuzzleSetError,
    },
    #[error("{} was mined in another way; give another --out, or the same options", file.display())]
    OtherHeader { file: PathBuf },
    #[error("there are no proofs of puzzles in {0}")]
    NoProver(&'static str),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Player(#[from] SpecError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The levels that play: weak enough to miss wins, good enough to reach positions worth a look.
const LEVELS: [&str; 3] = ["novice", "casual", "skilled"];

/// Random plies at the start of a game, at least and at most.
const OPENING: (u64, u64) = (2, 9);

/// A game that is longer is not gone on with.
const LONGEST: usize = 240;

/// Puzzles of one game at most.
const PER_GAME: usize = 2;

/// Rating points of a class, and the part of a set that one may have: there is something for everybody.
const CLASS: u32 = 200;
const PARTS: usize = 4;

/// Begins a set, or goes on with one. Which puzzles a game gives depends on its number and the header
/// alone, so it does not matter how often it was broken off and on how many threads it was mined.
pub fn mine(
    mining: &Mining,
    file: &Path,
    stop: &Stop,
    watch: &mut dyn FnMut(MiningProgress),
) -> Result<MiningProgress, MiningError> {
    let broken = |error| MiningError::Io {
        file: file.to_owned(),
        error,
    };
    let set = begin(&mining.header, file)?;
    let mut kept = Kept::new(&set);
    let mut append = OpenOptions::new().append(true).open(file).map_err(broken)?;
    let mut progress = MiningProgress {
        puzzles: set.puzzles.len(),
        ..MiningProgress::default()
    };
    let wanted = mining.header.count as usize;
    let full = AtomicBool::new(progress.puzzles >= wanted);
    let began = Instant::now();
    let goes_on = || {
        !stop.is_stopped()
            && !full.load(Ordering::Relaxed)
            && mining.time.is_none_or(|time| began.elapsed() < time)
    };
    let done = set.puzzles.last().map(|last| last.from);
    in_order(
        mining.numbers(done),
        mining.threads,
        goes_on,
        || {
            let none = MiningError::NoProver(mining.game.name());
            mining.game.puzzle_prover().ok_or(none)
        },
        |prover, number| mining.puzzles(&mut **prover, number, stop),
        &mut |found| {
            // A game that was broken off is looked through again next time.
            let Some(found) = found else {
                return Ok(());
            };
            progress.games += 1;
            for puzzle in found {
                if full.load(Ordering::Relaxed) || !kept.takes(&puzzle, wanted) {
                    continue;
                }
                let line = serde_json::to_string(&puzzle).expect("puzzles are plain data");
                append
                    .write_all(format!("{line}\n").as_bytes())
                    .map_err(broken)?;
                progress.puzzles += 1;
                progress.added += 1;
                full.store(progress.puzzles >= wanted, Ordering::Relaxed);
            }
            watch(progress);
            Ok(())
        },
    )?;
    Ok(progress)
}

/// What is in the file already.
struct Kept {
    ids: HashSet<String>,
    classes: HashMap<u32, usize>,
}

impl Kept {
    fn new(set: &PuzzleSet) -> Self {
        let mut kept = Self {
            ids: HashSet::new(),
            classes: HashMap::new(),
        };
        for puzzle in &set.puzzles {
            kept.ids.insert(puzzle.id.clone());
            *kept.classes.entry(puzzle.rating / CLASS).or_default() += 1;
        }
        kept
    }

    /// Whether this one is new and its class has room.
    fn takes(&mut self, puzzle: &Puzzle, wanted: usize) -> bool {
        let class = self.classes.entry(puzzle.rating / CLASS).or_default();
        let has_room = *class < wanted.div_ceil(PARTS);
        let takes = has_room && self.ids.insert(puzzle.id.clone());
        *class += usize::from(takes);
        takes
    }
}

impl Mining<'_> {
    /// The games to look through, those up to `done` left out.
    fn numbers(&self, done: Option<u64>) -> std::ops::Range<usize> {
        match self.source {
            MiningSource::SelfPlay => done.map_or(0, |done| done as usize + 1)..usize::MAX,
            MiningSource::Games(games) => {
                let first =
                    games.partition_point(|(number, _)| done.is_some_and(|done| *number <= done));
                first..games.len()
            }
        }
    }

    /// The puzzles of a game; `None` where it was stopped.
    fn puzzles(
        &self,
        prover: &mut dyn PuzzleProver,
        number: usize,
        stop: &Stop,
    ) -> Result<Option<Vec<Puzzle>>, MiningError> {
        let (from, positions) = match self.source {
            MiningSource::SelfPlay => {
                let mixed = Key::mixed(number as u64).0.rotate_left(34);
                let seed = Key::mixed(self.header.seed).0 ^ mixed;
                (number as u64, self.play(seed, stop)?)
            }
            MiningSource::Games(games) => {
                let (from, record) = &games[number];
                (*from, self.positions(record)?)
            }
        };
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(position) = positions.get(next)
            && found.len() < PER_GAME
        {
            if stop.is_stopped() {
                return Ok(None);
            }
            next += 1;
            if let Some(solved) = prover.prove(position)? {
                // What follows in the game is mostly the rest of the same puzzle.
                next += solved.solution.len();
                found.push(Puzzle::new(solved, from));
            }
        }
        Ok(Some(found))
    }

    /// The positions of a game of two levels.
    fn play(&self, seed: u64, stop: &Stop) -> Result<Vec<String>, MiningError> {
        let mut random = Random::new(seed);
        let mut player = || -> Result<_, MiningError> {
            let name = LEVELS[random.below(LEVELS.len() as u64) as usize];
            let level = self.game.level(name);
            let level = level.ok_or(MiningError::NoProver(self.game.name()))?;
            Ok(level.engine(self.game, random.bits())?)
        };
        let (mut first, mut second) = (player()?, player()?);
        let opening = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
        let mut positions = Vec::new();
        let mut table = self.game.lay(&boyi_engine::Setup::default())?;
        self_play(&mut *table, |table, side| {
            let played = table.record().moves.len();
            if played >= LONGEST || stop.is_stopped() {
                return Ok::<_, MiningError>(None);
            }
            positions.push(table.position());
            if (played as u64) < opening {
                return Ok(Some(likely_move(table, side, &mut random)));
            }
            let engine = match side {
                Side::First => &mut first,
                Side::Second => &mut second,
            };
            Ok(think(&mut **engine, table, side, &Go::default())?.best)
        })?;
        Ok(positions)
    }

    /// The positions of a game that was played before.
    fn positions(&self, record: &Record) -> Result<Vec<String>, MiningError> {
        let setup = boyi_engine::Setup::at(&record.start, &record.rules);
        let mut table = self.game.lay(&setup)?;
        let mut positions = vec![table.position()];
        for mv in &record.moves {
            table.play(mv.side, &mv.text).map_err(EngineError::from)?;
            positions.push(table.position());
        }
        Ok(positions)
    }
}

/// The set so far; a line that was cut off is taken back.
fn begin(header: &PuzzleHeader, file: &Path) -> Result<PuzzleSet, MiningError> {
    let broken = |error| MiningError::Io {
        file: file.to_owned(),
        error,
    };
    if !fs::exists(file).map_err(broken)? {
        let line = serde_json::to_string(header).expect("a header is plain data");
        fs::write(file, format!("{line}\n")).map_err(broken)?;
    }
    let mut text = fs::read_to_string(file).map_err(broken)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        text.truncate(whole);
        fs::write(file, &text).map_err(broken)?;
    }
    let set: PuzzleSet = text.parse().map_err(|error| MiningError::Set {
        file: file.to_owned(),
        error,
    })?;
    if set.header != *header {
        return Err(MiningError::OtherHeader {
            file: file.to_owned(),
        });
    }
    Ok(set)
}
