//! Making a set: random openings, of which those stay that all judges call even.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boyi_engine::{Game, SetupError};
use boyi_game::{Key, Random};
use boyi_search::Stop;

use super::draw::draw_opening;
use super::judge::{Judge, JudgeError};
use super::set::{JudgedOpening, OpeningSet, SetError, SetHeader};
use super::symmetry::Symmetries;
use crate::numbered::in_order;
use crate::{Opening, bot};

/// What a set is to become, and what that may cost.
pub struct Making<'a> {
    pub game: &'static dyn Game,
    pub header: SetHeader,
    pub options: &'a bot::Options,
    pub threads: usize,
    /// How many openings the file is to hold.
    pub count: Option<usize>,
    /// How long new openings are drawn.
    pub time: Option<Duration>,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MakeProgress {
    /// Openings in the file.
    pub openings: usize,
    /// Those that were added.
    pub added: usize,
    /// How many were drawn for that.
    pub drawn: usize,
}

/// Why making ended early.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error("{}: {error}", file.display())]
    Io { file: PathBuf, error: io::Error },
    #[error("{}: {error}", file.display())]
    Set { file: PathBuf, error: SetError },
    #[error("{} was made in another way; give another --out, or the same options:\n{header}", file.display())]
    OtherHeader {
        file: PathBuf,
        header: Box<SetHeader>,
    },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// Begins a set, or goes on with one: opening number n depends on the seed and n alone, so it does not
/// matter how often it was broken off and on how many threads it was made. `watch` is shown how far it has
/// come.
pub fn make(
    making: &Making,
    file: &Path,
    stop: &Stop,
    watch: &mut dyn FnMut(MakeProgress),
) -> Result<MakeProgress, MakeError> {
    let broken = |error| MakeError::Io {
        file: file.to_owned(),
        error,
    };
    let start = Opening {
        rules: Some(making.header.rules.clone()),
        ..Opening::usual()
    };
    let symmetries = Symmetries::of(&making.game.lay(&start.setup(0))?.view());
    let set = begin(&making.header, file)?;
    let mut seen = HashSet::new();
    for line in &set.openings {
        let opening = Opening {
            moves: Some(line.moves.clone()),
            ..start.clone()
        };
        seen.insert(symmetries.key(&*making.game.lay(&opening.setup(0))?));
    }
    let mut append = OpenOptions::new().append(true).open(file).map_err(broken)?;
    let mut progress = MakeProgress {
        openings: set.openings.len(),
        ..MakeProgress::default()
    };
    let is_full = |openings| making.count.is_some_and(|count| openings >= count);
    let full = AtomicBool::new(is_full(progress.openings));
    let began = Instant::now();
    let goes_on = || {
        !stop.is_stopped()
            && !full.load(Ordering::Relaxed)
            && making.time.is_none_or(|time| began.elapsed() < time)
    };
    let first = set.openings.last().map_or(0, |last| last.number + 1);
    in_order(
        first..usize::MAX,
        making.threads,
        goes_on,
        || judges(making),
        |judges, number| one(making, &start, &symmetries, judges, number, stop),
        &mut |judged: Option<(JudgedOpening, String)>| {
            if stop.is_stopped() || full.load(Ordering::Relaxed) {
                return Ok(());
            }
            progress.drawn += 1;
            if let Some((mut opening, key)) = judged
                && seen.insert(key)
            {
                progress.openings += 1;
                progress.added += 1;
                opening.place = progress.openings;
                append
                    .write_all(format!("{opening}\n").as_bytes())
                    .map_err(broken)?;
                full.store(is_full(progress.openings), Ordering::Relaxed);
            }
            watch(progress);
            Ok(())
        },
    )?;
    Ok(progress)
}

/// The set so far; a line that was cut off is taken back.
fn begin(header: &SetHeader, file: &Path) -> Result<OpeningSet, MakeError> {
    let broken = |error| MakeError::Io {
        file: file.to_owned(),
        error,
    };
    if !fs::exists(file).map_err(broken)? {
        fs::write(file, header.to_string()).map_err(broken)?;
    }
    let mut text = fs::read_to_string(file).map_err(broken)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        text.truncate(whole);
        fs::write(file, &text).map_err(broken)?;
    }
    let set: OpeningSet = text.parse().map_err(|error| MakeError::Set {
        file: file.to_owned(),
        error,
    })?;
    if set.header != *header {
        return Err(MakeError::OtherHeader {
            file: file.to_owned(),
            header: Box::new(set.header),
        });
    }
    Ok(set)
}

