//! A proof that one side wins: its move in every position that can come of it. Positions in which
//! plain fours win are left out where the defender had no business going there.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use boyi_game::{Key, Position, Shown, Side};
use boyi_gomoku::{Gomoku, Point, Rules, position_line};

use super::class::Class;
use super::field::Field;
use super::prover::Prover;

/// The winner's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Where it begins.
    pub start: Gomoku,
    /// Who wins.
    pub attacker: Side,
    /// The winner's move in positions in which it is to move.
    pub moves: BTreeMap<Key, Point>,
}

/// Why a file is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}")]
pub struct ProofError {
    /// Counted from 1.
    pub line: usize,
    /// What should stand there.
    pub expected: &'static str,
}

const HEAD: &str = "boyi gomoku proof 1";

impl Proof {
    /// Takes the proof out of a search that has found one.
    pub(crate) fn extract(prover: &mut Prover, start: &Gomoku, attacker: Side) -> Self {
        let mut proof = Self {
            start: start.clone(),
            attacker,
            moves: BTreeMap::new(),
        };
        let mut field = Field::of(start);
        let mut seen = HashSet::new();
        proof.collect(prover, &mut field, &mut start.clone(), &mut seen);
        proof
    }

    fn collect(
        &mut self,
        prover: &mut Prover,
        field: &mut Field,
        game: &mut Gomoku,
        seen: &mut HashSet<Key>,
    ) {
        if !seen.insert(game.key()) || game.outcome().is_some() {
            return;
        }
        let moves = prover.proven_moves(field);
        if game.turn() == self.attacker && moves.is_empty() {
            self.collect_fours(prover, field, game);
            return;
        }
        for cell in moves {
            let point = field.layout().point(cell);
            if game.turn() == self.attacker {
                self.moves.insert(game.key(), point);
            }
            field.make(cell);
            game.after(point, |game| self.collect(prover, field, game, seen));
            field.unmake(cell);
        }
    }

    /// A position won by fours alone.
    fn collect_fours(&mut self, prover: &mut Prover, field: &mut Field, game: &Gomoku) {
        let mut game = game.clone();
        for cell in prover.line_of_fours(field) {
            let point = field.layout().point(cell);
            if game.turn() == self.attacker {
                self.moves.insert(game.key(), point);
            }
            if !game.is_legal(point) {
                return;
            }
            game.make(point);
        }
    }

    /// A line of the proof, the defender resisting as long as it can.
    pub fn line(&self) -> Vec<Point> {
        let mut lengths = BTreeMap::new();
        self.longest(&mut self.start.clone(), &mut lengths);
        let mut game = self.start.clone();
        let mut line = Vec::new();
        while game.outcome().is_none() {
            let Some(next) = self.next(&mut game, &lengths) else {
                break;
            };
            game.make(next);
            line.push(next);
        }
        line
    }

    /// Plies to the end, for every position of the proof, as its own moves have it.
    fn longest(&self, game: &mut Gomoku, lengths: &mut BTreeMap<Key, u32>) -> u32 {
        if game.outcome().is_some() {
            return 0;
        }
        if let Some(&known) = lengths.get(&game.key()) {
            return known;
        }
        let length = if game.turn() == self.attacker {
            match self.moves.get(&game.key()) {
                Some(&point) if game.is_legal(point) => {
                    1 + game.after(point, |game| self.longest(game, lengths))
                }
                // The five that ends it all.
                _ => 1,
            }
        } else {
            let mut longest = 0;
            for point in self.answers(game) {
                longest = longest.max(1 + game.after(point, |game| self.longest(game, lengths)));
            }
            longest.max(2)
        };
        lengths.insert(game.key(), length);
        length
    }

    /// The defender's moves after which the proof has a move of its own.
    fn answers(&self, game: &mut Gomoku) -> Vec<Point> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        moves.retain(|&point| game.after(point, |game| self.moves.contains_key(&game.key())));
        moves
    }

    fn next(&self, game: &mut Gomoku, lengths: &BTreeMap<Key, u32>) -> Option<Point> {
        if game.turn() == self.attacker {
            let field = Field::of(game);
            let five = field.set(self.attacker, Class::Five).first();
            return match (self.moves.get(&game.key()), five) {
                (_, Some(five)) => Some(field.layout().point(five)),
                (Some(&point), None) => Some(point),
                (None, None) => None,
            };
        }
        let answers = self.answers(game);
        let longest = answers.into_iter().max_by_key(|&point| {
            game.after(point, |game| lengths.get(&game.key()).copied().unwrap_or(0))
        });
        longest.or_else(|| {
            // Every answer loses at once: stop one of the fives.
            let field = Field::of(game);
            let mut stops = field.set(self.attacker, Class::Five).iter();
            let point = stops.next().map(|cell| field.layout().point(cell));
            point.or_else(|| field.empty().first().map(|cell| field.layout().point(cell)))
        })
    }

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
