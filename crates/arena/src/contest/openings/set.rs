//! A set of even openings, as text: how it was made, an empty line, then an opening a line.
//!
//! ```text
//! boyi openings 1
//! version 1
//! game gomoku
//! rules renju
//! plies 3-8
//! seed 1
//! control nodes=100000
//! judge 50 strong
//! judge 50 bot:rapfi
//!
//! h8 i9 g7 # 17: 12 -30
//! ```
//!
//! After `#` stand the number that the opening was drawn with and what each judge said, from the view of the
//! side to move. The first, third, fifth … opening may be used for tuning, the second, fourth, sixth … is
//! held out: like this a set can grow without an opening changing sides.

use std::fmt;
use std::str::FromStr;

use boyi_engine::{Game, SetupError};
use serde::{Deserialize, Serialize};

use crate::{Control, Opening};

const MAGIC: &str = "boyi openings 1";

/// The sets that are part of the program, each with the game and the rules that it is for; those of a game
/// whose rules differ in repetitions or in counting only are for all of them.
const BUILT_IN: &[(&str, Option<&str>, &str)] = &[
    (
        "xiangqi",
        None,
        include_str!("../../../openings/xiangqi.openings"),
    ),
    (
        "reversi",
        None,
        include_str!("../../../openings/reversi.openings"),
    ),
    (
        "gomoku",
        Some("freestyle"),
        include_str!("../../../openings/gomoku-freestyle.openings"),
    ),
    (
        "gomoku",
        Some("standard"),
        include_str!("../../../openings/gomoku-standard.openings"),
    ),
    (
        "gomoku",
        Some("renju"),
        include_str!("../../../openings/gomoku-renju.openings"),
    ),
];

/// The two halves of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// For tests on the way to a better player.
    #[default]
    Tuning,
    /// For what is said of the result: nothing was ever learned or tuned from here.
    HeldOut,
}

/// Somebody who called the openings even, and how far from even that was at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetJudge {
    pub within: i32,
    pub player: String,
}

/// How a set was made: from the same header comes the same set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetHeader {
    pub version: u32,
    pub game: String,
    pub rules: String,
    /// Least and most moves of an opening.
    pub plies: (u32, u32),
    pub seed: u64,
    /// What a judgement may cost.
    pub control: Control,
    pub judges: Vec<SetJudge>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedOpening {
    /// Which one of the set it is, counted from 1.
    pub place: usize,
    /// The number it was drawn with.
    pub number: usize,
    pub moves: String,
    pub scores: Vec<i32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningSet {
    pub header: SetHeader,
    pub openings: Vec<JudgedOpening>,
}

/// Why a text is no set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct SetError {
    /// Counted from 1.
    pub line: usize,
    pub why: String,
}

impl SetHeader {
    /// How many lines it takes, with the empty one after it.
    pub(super) fn lines(&self) -> usize {
        self.to_string().lines().count()
    }
}

impl OpeningSet {
    /// The set of this program for games that begin like this; `None` where there is none.
    pub fn built_in(game: &dyn Game, start: &Opening) -> Result<Option<Self>, SetupError> {
        let rules = rules_of(game, start)?;
        let usual = Opening {
            rules: Some(rules.clone()),
            ..Opening::usual()
        };
        let view = |opening: &Opening| Ok::<_, SetupError>(game.lay(&opening.setup(0))?.view());
        if view(start)?.cells != view(&usual)?.cells {
            return Ok(None);
        }
        let found = BUILT_IN.iter().find(|(of, only, _)| {
            *of == game.name() && only.is_none_or(|only| only == rules.as_str())
        });
        Ok(found.map(|(_, _, text)| text.parse().expect("a test reads the sets")))
    }

    /// Whether a text claims to be one.
    pub(super) fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim() == MAGIC)
    }

    pub fn half(&self, half: Half) -> impl Iterator<Item = &JudgedOpening> {
        let rest = match half {
            Half::Tuning => 1,
            Half::HeldOut => 0,
        };
        let openings = self.openings.iter();
        openings.filter(move |opening| opening.place % 2 == rest)
    }

    /// What to call it.
    pub fn name(&self) -> String {
        format!("{} {}", self.header.game, self.header.rules)
    }
}

