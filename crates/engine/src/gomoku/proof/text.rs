//! Proofs as files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use boyi_game::{Key, Shown, Side};
use boyi_gomoku::{Point, Rules, position_line};

use super::Proof;

/// Why a file is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}")]
pub struct ProofError {
    /// Counted from 1.
    pub line: usize,
    pub expected: &'static str,
}

const HEAD: &str = "boyi gomoku proof 1";

impl Proof {
    /// As a file.
    pub fn write(&self) -> String {
        let mut text = format!(
            "{HEAD}\nrules {}\nstart {}\nattacker {}\n",
            self.start.rules(),
            self.start.text(),
            ["black", "white"][self.attacker.index()]
        );
        for (key, point) in &self.moves {
            let _ = writeln!(text, "{:016x} {point}", key.0);
        }
        text
    }

    /// Reads a file. What it says is for a checker to believe.
    pub fn read(text: &str) -> Result<Self, ProofError> {
        let mut lines = text.lines().enumerate();
        let mut next = |expected| {
            let wrong = ProofError {
                line: text.lines().count() + 1,
                expected,
            };
            lines.next().ok_or(wrong)
        };
        let wrong = |line: usize, expected| ProofError {
            line: line + 1,
            expected,
        };
        let (at, head) = next(HEAD)?;
        (head == HEAD).then_some(()).ok_or(wrong(at, HEAD))?;
        let (at, line) = next("rules")?;
        let rules: Option<Rules> = line
            .strip_prefix("rules ")
            .and_then(|name| name.parse().ok());
        let rules = rules.ok_or(wrong(at, "`rules` and their name"))?;
        let (at, line) = next("start")?;
        let start = line
            .strip_prefix("start ")
            .and_then(|text| position_line::read(text, rules).ok());
        let start = start.ok_or(wrong(at, "`start` and a position"))?;
        let (at, line) = next("attacker")?;
        let attacker = match line {
            "attacker black" => Side::First,
            "attacker white" => Side::Second,
            _ => return Err(wrong(at, "`attacker black` or `attacker white`")),
        };
        let mut moves = BTreeMap::new();
        for (at, line) in lines {
            let entry = line.split_once(' ').and_then(|(key, point)| {
                let key = u64::from_str_radix(key, 16).ok()?;
                let (point, "") = Point::read(point)? else {
                    return None;
                };
                Some((Key(key), point))
            });
            let (key, point) = entry.ok_or(wrong(at, "a key and a point"))?;
            moves.insert(key, point);
        }
        Ok(Self {
            start,
            attacker,
            moves,
        })
    }
}