fn judges(making: &Making) -> Result<Vec<(i32, Judge)>, MakeError> {
    let header = &making.header;
    let judge = header.judges.iter().map(|judge| {
        let made = Judge::new(making.game, &judge.player, header.control, making.options)?;
        Ok((judge.within, made))
    });
    judge.collect()
}

/// Opening number `number` with its key, if all judges call it even.
fn one(
    making: &Making,
    start: &Opening,
    symmetries: &Symmetries,
    judges: &mut [(i32, Judge)],
    number: usize,
    stop: &Stop,
) -> Result<Option<(JudgedOpening, String)>, MakeError> {
    let header = &making.header;
    let seed = Key::mixed(header.seed).0 ^ Key::mixed(number as u64).0.rotate_left(34);
    let mut table = making.game.lay(&start.setup(0))?;
    let (least, most) = header.plies;
    let plies = [u64::from(least), u64::from(most)];
    draw_opening(making.game, &mut *table, plies, &mut Random::new(seed));
    let mut scores = Vec::new();
    for (within, judge) in judges {
        let score = judge.score(&*table, stop);
        if stop.is_stopped() {
            return Ok(None);
        }
        match score? {
            Some(score) if !score.is_decided() && score.value().abs() <= *within => {
                scores.push(score.value());
            }
            _ => return Ok(None),
        }
    }
    let key = symmetries.key(&*table);
    let moves = table.record().moves.iter().map(|mv| mv.text.as_str());
    Ok(Some((
        JudgedOpening {
            place: 0,
            number,
            moves: moves.collect::<Vec<_>>().join(" "),
            scores,
        },
        key,
    )))
}

#[cfg(test)]
mod tests {
    use super::super::set::SetJudge;
    use super::*;

    #[test]
    fn a_set_follows_from_its_header_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = bot::Options::default();
        let judge = |within, player: &str| SetJudge {
            within,
            player: player.to_owned(),
        };
        let made = |name: &str, threads, counts: &[usize]| {
            let file = folder.path().join(name);
            for &count in counts {
                let making = Making {
                    game: boyi_engine::game("reversi").expect("a game"),
                    header: SetHeader {
                        version: 1,
                        game: "reversi".to_owned(),
                        rules: "winner".to_owned(),
                        plies: (4, 8),
                        seed: 5,
                        control: "nodes=200".parse().expect("a control"),
                        judges: vec![judge(6, "pvs:nodes=50"), judge(3, "strong:hash=1")],
                    },
                    options: &options,
                    threads,
                    count: Some(count),
                    time: None,
                };
                let stop = Stop::default();
                let done = make(&making, &file, &stop, &mut |_| ()).expect("made");
                assert_eq!(done.openings, count);
            }
            fs::read_to_string(file).expect("readable")
        };
        let at_once = made("at once", 1, &[6]);
        assert_eq!(made("in parts", 3, &[2, 6]), at_once);
        let set: OpeningSet = at_once.parse().expect("a set");
        assert_eq!(set.openings.len(), 6);
        // A line that was cut off is made again.
        let file = folder.path().join("cut");
        fs::write(&file, &at_once[..at_once.len() - 3]).expect("written");
        assert_eq!(made("cut", 1, &[6]), at_once);
        // Another seed is another set.
        let other = at_once.replace("seed 5", "seed 6");
        fs::write(&file, other).expect("written");
        let header = at_once.parse::<OpeningSet>().expect("a set").header;
        let refused = begin(&header, &file).expect_err("another header");
        assert!(
            matches!(refused, MakeError::OtherHeader { .. }),
            "{refused}"
        );
    }

    #[test]
    fn a_judge_that_says_nothing_is_named() {
        let game = boyi_engine::game("reversi").expect("a game");
        let options = bot::Options::default();
        let control = "nodes=10".parse().expect("a control");
        let table = game.lay(&Opening::usual().setup(0)).expect("the start");
        let mut judge = Judge::new(game, "random", control, &options).expect("a player");
        let error = judge.score(&*table, &Stop::default()).expect_err("silence");
        assert!(error.to_string().contains("`random`"), "{error}");
    }
}