/// The rules of a start, by name.
pub(super) fn rules_of(game: &dyn Game, start: &Opening) -> Result<String, SetupError> {
    Ok(game.lay(&start.setup(0))?.record().rules.clone())
}

impl fmt::Display for SetHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.plies;
        writeln!(f, "{MAGIC}")?;
        writeln!(f, "version {}", self.version)?;
        writeln!(f, "game {}\nrules {}", self.game, self.rules)?;
        writeln!(f, "plies {least}-{most}\nseed {}", self.seed)?;
        writeln!(f, "control {}", self.control)?;
        for judge in &self.judges {
            writeln!(f, "judge {} {}", judge.within, judge.player)?;
        }
        writeln!(f)
    }
}

impl fmt::Display for JudgedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} # {}:", self.moves, self.number)?;
        self.scores
            .iter()
            .try_for_each(|score| write!(f, " {score}"))
    }
}

impl FromStr for OpeningSet {
    type Err = SetError;

    fn from_str(text: &str) -> Result<Self, SetError> {
        let mut lines = text.lines().map(str::trim).zip(1..);
        let mut header = Fields::default();
        let mut last = 0;
        for (line, number) in lines.by_ref() {
            last = number;
            if line.is_empty() {
                break;
            }
            header.read(line, number).ok_or_else(|| SetError {
                line: number,
                why: format!("`{line}` is no line of a header"),
            })?;
        }
        let missing = |what: &str| SetError {
            line: last,
            why: format!("the header does not say `{what}`"),
        };
        let header = header.complete().map_err(missing)?;
        let mut openings = Vec::new();
        for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
            let place = openings.len() + 1;
            let opening = read_opening(line, place)
                .filter(|opening| opening.scores.len() == header.judges.len());
            openings.push(opening.ok_or_else(|| SetError {
                line: number,
                why: format!(
                    "expected moves, # and a number, a colon and {} scores",
                    header.judges.len()
                ),
            })?);
        }
        Ok(Self { header, openings })
    }
}

/// `h8 i9 g7 # 17: 12 -30`.
fn read_opening(line: &str, place: usize) -> Option<JudgedOpening> {
    let (moves, said) = line.split_once('#')?;
    let (number, scores) = said.split_once(':')?;
    let scores = scores.split_whitespace().map(|score| score.parse().ok());
    Some(JudgedOpening {
        place,
        number: number.trim().parse().ok()?,
        moves: Some(moves.trim().to_owned()).filter(|moves| !moves.is_empty())?,
        scores: scores.collect::<Option<_>>()?,
    })
}

/// A header as far as it was read.
#[derive(Default)]
struct Fields {
    version: Option<u32>,
    game: Option<String>,
    rules: Option<String>,
    plies: Option<(u32, u32)>,
    seed: Option<u64>,
    control: Option<Control>,
    judges: Vec<SetJudge>,
}

impl Fields {
    /// `None` for a line that says nothing.
    fn read(&mut self, line: &str, number: usize) -> Option<()> {
        if number == 1 {
            return (line == MAGIC).then_some(());
        }
        let (key, value) = line.split_once(' ')?;
        match key {
            "version" => self.version = Some(value.parse().ok()?),
            "game" => self.game = Some(value.to_owned()),
            "rules" => self.rules = Some(value.to_owned()),
            "plies" => {
                let (least, most) = value.split_once('-')?;
                self.plies = Some((least.parse().ok()?, most.parse().ok()?));
            }
            "seed" => self.seed = Some(value.parse().ok()?),
            "control" => self.control = Some(value.parse().ok()?),
            "judge" => {
                let (within, player) = value.split_once(' ')?;
                self.judges.push(SetJudge {
                    within: within.parse().ok()?,
                    player: player.to_owned(),
                });
            }
            _ => return None,
        }
        Some(())
    }

    /// The header, or what is missing.
    fn complete(self) -> Result<SetHeader, &'static str> {
        Ok(SetHeader {
            version: self.version.ok_or("version")?,
            game: self.game.ok_or("game")?,
            rules: self.rules.ok_or("rules")?,
            plies: self.plies.ok_or("plies")?,
            seed: self.seed.ok_or("seed")?,
            control: self.control.ok_or("control")?,
            judges: Some(self.judges)
                .filter(|judges| !judges.is_empty())
                .ok_or("judge")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "boyi openings 1\nversion 2\ngame gomoku\nrules renju\nplies 3-8\nseed 7\n\
        control nodes=1000\njudge 50 strong\njudge 40 bot:other one\n\n\
        h8 i9 g7 # 17: 12 -30\nh8 h9 g7 # 20: 0 4\nh8 h9 g6 # 21: 0 -4\n";

    #[test]
    fn a_set_reads_back_and_has_two_halves() {
        let set: OpeningSet = SMALL.parse().expect("a set");
        let lines: Vec<String> = set.openings.iter().map(JudgedOpening::to_string).collect();
        let text = format!("{}{}\n", set.header, lines.join("\n"));
        assert_eq!(text, SMALL);
        assert_eq!(set.header.lines(), 10);
        let numbers = |half| -> Vec<usize> { set.half(half).map(|line| line.number).collect() };
        assert_eq!(numbers(Half::Tuning), [17, 21]);
        assert_eq!(numbers(Half::HeldOut), [20]);
    }

    #[test]
    fn the_built_in_sets_are_what_their_headers_say() {
        for &(name, only, text) in BUILT_IN {
            let set: OpeningSet = text.parse().expect(name);
            let header = &set.header;
            assert_eq!(header.game, name);
            assert!(
                only.is_none_or(|only| only == header.rules),
                "{}",
                set.name()
            );
            assert!(set.openings.len() >= 40, "{}", set.name());
            let game = boyi_engine::game(name).expect("a game");
            let mut seen = std::collections::HashSet::new();
            for line in &set.openings {
                let opening = Opening {
                    rules: Some(header.rules.clone()),
                    moves: Some(line.moves.clone()),
                    ..Opening::usual()
                };
                let table = game.lay(&opening.setup(0)).expect("legal moves");
                assert_ne!(table.to_act(), boyi_game::ToAct::Nobody, "{line}");
                assert!(seen.insert(table.position()), "{line}: twice");
                let judged = line.scores.iter().zip(&header.judges);
                for (score, judge) in judged {
                    assert!(score.abs() <= judge.within, "{line}: {}", judge.player);
                }
                let plies = table.record().moves.len() as u32;
                assert!((header.plies.0..=header.plies.1).contains(&plies), "{line}");
            }
            assert!(set.openings.is_sorted_by_key(|line| line.number));
        }
    }

    #[test]
    fn other_boards_have_no_set() {
        let gomoku = boyi_engine::game("gomoku").expect("a game");
        for (size, expected) in [
            (None, true),
            (Some((15, 15)), true),
            (Some((19, 19)), false),
        ] {
            let start = Opening {
                size,
                ..Opening::usual()
            };
            let set = OpeningSet::built_in(gomoku, &start).expect("a start");
            assert_eq!(set.is_some(), expected, "{size:?}");
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (from, to, line, word) in [
            ("openings 1", "openings 2", 1, "header"),
            ("seed 7", "seed x", 6, "seed x"),
            ("seed 7\n", "", 9, "`seed`"),
            ("12 -30", "12", 11, "2 scores"),
            ("# 20: 0 4", "", 12, "expected"),
        ] {
            let error = SMALL.replace(from, to).parse::<OpeningSet>().expect_err(to);
            assert_eq!(error.line, line, "{error}");
            assert!(error.to_string().contains(word), "{error}");
        }
    }
}
